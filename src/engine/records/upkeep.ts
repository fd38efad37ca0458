/**
 * Upkeep at a session's start: retention and the session window, clearing away what was retired long ago, and an `index.md`
 * that is missing or behind. Loaded only when something is due. A part that fails is traced and
 * left to the next session.
 */
import { keepLimits } from "../../consolidate/commit.ts";
import { messageOf, type TraceLevel } from "../../host/trace.ts";
import { gc } from "../../store/files/gc.ts";
import { rebuildIndex } from "../../store/files/maintenance.ts";
import type { Workspace } from "../workspace.ts";
import { type Due, UPKEEP_MAX } from "./due.ts";
import { writeContext } from "./write-context.ts";

/** Milliseconds to wait for another writer: a session's start should not hang, and the next one will do. */
const LOCK = { timeoutMs: 500 } as const;

/** Does what is due, in the files alone: bringing the projection up to date is for the caller. */
export async function keepUp(ws: Workspace, { limits, collect, index }: Due): Promise<void> {
  if (limits.size > 0) {
    await attempt(ws, "warning", async () => {
      const context = { ...writeContext(ws), files: ws.files, config: ws.config };
      const { retired, warnings } = await ws.files.transact(
        (tx) => keepLimits(tx, context, limits, UPKEEP_MAX),
        LOCK,
      );
      return [
        listed(
          "retired",
          retired.map(({ path, reason }) => `${path} (${reason})`),
        ),
        ...warnings,
      ];
    });
  }
  if (collect.length > 0) {
    await attempt(ws, "warning", async () => {
      const { grace_period_days: graceDays, archive_retired: archiveRetired } = ws.config.delete;
      const options = { graceDays, archiveRetired, now: ws.host.now(), paths: collect, ...LOCK };
      const { archived, purged } = await gc(ws.files, options);
      const why = `: retired more than ${graceDays} days ago`;
      return [
        listed(
          "archived",
          archived.map(({ path }) => path),
          why,
        ),
        listed(
          "deleted",
          purged.map(({ path }) => path),
          why,
        ),
      ];
    });
  }
  if (index && ws.files.currentIndex() === undefined) {
    // In a folder that cannot be written to this fails at every start, and nothing is lost: recall does not need it.
    await attempt(ws, "info", async () => {
      const { entries } = await rebuildIndex(ws.files, LOCK);
      return [`index.md was missing or behind and is made: ${entries} records`];
    });
  }
}

/** Names in one line of the trace, at most. */
const LISTED = 5;

function listed(what: string, names: readonly string[], why = ""): string {
  if (names.length === 0) return "";
  const more = names.length > LISTED ? ` and ${names.length - LISTED} more` : "";
  return `${what} ${names.slice(0, LISTED).join(", ")}${more}${why}`;
}

async function attempt(
  ws: Workspace,
  level: TraceLevel,
  work: () => Promise<readonly string[]>,
): Promise<void> {
  const about = { part: "upkeep", project: ws.project.id };
  try {
    for (const message of await work())
      if (message !== "") ws.host.trace({ level: "info", message, ...about });
  } catch (error) {
    ws.host.trace({ level, message: `put off to the next session: ${messageOf(error)}`, ...about });
  }
}
