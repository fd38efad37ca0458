/**
 * The action table: what becomes of a draft, given what the candidate's structure permits (layer 1, mechanical)
 * and what the drafter intends (layer 2). Mechanical beats intended; updating beats retiring; nothing beats a guess.
 */
import type { IntendedAction, ResolvedAction, StructuralAction, Veto } from "./types.ts";

export interface ActionRow {
  structural: StructuralAction;
  intended: IntendedAction;
  resolved: ResolvedAction;
  why: string;
}

const row = (
  structural: StructuralAction,
  intended: IntendedAction,
  resolved: ResolvedAction,
  why: string,
): ActionRow => ({ structural, intended, resolved, why });

/** Every combination once. */
export const ACTION_TABLE: readonly ActionRow[] = [
  row("CREATE", "CREATE", "CREATE", "no record on this subject exists"),
  row("CREATE", "UPDATE", "CREATE", "there is no record to update, so it becomes a new one"),
  row("CREATE", "DELETE", "NOOP", "there is no record to retire"),
  row("CREATE", "NOOP", "NOOP", "the draft asks for nothing"),
  row("UPDATE", "CREATE", "CREATE", "the draft is about another subject than the nearest record"),
  row("UPDATE", "UPDATE", "UPDATE", "a record on this subject exists"),
  row(
    "UPDATE",
    "DELETE",
    "UPDATE",
    "capture does not retire records of this category; the record is updated",
  ),
  row("UPDATE", "NOOP", "NOOP", "the draft asks for nothing"),
  row("UPDATE_OR_DELETE", "CREATE", "CREATE", "the draft is about another subject than the nearest record"),
  row("UPDATE_OR_DELETE", "UPDATE", "UPDATE", "a record on this subject exists"),
  row("UPDATE_OR_DELETE", "DELETE", "DELETE", "the whole subject of the record is obsolete"),
  row("UPDATE_OR_DELETE", "NOOP", "NOOP", "the draft asks for nothing"),
  row(
    "NOOP",
    "CREATE",
    "NOOP",
    "the lifecycle event has no matching record; name it as target, or leave lifecycle_event out to create one",
  ),
  row("NOOP", "UPDATE", "NOOP", "the lifecycle event has no matching record"),
  row("NOOP", "DELETE", "NOOP", "the lifecycle event has no matching record"),
  row("NOOP", "NOOP", "NOOP", "the draft asks for nothing"),
];

/**
 * Resolves a draft's action. A veto forbids only the action it names: a vetoed retirement is still an update
 * where a record exists, and nothing where none does.
 */
export function resolveAction(
  structural: StructuralAction,
  intended: IntendedAction,
  vetoes: readonly Veto[],
): { action: ResolvedAction; why: string } {
  const found = ACTION_TABLE.find((r) => r.structural === structural && r.intended === intended);
  if (!found) throw new RangeError(`no row for (${structural}, ${intended})`);
  const veto = vetoes.find((v) => v.action === found.resolved);
  if (!veto) return { action: found.resolved, why: found.why };
  const fallback =
    found.resolved === "DELETE" && !vetoes.some((v) => v.action === "UPDATE") ? "UPDATE" : "NOOP";
  return { action: fallback, why: veto.reason };
}
