import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { textHash } from "../memory/create.ts";
import { MESSAGES, type Message } from "./fixtures/trivial.ts";
import { type PrefilterContext, prefilter } from "./prefilter.ts";

const context = ({ role }: Message): PrefilterContext => (role ? { role } : {});
const judged = MESSAGES.map((message) => ({ ...message, found: prefilter(message.text, context(message)) }));

interface Rates {
  precision: number;
  recall: number;
}

function rates(messages: typeof judged): Rates {
  const right = messages.filter(({ trivial, found }) => trivial && found.trivial).length;
  return {
    precision: right / messages.filter(({ found }) => found.trivial).length,
    recall: right / messages.filter(({ trivial }) => trivial).length,
  };
}

const half = (held: boolean): typeof judged => judged.filter((_, place) => (place % 2 === 1) === held);

describe("labelled messages", () => {
  test("are many, and both kinds are well represented", () => {
    expect(MESSAGES.length).toBeGreaterThanOrEqual(300);
    expect(new Set(MESSAGES.map(({ text }) => text)).size).toBe(MESSAGES.length);
    const share = MESSAGES.filter(({ trivial }) => trivial).length / MESSAGES.length;
    expect(share).toBeGreaterThan(0.4);
    expect(share).toBeLessThan(0.6);
  });

  test.each([
    ["that the rules were fitted to", false],
    ["held out", true],
  ])("%s are told apart, 80 % precise and 90 % complete at least", (name, held) => {
    const { precision, recall } = rates(half(held));
    console.log(`${name}: precision ${precision.toFixed(3)} recall ${recall.toFixed(3)}`);
    expect(precision).toBeGreaterThanOrEqual(0.8);
    expect(recall).toBeGreaterThanOrEqual(0.9);
  });
});

describe("what is filtered", () => {
  test.each(
    [
      "ok, okay, thanks, got it, sounds good, sure, yep, yes, no, done".split(", "),
      ["Hello", " OK. ", "Sounds good!", "👍"],
    ].flat(),
  )("%s is a filler", (text) => {
    expect(prefilter(text)).toEqual({ trivial: true, reason: "Filler word" });
  });

  test.each(["DEBUG: x = 42", "x=1, y=2, z=3", "ls exit 0"])("%s is output that tells nothing", (text) => {
    expect(prefilter(text)).toEqual({ trivial: true, reason: "Debug output" });
  });

  test("is what someone is about to do, unless it says why", () => {
    const said = "Let me check how the other handlers deal with a missing header";
    expect(prefilter(said)).toEqual({ trivial: true, reason: "Announcement" });
    expect(prefilter(`${said}, because clients of version 2 never send it`).trivial).toBe(false);
  });

  test("is what is shorter than twenty characters, spacing and case aside", () => {
    expect(prefilter("a".repeat(19))).toEqual({ trivial: true, reason: "Too short (< 20 chars)" });
    expect(prefilter(`  ${"a".repeat(10)}     ${"a".repeat(8)}\n`).trivial).toBe(true);
    expect(prefilter("a".repeat(20)).trivial).toBe(false);
  });

  test("is a message shorter than fifty that states nothing", () => {
    const said = `would you mind looking there once more ${"x".repeat(10)}`;
    expect(said).toHaveLength(49);
    expect(prefilter(said, { role: "user" })).toEqual({ trivial: true, reason: "Too short (< 50 chars)" });
    expect(prefilter(`${said}x`, { role: "user" }).trivial).toBe(false);
    expect(prefilter(said).trivial).toBe(false);
  });

  test("is what was said before, however it was spaced and spelt", () => {
    const known = textHash("Webhooks arrive out of order");
    const isKnown = (hash: string): boolean => hash === known;
    expect(prefilter("  webhooks ARRIVE out  of order. ", { isKnown })).toEqual({
      trivial: true,
      reason: "Duplicate content",
    });
    expect(prefilter("Webhooks arrive in order, mostly", { isKnown }).trivial).toBe(false);
  });
});

describe("what passes", () => {
  test.each([
    "ERROR: Authentication failed for user john@example.com",
    'Traceback (most recent call last):\n  File "auth.py", line 42, in validate_token\n    raise ValueError("Invalid token")\nValueError: Invalid token',
    "pytest exit 1",
    "DEBUG: connection refused by db-2",
  ])("failures do, however they look: %s", (text) => {
    expect(prefilter(text)).toEqual({ trivial: false, reason: "Passed pre-filter" });
  });

  test.each([
    "SQLite performs at <50ms for indexed queries",
    "TODO: Test uvx --from git... syntax for PR #1902",
  ])("statements of less than fifty characters do, whoever makes them: %s", (text) => {
    for (const role of ["user", "assistant", undefined] as const)
      expect(prefilter(text, role ? { role } : {}).trivial).toBe(false);
  });

  test("a run that ended well is no failure", () => {
    for (const text of ["0 errors, 0 warnings in 14 files", "The build finished with no errors"])
      expect(prefilter(text).reason).toBe("Debug output");
  });

  test("a short procedure does: its steps are what it is", () => {
    expect(prefilter("Deploy\nmake", { type: "procedural" }).trivial).toBe(false);
  });

  test("text in scripts without spaces needs half as many signs", () => {
    expect(prefilter("本番環境では必ず署名を検証する").trivial).toBe(false);
  });
});

test("whatever comes, the answer has a reason, and is the same each time", () => {
  const text = fc.oneof(fc.string({ unit: "binary" }), fc.lorem({ maxCount: 40 }));
  fc.assert(
    fc.property(text, (said) => {
      const once = prefilter(said);
      expect(once.reason).not.toBe("");
      expect(prefilter(said)).toEqual(once);
      // Text that fails is never mere output.
      if (once.reason === "Debug output") expect(prefilter(`${said} exit 1`).reason).not.toBe("Debug output");
    }),
  );
});
