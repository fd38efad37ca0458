import { describe, expect, test } from "bun:test";
import type { CategoryName } from "../record/category.ts";
import { findSignals } from "./score.ts";

const counts = (category: CategoryName, text: string): boolean =>
  findSignals([{ role: "user", text, tools: [] }]).some((signal) => signal.category === category);

const DENIED: readonly [CategoryName, string][] = [
  ["runbook", "This is not an error."],
  ["runbook", "It didn't fail; nothing failed."],
  ["runbook", "The suite ran without errors."],
  ["runbook", "148 passed, 0 failed"],
  ["runbook", "errors: 0"],
  ["runbook", "There was no error and no crash."],
  ["runbook", "No crashes or failures since Monday."],
  ["runbook", "The crash never happened again."],
  ["decision", "We no longer decided by vote."],
  ["decision", "We never decided that."],
  ["decision", "They haven't decided yet."],
  ["decision", "The vendor is yet to be chosen."],
  ["decision", "This will be decided on Friday."],
  ["constraint", "There is no rate limit."],
  ["constraint", "That is not a limitation."],
  ["preference", "There's no convention here."],
  ["tech_debt", "This is not a hack."],
  ["tech_debt", "It works without workarounds."],
];

const SAID: readonly [CategoryName, string][] = [
  ["runbook", "The deploy failed."],
  ["runbook", "10 failed, 148 passed"],
  ["runbook", "It not only failed but crashed the host."],
  ["runbook", "That is not ideal, and it failed twice."],
  ["runbook", "It did not work because the job failed."],
  ["decision", "We decided not to use Kafka."],
  ["decision", "It would be slow, so we chose the index."],
  ["decision", "I did not like the first draft, so I went with the second."],
  ["decision", "If you wonder, we decided on Go."],
  ["constraint", "Webhooks are not supported."],
  ["constraint", "It turns out that you cannot resize it."],
  ["constraint", "The client doesn't support HTTP/3."],
  ["preference", "Never use tabs."],
  ["preference", "If you write tests, always use fixtures."],
  ["tech_debt", "I'd call it a hack, not a fix."],
];

describe("words that are denied do not count", () => {
  for (const [category, text] of DENIED) {
    test(`${category}: ${text}`, () => expect(counts(category, text)).toBe(false));
  }
});

describe("words that are meant do count, whatever else is denied nearby", () => {
  for (const [category, text] of SAID) {
    test(`${category}: ${text}`, () => expect(counts(category, text)).toBe(true));
  }
});

describe("questions and hypotheses do not count", () => {
  const asked: readonly [CategoryName, string][] = [
    ["decision", "Should we go with Postgres instead of MySQL?"],
    ["decision", "Have we decided?"],
    ["runbook", "Did it crash?"],
    ["runbook", "If it failed, call me."],
    ["runbook", "In case of an exception the pool is drained."],
    ["runbook", "A large file might crash it."],
    ["decision", "You could have picked Redis."],
    ["preference", "Do you prefer spaces?"],
    ["preference", "I wonder whether we prefer spaces."],
    ["constraint", "Is that not supported?"],
  ];
  for (const [category, text] of asked) {
    test(`${category}: ${text}`, () => expect(counts(category, text)).toBe(false));
  }

  test("a question beside a statement leaves the statement alone", () => {
    expect(counts("decision", "Should we wait? No: we decided to ship.")).toBe(true);
    expect(counts("decision", "We decided to ship. Should we wait?")).toBe(true);
  });

  test("why something failed says that it did", () => {
    expect(counts("runbook", "Why does the import crash?")).toBe(true);
  });

  test("a tag at the end makes no question", () => {
    expect(counts("decision", "We decided on Go, right?")).toBe(true);
  });
});

describe("code that deals with failures is none", () => {
  for (const text of [
    "The parser throws an error for bad dates.",
    "Add error handling.",
    "Log any failure.",
    "Errors are handled by the middleware.",
    "It retries on failure.",
  ]) {
    test(text, () => expect(counts("runbook", text)).toBe(false));
  }
});
