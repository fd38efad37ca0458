/**
 * The action table: what becomes of a draft, given what the candidate's structure permits (layer 1, mechanical)
 * and what the drafter intends (layer 2). Mechanical beats intended; updating beats retiring; nothing beats a guess.
 * No row resolves to an action that `assess` vetoes for its structure.
 */
import type { IntendedAction, ResolvedAction, StructuralAction } from "./types.ts";

/** What is done, and why, in a sentence without a full stop. */
type Resolution = readonly [action: ResolvedAction, why: string];
type Row = { readonly [intended in IntendedAction]: Resolution };

const ASKS_NOTHING: Resolution = ["NOOP", "the draft asks for nothing"];
const NO_MATCH = "the lifecycle event has no matching record";

const UPDATE: Row = {
  CREATE: ["CREATE", "the draft is about another subject than the nearest record"],
  UPDATE: ["UPDATE", "a record on this subject exists"],
  DELETE: ["UPDATE", "capture does not retire records of this category; the record is updated"],
  NOOP: ASKS_NOTHING,
};

const ACTION_TABLE: { readonly [structural in StructuralAction]: Row } = {
  CREATE: {
    CREATE: ["CREATE", "no record on this subject exists"],
    UPDATE: ["CREATE", "there is no record to update, so it becomes a new one"],
    DELETE: ["NOOP", "there is no record to retire"],
    NOOP: ASKS_NOTHING,
  },
  UPDATE,
  UPDATE_OR_DELETE: { ...UPDATE, DELETE: ["DELETE", "the whole subject of the record is obsolete"] },
  NOOP: {
    CREATE: ["NOOP", `${NO_MATCH}; name it as target, or leave lifecycle_event out to create one`],
    UPDATE: ["NOOP", NO_MATCH],
    DELETE: ["NOOP", NO_MATCH],
    NOOP: ASKS_NOTHING,
  },
};

/** What becomes of a draft with this intention, and why. */
export function resolveAction(
  structural: StructuralAction,
  intended: IntendedAction,
): { action: ResolvedAction; why: string } {
  const [action, why] = ACTION_TABLE[structural][intended];
  return { action, why };
}
