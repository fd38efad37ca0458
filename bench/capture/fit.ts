/**
 * `node scripts/bun.mjs bench/capture/fit.ts`: fits the weights of `src/capture/observe/weights.ts` to the labelled sessions
 * that may be learned from, and writes them. A logistic regression for each kind, against all else; the same input gives the
 * same weights. First it prints how well sentences of one author are told by weights fitted to those of the others: the
 * figure to choose thresholds by.
 *
 *     --check          prints only
 *     --without GROUP  leaves a group out: short, single, or an author of long sessions
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { CLASSES, type Class, type Example, examplesOf, isOf, singleExamples } from "./examples.ts";
import { LONG_BY_AUTHOR, SHORT_SESSIONS } from "./set.ts";
import { isBias, PLACES, placeOf, sourceOf } from "./weights-source.ts";

const { values: flags } = parseArgs({
  options: { check: { type: "boolean", default: false }, without: { type: "string" } },
});

/** Short sessions show one thing each, more densely than people talk, single sentences nothing else: they count for less. */
const COUNTS: { readonly [group: string]: number } = { short: 0.5, single: 0.25 };
/** How strongly weights are kept small. */
const RIDGE = 4;
/** Among single sentences much more is worth keeping than in a session: they have a bias of their own, which is not shipped. */
const SINGLE = PLACES;
const STEPS = 300;
/** What precision and recall are printed for. */
const THRESHOLDS = [0.2, 0.3, 0.5, 0.7];

const groups = new Map<string, Example[]>();
const folder = mkdtempSync(join(tmpdir(), "recollect-fit-"));
try {
  for (const [author, sessions] of [["short", SHORT_SESSIONS] as const, ...LONG_BY_AUTHOR]) {
    const examples: Example[] = [];
    for (const session of sessions) if (!session.held) examples.push(...(await examplesOf(session, folder)));
    if (examples.length > 0) groups.set(author, examples);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
groups.set("single", singleExamples());
if (flags.without !== undefined && !groups.has(flags.without)) {
  console.error(`--without takes one of ${[...groups.keys()].join(", ")}`);
  process.exit(2);
}

for (const held of groups.keys()) showHeld(held);
if (!flags.check) {
  const path = join(import.meta.dirname, "../../src/capture/observe/weights.ts");
  await Bun.write(path, sourceOf(fitted(flags.without)));
  console.log(`\nwritten: ${path}`);
}

/**
 * A sentence as places in the row of weights: the bias, the bias of its role, each feature once for all and once for its
 * role, so that what both say alike is learned from both.
 */
function placesOf({ role, single, features }: Example): number[] {
  const own = role === "user" ? 1 : 2;
  return [
    0,
    own,
    ...(single ? [SINGLE + own - 1] : []),
    ...features.flatMap((feature) => [placeOf(feature, 0), placeOf(feature, own)]),
  ];
}

/** Weights of each class, fitted to all groups but one. */
function fitted(without: string | undefined): ReadonlyMap<Class, Float64Array> {
  const rows = [...groups].flatMap(([group, examples]) =>
    group === without
      ? []
      : examples
          .filter(({ leftOut }) => !leftOut)
          .map((example) => ({ example, places: placesOf(example), counts: COUNTS[group] ?? 1 })),
  );
  return new Map(
    CLASSES.map((name) => [
      name,
      regression(rows.map(({ example, ...row }) => ({ ...row, is: isOf(example, name) ? 1 : 0 }))),
    ]),
  );
}

interface Row {
  readonly places: readonly number[];
  readonly counts: number;
  readonly is: number;
}

/** Logistic regression with a ridge, by gradient descent with a step of its own for each weight (Adam). */
function regression(rows: readonly Row[]): Float64Array {
  const size = SINGLE + 2;
  const [weights, mean, spread] = [new Float64Array(size), new Float64Array(size), new Float64Array(size)];
  const at = (row: Float64Array, place: number): number => row[place] ?? 0;
  for (let step = 1; step <= STEPS; step += 1) {
    const slope = new Float64Array(size);
    for (const { places, counts, is } of rows) {
      const wrong = (chance(weights, places) - is) * counts;
      for (const place of places) slope[place] = at(slope, place) + wrong;
    }
    for (let place = 0; place < size; place += 1) {
      const down = at(slope, place) + (isBias(place) || place >= SINGLE ? 0 : RIDGE * at(weights, place));
      mean[place] = 0.9 * at(mean, place) + 0.1 * down;
      spread[place] = 0.99 * at(spread, place) + 0.01 * down ** 2;
      const stride = 0.1 / (1 + step / 60) / (Math.sqrt(at(spread, place) / (1 - 0.99 ** step)) + 1e-8);
      weights[place] = at(weights, place) - (stride * at(mean, place)) / (1 - 0.9 ** step);
    }
  }
  return weights;
}

function chance(weights: Float64Array, places: readonly number[]): number {
  const sum = places.reduce((all, place) => all + (weights[place] ?? 0), 0);
  return 1 / (1 + Math.exp(-sum));
}

/** Precision and recall of each class in a group that was not fitted to, from several thresholds on. */
function showHeld(held: string): void {
  const weights = fitted(held);
  const examples = (groups.get(held) ?? []).filter(({ leftOut }) => !leftOut);
  console.log(`\n${held}, by weights of the others: ${examples.length} sentences`);
  console.log(`class        wanted  ${THRESHOLDS.map((from) => `from ${from}`.padEnd(17)).join("")}`);
  for (const name of CLASSES) {
    const rated = examples.map((example) => ({
      is: isOf(example, name),
      chance: chance(weights.get(name) ?? new Float64Array(), placesOf(example)),
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
