/** Memories for tests. */
import { type Circumstances, createMemory, type MemoryDraft } from "./create.ts";
import type { Memory, MemoryOf } from "./types.ts";

let count = 0;

export const AT: Circumstances = {
  project: "p1",
  session: "s1",
  agent: "main",
  now: new Date("2026-03-07T12:00:00Z"),
  random: new Uint8Array(10),
};

/** A memory made of a draft; every one has another id. */
export function sampleMemory<D extends MemoryDraft>(
  draft: D,
  at: Partial<Circumstances> = {},
): MemoryOf<D["type"]> {
  count += 1;
  const random = new Uint8Array(10);
  new DataView(random.buffer).setUint32(6, count);
  return createMemory(draft, { ...AT, random, ...at }) as MemoryOf<D["type"]>;
}

/** One of each type. */
export const sampleOfEach = (at: Partial<Circumstances> = {}): Memory[] => [
  sampleMemory({ type: "episodic", content: "The user asked for a retry of failed webhooks" }, at),
  sampleMemory({ type: "semantic", content: "Webhooks arrive out of order", tags: ["Webhook"] }, at),
  sampleMemory(
    { type: "prospective", content: "Measure the retry queue", due_at: "2026-03-08T12:00:00Z" },
    at,
  ),
  sampleMemory(
    { type: "procedural", procedure_name: "Replay a webhook", steps: ["find its id", "run replay"] },
    at,
  ),
  sampleMemory({ type: "working", content: "Editing the retry queue", todo_id: "t1" }, at),
];
