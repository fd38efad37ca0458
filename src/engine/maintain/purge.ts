/**
 * What was put away is deleted when its grace period is over: archived, superseded and rejected memories, working memory that was
 * cleared, and, after a year, what has become something else. Nothing is deleted that was not put away all that time.
 */
import { ENDED } from "../../memory/lifecycle.ts";
import type { Memory, MemoryStatus } from "../../memory/types.ts";
import { DAY_MS } from "../../record/time.ts";
import type { Store } from "../../store/port.ts";

export interface Purging {
  readonly store: Store;
  readonly project: string;
  readonly now: Date;
  /** Days that what was put away is kept, 1 at least. */
  readonly graceDays: number;
  /** Memories deleted at most. */
  readonly most: number;
  readonly signal?: AbortSignal;
  /** Says what would be deleted, and does nothing. */
  readonly dryRun?: boolean;
}

const PUT_AWAY: readonly MemoryStatus[] = ["archived", "superseded", "rejected"];
/** Days that an ended intention, and what became a record or knowledge, is kept: it tells that it was so before. */
const LONG_DAYS = 365;
const PAGE = 500;

/** Since when a memory has been put away; undefined for one that is not. */
export function putAwaySince(memory: Memory): string | undefined {
  if (PUT_AWAY.includes(memory.status)) return memory.updated_at;
  return memory.type === "working" ? memory.cleared_at : undefined;
}

/** Since when it is over, though nobody put it away. */
function overSince(memory: Memory): string | undefined {
  if (memory.promoted_to !== undefined) return memory.updated_at;
  return memory.type === "prospective" && ENDED.has(memory.state) ? memory.updated_at : undefined;
}

/** Whether its time is over. A time that cannot be read, or lies ahead, is no reason to delete anything. */
export function isPurgeable(memory: Memory, now: Date, graceDays: number): boolean {
  const isPast = (since: string | undefined, days: number): boolean =>
    since !== undefined && now.getTime() - Date.parse(since) >= days * DAY_MS;
  return (
    isPast(putAwaySince(memory), Math.max(1, graceDays)) ||
    isPast(overSince(memory), Math.max(LONG_DAYS, graceDays))
  );
}

/** Deletes what is past its time, a page at a time. Returns it as it was. @throws StoreError */
export async function purgeMemories(purging: Purging): Promise<Memory[]> {
  const { store, project, now, graceDays, most, signal, dryRun } = purging;
  const gone: Memory[] = [];
  for (let after = ""; gone.length < most && !signal?.aborted; ) {
    const page = await store.memories.walk(project, { after, limit: PAGE });
    const last = page.at(-1);
    if (!last) break;
    after = last.id;
    const due = page.filter((memory) => isPurgeable(memory, now, graceDays)).slice(0, most - gone.length);
    if (due.length === 0) continue;
    const ids = due.map(({ id }) => id);
    gone.push(...(dryRun ? due : await store.alone(project, (own) => purge(own, purging, ids))));
  }
  return gone;
}

/** What was brought back since it was looked at stays. */
async function purge(
  { memories }: Store,
  { project, now, graceDays }: Purging,
  ids: readonly string[],
): Promise<Memory[]> {
  const due = (await memories.get(project, ids)).filter((memory) => isPurgeable(memory, now, graceDays));
  await memories.forget(
    project,
    due.map(({ id }) => id),
  );
  return due;
}
