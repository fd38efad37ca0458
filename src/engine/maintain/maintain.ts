/**
 * What time makes of a project's memory, apart from every session: events that come back become known, old ones a digest,
 * contradictions are found, what could be a record is proposed, what is past its time is deleted. In steps, each whole by
 * itself: who is killed between them does the rest the next time.
 */
import { messageOf } from "../../host/trace.ts";
import { DAY_MS, HOUR_MS } from "../../record/time.ts";
import type { Store } from "../../store/port.ts";
import type { Proposal } from "../../store/proposal-port.ts";
import { refreshProjection } from "../../store/sync.ts";
import { findConflicts } from "../inbox/conflicts.ts";
import { followDebts, intendNextActions } from "../inbox/follow-up.ts";
import { promote, putBack, withdrawLapsed } from "../inbox/promote.ts";
import { proposePromotions } from "../inbox/propose.ts";
import { PROPOSALS_MOST } from "../inbox/withdraw.ts";
import { mayCapture } from "../project-view.ts";
import { GiveUp, type JobBody } from "../worker/job.ts";
import { openWorkspace, type Workspace } from "../workspace.ts";
import { type Aged, type AgingLimits, ageMemories, BY_ITSELF } from "./age-memories.ts";
import { pruneLedger } from "./prune-ledger.ts";
import { purgeMemories } from "./purge.ts";

/** A project is looked after once a day; a little less, so that the hour does not wander. */
const EVERY_MS: number = 20 * HOUR_MS;
/** Memories deleted in one run. */
const PURGED_MOST = 5_000;
/** Days that decided proposals and usage are kept. */
const YEAR_DAYS = 365;
/** Sessions forgotten in one run. */
const LEDGER_MOST = 5_000;

export const maintainJob: JobBody = async ({ job, host, store, signal }) => {
  const { folder } = job.payload;
  if (typeof folder !== "string") throw new GiveUp("no folder is named");
  const ws = openWorkspace(host, folder);
  // Where the folder is another project by now, or none, there is nothing to be done for this one.
  if (ws.project.id !== job.project) throw new GiveUp(`${folder} is another project by now`);
  if (!ws.config.memory.maintenance || !mayCapture(ws) || !(await isDue(ws, store))) return;
  const done = await maintain(ws, store, { limits: BY_ITSELF, signal });
  for (const message of told(done))
    host.trace({ level: "info", part: "upkeep", message, project: ws.project.id });
};

export interface Maintaining {
  readonly limits: AgingLimits;
  /** Asks it to stop between steps. */
  readonly signal?: AbortSignal;
  /** Says what would be done, and does nothing. */
  readonly dryRun?: boolean;
}

export interface Maintained {
  readonly aged: Aged;
  /** Found contradictions. */
  readonly conflicts: readonly Proposal[];
  /** Proposed records. */
  readonly proposed: readonly Proposal[];
  /** Paths of the records that were made by configuration. */
  readonly recorded: readonly string[];
  /** Ids of the proposals that do not stand any more. */
  readonly withdrawn: readonly string[];
  /** Ids of the intentions that next actions became, and of those that debts have ended. */
  readonly intended: readonly string[];
  readonly ended: readonly string[];
  /** Ids of the memories that were deleted. */
  readonly purged: readonly string[];
}

const NOTHING: Maintained = {
  aged: { promoted: [], digests: [] },
  conflicts: [],
  proposed: [],
  recorded: [],
  withdrawn: [],
  intended: [],
  ended: [],
  purged: [],
};

