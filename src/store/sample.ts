/** Records for the tests of stores. */
import type { ProjectRecord } from "../record/types.ts";
import { recordCollection } from "./collections.ts";
import type { Place, ProjectedRecord, Store } from "./port.ts";
import { type TextCandidate, together } from "./text-port.ts";

/** A record; `over` replaces any field. */
export function sampleRecord(id: string, over: Partial<ProjectRecord> = {}): ProjectRecord {
  return {
    schema_version: "1.0",
    category: "decision",
    id,
    title: "Use PostgreSQL",
    record_status: "active",
    created_at: "2026-01-01T00:00:00Z",
    updated_at: "2026-01-02T00:00:00Z",
    tags: ["database"],
    content: { decision: "PostgreSQL", rationale: ["transactions"] },
    ...over,
  };
}

/** As the projection takes it; the hash is the record's text, so it changes with it. */
export function projected(
  record: ProjectRecord,
  path: string = `decisions/${record.id}.json`,
): ProjectedRecord {
  return { path, stamp: { mtime: "1700000000000000001", size: 10 }, hash: JSON.stringify(record), record };
}

/** How many records of a place are found by text. */
export const countOf = async ({ text }: Store, place: Place): Promise<number> =>
  (await text.look([recordCollection(place)])).statistics.items;

/** In how many of them each term occurs. */
export const frequenciesOf = async (
  { text }: Store,
  place: Place,
  terms: string[],
): Promise<Map<string, number>> =>
  together(terms, await (await text.look([recordCollection(place)])).frequencies(terms));

/** Those with most of the terms. */
export const holdersOf = async (
  { text }: Store,
  place: Place,
  terms: readonly string[],
  limit = 20,
): Promise<TextCandidate[]> =>
  (await text.look([recordCollection(place)])).candidates(
    terms.map((term) => ({ term, weight: 1 })),
    limit,
  );
