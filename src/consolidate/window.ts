/**
 * Limits on how much stays active: the rolling window of session summaries with its deletion guard,
 * and retention in days. Pure: says what to retire, and why; the caller writes.
 */
import { DAY_MS } from "../record/time.ts";
import type { ProjectRecord, SessionSummaryContent } from "../record/types.ts";
import { keywordTokens } from "../text/keyword.ts";

export interface Retirement {
  id: string;
  reason: string;
  /** What would be lost from recall, for the log: informational, the retirement proceeds. */
  warning?: string;
}

/** Share of an item's words that must occur in one other record for the item to count as captured there. */
const CAPTURED_SHARE = 0.6;

/** The session summaries beyond the newest `maxRetained`, oldest first, each checked for content found nowhere else. */
export function sessionsToRetire(
  active: readonly ProjectRecord[],
  maxRetained: number,
  elsewhere: readonly string[],
): Retirement[] {
  const byAge = [...active].sort(
    (a, b) => a.created_at.localeCompare(b.created_at) || a.id.localeCompare(b.id),
  );
  const leaving = byAge.slice(0, Math.max(0, byAge.length - maxRetained));
  const staying = byAge.slice(leaving.length).map((record) => sessionItems(record).join("\n"));
  return leaving.map((record) => {
    const lost = uniqueItems(record, [...elsewhere, ...staying]);
    return {
      id: record.id,
      reason: "Session rolling window: exceeded max_retained limit",
      ...(lost.length > 0
        ? {
            warning: `Session ${record.id} contains unique content not captured elsewhere: ${lost.join("; ")}. It stays restorable during the grace period.`,
          }
        : {}),
    };
  });
}

/** Active records that nobody updated for `days` days (0: none). */
export function expired(
  active: readonly Pick<ProjectRecord, "id" | "updated_at">[],
  days: number,
  now: Date,
): Retirement[] {
  if (days <= 0) return [];
  const limit = now.getTime() - days * DAY_MS;
  return active
    .filter((record) => Date.parse(record.updated_at) < limit)
    .map(({ id }) => ({ id, reason: `Retention: not updated for ${days} days` }));
}

/** Items of a session summary that no other text holds. */
function uniqueItems(session: ProjectRecord, texts: readonly string[]): string[] {
  const known = texts.map((text) => keywordTokens(text));
  return sessionItems(session).filter((item) => {
    const words = [...keywordTokens(item)];
    if (words.length === 0) return false;
    return !known.some((set) => words.filter((w) => set.has(w)).length / words.length >= CAPTURED_SHARE);
  });
}

const sessionItems = (record: ProjectRecord): string[] => {
  const { completed, blockers, next_actions } = record.content as Partial<SessionSummaryContent>;
  return [completed, blockers, next_actions].flatMap((list) => (Array.isArray(list) ? list : [])).map(String);
};
