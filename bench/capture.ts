/**
 * `npm run bench:capture`: what capture keeps of the labelled sessions in `capture/sessions`, through the whole chain, without
 * a model. Prints precision and recall by kind and in total, for the half that the rules were fitted to and the held-out one.
 * The long sessions are those that say how well it works; the short ones show one thing each, mostly.
 *
 *     --set long      those only; or short
 *     --session NAME  that session only, with everything that was kept of it
 *     --half tuned    prints what went wrong in that half; or held
 *     --left-out      the long ones that may be learned from, each by weights fitted to all that other authors wrote
 *     --json
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { CHOSEN, weighing } from "../src/capture/observe/judge.ts";
import { observing } from "../src/capture/observe/observe.ts";
import { weighBy } from "../src/capture/observe/weigh.ts";
import { type Judged, judge, kindOf, rates, worth } from "./capture/figures.ts";
import { fitted, groupsIn } from "./capture/fitting.ts";
import { KINDS, type Played, play } from "./capture/play.ts";
import { LONG_BY_AUTHOR, LONG_SESSIONS, SHORT_SESSIONS } from "./capture/set.ts";
import { weightsOf } from "./capture/weights-source.ts";

const { values: flags } = parseArgs({
  options: {
    session: { type: "string" },
    set: { type: "string" },
    half: { type: "string" },
    "left-out": { type: "boolean", default: false },
    json: { type: "boolean", default: false },
  },
});
if (![undefined, "tuned", "held"].includes(flags.half)) {
  console.error("--half takes tuned or held");
  process.exit(2);
}
if (![undefined, "long", "short"].includes(flags.set)) {
  console.error("--set takes long or short");
  process.exit(2);
}

const folder = mkdtempSync(join(tmpdir(), "recollect-bench-capture-"));
const SETS = { long: LONG_SESSIONS, short: SHORT_SESSIONS };
const groups = new Map<string, Judged[]>();
try {
  if (flags["left-out"]) await playLeftOut();
  for (const [set, sessions] of flags["left-out"] ? [] : Object.entries(SETS)) {
    if (flags.set !== undefined && flags.set !== set) continue;
    for (const session of sessions) {
      if (flags.session !== undefined && session.name !== flags.session) continue;
      const played = await play(session, folder);
      const judged = judge(session, played);
      const half = session.held ? "held" : "tuned";
      const name = `${set}, ${half}`;
      groups.set(name, [...(groups.get(name) ?? []), judged]);
      if (flags.session !== undefined) showAll(played);
      if (flags.session !== undefined || flags.half === half) showWrong(judged);
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
if (flags.json) console.log(JSON.stringify(table(), null, 2));
else showTable();

/** What would be kept of people of whom nothing was learned: what thresholds are chosen by. */
async function playLeftOut(): Promise<void> {
  const examples = await groupsIn(folder);
  const judged: Judged[] = [];
  for (const [author, sessions] of LONG_BY_AUTHOR) {
    if (!examples.has(author)) continue;
    const look = observing(weighing(CHOSEN, weighBy(weightsOf(fitted(examples, author)))));
    for (const session of sessions) judged.push(judge(session, await play(session, folder, look)));
  }
  groups.set("long, each author left out", judged);
}

function showAll({ kept, refused }: Played): void {
  for (const { kind, memory, text } of kept)
    console.log(`${kind} ${memory.type} ${memory.importance}\n  ${text.replaceAll("\n", "\n  ")}`);
  for (const { reason, text } of refused) console.log(`not stored (${reason}): ${text}`);
}

function showWrong({ session, noise, missed, forbidden, misrated }: Judged): void {
  for (const { kind, text } of noise)
    console.log(`${session}: noise, ${kind}: ${text.replaceAll("\n", " | ")}`);
  for (const wanted of missed)
    console.log(`${session}: missed, ${kindOf(wanted)}: ${wanted.words.join(", ")}`);
  for (const words of forbidden) console.log(`${session}: may not be kept: ${words}`);
  for (const { wanted, kept } of misrated)
    console.log(
      `${session}: importance ${kept.memory.importance}, not ${wanted.importance?.join("–")}: ${kept.text}`,
    );
}

function table(): object {
  const of = (judged: readonly Judged[]): object =>
    Object.fromEntries([...KINDS.map((kind) => [kind, rates(judged, kind)]), ["total", rates(judged)]]);
  return Object.fromEntries([...groups].map(([name, judged]) => [name, of(judged)]));
}

function showTable(): void {
  for (const [name, judged] of groups) {
    console.log(`\n${name}: ${judged.length} sessions`);
    console.log("kind        wanted  kept  right  precision  recall");
    for (const kind of [...KINDS, undefined]) {
      const { wanted, kept, right, precision, recall } = rates(judged, kind);
      const cells = [wanted, kept, right].map((count) => String(count).padStart(6)).join("");
      console.log(
        `${(kind ?? "total").padEnd(12)}${cells}  ${precision.toFixed(2).padStart(9)}  ${recall.toFixed(2).padStart(6)}`,
      );
    }
    console.log(`of what was kept, as whatever kind: ${worth(judged).toFixed(2)} says what is wanted`);
    const forbidden = judged.flatMap((one) => one.forbidden).length;
    const misrated = judged.flatMap((one) => one.misrated).length;
    console.log(`kept against its will: ${forbidden}; importance out of range: ${misrated}`);
  }
}
