import { describe, expect, test } from "bun:test";
import { detectLifecycleEvent } from "./lifecycle-event.ts";
import { findSignals } from "./score.ts";
import type { LifecycleEvent } from "./types.ts";

const CASES: readonly [LifecycleEvent, string][] = [
  ["resolved", "We fixed the N+1 query."],
  ["resolved", "The memory leak has been resolved."],
  ["resolved", "We've finally paid down the technical debt in billing."],
  ["resolved", "It no longer crashes."],
  ["removed", "We removed Redis."],
  ["removed", "The old cluster was decommissioned."],
  ["removed", "The workaround is no longer needed."],
  ["removed", "The limitation no longer applies."],
  ["reversed", "We reversed the decision to use Kafka."],
  ["reversed", "We changed our minds about tabs."],
  ["reversed", "We decided against Kubernetes."],
  ["superseded", "We switched from Jest to Vitest."],
  ["superseded", "The REST client has been replaced by the generated one."],
  ["superseded", "This decision is superseded by the new one."],
  ["deprecated", "The v1 API is deprecated."],
  ["deprecated", "Node 16 is no longer supported."],
];

describe("an event is told by its phrase", () => {
  for (const [event, text] of CASES)
    test(`${event}: ${text}`, () => expect(detectLifecycleEvent(text)).toBe(event));
});

describe("what is no event", () => {
  for (const text of [
    "Project Apollo is complete.",
    "Let's move on from Redis.",
    "The milestone is done.",
    "It was not removed.",
    "We haven't fixed the leak.",
    "Has it been resolved?",
    "If we removed Redis, sessions would be lost.",
    "We use Redis.",
  ]) {
    test(text, () => expect(detectLifecycleEvent(text)).toBeUndefined());
  }
});

test("an event about a category's subject is a signal although the words alone would be denied", () => {
  const [signal] = findSignals([
    { role: "assistant", text: "The workaround is no longer needed.", tools: [] },
  ]);
  expect(signal).toMatchObject({ category: "tech_debt", lifecycleEvent: "removed" });
});
