import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { ANSWER_MAX, REASON_MAX, readAnswer } from "./parse.ts";
import { METRICS, type ReviewAnswer } from "./types.ts";

const said = (raw: unknown): ReviewAnswer | string => {
  const read = readAnswer(raw);
  return read.ok ? read.answer : read.error;
};

describe("an answer", () => {
  const answer = { verdict: "store", trivial: false, importance: 8, reason: "a decision" } as const;

  test.each([
    ["bare", JSON.stringify(answer)],
    ["fenced", `Here you are:\n\`\`\`json\n${JSON.stringify(answer, null, 2)}\n\`\`\`\nAnything else?`],
    ["fenced without a language", `\`\`\`\n${JSON.stringify(answer)}\n\`\`\``],
    ["with words around it", `My rating is ${JSON.stringify(answer)}. Thanks.`],
    ["as an object", answer],
  ])("is read %s", (_, raw) => {
    expect(said(raw)).toEqual(answer);
  });

  test("as the original asked for it says nothing of a verdict: the scores decide", () => {
    expect(said('{"relevance": 7, "is_pattern": true, "reason": "reusable"}')).toEqual({
      verdict: "abstain",
      trivial: false,
      relevance: 7,
      reason: "reusable",
    });
  });

  test("is read with its numbers as texts and its verdict in capitals", () => {
    expect(said('{"verdict": "REJECT", "importance": " 2 ", "trivial": "true", "reason": null}')).toEqual({
      verdict: "reject",
      trivial: true,
      importance: 2,
      reason: "",
    });
  });

  test("never gets a score that it does not hold", () => {
    expect(said('{"importance": 8, "relevance": null}')).toEqual({
      verdict: "abstain",
      trivial: false,
      importance: 8,
      reason: "",
    });
  });
});

describe("no answer", () => {
  test.each([
    ["nothing", "", "no JSON"],
    ["prose", "I would keep this.", "no JSON"],
    ["broken JSON", '{"importance": 8', "no JSON"],
    ["a list", "[8, 7, 9]", "no JSON"],
    ["an object that says nothing", { invalid: 1 }, "says nothing"],
    ["reasons alone", { reason: "nice", trivial: false }, "says nothing"],
    ["a score beyond the scale", { importance: 11 }, "importance is 11"],
    ["a score of words", { novelty: "high" }, 'novelty is "high"'],
    ["an unknown verdict", { verdict: "keep" }, 'verdict is "keep"'],
    ["a doubtful triviality", { trivial: "somewhat" }, "trivial is"],
    ["ten megabytes", "x".repeat(10_000_000), "10000000 characters"],
    ["null", null, "got null"],
  ])("is %s", (_, raw, error) => {
    expect(said(raw)).toContain(error);
  });
});

test("whatever is answered is read without failing, and what is read fits", () => {
  const text = fc.oneof(
    fc.string(),
    fc.json(),
    fc.json().map((json) => `\`\`\`json\n${json}\n\`\`\``),
  );
  const value = fc.record(
    {
      verdict: fc.anything(),
      trivial: fc.anything(),
      importance: fc.oneof(fc.integer({ min: -2, max: 12 }), fc.anything()),
      reason: fc.string({ maxLength: ANSWER_MAX }),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(fc.oneof(text, value), (raw) => {
      const read = readAnswer(raw);
      if (!read.ok) return;
      expect(read.answer.reason.length).toBeLessThanOrEqual(REASON_MAX);
      for (const metric of METRICS) {
        const score = read.answer[metric];
        if (score !== undefined) expect(score >= 1 && score <= 10).toBe(true);
      }
    }),
  );
});
