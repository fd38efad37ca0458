/** `index` and `gc`: care of the derived index, of what was retired long ago, and of memories that have aged. */

import { collectMemories, collectRecords, undoLast } from "../../engine/maintain/collect.ts";
import type { Maintained } from "../../engine/maintain/maintain.ts";
import { rebuild } from "../../engine/records/rebuild.ts";
import { INDEX_TO_COME } from "../../engine/status/status.ts";
import type { Workspace } from "../../engine/workspace.ts";
import { RecordError } from "../../record/error.ts";
import { oneLine } from "../../record/sanitize.ts";
import { type HealthReport, health } from "../../store/files/health.ts";
import { type GcResult, queryIndex, validateIndex } from "../../store/files/maintenance.ts";
import { type Command, command, JSON_FLAG, openHere, scriptCommand } from "../command.ts";
import { EXIT, emit } from "../output.ts";
import { openRoot, ROOT_ARG } from "../root.ts";

const MODES = ["rebuild", "validate", "query", "health", "gc"] as const;

export const indexCommand: Command = scriptCommand({
  name: "index",
  description: "Rebuild, validate or query the index; report health; collect what was retired",
  args: {
    rebuild: { type: "boolean", description: "Write index.md and the database's rows anew from the files" },
    validate: { type: "boolean", description: "Compare index.md with the files; exit 1 when they differ" },
    query: { type: "string", description: "Lines of index.md that contain this text" },
    health: { type: "boolean", description: "Counts, often updated and recently retired records, sync" },
    gc: { type: "boolean", description: "Archive or delete retired records whose grace period is over" },
    "dry-run": { type: "boolean", description: "With --gc: say what would be done" },
    ...ROOT_ARG,
    ...JSON_FLAG,
  },
  async run({ args }) {
    const chosen = MODES.filter((mode) => args[mode] !== undefined && args[mode] !== false);
    if (chosen.length !== 1) {
      throw new RecordError(
        "INPUT_ERROR",
        {
          expected: "exactly one of --rebuild, --validate, --query, --health, --gc",
          got: chosen.join(", ") || "none",
        },
        "Pass one of them",
      );
    }
    const ws = openRoot(args.root);
    if (args.rebuild) return rebuildAll(ws, args.json);
    if (args.validate) return validate(ws, args.json);
    if (args.health) return healthOf(ws, args.json);
    if (args.gc) return collectOnly(ws, args["dry-run"] === true, args.json);
    return query(ws, args.query ?? "", args.json);
  },
});

export const gcCommand: Command = command({
  name: "gc",
  description:
    "Do at once what is done by and by: clear away what is past its grace period, let memories age, propose records, find contradictions",
  args: {
    "dry-run": { type: "boolean", description: "Say what would be done, and do nothing" },
    undo: {
      type: "string",
      description: "Id of a digest, of what events became, or of a promotion: put what went into it back",
    },
    last: { type: "boolean", description: "Undo what was done last" },
    ...JSON_FLAG,
  },
  run: ({ args }) =>
    args.undo !== undefined || args.last
      ? undo(openHere(), args.last || isLast(args.undo) ? undefined : args.undo, args.json)
      : collectAll(openHere(), args["dry-run"] === true, args.json),
});

/** `--undo --last` is read as the id of what is to be undone. */
const isLast = (id: string | undefined): boolean => id === "--last" || id === "last" || id === "";

async function rebuildAll(ws: Workspace, json: boolean | undefined): Promise<number> {
  const result = await rebuild(ws);
  emit(json, result, () =>
    [
      `Rebuilt index.md with ${result.entries} entries`,
      ...result.duplicates.map(({ path, kept }) => `Retired ${path}: the same record goes on as ${kept}`),
      ...result.problems.map(({ path, problem }) => `WARNING: ${path}: ${problem}`),
      ...(result.database === "rebuilt" ? [] : [`WARNING: the database was not rebuilt: ${result.database}`]),
    ].join("\n"),
  );
  return EXIT.ok;
}

function validate(ws: Workspace, json: boolean | undefined): number {
  const result = validateIndex(ws.files);
  emit(json, result, () =>
    result.ok
      ? "Index is valid"
      : [
          ...(result.present ? [] : ["There is no index.md"]),
          ...result.missing.map((path) => `Missing from the index: ${path}`),
          ...result.stale.map((path) => `Stale in the index: ${path}`),
          "Run `recollect index --rebuild`",
        ].join("\n"),
  );
  return result.ok ? EXIT.ok : EXIT.error;
}

function query(ws: Workspace, text: string, json: boolean | undefined): number {
  const lines = queryIndex(ws.files, text);
  emit(json, { matches: lines.length, lines }, () => [`${lines.length} matches`, ...lines].join("\n"));
  return EXIT.ok;
}

