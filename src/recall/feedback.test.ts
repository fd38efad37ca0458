import { expect, test } from "bun:test";
import { drawnOn } from "./feedback.ts";

const ITEMS = new Map([
  [
    "decisions/ledger.json",
    "- [DECISION] Ledger in SQLite -> .claude/memory/decisions/ledger.json\n  One writer per tenant, because WAL serialises commits",
  ],
  ["01hz", "- Webhooks arrive out of order; sort them by sequence number before replay"],
]);

const used = (prompt: string, answer: string): string[] => drawnOn({ prompt, answer }, ITEMS);

test("an answer that says what only the item said drew on it", () => {
  const answer = "As decided, there is one writer for each tenant: WAL would serialise the commits anyway.";
  expect(used("Why SQLite for the ledger?", answer)).toEqual(["decisions/ledger.json"]);
});

test("an answer that repeats what the prompt said drew on nothing", () => {
  expect(used("Why SQLite for the ledger?", "SQLite suits the ledger well, I would say.")).toEqual([]);
  expect(used("How do webhooks arrive?", "Webhooks arrive over HTTP.")).toEqual([]);
  expect(used("How do webhooks arrive?", "")).toEqual([]);
});

test("an answer that names the item drew on it", () => {
  expect(used("Why?", "See decisions/ledger.json.")).toEqual(["decisions/ledger.json"]);
});

test("several may have been drawn on", () => {
  const answer = "One writer per tenant, since WAL serialises. Sort by sequence number before the replay.";
  expect(used("Go on", answer)).toEqual(["decisions/ledger.json", "01hz"]);
});
