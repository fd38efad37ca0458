import { expect, test } from "bun:test";
import { classify } from "./classify.ts";
import type { MemoryType } from "./types.ts";

test.each<[string, { type: string }, MemoryType]>([
  ["User asked about authentication implementation", { type: "conversation" }, "episodic"],
  ["Always validate input before database queries", { type: "pattern" }, "semantic"],
  ["Refactor auth module after code review", { type: "todo" }, "prospective"],
  ["How to fix CI failures: check logs, fix issues, rerun", { type: "procedure" }, "procedural"],
  ["Currently implementing JWT validation in auth.py", { type: "task_state" }, "working"],
])("%p is what its context says, surely", (text, context, type) => {
  expect(classify(text, context)).toMatchObject({ type, confidence: 0.95 });
  expect(classify(text).type).toBe(type); // and its wording alone says the same
});

test.each<[string, MemoryType]>([
  ["User requested architecture for memory system at 2025-01-11T10:00:00", "episodic"],
  ["SQLite performs at <50ms for indexed queries", "semantic"],
  ["TODO: Test uvx --from git... syntax for PR #1902", "prospective"],
  ["Brick module design: 1) Define API via __all__, 2) Single responsibility...", "procedural"],
  ["Current module: memory_coordinator, designing route_storage() API", "working"],
  ["CI failed at 12:30 because the lock file was stale", "episodic"],
  ["IMPORTANT LEARNING: Always use parameterized SQL queries for security", "semantic"],
  ["Staging is reset every Monday", "semantic"],
  ["The nightly backup runs at two o'clock every night", "semantic"],
  ["Remember to bump the chart version before the release", "prospective"],
  [
    "To rotate the key: open the vault, make a new version, restart the workers and check the log",
    "procedural",
  ],
])("%p is recognised by its wording", (text, type) => {
  expect(classify(text).type).toBe(type);
});

test("a text that tells nothing is an episode, and unsurely so", () => {
  const { type, confidence } = classify("Some unclear content");
  expect(type).toBe("episodic");
  expect(confidence).toBeLessThan(0.5);
});

test("a context that names nothing known is passed over", () => {
  expect(classify("Always pin versions", { type: "banana" }).type).toBe("semantic");
  expect(classify("Always pin versions", { type: 7 }).type).toBe("semantic");
});

test("what speaks for two types is less sure than what speaks for one", () => {
  const one = classify("Always pin versions");
  const two = classify("Always remember to pin versions");
  expect(two.confidence).toBeLessThan(Math.max(one.confidence, 0.9));
});
