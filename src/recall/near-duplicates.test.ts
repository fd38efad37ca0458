import { describe, expect, test } from "bun:test";
import type { MemoryDraft } from "../memory/create.ts";
import { sampleMemory } from "../memory/samples.ts";
import type { ProjectRecord } from "../record/types.ts";
import { sampleRecord } from "../store/sample.ts";
import { searchable } from "../store/searchable.ts";
import { searchableMemory } from "../store/searchable-memory.ts";
import { type Item, titleOf } from "./item.ts";
import { withoutNearDuplicates } from "./near-duplicates.ts";

const record = (title: string, content: object, over: Partial<ProjectRecord> = {}): Item => ({
  kind: "record",
  path: `decisions/${title}.json`,
  hash: title,
  record: sampleRecord("r", {
    title,
    content: { ...content },
    updated_at: "2026-03-07T13:00:00Z",
    ...over,
  }),
});
const memory = (draft: MemoryDraft): Item => ({ kind: "memory", memory: sampleMemory(draft) });

const told = (...items: Item[]): string[] =>
  withoutNearDuplicates(
    items.map((item) => {
      const text = item.kind === "record" ? searchable(item.record) : searchableMemory(item.memory);
      return { item, hit: { postings: text?.postings ?? "" } };
    }),
  )
    .map(({ item }) => titleOf(item))
    .toArray();

const RUNBOOK = record(
  "Queue test fails with deadlock detected",
  {
    trigger: "error: deadlock detected in queue.test.ts",
    root_cause: "The claim query locked rows in no fixed order",
    steps: ["Add `order by id` to the claim query in src/queue.ts", "Run npm test again"],
  },
  { category: "runbook", tags: ["ci"] },
);
const FIXED = memory({
  type: "episodic",
  event_type: "error",
  title: "Fixed: deadlock detected",
  content:
    "`npm test --silent` failed: error: deadlock detected. Cause: the claim query locked rows in no fixed order. Changed: src/queue.ts; `npm test --silent` passes since.",
});
const LIMIT = { rule: "At most 300 mails per minute for the account", impact: ["Invoices leave later"] };

describe("what is told once", () => {
  test("is told by the record where a memory says it too, at the better place of the two", () => {
    const other = record("Kafka carries domain events", {});
    expect(told(FIXED, other, RUNBOOK)).toEqual([titleOf(RUNBOOK), titleOf(other)]);
    expect(told(RUNBOOK, FIXED)).toEqual([titleOf(RUNBOOK)]);
  });

  test("is told by the memory where no record was found that says it", () => {
    const other = record("Queue: jobs are kept in Redis", { decision: "Redis Streams; src/queue.ts" });
    expect(told(FIXED, other)).toEqual([titleOf(FIXED), titleOf(other)]);
    expect(told(FIXED)).toEqual([titleOf(FIXED)]);
  });

  test("is not an intention, whatever speaks of the same thing", () => {
    const intention = memory({ type: "prospective", content: "Deadlock detected: claim query, locked rows" });
    expect(told(intention, RUNBOOK)).toHaveLength(2);
  });

  test("is not a younger figure, but is an older one that the record has replaced", () => {
    const said = memory({
      type: "semantic",
      content: "The mail provider has a rate limit of 100 mails per minute for the account",
    });
    const written = (updated_at: string): Item =>
      record("Mail provider: 300 mails per minute", LIMIT, { tags: ["rate-limit"], updated_at });
    expect(told(said, written("2026-03-08T00:00:00Z"))).toEqual(["Mail provider: 300 mails per minute"]);
    expect(told(said, written("2026-03-01T00:00:00Z"))).toHaveLength(2);
  });

  test("is the better of two memories that say the same", () => {
    const [better, weaker] = [1, 2].map(() =>
      memory({ type: "semantic", content: "The invoices of Acme leave at six in one batch" }),
    );
    if (better && weaker) expect(told(better, weaker)).toHaveLength(1);
  });
});
