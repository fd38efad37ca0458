/** Two items that cannot both hold: how they are found, and what is put before a person to decide. */

import { type Contradiction, contradiction } from "../memory/contradiction.ts";
import { newId, textHash } from "../memory/create.ts";
import { createLink } from "../memory/links.ts";
import type { MemoryLink } from "../memory/types.ts";
import { loadItems } from "../recall/load.ts";
import { similarItems } from "../recall/similar.ts";
import { cut } from "../record/value.ts";
import { memoryCollections, recordCollection } from "../store/collections.ts";
import type { Viewpoint } from "../store/memory-port.ts";
import type { Place, Store } from "../store/port.ts";
import type { Proposal } from "../store/proposal-port.ts";
import { type Statement, statementIn, statementOf } from "./statement.ts";

export interface Conflict {
  readonly newer: Statement;
  readonly older: Statement;
  readonly found: Contradiction;
}

export interface Ground {
  readonly store: Pick<Store, "memories" | "text" | "projection">;
  readonly from: Viewpoint;
  /** Where the project's records are; none are looked at without. */
  readonly place?: Place;
  readonly now: Date;
}

/**
 * What contradicts a statement, of the memories and records whose words fit it best. Bounded: what shares few of its words is
 * not about the same.
 *
 * @throws StoreError
 */
export async function conflictsOf(statement: Statement, ground: Ground): Promise<Conflict[]> {
  const { store, from, place, now } = ground;
  const collections = [...memoryCollections(from), ...(place ? [recordCollection(place)] : [])];
  const hits = await similarItems(store.text, collections, statement.said);
  const items = await loadItems(
    { ...ground, from },
    hits.map((hit) => ({ hit })),
  );
  return items.flatMap(({ item }) => {
    const other =
      item.kind === "memory" ? statementOf(item.memory, now) : statementIn(item.path, item.record);
    if (!other || other.ref === statement.ref) return [];
    const found = contradiction(statement.said, other.said);
    if (!found) return [];
    return [
      statement.at >= other.at
        ? { newer: statement, older: other, found }
        : { newer: other, older: statement, found },
    ];
  });
}

/** How a conflict between memories is noted; none where one of them is a record. */
export const linkOf = ({ newer, older }: Conflict, now: Date): MemoryLink[] =>
  newer.kind === "memory" && older.kind === "memory"
    ? [createLink({ source_id: newer.ref, target_id: older.ref, link_type: "contradicts" }, now)]
    : [];

/** Characters of each title in the proposal's. */
const TITLE_MAX = 100;

/** A conflict as the body of a proposal. */
export interface ConflictBody {
  readonly newer: Side;
  readonly older: Side;
  readonly rule: string;
}
type Side = Pick<Statement, "kind" | "ref" | "version">;

const sideOf = ({ kind, ref, version }: Statement): Side => ({ kind, ref, version });

/** The same two are proposed once, as long as both say what they say. */
export function conflictProposal(project: string, { newer, older, found }: Conflict, now: Date): Proposal {
  const hash = textHash(`conflict ${[newer.version, older.version].sort().join(" ")}`);
  const body: ConflictBody = { newer: sideOf(newer), older: sideOf(older), rule: found.rule };
  return {
    id: newId(now, bytesOf(hash)),
    project,
    kind: "conflict",
    state: "open",
    title: `“${cut(newer.title, TITLE_MAX)}” or “${cut(older.title, TITLE_MAX)}”?`,
    body: { ...body },
    sources: [newer.ref, older.ref],
    why: `Both cannot hold: ${found.why}`,
    hash,
    created_at: now.toISOString(),
  };
}

/** Two processes that propose the same at once make one id of it. @param hash hex */
export const bytesOf = (hash: string): Uint8Array =>
  Uint8Array.from({ length: 10 }, (_, n) => Number.parseInt(hash.slice(2 * n, 2 * n + 2), 16));
