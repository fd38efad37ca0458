import { expect, test } from "bun:test";
import fc from "fast-check";
import { defaultConfig } from "../config/defaults.ts";
import { agentsRequest } from "./agents-request.ts";
import { INLINE_MAX, inlineRequest } from "./request.ts";
import type { TriagedCategory } from "./types.ts";

const decision: TriagedCategory = {
  category: "decision",
  score: 0.6316,
  snippets: ["We decided on SQLite because there is no server to run and nothing to set up"],
};
const runbook: TriagedCategory = {
  category: "runbook",
  score: 0.44,
  snippets: ["fails &lt;b&gt; &amp; more"],
  lifecycleEvent: "resolved",
};
const summary: TriagedCategory = { category: "session_summary", score: 0.9, snippets: ["9 tool uses"] };

test("the inline request is one short line that says what was noticed and what would help", () => {
  expect(inlineRequest([decision, runbook])).toBe(
    'Recollect noticed a decision ("We decided on SQLite because there is no server…"), a problem and its fix (resolved) ("fails b & more"). Save what will matter later with one memory_save call, or nothing; no need to mention it.',
  );
});

test("however much was noticed, the inline request stays one line within its limit", () => {
  const category = fc.record({
    category: fc.constantFrom(
      "decision",
      "runbook",
      "session_summary",
      "a_custom_category_with_a_rather_long_name",
    ),
    score: fc.constant(0.5),
    snippets: fc.array(
      fc.string({ maxLength: 120 }).map((text) => text.replace(/[\n\r\u2028\u2029]/g, "")),
      { maxLength: 3 },
    ),
  });
  fc.assert(
    fc.property(fc.array(category, { minLength: 1, maxLength: 12 }), (categories) => {
      const line = inlineRequest(categories);
      expect(line.length).toBeLessThanOrEqual(INLINE_MAX);
      expect(line).not.toMatch(/[\n<>]/);
      expect(line).toEndWith("no need to mention it.");
    }),
  );
});

test("the request to agents carries the data that the skill reads", () => {
  const parallel = defaultConfig().triage.parallel;
  const text = agentsRequest({
    categories: [decision, runbook, summary],
    contextFiles: new Map([["decision", "/staging/context-decision.txt"]]),
    parallel,
    activity: { toolUses: 9, tools: ["Bash"], exchanges: 4 },
  });
  expect(text).toContain("- [DECISION] We decided on SQLite");
  expect(text).toContain("- [SESSION_SUMMARY] 9 tool uses, 1 distinct tools, 4 messages (score 0.90)");
  const json = /<triage_data>\n([\s\S]*)\n<\/triage_data>/.exec(text)?.[1] ?? "";
  expect(JSON.parse(json)).toEqual({
    categories: [
      { category: "decision", score: 0.6316, context_file: "/staging/context-decision.txt" },
      { category: "runbook", score: 0.44, lifecycle_event: "resolved" },
      { category: "session_summary", score: 0.9 },
    ],
    parallel_config: parallel,
  });
});