function healthOf(ws: Workspace, json: boolean | undefined): number {
  const report = health(ws.files, ws.host.now());
  emit(json, report, () => renderHealth(report));
  return EXIT.ok;
}

function renderHealth(report: HealthReport): string {
  const { categories, heavily_updated, recent_retirements, index, totals, overall, issues } = report;
  return [
    "Entries by Category",
    ...categories.map(
      ({ display, active, retired, archived }) =>
        `  ${display}: ${active} active, ${retired} retired, ${archived} archived`,
    ),
    "Heavily Updated",
    ...orNone(heavily_updated.map(({ path, times_updated }) => `${path} (${times_updated} times)`)),
    "Recent Retirements",
    ...orNone(
      recent_retirements.map(
        ({ path, retired_at, retired_reason }) => `${path} at ${retired_at}: ${retired_reason}`,
      ),
    ),
    "Index Sync Status",
    `  ${index.ok ? "in sync" : index.present ? `${index.missing.length} missing, ${index.stale.length} stale` : `no index.md yet: ${INDEX_TO_COME}`}`,
    "Summary",
    `  ${totals.active} active, ${totals.retired} retired, ${totals.archived} archived`,
    `  Overall: ${overall}`,
    ...issues.map((issue) => `  - ${issue}`),
  ].join("\n");
}

const orNone = (lines: readonly string[]): string[] =>
  lines.length > 0 ? lines.map((line) => `  ${line}`) : ["  none"];

async function collectOnly(ws: Workspace, dryRun: boolean, json: boolean | undefined): Promise<number> {
  const result = await collectRecords(ws, dryRun);
  emit(json, { dry_run: dryRun, ...result }, () => renderGc(result, dryRun));
  return EXIT.ok;
}

async function collectAll(ws: Workspace, dryRun: boolean, json: boolean | undefined): Promise<number> {
  const records = await collectRecords(ws, dryRun);
  const memories = await collectMemories(ws, dryRun);
  emit(json, { dry_run: dryRun, ...records, memories: forScripts(memories) }, () =>
    [
      renderGc(records, dryRun),
      "problem" in memories
        ? `WARNING: memories were left as they are: ${memories.problem}`
        : renderMaintained(memories, dryRun),
    ].join("\n"),
  );
  return EXIT.ok;
}

async function undo(ws: Workspace, id: string | undefined, json: boolean | undefined): Promise<number> {
  const undone = await undoLast(ws, id);
  emit(json, { ...(id === undefined ? {} : { undone: id }), ...undone }, () =>
    undone.done.map((line) => oneLine(line)).join("\n"),
  );
  return EXIT.ok;
}

/** What aged stands at the top, where it has always stood. */
const forScripts = (memories: Maintained | { problem: string }): object => {
  if ("problem" in memories) return memories;
  const { aged, ...rest } = memories;
  return { ...aged, ...rest };
};

function renderMaintained(maintained: Maintained, dryRun: boolean): string {
  const { aged, proposed, conflicts, recorded, withdrawn, intended, purged } = maintained;
  const done = dryRun ? "Would be" : "Now";
  return [
    ...aged.promoted.map(
      ({ id, concept, sessions, events }) =>
        `${done} promoted: ${events.length} events to ${id} "${oneLine(concept)}" (${sessions} sessions)`,
    ),
    ...aged.digests.map(
      ({ id, title, sources }) => `${done} a digest: ${sources.length} events to ${id} "${oneLine(title)}"`,
    ),
    ...conflicts.map(({ id, title }) => `${done} in the inbox: ${id} ${oneLine(title)}`),
    ...proposed.map(({ id, title }) => `${done} in the inbox: ${id} ${oneLine(title)}`),
    ...recorded.map((path) => `${done} a record: ${path}`),
    ...purged.map((id) => `${done} deleted: ${id}, put away long ago`),
    [
      `${aged.promoted.length} promotions, ${aged.digests.length} digests`,
      `${proposed.length} proposed, ${withdrawn.length} withdrawn, ${conflicts.length} contradictions`,
      `${intended.length} next actions, ${purged.length} deleted`,
    ].join("; "),
  ].join("\n");
}

function renderGc({ purged, archived, skipped, waiting }: GcResult, dryRun: boolean): string {
  const done = dryRun ? "Would be" : "Now";
  return [
    ...purged.map(({ path, retired_at }) => `${done} purged: ${path} (retired ${retired_at})`),
    ...archived.map(({ path, retired_at }) => `${done} archived: ${path} (retired ${retired_at})`),
    ...skipped.map(({ path, reason }) => `SKIP ${path}: ${reason}`),
    `${purged.length} purged, ${archived.length} archived, ${skipped.length} skipped, ${waiting} within their grace period`,
  ].join("\n");
}
