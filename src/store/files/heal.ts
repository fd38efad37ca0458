/**
 * Putting right what a killed transaction left: temporary files, a record under two names because a rename was cut off
 * between its steps, and an index that did not follow.
 */
import { retire } from "../../record/lifecycle.ts";
import { sameValue } from "../../record/value.ts";
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
  for (const group of sameOrigin(active)) {
    for (const older of group) {
      const newer = group.find(
        (other) =>
          other !== older &&
          !found.has(other.path) &&
          (renamedFrom(other, older) || supersedes(other, older)),
      );
      if (newer) found.set(older.path, { older, newer });
    }
  }
  return [...found.values()];
}

function sameOrigin(active: readonly StoredRecord[]): StoredRecord[][] {
  const groups = new Map<string, StoredRecord[]>();
  for (const stored of active) {
    const key = `${stored.record.category} ${stored.record.created_at}`;
    const group = groups.get(key);
    if (group) group.push(stored);
    else groups.set(key, [stored]);
  }
  return [...groups.values()].filter((group) => group.length > 1);
}

/** An update that renames a record logs its id's change. */
const renamedFrom = (newer: StoredRecord, older: StoredRecord): boolean =>
  (newer.record.changes ?? []).some(
    ({ field, old_value, new_value }) =>
      field === "id" && old_value === older.record.id && new_value === newer.record.id,
  ) && (older.record.times_updated ?? 0) < (newer.record.times_updated ?? 0);

/** The same content twice: the later state stays; of equal ones that whose file bears the id it states. */
function supersedes(newer: StoredRecord, older: StoredRecord): boolean {
  const [a, b] = [newer.record, older.record];
  if (a.title !== b.title || !sameValue(a.content, b.content)) return false;
  const rank = ({ record, statedId, path }: StoredRecord): string[] => [
    String(record.times_updated ?? 0).padStart(12, "0"),
    record.updated_at,
    statedId === undefined ? "1" : "0",
    path,
  ];
  return rank(newer).join("\n") > rank(older).join("\n");
}