/** Does all of it, or as much as there is time for. @throws StoreError */
export async function maintain(ws: Workspace, store: Store, maintaining: Maintaining): Promise<Maintained> {
  const { limits, signal, dryRun = false } = maintaining;
  const { project, host, config } = ws;
  const now = host.now();
  const began = now.toISOString();
  if (!dryRun && ws.files.exists())
    await refreshProjection(ws.files, store.projection, ws.place, { mode: "quick" });
  const { promotion, compress_after_days: compressAfterDays, purge_after_days: graceDays } = config.memory;
  let done = NOTHING;
  const steps: readonly (() => Promise<Partial<Maintained>>)[] = [
    async () => ({
      aged: await ageMemories({ store, project: project.id, now, compressAfterDays, limits, dryRun }),
    }),
    async () => ({ withdrawn: dryRun ? [] : await tidyInbox(ws, store) }),
    async () => ({
      conflicts: await findConflicts(ws, store, {
        // What was there before the first run is all new.
        since: (await store.jobs.lastRun("maintain", project.id)) ?? "",
        dryRun,
        ...(signal ? { signal } : {}),
      }),
    }),
    async () => (dryRun ? {} : followUp(ws, store)),
    async () => ({ proposed: promotion === "off" ? [] : await proposePromotions(ws, store, { dryRun }) }),
    async () => ({
      recorded: promotion === "automatic" && !dryRun ? await recordAll(ws, store, done.proposed) : [],
    }),
    async () => ({
      purged: (
        await purgeMemories({
          store,
          project: project.id,
          now,
          graceDays,
          most: PURGED_MOST,
          dryRun,
          ...(signal ? { signal } : {}),
        })
      ).map(({ id }) => id),
    }),
    async () => (dryRun ? {} : prune(store, now)),
  ];
  for (const step of steps) {
    if (signal?.aborted) return done;
    done = { ...done, ...(await step()) };
  }
  if (!dryRun) await store.jobs.noteRun("maintain", project.id, began);
  return done;
}

/** What a process left half done is put back, what does not stand any more is withdrawn. */
async function tidyInbox(ws: Workspace, store: Store): Promise<string[]> {
  const project = ws.project.id;
  const accepted = await store.proposals.list(project, ["accepted"], PROPOSALS_MOST);
  await store.alone(project, (own) => putBack(own, project, ws.host.now(), accepted));
  const withdrawn = await store.alone(project, async (own) =>
    withdrawLapsed(ws, own, await own.proposals.list(project, ["open"], PROPOSALS_MOST)),
  );
  return withdrawn.map(({ id }) => id);
}

async function followUp(ws: Workspace, store: Store): Promise<Partial<Maintained>> {
  if (ws.config.memory.promotion === "off") return {};
  const intended = await intendNextActions(ws, store);
  const { changed } = await store.alone(ws.project.id, (own) => followDebts(ws, own));
  return { intended: intended.map(({ id }) => id), ended: changed.map(({ id }) => id) };
}

/** One that cannot be written stays in the inbox, where a person sees why. */
async function recordAll(ws: Workspace, store: Store, proposed: readonly Proposal[]): Promise<string[]> {
  const recorded: string[] = [];
  for (const proposal of proposed) {
    try {
      const { result } = await promote({ ws, store }, proposal, "by configuration");
      if (result !== undefined) recorded.push(result);
    } catch (error) {
      const message = `left in the inbox: ${messageOf(error)}`;
      ws.host.trace({ level: "warning", part: "upkeep", message, project: ws.project.id });
    }
  }
  return recorded;
}

async function prune(store: Store, now: Date): Promise<Partial<Maintained>> {
  const ago = (days: number): string => new Date(now.getTime() - days * DAY_MS).toISOString();
  await pruneLedger(store.ledger, now, LEDGER_MOST);
  await store.usage.prune(ago(YEAR_DAYS));
  await store.proposals.prune(ago(YEAR_DAYS));
  return {};
}

async function isDue({ project, host }: Workspace, { jobs }: Store): Promise<boolean> {
  const last = await jobs.lastRun("maintain", project.id);
  const age = host.now().getTime() - Date.parse(last ?? "");
  // A clock that was set back makes it due, too.
  return Number.isNaN(age) || age >= EVERY_MS || age < 0;
}

/** Names in one line of the trace, at most. */
const LISTED = 5;

/** What was done, for the trace. */
function told({ aged, proposed, conflicts, recorded, purged }: Maintained): string[] {
  const line = (what: string, names: readonly string[]): string[] => {
    const more = names.length > LISTED ? ` and ${names.length - LISTED} more` : "";
    return names.length === 0 ? [] : [`${what} ${names.slice(0, LISTED).join(", ")}${more}`];
  };
  return [
    ...line(
      "promoted events to",
      aged.promoted.map(({ id, sessions }) => `${id} (${sessions} sessions)`),
    ),
    ...line(
      "put old events into",
      aged.digests.map(({ id, sources }) => `${id} (${sources.length})`),
    ),
    ...line(
      "found contradictions:",
      conflicts.map(({ id }) => id),
    ),
    ...line(
      "proposed",
      proposed.map(({ id }) => id),
    ),
    ...line("recorded", recorded),
    ...line("deleted what was put away long ago:", purged),
  ];
}
