/** Between two that contradict each other: which holds, or both. */
import type { ConflictBody } from "../../consolidate/conflict.ts";
import { retireRecord } from "../../consolidate/write.ts";
import { archive, supersede } from "../../memory/lifecycle.ts";
import { RecordError } from "../../record/error.ts";
import type { Store } from "../../store/port.ts";
import type { Proposal } from "../../store/proposal-port.ts";
import { refreshIndex } from "../records/save.ts";
import { writeContext } from "../records/write-context.ts";
import { conflictBodyOf } from "./body.ts";
import type { Decided } from "./decide.ts";
import type { Desk } from "./items.ts";
import { lapse } from "./withdraw.ts";

export const CHOICES = ["newer", "older", "both"] as const;
export type Choice = (typeof CHOICES)[number];

type Side = ConflictBody["newer"];

/** @throws RecordError as `accept` does; StoreError */
export async function settleConflict(desk: Desk, proposal: Proposal, keep: Choice): Promise<Decided> {
  const { ws, store } = desk;
  const { project, id } = proposal;
  const done = await store.alone(project, async (own) => {
    const lapsed = await lapse(ws, own, proposal);
    const body = conflictBodyOf(proposal);
    if (lapsed || !body) throw refusal(id, lapsed ?? "it cannot be read");
    const decision = {
      state: "accepted",
      decided_at: ws.host.now().toISOString(),
      reason: `keep ${keep}`,
      result: keep === "both" ? `${body.newer.ref}, ${body.older.ref}` : body[keep].ref,
    } as const;
    if (!(await own.proposals.decide(project, id, decision)))
      throw refusal(id, "someone has just decided it");
    if (keep === "both") return [await letBoth(own, project, body)];
    const [holds, yields] = keep === "newer" ? [body.newer, body.older] : [body.older, body.newer];
    return yields.kind === "memory" ? [await yieldMemory(desk, own, yields, holds)] : [];
  });
  const body = conflictBodyOf(proposal);
  const yields = keep === "both" || !body ? undefined : keep === "newer" ? body.older : body.newer;
  // The record's file is written when the decision stands: if that fails, the record can be retired by hand.
  if (yields?.kind === "record") done.push(await retire(desk, yields));
  return { id, kind: "conflict", state: "accepted", done };
}

const refusal = (target: string, problem: string): RecordError =>
  new RecordError("OCC_CONFLICT", { target, problem }, "List what waits: recollect inbox");

async function letBoth(
  { memories }: Store,
  project: string,
  { newer, older }: ConflictBody,
): Promise<string> {
  await memories.unlink(project, newer.ref, older.ref, "contradicts");
  await memories.unlink(project, older.ref, newer.ref, "contradicts");
  return "Both hold";
}

async function yieldMemory({ ws }: Desk, { memories }: Store, yields: Side, holds: Side): Promise<string> {
  const now = ws.host.now();
  const [memory] = await memories.get(ws.project.id, [yields.ref]);
  if (!memory) return `${yields.ref} is gone`;
  const isReplaced = holds.kind === "memory";
  await memories.put([isReplaced ? supersede(memory, holds.ref, now) : archive(memory, now)]);
  return isReplaced
    ? `${yields.ref} is superseded by ${holds.ref}`
    : `${yields.ref} is put away: ${holds.ref} holds`;
}

async function retire({ ws }: Desk, { ref }: Side): Promise<string> {
  const reason = "Contradicted by something newer, which holds";
  const written = await ws.files.transact((tx) =>
    retireRecord(tx, writeContext(ws), { target: ref, reason }),
  );
  await refreshIndex(ws);
  return `${written.target} is retired`;
}
