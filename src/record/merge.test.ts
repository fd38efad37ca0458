import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { CATEGORIES } from "./category.ts";
import { RecordError } from "./error.ts";
import { mergeUpdate, type NextVersion, slugAfter } from "./merge.ts";
import { sampleRecord } from "./samples.ts";
import { recordIssues } from "./schema.ts";
import type { ProjectRecord } from "./types.ts";

const now = "2026-05-01T12:00:00Z";
const context = { now, category: CATEGORIES.decision, fileExists: (path: string) => path.startsWith("src/") };
const merge = (next: NextVersion, old: ProjectRecord = sampleRecord()) => mergeUpdate(old, next, context);
const content = (fields: object) => ({ content: { ...sampleRecord().content, ...fields } });
const tags = (n: number, prefix = "t") =>
  Array.from({ length: n }, (_, i) => `${prefix}${String(i).padStart(2, "0")}`);

function errorOf(run: () => unknown): RecordError {
  try {
    run();
  } catch (error) {
    if (error instanceof RecordError) return error;
    throw error;
  }
  throw new Error("nothing was thrown");
}

test("an update counts itself, sets the time, and logs what changed with old and new values", () => {
  const { record, warnings } = merge(content({ status: "superseded" }));
  expect(record).toMatchObject({ times_updated: 1, updated_at: now, created_at: sampleRecord().created_at });
  expect(record.changes).toEqual([
    {
      date: now,
      summary: "Changed content.status",
      field: "content.status",
      old_value: "accepted",
      new_value: "superseded",
    },
  ]);
  expect(warnings).toEqual([]);
  expect(recordIssues(record, CATEGORIES.decision)).toEqual([]);
});

test("fields that are absent keep their old value", () => {
  const old = sampleRecord("decision", { confidence: 0.8, related_files: ["src/a.ts"] });
  const { record } = merge({ title: "Use JWT for all sessions" }, old);
  expect(record).toEqual({
    ...old,
    title: "Use JWT for all sessions",
    updated_at: now,
    times_updated: 1,
    changes: [
      {
        date: now,
        summary: "Changed title",
        field: "title",
        old_value: old.title,
        new_value: "Use JWT for all sessions",
      },
    ],
  });
});

test("the summary of an update stands in the log before the automatic entries", () => {
  const { record } = mergeUpdate(sampleRecord(), content({ status: "deprecated" }), {
    ...context,
    summary: "We left JWT",
  });
  expect(record.changes?.map(({ summary }) => summary)).toEqual(["We left JWT", "Changed content.status"]);
});

test.each<[string, NextVersion]>([
  ["created_at", { created_at: "2020-01-01T00:00:00Z" }],
  ["schema_version", { schema_version: "2.0" }],
  ["category", { category: "runbook" }],
  ["id", { id: "another-id" }],
  ["record_status", { record_status: "retired" }],
])("%s is immutable", (field, next) => {
  const error = errorOf(() => merge({ ...next, ...content({ status: "proposed" }) }));
  expect(error.code).toBe("MERGE_ERROR");
  expect(error.details).toMatchObject({ field, rule: "immutable" });
  expect(error.block()).toMatch(/^old: .+$/m);
});

test("the same instant in another notation is not a change of created_at", () => {
  expect(merge({ created_at: "2026-02-14T10:30:00+01:00", title: "x" }).record.created_at).toBe(
    "2026-02-14T09:30:00Z",
  );
});

test("UPDATE of a retired or archived record is refused", () => {
  for (const record_status of ["retired", "archived"] as const) {
    const error = errorOf(() => merge({ title: "x" }, sampleRecord("decision", { record_status })));
    expect(error.code).toBe("UPDATE_ERROR");
    expect(error.fix).toContain(record_status === "retired" ? "Restore" : "Unarchive");
  }
});

test("forged lifecycle fields never reach an active record", () => {
  const { record } = merge({ title: "x", retired_at: now, archived_reason: "y" });
  expect(record).not.toHaveProperty("retired_at");
  expect(record).not.toHaveProperty("archived_reason");
});

describe("tags", () => {
  test("only grow below the cap", () => {
    expect(merge({ tags: ["auth", "jwt", "New"] }).record.tags).toEqual(["auth", "jwt", "new"]);
    const error = errorOf(() => merge({ tags: ["auth", "new"] }));
    expect(error.details).toMatchObject({ field: "tags", removed: '["jwt"]' });
  });

  test("may not shrink at the cap without a new one", () => {
    const old = sampleRecord("decision", { tags: tags(12) });
    expect(errorOf(() => merge({ tags: tags(11) }, old)).code).toBe("MERGE_ERROR");
  });

  test("at the cap may be evicted by new ones, one for one, which the log tells", () => {
    const old = sampleRecord("decision", { tags: tags(12) });
    const { record } = merge({ tags: [...tags(11), "new"] }, old);
    expect(record.tags).toEqual(["new", ...tags(11)]);
    expect(record.changes).toEqual([
      { date: now, summary: "Evicted tags: t11", field: "tags", old_value: ["t11"], new_value: ["new"] },
    ]);
    expect(errorOf(() => merge({ tags: [...tags(10), "new"] }, old)).code).toBe("MERGE_ERROR");
  });

  test("beyond the cap the least informative old ones make room", () => {
    const old = sampleRecord("decision", { tags: ["jwt", ...tags(11)] });
    const { record, warnings } = merge({ tags: [...old.tags, "new"] }, old);
    expect(record.tags).toEqual(["new", ...tags(11)]);
    expect(warnings).toEqual(["tags: jwt made room for new ones"]);
  });

  test("the placeholder goes when a real tag comes", () => {
    const old = sampleRecord("decision", { tags: ["untagged"] });
    expect(merge({ tags: ["auth"] }, old).record.tags).toEqual(["auth"]);
    expect(merge({ tags: ["untagged"], title: "x" }).record.tags).toEqual(["auth", "jwt"]);
  });

  test("stay within 1–12, and lose none unless the cap forces it, whatever an update brings", () => {
    const list = fc.uniqueArray(fc.constantFrom(...tags(20)), { maxLength: 20 });
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.constantFrom(...tags(20)), { minLength: 1, maxLength: 12 }),
        list,
        (before, after) => {
          const old = sampleRecord("decision", { tags: before.toSorted() });
          let merged: string[];
          try {
            merged = mergeUpdate(old, { tags: after }, { ...context, summary: "s" }).record.tags;
          } catch (error) {
            expect((error as RecordError).code).toBe("MERGE_ERROR");
            return;
          }
          expect(merged.length).toBeGreaterThanOrEqual(before.length);
          expect(merged.length).toBeLessThanOrEqual(12);
          expect(merged).toEqual([...new Set(merged)].sort());
          if (before.some((tag) => !merged.includes(tag))) expect(merged).toHaveLength(12);
        },
      ),
    );
  });
});

