/**
 * Putting right what a killed transaction left: temporary files, a record under two names because a rename was cut off
 * between its steps, and an index that did not follow.
 */
import { retire } from "../../record/lifecycle.ts";
import type { FileProblem, StoredRecord } from "./read.ts";
import type { RecordTransaction } from "./transaction.ts";

export interface HealResult {
  /** Active records, as the index lists them now. */
  entries: number;
  /** Files that cannot be read as records; they stay where they are, outside the index. */
  problems: FileProblem[];
  /** Older halves of cut-off renames, now retired in favour of `kept`. Paths relative to the memory root. */
  duplicates: { path: string; kept: string }[];
  /** Temporary files removed, relative to the memory root. */
  swept: string[];
  /** Every record as it was read; those of `duplicates` have changed since. */
  records: StoredRecord[];
}

/** Heals everything and has the index rebuilt at the end of the transaction. Reads all files. */
export function heal(tx: RecordTransaction, now: Date = new Date()): HealResult {
  tx.rebuildIndex();
  const swept = tx.sweep();
  const { records, problems } = tx.scan();
  const active = records.filter(({ record }) => record.record_status === "active");
  const duplicates = leftovers(active);
  for (const { older, newer } of duplicates) {
    const reason = `The same record under an older name, left by an interrupted rename; it goes on as ${newer.record.id}`;
    tx.put(older.path, retire(older.record, { now: now.toISOString(), reason }).record);
  }
  return {
    entries: active.length - duplicates.length,
    problems,
    duplicates: duplicates.map(({ older, newer }) => ({ path: older.path, kept: newer.path })),
    swept,
    records,
  };
}

interface Duplicate {
  older: StoredRecord;
  newer: StoredRecord;
}

/**
 * Records of one category that began at the same moment, of which one either says that it was renamed from the other, or
 * holds the very same content. Records saved together have the moment in common too, so that alone is not enough.
 */
export function leftovers(active: readonly StoredRecord[]): Duplicate[] {
  const found = new Map<string, Duplicate>();
  for (const duplicate of [...cutOffRenames(active), ...copies(active)]) {
    const { older, newer } = duplicate;
    if (!found.has(older.path) && !found.has(newer.path)) found.set(older.path, duplicate);
  }
  return [...found.values()];
}

const origin = ({ record }: StoredRecord): string => `${record.category} ${record.created_at}`;

/** An update that renames a record logs the change of its id. */
function cutOffRenames(active: readonly StoredRecord[]): Duplicate[] {
  const renamed = active.filter(({ record }) => record.changes?.some(({ field }) => field === "id"));
  if (renamed.length === 0) return [];
  const byOrigin = new Map(active.map((stored) => [`${origin(stored)} ${stored.record.id}`, stored]));
  return renamed.flatMap((newer) => {
    const { changes = [], id, times_updated = 0 } = newer.record;
    return changes.flatMap(({ field, old_value, new_value }) => {
      if (field !== "id" || new_value !== id) return [];
      const older = byOrigin.get(`${origin(newer)} ${String(old_value)}`);
      return older && older !== newer && (older.record.times_updated ?? 0) < times_updated
        ? [{ older, newer }]
        : [];
    });
  });
}

/** The same content twice or more: the latest state stays. */
function copies(active: readonly StoredRecord[]): Duplicate[] {
  const found: Duplicate[] = [];
  for (const twins of Map.groupBy(active, origin).values()) {
    if (twins.length === 1) continue;
    const latest = new Map<string, StoredRecord>();
    for (const stored of twins) {
      const key = JSON.stringify([stored.record.title, stored.record.content]);
      const other = latest.get(key);
      const newer = other && rank(other) > rank(stored) ? other : stored;
      if (other) found.push({ older: newer === stored ? other : stored, newer });
      latest.set(key, newer);
    }
  }
  return found;
}

/** Greater for the later state; of equal ones for that whose file bears the id it states. */
const rank = ({ record, statedId, path }: StoredRecord): string =>
  [
    String(record.times_updated ?? 0).padStart(12, "0"),
    record.updated_at,
    statedId === undefined ? "1" : "0",
    path,
  ].join("\n");
