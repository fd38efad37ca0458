/** `forget`: deleting memories for good, by id, by what they answer, by session, time or words. */
import { forgetAll, scrubbed } from "../../engine/forgetting/carry-out.ts";
import type { Meant } from "../../engine/forgetting/meant.ts";
import { type Forgetting, isNothing, planForgetting } from "../../engine/forgetting/plan.ts";
import { sessionNamed } from "../../engine/forgetting/session-named.ts";
import { type MemoryAccess, withMemories } from "../../engine/memories/access.ts";
import { findToForget, forget } from "../../engine/memories/change.ts";
import { momentOf } from "../../engine/memories/moment.ts";
import { memoriesAnswering } from "../../engine/memories/recall.ts";
import type { Memory } from "../../memory/types.ts";
import { RecordError } from "../../record/error.ts";
import { count } from "../../record/value.ts";
import { agreed } from "../agree.ts";
import { type Command, command, JSON_FLAG, openHere } from "../command.ts";
import { datedLine, memoryLine } from "../memory-lines.ts";
import { cliCaller } from "../memory-options.ts";
import { EXIT, emit, paint } from "../output.ts";

/** Memories that are shown one by one before somebody agrees. */
const SHOWN_MOST = 40;

export const forgetCommand: Command = command({
  name: "forget",
  description:
    "Delete memories for good: by id, by what they answer, by session, time or words; shows them first",
  joinsWords: true,
  args: {
    id: {
      type: "positional",
      description: "Ids, or their first 6 characters and more",
      required: false,
    },
    query: { type: "string", description: "All memories that answer this" },
    session: { type: "string", description: "All that came of a session: its id, or `last`" },
    since: { type: "string", description: "All since a day, a time, or an age such as 2h" },
    until: { type: "string", description: "With --since: not beyond this (default: now)" },
    matching: { type: "string", description: "All that holds each of these words, or words that begin so" },
    "dry-run": { type: "boolean", description: "Only show what would go" },
    yes: { type: "boolean", alias: "y", description: "Do not ask" },
    scrub: { type: "boolean", description: "Only clear what deleting has left in the database's files" },
    ...JSON_FLAG,
  },
  run: ({ args }) =>
    withMemories(openHere(), cliCaller(), async (access) => {
      const ids = [args.id, ...args._.slice(1)].filter((id): id is string => id !== undefined && id !== "");
      onlyOne({
        ids: ids.length > 0,
        "--query": args.query !== undefined,
        "--session": args.session !== undefined,
        "--since": args.since !== undefined,
        "--matching": args.matching !== undefined,
        "--scrub": args.scrub === true,
      });
      if (args.scrub) return scrub(access, args);
      const meant = await meantBy(access, args);
      if (meant) return forgetMeant(access, meant, args);
      return forgetNamed(access, args.query ?? ids, args);
    }),
});

function onlyOne(ways: { readonly [way: string]: boolean }): void {
  const given = Object.keys(ways).filter((way) => ways[way]);
  if (given.length === 1) return;
  throw new RecordError(
    "INPUT_ERROR",
    { field: "arguments", expected: Object.keys(ways).join(", or "), got: given.join(" and ") || "neither" },
    "Say which memories: recollect forget ID, or --session last, --since 2h, --matching WORDS",
  );
}

interface Options {
  readonly "dry-run"?: boolean | undefined;
  readonly yes?: boolean | undefined;
  readonly json?: boolean | undefined;
}

async function scrub({ store }: MemoryAccess, { json }: Options): Promise<number> {
  const problem = await scrubbed(store);
  emit(json, { scrubbed: problem === undefined, ...(problem ? { problem } : {}) }, () =>
    problem
      ? left(problem)
      : `${paint("green", "scrubbed")} What was deleted stands in no file of the database.`,
  );
  return problem ? EXIT.error : EXIT.ok;
}

async function meantBy(
  access: MemoryAccess,
  {
    session,
    since,
    until,
    matching,
  }: {
    session?: string | undefined;
    since?: string | undefined;
    until?: string | undefined;
    matching?: string | undefined;
  },
): Promise<Meant | undefined> {
  const now = access.view.host.now();
  if (until !== undefined && since === undefined)
    throw wrong("--until", "a --since before it", "Say from when on: --since 2026-01-31");
  if (session !== undefined) return { kind: "session", session: await sessionNamed(access, session) };
  if (since !== undefined) {
    const from = momentOf("--since", since, now);
    const to = until === undefined ? now.toISOString() : momentOf("--until", until, now);
    if (from > to) throw wrong("--until", `a time after ${from}`, "Turn them round");
    return { kind: "time", since: from, until: to };
  }
  if (matching === undefined) return undefined;
  const words = matching.split(/\s+/).filter((word) => word !== "");
  if (words.length === 0) throw wrong("--matching", "a word at least", "Say which words");
  return { kind: "words", words };
}

const wrong = (field: string, expected: string, fix: string): RecordError =>
  new RecordError("INPUT_ERROR", { field, expected, got: "none" }, fix);

