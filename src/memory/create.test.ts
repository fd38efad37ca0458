import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { RecordError } from "../record/error.ts";
import { contentHash, createMemory, type MemoryDraft, newId, textHash, titleOf } from "./create.ts";
import { MEMORY_FIELDS } from "./fields.ts";
import { AT, sampleMemory, sampleOfEach } from "./samples.ts";
import { MEMORY_TYPES } from "./types.ts";
import { memoryIssues } from "./validate.ts";

const wrongFields = (draft: object): string[] => {
  try {
    createMemory(draft as MemoryDraft, AT);
  } catch (error) {
    return (error as RecordError).issues.map(({ field }) => field);
  }
  return [];
};

describe("a memory made of a draft", () => {
  test("has every field of its type, and is sound", () => {
    for (const memory of sampleOfEach()) {
      expect(memoryIssues(memory)).toEqual([]);
      for (const [field, { required }] of Object.entries(MEMORY_FIELDS[memory.type]))
        if (required) expect(memory).toHaveProperty(field);
    }
  });

  test("belongs to its session, project or user as its type does", () => {
    const scopes = sampleOfEach().map((memory) => ("scope" in memory ? memory.scope : undefined));
    expect(scopes).toEqual(["session", "project", "session", "project", undefined]);
    expect(sampleMemory({ type: "semantic", content: "x", scope: "user" }).scope).toBe("user");
  });

  test("is neither certain nor proven unless that is said", () => {
    expect(sampleMemory({ type: "semantic", content: "x" }).confidence).toBe(0.5);
    expect(sampleMemory({ type: "procedural", procedure_name: "x", steps: ["y"] }).success_rate).toBe(0.5);
    expect(sampleMemory({ type: "semantic", content: "x", confidence: 0.95 }).confidence).toBe(0.95);
  });

  test("cannot be what it is not", () => {
    expect(wrongFields({ type: "semantic", content: "x", confidence: 1.5 })).toEqual(["confidence"]);
    expect(wrongFields({ type: "procedural", procedure_name: "x", steps: [] })).toEqual(["steps"]);
    expect(wrongFields({ type: "procedural", procedure_name: "x", steps: null })).toEqual(["steps"]);
    expect(wrongFields({ type: "prospective", content: "x", title: null })).toEqual(["title"]);
    expect(wrongFields({ type: "episodic", content: "x", timestamp: null })).toEqual(["timestamp"]);
    expect(wrongFields({ type: "episodic", content: "x", importance: 11 })).toEqual(["importance"]);
    expect(wrongFields({ type: "episodic", content: "x", importance: 0 })).toEqual(["importance"]);
    expect(wrongFields({ type: "episodic", content: "x", emotional_valence: 3 })).toEqual([
      "emotional_valence",
    ]);
    expect(wrongFields({ type: "episodic", content: "  " })).toEqual(["title", "content"]);
    expect(wrongFields({ type: "episodic", content: "x", colour: "red" })).toEqual(["colour"]);
    expect(wrongFields({ type: "prospective", content: "x", trigger_type: "time" })).toEqual(["due_at"]);
    expect(wrongFields({ type: "dream", content: "x" })).toEqual(["type"]);
  });

  test.each([
    ["no object", "person"],
    ["nobody", {}],
    ["no turn that there is", { by: "capture", turn: 0 }],
    ["more than one session", { by: "capture", session: ["s1"] }],
    ["an endless reason", { by: "capture", why: "x".repeat(5_000) }],
  ])("does not come from %s", (_, provenance) => {
    const memory = { ...sampleMemory({ type: "semantic", content: "x" }), provenance };
    expect(memoryIssues(memory).map(({ field }) => field)).toEqual(["provenance"]);
  });

  test("says the same as another that differs in case and spacing alone", () => {
    const hash = (content: string): string => contentHash(sampleMemory({ type: "semantic", content }));
    expect(hash("Use  SQLite.")).toBe(hash("use sqlite"));
    expect(hash("Use SQLite")).not.toBe(hash("Use Postgres"));
    expect(textHash("lone \ud800 surrogate")).toHaveLength(64);
  });
});

test("a title is the first sentence or what fits of it", () => {
  expect(titleOf("Use SQLite here. It is enough.")).toBe("Use SQLite here");
  expect(titleOf("v1.2 is out. Use it")).toBe("v1.2 is out");
  const long = titleOf("word ".repeat(50));
  expect(long.length).toBeLessThanOrEqual(80);
  expect(long).toEndWith("word…");
  expect(titleOf("one line\nand another")).toBe("one line");
});

test("ids are 26 characters, differ by chance, and sort by time", () => {
  const bytes = fc.uint8Array({ minLength: 10, maxLength: 10 });
  const time = fc.integer({ min: 0, max: 2 ** 43 });
  fc.assert(
    fc.property(time, time, bytes, bytes, (a, b, x, y) => {
      const [one, two] = [newId(new Date(a), x), newId(new Date(b), y)];
      expect(one).toMatch(/^[0-9a-hjkmnp-tv-z]{26}$/);
      if (a < b) expect(one < two).toBe(true);
      if (a === b) expect(one === two).toBe(Buffer.compare(x, y) === 0);
    }),
  );
});

test("every type is known to every table", () => {
  expect(Object.keys(MEMORY_FIELDS).sort()).toEqual([...MEMORY_TYPES].sort());
});
