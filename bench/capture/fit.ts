/**
 * `node scripts/bun.mjs bench/capture/fit.ts`: fits the weights of `src/capture/observe/weights.ts` to the labelled sessions
 * that may be learned from, and writes them. First it prints how well sentences of one author are told by weights fitted to those of the others: the
 * figure to choose thresholds by.
 *
 *     --check          prints only
 *     --without GROUP  leaves a group out: short, single, or an author of long sessions
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { CLASSES, isOf } from "./examples.ts";
import { chanceOf, fitted, groupsIn } from "./fitting.ts";
import { sourceOf, weightsOf } from "./weights-source.ts";

const { values: flags } = parseArgs({
  options: { check: { type: "boolean", default: false }, without: { type: "string" } },
});

/** What precision and recall are printed for. */
const THRESHOLDS = [0.2, 0.3, 0.5, 0.7];

const folder = mkdtempSync(join(tmpdir(), "recollect-fit-"));
let groups: Awaited<ReturnType<typeof groupsIn>>;
try {
  groups = await groupsIn(folder);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
if (flags.without !== undefined && !groups.has(flags.without)) {
  console.error(`--without takes one of ${[...groups.keys()].join(", ")}`);
  process.exit(2);
}

for (const held of groups.keys()) showHeld(held);
if (!flags.check) {
  const path = join(import.meta.dirname, "../../src/capture/observe/weights.ts");
  await Bun.write(path, sourceOf(weightsOf(fitted(groups, flags.without))));
  console.log(`\nwritten: ${path}`);
}

/** Precision and recall of each class in a group that was not fitted to, from several thresholds on. */
function showHeld(held: string): void {
  const weights = fitted(groups, held);
  const examples = (groups.get(held) ?? []).filter(({ leftOut }) => !leftOut);
  console.log(`\n${held}, by weights of the others: ${examples.length} sentences`);
  console.log(`class        wanted  ${THRESHOLDS.map((from) => `from ${from}`.padEnd(17)).join("")}`);
  for (const name of CLASSES) {
    const rated = examples.map((example) => ({
      is: isOf(example, name),
      chance: chanceOf(weights, name, example),
    }));
    const wanted = rated.filter(({ is }) => is).length;
    const cells = THRESHOLDS.map((from) => {
      const kept = rated.filter((one) => one.chance >= from);
      const right = kept.filter(({ is }) => is).length;
      const share = (of: number): string => (of === 0 ? "–" : (right / of).toFixed(2));
      return `${share(kept.length)}/${share(wanted)} of ${kept.length}`.padEnd(17);
    });
    console.log(`${name.padEnd(12)}${String(wanted).padStart(7)}  ${cells.join("")}`);
  }
}