async function forgetMeant({ view, store }: MemoryAccess, meant: Meant, options: Options): Promise<number> {
  const { host, project } = view;
  const by = { store, project: project.id, staging: host.paths.staging, now: host.now() };
  const plan = await planForgetting(by, meant);
  const ids = plan.memories.map(({ id }) => id);
  const found = { found: ids, changed: plan.changed.map(({ id }) => id), ...tracesOf(plan) };
  if (!options.json) emit(false, plan, () => planText(plan));
  const question = `Delete ${isNothing(plan) ? "what may still be read of it" : "all of this"} for good?`;
  if (options["dry-run"] || !(options.yes || (!options.json && (await agreed(question))))) {
    emit(options.json, { forgotten: [], ...found }, () => "Nothing was deleted.");
    return EXIT.ok;
  }
  const done = await forgetAll(view, store, meant);
  emit(options.json, { ...found, forgotten: done.memories, ...problemOf(done.problem) }, () =>
    [
      `${paint("green", "forgotten")} ${memoriesCount(done.memories.length)}`,
      paint("dim", STAYS),
      ...(done.problem ? [left(done.problem)] : []),
    ].join("\n"),
  );
  return done.problem ? EXIT.error : EXIT.ok;
}

const memoriesCount = (n: number): string => count(n, "memory", "memories");

const STAYS =
  "  It is not captured again. Records stay as they are (recollect list), and so do the client's own transcripts.";

const left = (problem: string): string =>
  `${paint("yellow", "!")} Traces may still stand in the database's files: ${problem}\n  → recollect forget --scrub`;

const problemOf = (problem: string | undefined): { problem?: string } => (problem ? { problem } : {});

const tracesOf = ({ proposals, sessions, signals, files }: Forgetting) => ({
  proposals: proposals.map(({ id }) => id),
  sessions,
  signals: signals.reduce((sum, { hashes }) => sum + hashes.length, 0),
  files: files.length,
});

function planText(plan: Forgetting): string {
  const { memories, changed, proposals, sessions, signals, files, spoilt } = plan;
  const noted = signals.reduce((sum, { hashes }) => sum + hashes.length, 0);
  const besides = [
    ...(proposals.length > 0 ? [count(proposals.length, "proposal")] : []),
    ...(sessions.length > 0 ? [`what was noted of ${count(sessions.length, "session")}`] : []),
    ...(noted > 0 ? [count(noted, "excerpt")] : []),
    ...(files.length > 0 ? [count(files.length, "file")] : []),
  ];
  return [
    ...(memories.length === 0 ? [paint("dim", "No memory is like that.")] : lines(memories, datedLine)),
    ...(besides.length > 0 ? [`and ${besides.join(", ")}`] : []),
    ...(changed.length > 0
      ? [
          paint(
            "dim",
            `${memoriesCount(changed.length)} changed: other sessions say the same, or what it became goes`,
          ),
        ]
      : []),
    ...(spoilt > 0
      ? [paint("yellow", `${count(spoilt, "row")} cannot be read, and not be told apart: recollect doctor`)]
      : []),
  ].join("\n");
}

function lines(memories: readonly Memory[], line: typeof memoryLine): string[] {
  const more = memories.length - SHOWN_MOST;
  return [
    ...memories.slice(0, SHOWN_MOST).map((memory) => line(memory, paint)),
    ...(more > 0 ? [paint("dim", `… and ${more} more (--json tells all)`)] : []),
  ];
}

async function forgetNamed(
  access: MemoryAccess,
  meaning: string | readonly string[],
  options: Options,
): Promise<number> {
  const { json } = options;
  const meant =
    typeof meaning === "string" ? await memoriesAnswering(access, meaning) : await eachOf(access, meaning);
  const ids = meant.map((each) => (typeof each === "string" ? each : each.id));
  if (meant.length === 0) {
    emit(json, { forgotten: [], found: [] }, () => paint("dim", "No memory answers that."));
    return EXIT.ok;
  }
  if (!json) emit(false, meant, () => meant.map(lineOf).join("\n"));
  const question = `Delete ${meant.length === 1 ? "it" : `these ${meant.length}`} for good?`;
  if (options["dry-run"] || !(options.yes || (!json && (await agreed(question))))) {
    emit(json, { forgotten: [], found: ids }, () => "Nothing was deleted.");
    return EXIT.ok;
  }
  await forget(access, ids);
  const problem = await scrubbed(access.store);
  emit(json, { forgotten: ids, found: ids, ...problemOf(problem) }, () =>
    [`${paint("green", "forgotten")} ${ids.length}`, ...(problem ? [left(problem)] : [])].join("\n"),
  );
  return problem ? EXIT.error : EXIT.ok;
}

const lineOf = (meant: Memory | string): string =>
  typeof meant === "string"
    ? `${paint("yellow", "a row that cannot be read")}  ${meant}`
    : memoryLine(meant, paint);

async function eachOf(access: MemoryAccess, targets: readonly string[]): Promise<(Memory | string)[]> {
  const found = new Map<string, Memory | string>();
  for (const target of targets) {
    const meant = await findToForget(access, target);
    found.set(typeof meant === "string" ? meant : meant.id, meant);
  }
  return [...found.values()];
}