describe("related files", () => {
  const old = sampleRecord("decision", { related_files: ["src/a.ts", "gone/b.ts"] });

  test("only grow while they exist", () => {
    const error = errorOf(() => merge({ related_files: ["gone/b.ts"] }, old));
    expect(error.details).toMatchObject({ field: "related_files", removed: '["src/a.ts"]' });
  });

  test("may lose what no longer exists, which is reported", () => {
    const { record, fixes } = merge({ related_files: ["./src/a.ts", "src/c.ts"] }, old);
    expect(record.related_files).toEqual(["src/a.ts", "src/c.ts"]);
    expect(fixes[0]?.what).toContain("gone/b.ts");
  });
});

describe("changes", () => {
  const entry = { date: "2026-03-01T00:00:00Z", summary: "First" };
  const old = sampleRecord("decision", { changes: [entry] });

  test("are append-only", () => {
    const added = { date: now, summary: "Second" };
    expect(merge({ changes: [entry, added] }, old).record.changes).toEqual([entry, added]);
    for (const changes of [[], [added], [{ ...entry, summary: "Rewritten" }, added]]) {
      expect(errorOf(() => merge({ changes, title: "x" }, old)).details).toMatchObject({ field: "changes" });
    }
  });

  test("need a new entry, which an automatic one can be", () => {
    expect(errorOf(() => merge({}, old)).details).toMatchObject({ rule: "at least one new change" });
    expect(errorOf(() => merge({ changes: [entry] }, old)).code).toBe("MERGE_ERROR");
    expect(merge({ tags: ["auth", "jwt", "x"] }, old).record.changes).toHaveLength(2);
  });

  test("stay at fifty", () => {
    const changes = Array.from({ length: 50 }, (_, i) => ({ ...entry, summary: `c${i}` }));
    const { record } = merge({ changes: [...changes, { date: now, summary: "new" }] }, { ...old, changes });
    expect(record.changes).toHaveLength(50);
    expect(record.changes?.[0]?.summary).toStartWith("2 earlier changes");
    expect(recordIssues(record, CATEGORIES.decision)).toEqual([]);
  });
});

test("a content list that shrinks is let through with a warning", () => {
  expect(merge(content({ rationale: ["No shared state"] })).warnings).toEqual([
    "content.rationale shrinks from 2 items to 1; 1 lost",
  ]);
});

test("fields of the wrong type are validation errors, not crashes", () => {
  for (const next of [{ tags: 3 }, { related_files: "a" }, { changes: {} }]) {
    expect(errorOf(() => merge(next)).code).toBe("VALIDATION_ERROR");
  }
  expect(recordIssues(merge({ title: 3, content: [] }).record, CATEGORIES.decision)).toHaveLength(2);
});

test("the id follows a title that changed by more than half of its words", () => {
  const old = sampleRecord();
  expect(slugAfter(old, "Use JWT for API sessions")).toBe(old.id);
  expect(slugAfter(old, "Use opaque tokens")).toBe("use-opaque-tokens");
});

test("the protected fields survive any update that is accepted", () => {
  const next = fc.record(
    {
      title: fc.string({ minLength: 1 }),
      tags: fc.array(fc.string()),
      content: fc.dictionary(fc.string(), fc.jsonValue()),
      confidence: fc.double({ min: 0, max: 1, noNaN: true }),
      record_status: fc.constantFrom("active", "retired"),
      id: fc.constantFrom("use-jwt-for-sessions", "x"),
      related_files: fc.array(fc.constantFrom("src/a", "b", "src/c")),
      changes: fc.array(fc.record({ date: fc.constant(now), summary: fc.string() })),
    },
    { requiredKeys: [] },
  );
  const old = sampleRecord("decision", { related_files: ["src/a", "b"], times_updated: 4 });
  fc.assert(
    fc.property(next, (version) => {
      try {
        const { record } = merge(version, old);
        expect(record).toMatchObject({
          id: old.id,
          category: old.category,
          created_at: old.created_at,
          record_status: "active",
          times_updated: 5,
          updated_at: now,
        });
        expect(record.related_files).toContain("src/a");
        expect(record.tags).toEqual(expect.arrayContaining(old.tags));
        expect(record.changes?.length).toBeGreaterThan(0);
      } catch (error) {
        expect(error).toBeInstanceOf(RecordError);
      }
    }),
  );
});
