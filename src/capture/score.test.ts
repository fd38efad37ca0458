import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { defaultConfig } from "../config/defaults.ts";
import { SIGNAL_TABLES } from "./patterns.ts";
import {
  activityOf,
  activityScore,
  findSignals,
  type ScoringRules,
  scoreCategories,
  textScore,
  triageText,
} from "./score.ts";
import type { Activity, Signal, TranscriptMessage } from "./types.ts";

const said = (...texts: string[]): TranscriptMessage[] =>
  texts.map((text) => ({ role: "user", text, tools: [] }));
const rules: ScoringRules = {
  tables: SIGNAL_TABLES,
  thresholds: defaultConfig().triage.thresholds,
  wanted: () => true,
};
const idle: Activity = { toolUses: 0, tools: [], exchanges: 0 };
const of = (category: string, signals: Signal[]): Signal[] =>
  signals.filter((signal) => signal.category === category);
const plain = (category: string, count: number, boosted = 0) =>
  Array.from({ length: count }, (_, index) => ({
    category,
    boosted: index < boosted,
    snippet: `${category} ${index}`,
  }));
const scoreFor = (category: string, count: number, boosted = 0): number => {
  const table = SIGNAL_TABLES.find((one) => one.category === category);
  return table ? textScore(plain(category, count, boosted), table.weights) : Number.NaN;
};

describe("signals", () => {
  test("a line counts once per category however many phrases it holds", () => {
    expect(of("decision", findSignals(said("We decided, chose and picked Go.")))).toHaveLength(1);
  });

  test("the same line said twice is one signal", () => {
    expect(findSignals(said("We decided on Go.", "- **We decided** on Go"))).toHaveLength(1);
  });

  test("a booster counts up to four lines away, and not five", () => {
    const at = (distance: number) => `We decided on Go.${"\n-".repeat(distance)} because of speed`;
    expect(findSignals(said(at(4)))).toMatchObject([{ boosted: true }]);
    expect(findSignals(said(at(5)))).toMatchObject([{ boosted: false }]);
  });

  test("a booster of the answer counts for the question's line", () => {
    const signals = findSignals(said("The build failed today", "The root cause is a stale lock file."));
    expect(of("runbook", signals)).toMatchObject([{ boosted: true, message: 0 }]);
  });

  test("'cannot' alone is weak evidence of a constraint", () => {
    expect(findSignals(said("I cannot open that file."))).toEqual([]);
    expect(of("constraint", findSignals(said("We found that the runner cannot nest.")))).toHaveLength(1);
    expect(
      of("constraint", findSignals(said("Nesting is not supported.\nYou cannot turn it on."))),
    ).toHaveLength(2);
  });

  test("snippets and excerpts are clean and bounded", () => {
    const [signal] = findSignals(
      said(
        `ctx\u202e <b>\nWe decided \`on\` Go </transcript_data> ${"x".repeat(3_000)}\n${"y".repeat(1_900)}\nend`,
      ),
    );
    expect(signal?.snippet.length).toBeLessThanOrEqual(120);
    expect(signal?.snippet).not.toMatch(/[<>`\u202e]/);
    expect(signal?.excerpt.length).toBeLessThanOrEqual(2_000);
    expect(signal?.excerpt).not.toMatch(/[<>\u202e]/);
  });

  test("an excerpt holds the lines around, without code blocks", () => {
    const [signal] = findSignals(said("before\n```\nsecret code\n```\nWe decided on Go.\nafter"));
    expect(signal?.excerpt).toBe("before\nWe decided on Go.\nafter");
  });

  test("text made to be slow is read all the same", () => {
    for (const piece of [
      "not decided ",
      "`a ``b ",
      "<bash-x ",
      "at a ",
      "no  ",
      "no no ",
      "we'll use ",
      "we ",
      "((",
      "error ",
    ]) {
      const line = piece.repeat(Math.floor(1_990 / piece.length));
      expect(findSignals(said(`${line}\n`.repeat(500))).length).toBeLessThan(500);
    }
  });

  test("any conversation is read, the same each time", () => {
    const word = fc.constantFrom(
      "decided",
      "failed",
      "because",
      "not",
      "TODO",
      "cannot",
      "```",
      "\n",
      "?",
      "`x`",
      ">",
      "prefer",
      "é",
    );
    fc.assert(
      fc.property(fc.array(fc.array(word).map((words) => words.join(" "))), (texts) => {
        const signals = findSignals(said(...texts));
        expect(findSignals(said(...texts))).toEqual(signals);
        expect(new Set(signals.map(({ hash }) => hash)).size).toBe(signals.length);
      }),
      { numRuns: 200 },
    );
  });
});

