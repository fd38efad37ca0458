/**
 * What becomes of a memory that was stored before anyone judged it, now that someone has. Reviewers take their time: whatever
 * happened to the memory meanwhile holds, and what is known is looked at again.
 */
import { accept, reject, sessionOf } from "../memory/lifecycle.ts";
import type { Memory } from "../memory/types.ts";
import { similarOnce } from "../recall/similar.ts";
import type { Decision } from "../review/consensus.ts";
import type { Store } from "../store/port.ts";
import { knownKin, nearDuplicate, reinforcing } from "./kin.ts";
import { saidAgain } from "./reinforce.ts";
import { activeTwinOf, type Kin } from "./same.ts";

export interface JudgeRequest {
  readonly store: Store;
  readonly project: string;
  /** The memory's id. */
  readonly id: string;
  readonly decision: Decision;
  readonly now: Date;
}

export interface JudgedMemory {
  /** `reinforced`: another says the same and stands firmer; this one is rejected. `gone`: it waits for nobody any more. */
  readonly became: "active" | "rejected" | "reinforced" | "staged" | "gone";
  readonly reason: string;
  readonly memory?: Memory;
  /** Id of the memory that says the same. */
  readonly reinforced?: string;
}

/** @throws StoreError */
export async function judgeStaged(request: JudgeRequest): Promise<JudgedMemory> {
  // Loaded first: nobody should wait for that.
  await import("./contradict.ts");
  return request.store.alone(request.project, (store) => judge({ ...request, store }));
}

async function judge(request: JudgeRequest): Promise<JudgedMemory> {
  const { store, project, id, decision, now } = request;
  const [memory] = await store.memories.get(project, [id]);
  if (memory?.status !== "staged") return { became: "gone", reason: "It waits for no review any more" };
  const from = { project, session: sessionOf(memory) ?? "", now };
  if (decision.action === "reject") return rejected(request, memory);
  const twin = await activeTwinOf(memory, store.memories, from);
  if (twin) return known(request, memory, { memory: twin, likeness: 1 });
  const among = { memories: store.memories, similar: similarOnce(store.text, from), project };
  const kin = decision.action === "reinforce" ? await knownKin(memory, among) : undefined;
  if (kin) return known(request, memory, kin);
  const judged = {
    ...(decision.status === "staged" ? memory : accept(memory, now)),
    importance: decision.importance ?? memory.importance,
    review: reviewed(request),
  };
  const near = judged.status === "active" ? await nearDuplicate(judged, among, from) : undefined;
  await store.memories.put([judged, ...(near?.firmer ?? [])], near ? [near.link] : []);
  if (judged.status === "active") {
    const { noteContradictions } = await import("./contradict.ts");
    await noteContradictions(store, judged, { from, now, spoken: { draft: judged } });
  }
  return { became: decision.status, reason: decision.reason, memory: judged };
}

/** The refusal is noted, so that the same does not come back the next time that it is said. */
async function rejected(
  { store, project, decision, now }: JudgeRequest,
  memory: Memory,
): Promise<JudgedMemory> {
  const { reason } = decision;
  const judged = { ...reject(memory, now), review: reviewed({ decision, now }) };
  await store.memories.put([judged]);
  await store.memories.refuse(project, { hash: memory.content_hash, reason, at: now.toISOString() });
  return { became: "rejected", reason, memory: judged };
}

/** No refusal is noted: when it is said in another session, that is worth knowing. */
async function known(
  { store, decision, now }: JudgeRequest,
  memory: Memory,
  kin: Kin,
): Promise<JudgedMemory> {
  const judged = { ...reject(memory, now), review: reviewed({ decision, now }) };
  const firmer = saidAgain(kin.memory, sessionOf(memory) ?? "", now);
  await store.memories.put(
    [judged, ...(firmer === kin.memory ? [] : [firmer])],
    [reinforcing(judged, kin, now)],
  );
  return { became: "reinforced", reason: decision.reason, memory: judged, reinforced: kin.memory.id };
}

const reviewed = ({
  decision,
  now,
}: Pick<JudgeRequest, "decision" | "now">): NonNullable<Memory["review"]> => ({
  ...decision.review,
  reason: decision.reason,
  judged_at: now.toISOString(),
});