describe("scores", () => {
  test("weights, caps and denominators are those of each category", () => {
    expect(scoreFor("decision", 1)).toBeCloseTo(0.3 / 1.9);
    expect(scoreFor("decision", 1, 1)).toBeCloseTo(0.8 / 1.9);
    expect(scoreFor("decision", 9)).toBeCloseTo(0.9 / 1.9);
    expect(scoreFor("decision", 9, 9)).toBe(1);
    expect(scoreFor("runbook", 1, 1)).toBeCloseTo(0.8 / 1.8);
    expect(scoreFor("runbook", 3, 2)).toBe(1);
    expect(scoreFor("preference", 1, 1)).toBeCloseTo(0.85 / 2.05);
    expect(scoreFor("tech_debt", 3)).toBeCloseTo(0.9 / 1.9);
    expect(activityScore({ toolUses: 4, tools: ["Bash", "Edit"], exchanges: 5 })).toBeCloseTo(0.5);
    expect(activityScore({ toolUses: 99, tools: [], exchanges: 0 })).toBe(1);
  });

  test("three plain matches of a constraint are enough", () => {
    const [triaged] = scoreCategories(plain("constraint", 3), idle, rules);
    expect(triaged).toMatchObject({ category: "constraint", score: 0.4737 });
    expect(scoreCategories(plain("constraint", 2), idle, rules)).toEqual([]);
  });

  test("signals of several turns add up", () => {
    const turns = [["We decided on Go."], ["I chose SQLite."], ["We picked Hono."]].map((texts) =>
      findSignals(said(...texts)),
    );
    for (const signals of turns) expect(scoreCategories(signals, idle, rules)).toEqual([]);
    expect(scoreCategories(turns.flat(), idle, rules)).toMatchObject([{ category: "decision" }]);
  });

  test("categories that are not wanted are left out, the rest come highest first", () => {
    const signals = [...plain("decision", 3), ...plain("runbook", 3, 2)];
    const all = scoreCategories(signals, { ...idle, toolUses: 20 }, rules).map(({ category }) => category);
    expect(all.toSorted()).toEqual(["decision", "runbook", "session_summary"]);
    expect(all.at(-1)).toBe("decision");
    expect(scoreCategories(signals, idle, { ...rules, wanted: (name) => name === "decision" })).toMatchObject(
      [{ category: "decision" }],
    );
  });

  test("scores stay between 0 and 1 and never fall when a signal is added", () => {
    fc.assert(
      fc.property(fc.nat(20), fc.nat(20), fc.boolean(), (count, boosted, more) => {
        for (const { category } of SIGNAL_TABLES) {
          const before = scoreFor(category, count, Math.min(boosted, count));
          const after = scoreFor(category, count + 1, Math.min(boosted, count) + (more ? 1 : 0));
          expect(after).toBeGreaterThanOrEqual(before);
          expect(after).toBeLessThanOrEqual(1);
        }
      }),
    );
  });

  test("the newest lifecycle event is the category's", () => {
    const signals = [
      {
        ...plain("tech_debt", 1)[0],
        category: "tech_debt",
        boosted: true,
        snippet: "a",
        lifecycleEvent: "resolved" as const,
      },
      { category: "tech_debt", boosted: true, snippet: "b", lifecycleEvent: "removed" as const },
    ];
    expect(scoreCategories(signals, idle, rules)[0]?.lifecycleEvent).toBe("removed");
  });
});

test("activity counts tool calls, distinct tools and messages with text", () => {
  const messages: TranscriptMessage[] = [
    { role: "user", text: "go", tools: [] },
    { role: "assistant", text: "", tools: ["Bash", "Read"] },
    { role: "assistant", text: "done", tools: ["Bash"] },
  ];
  expect(activityOf(messages)).toEqual({ toolUses: 3, tools: ["Bash", "Read"], exchanges: 2 });
});

test("one-shot triage looks at the last messages only", () => {
  const messages = [...said("We decided on Go because of speed."), ...said(...Array(10).fill("ok"))];
  expect(triageText(messages, { ...rules, maxMessages: 10 }).categories).toEqual([]);
  expect(triageText(messages, { ...rules, maxMessages: 11 }).categories).toMatchObject([
    { category: "decision", score: 0.4211 },
  ]);
});
