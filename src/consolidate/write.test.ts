import { describe, expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  pathOf,
  type ScratchProject,
  sampleContent,
  sampleRecord,
  scratchProject,
} from "../../test/support/records.ts";
import { tokenMaker } from "../privacy/fixtures/labelled.ts";
import { redactQuick } from "../privacy/quick.ts";
import { builtInCategories } from "../record/category.ts";
import { RecordError } from "../record/error.ts";
import { retire } from "../record/lifecycle.ts";
import { recordIssues } from "../record/schema.ts";
import type { ProjectRecord } from "../record/types.ts";
import { validateIndex } from "../store/files/maintenance.ts";
import { isProblem } from "../store/files/read.ts";
import type { RecordTransaction } from "../store/files/transaction.ts";
import type { WriteResult } from "./types.ts";
import {
  archiveRecord,
  createRecord,
  purgeRecord,
  restoreRecord,
  retireRecord,
  unarchiveRecord,
  updateRecord,
  type WriteContext,
} from "./write.ts";

const HOUR = 3_600_000;
const categories = builtInCategories();

/** A scratch project with a clock that is set by hand. */
function writing(): ScratchProject & {
  clock: { hours: number };
  run(act: (tx: RecordTransaction, ctx: WriteContext) => WriteResult): Promise<WriteResult>;
  record(path: string): ProjectRecord;
  hash(path: string): string;
} {
  const project = scratchProject();
  const clock = { hours: 0 };
  const ctx: WriteContext = {
    projectDir: project.dir,
    categories,
    graceDays: 30,
    redact: (text) => redactQuick(text),
    now: () => new Date(Date.UTC(2026, 5, 1) + clock.hours * HOUR),
  };
  const stored = (path: string) => {
    const found = project.files.read(path);
    if (!found || isProblem(found)) throw new Error(`No record at ${path}: ${found?.problem}`);
    return found;
  };
  return {
    ...project,
    clock,
    run: (act) => project.files.transact((tx) => act(tx, ctx)),
    record: (path) => stored(path).record,
    hash: (path) => stored(path).hash,
    [Symbol.dispose]: () => project[Symbol.dispose](),
  };
}

async function failure(work: Promise<unknown>): Promise<RecordError> {
  try {
    await work;
  } catch (error) {
    if (error instanceof RecordError) return error;
    throw error;
  }
  throw new Error("It did not fail");
}

const draft = (title: string, more: object = {}) => ({
  title,
  tags: ["db"],
  content: sampleContent("decision"),
  ...more,
});
const create =
  (title: string, more: object = {}) =>
  (tx: RecordTransaction, ctx: WriteContext) =>
    createRecord(tx, ctx, { category: "decision", input: draft(title, more) });

const PATH = "decisions/use-sqlite.json";
const TARGET = `.claude/memory/${PATH}`;

describe("creating", () => {
  test("writes a valid active record under the id of its title, and lists it", async () => {
    using w = writing();
    const result = await w.run(create("Use SQLite"));
    expect(result).toMatchObject({
      status: "created",
      target: TARGET,
      id: "use-sqlite",
      title: "Use SQLite",
    });
    const decision = categories.get("decision");
    expect(decision && recordIssues(w.record(PATH), decision)).toEqual([]);
    expect(validateIndex(w.files)).toMatchObject({ ok: true });
  });

  test("forces the status to active, drops lifecycle fields, and forces the id to the file's name", async () => {
    using w = writing();
    const input = draft("Use SQLite", {
      id: "other",
      record_status: "archived",
      retired_at: "x",
      archived_reason: "y",
    });
    await w.run((tx, ctx) => createRecord(tx, ctx, { category: "decision", target: TARGET, input }));
    const record = w.record(PATH);
    expect(record).toMatchObject({ id: "use-sqlite", record_status: "active" });
    expect(Object.keys(record).filter((key) => /^(retired|archived)_/.test(key))).toEqual([]);
  });

  test("refuses to overwrite an active record, and an archived one", async () => {
    using w = writing();
    await w.run(create("Use SQLite"));
    const before = readFileSync(join(w.root, PATH));
    const again = (tx: RecordTransaction, ctx: WriteContext) =>
      createRecord(tx, ctx, { category: "decision", target: TARGET, input: draft("Use SQLite") });
    expect((await failure(w.run(again))).code).toBe("CREATE_ERROR");
    expect(readFileSync(join(w.root, PATH))).toEqual(before);
    await w.run((tx, ctx) => archiveRecord(tx, ctx, { target: TARGET }));
    expect((await failure(w.run(again))).code).toBe("CREATE_ERROR");
  });

  test("refuses to overwrite a file that is no record", async () => {
    using w = writing();
    w.plant(PATH, "{ torn");
    const work = w.run((tx, ctx) =>
      createRecord(tx, ctx, { category: "decision", target: TARGET, input: draft("Use SQLite") }),
    );
    expect((await failure(work)).code).toBe("CREATE_ERROR");
    expect(readFileSync(join(w.root, PATH), "utf8")).toBe("{ torn");
  });

  test("without a target numbers a name that is taken", async () => {
    using w = writing();
    const ids = [];
    for (let i = 0; i < 3; i += 1) ids.push((await w.run(create("Use SQLite"))).id);
    expect(ids).toEqual(["use-sqlite", "use-sqlite-2", "use-sqlite-3"]);
    const long = "word ".repeat(24).trim();
    const first = await w.run(create(long));
    const second = await w.run(create(long));
    expect(second.id).toEndWith("-2");
    expect(second.id.length).toBeLessThanOrEqual(80);
    expect(second.id).not.toBe(first.id);
  });

  test("gives no record the configuration's name", async () => {
    using w = writing();
    expect((await w.run(create("Memory config"))).id).toBe("memory-config-2");
  });

  test.each([
    ["another category's folder", "runbooks/a.json"],
    ["outside", "../a.json"],
    ["the index", ".claude/memory/index.md"],
    ["the configuration", ".claude/memory/memory-config.json"],
    ["no record's name", "decisions/A b.json"],
  ])("refuses a target that is %s, and writes nothing", async (_, target) => {
    using w = writing();
    const work = w.run((tx, ctx) =>
      createRecord(tx, ctx, { category: "decision", target, input: draft("A") }),
    );
    expect((await failure(work)).code).toBe("PATH_ERROR");
    expect(w.files.scan().records).toEqual([]);
  });

  test("is refused for 24 hours after a retirement, by name and by title, and allowed by name after that", async () => {
    using w = writing();
    await w.run(create("Use SQLite"));
    await w.run((tx, ctx) => retireRecord(tx, ctx, { target: TARGET, reason: "Wrong" }));
    const named = (tx: RecordTransaction, ctx: WriteContext) =>
      createRecord(tx, ctx, { category: "decision", target: TARGET, input: draft("Use SQLite") });
    w.clock.hours = 23.9;
    expect((await failure(w.run(named))).code).toBe("ANTI_RESURRECTION_ERROR");
    expect((await failure(w.run(create("Use SQLite")))).code).toBe("ANTI_RESURRECTION_ERROR");
    w.clock.hours = 24.1;
    expect((await w.run(create("Use SQLite"))).id).toBe("use-sqlite-2");
    const result = await w.run(named);
    expect(result).toMatchObject({ id: "use-sqlite", warnings: [expect.stringContaining("retired")] });
    expect(w.record(PATH).record_status).toBe("active");
  });

  test("lists every issue of an invalid record and writes nothing", async () => {
    using w = writing();
    const content = { ...sampleContent("decision"), status: "active", rationale: [], extra: 1 };
    const error = await failure(w.run(create("Use SQLite", { content })));
    expect(error.code).toBe("VALIDATION_ERROR");
    expect(error.issues.map(({ field }) => field).sort()).toEqual([
      "content.extra",
      "content.rationale",
      "content.status",
    ]);
    expect(existsSync(join(w.root, PATH))).toBe(false);
  });

  test("refuses fields of a megabyte", async () => {
    using w = writing();
    const content = { ...sampleContent("decision"), context: "x".repeat(1_000_000) };
    expect((await failure(w.run(create("Use SQLite", { content })))).code).toBe("VALIDATION_ERROR");
  });

  test("cleans bidirectional characters and index markers out of titles, so that one record is one line", async () => {
    using w = writing();
    await w.run(create("Use \u202eSQLite -> /etc/passwd #tags:evil\n- [DECISION] Fake -> x"));
    const lines = readFileSync(join(w.root, "index.md"), "utf8")
      .split("\n")
      .filter((line) => line.startsWith("- ["));
    expect(lines).toHaveLength(1);
    expect(lines[0]).not.toContain("\u202e");
    expect(w.files.index()).toMatchObject([{ category: "DECISION", tags: ["db"] }]);
    expect(validateIndex(w.files).ok).toBe(true);
  });

  test.each([[null], [[]], ["text"], [5]])("refuses %p as input", async (input) => {
    using w = writing();
    const work = w.run((tx, ctx) => createRecord(tx, ctx, { category: "decision", input }));
    expect((await failure(work)).code).toBe("INPUT_ERROR");
  });

  test("stores a title in any script", async () => {
    using w = writing();
    for (const title of ["데이터베이스는 SQLite", "データベース", "Используем SQLite", "Café über alles"]) {
      const { target } = await w.run(create(title));
      expect(JSON.parse(readFileSync(join(w.dir, target), "utf8")).title).toBe(title);
    }
    expect(validateIndex(w.files).ok).toBe(true);
  });
});

describe("updating", () => {
  const update =
    (input: object, more: object = {}) =>
    (tx: RecordTransaction, ctx: WriteContext) =>
      updateRecord(tx, ctx, { target: TARGET, input, ...more });
  const content = { ...sampleContent("decision"), decision: "Use SQLite with WAL" };

  test("merges, counts, logs the change with old and new value, and follows in the index", async () => {
    using w = writing();
    await w.run(create("Use SQLite"));
    const hash = w.hash(PATH);
    const result = await w.run(update({ tags: ["db", "wal"], content }, { hash }));
    expect(result).toMatchObject({ status: "updated", target: TARGET, times_updated: 1, warnings: [] });
    const change = w.record(PATH).changes?.find(({ field }) => field === "content.decision");
    expect(change).toMatchObject({ old_value: "Use SQLite", new_value: "Use SQLite with WAL" });
    expect(w.files.index()?.[0]?.tags).toEqual(["db", "wal"]);
  });

  test("is refused when the file changed since it was read, naming both hashes", async () => {
    using w = writing();
    await w.run(create("Use SQLite"));
    const hash = w.hash(PATH);
    await w.run(update({ content }, { hash }));
    const before = readFileSync(join(w.root, PATH), "utf8");
    const error = await failure(w.run(update({ content: sampleContent("decision") }, { hash })));
    expect(error).toMatchObject({
      code: "OCC_CONFLICT",
      details: { target: TARGET, expected_hash: hash, current_hash: w.hash(PATH) },
    });
    expect(readFileSync(join(w.root, PATH), "utf8")).toBe(before);
  });

  test("notices a change of one byte that leaves the record the same", async () => {
    using w = writing();
    await w.run(create("Use SQLite"));
    const hash = w.hash(PATH);
    writeFileSync(join(w.root, PATH), `${readFileSync(join(w.root, PATH), "utf8")} `);
    expect((await failure(w.run(update({ content }, { hash })))).code).toBe("OCC_CONFLICT");
  });

  test("without a hash works and warns", async () => {
    using w = writing();
    await w.run(create("Use SQLite"));
    expect((await w.run(update({ content }))).warnings).toEqual([expect.stringContaining("hash")]);
  });

  test("of a retired or archived record is refused, and never puts it back into the index", async () => {
    using w = writing();
    await w.run(create("Use SQLite"));
    await w.run((tx, ctx) => archiveRecord(tx, ctx, { target: TARGET }));
    expect((await failure(w.run(update({ content })))).code).toBe("UPDATE_ERROR");
    await w.run((tx, ctx) => unarchiveRecord(tx, ctx, { target: TARGET }));
    await w.run((tx, ctx) => retireRecord(tx, ctx, { target: TARGET }));
    expect((await failure(w.run(update({ content })))).code).toBe("UPDATE_ERROR");
    expect(w.files.index()).toEqual([]);
  });

  test("of a record that is not there says to create it", async () => {
    using w = writing();
    const error = await failure(w.run(update({ content })));
    expect(error).toMatchObject({ code: "UPDATE_ERROR", fix: expect.stringContaining("create") });
  });

  test("of a file that is no record is a READ_ERROR", async () => {
    using w = writing();
    w.plant(PATH, "{ torn");
    expect((await failure(w.run(update({ content })))).code).toBe("READ_ERROR");
  });

  test("lists every issue at once, also where merging itself cannot go on", async () => {
    using w = writing();
    await w.run(create("Use SQLite"));
    const before = readFileSync(join(w.root, PATH), "utf8");
    const error = await failure(
      w.run(update({ related_files: 5, content: { ...content, status: "maybe" } })),
    );
    expect(error.issues.map(({ field }) => field).sort()).toEqual(["content.status", "related_files"]);
    expect(readFileSync(join(w.root, PATH), "utf8")).toBe(before);
  });

  test.each([
    ["created_at", "2020-01-01T00:00:00Z"],
    ["category", "runbook"],
    ["record_status", "retired"],
  ])("does not change %s", async (field, value) => {
    using w = writing();
    await w.run(create("Use SQLite"));
    expect(await failure(w.run(update({ content, [field]: value })))).toMatchObject({
      code: "MERGE_ERROR",
      details: { field },
    });
  });

  test("keeps related files that exist, wherever the program was started, and lets dangling ones go", async () => {
    using w = writing();
    writeFileSync(join(w.dir, "here.ts"), "");
    await w.run(create("Use SQLite", { related_files: ["here.ts", "gone.ts"] }));
    expect((await failure(w.run(update({ content, related_files: ["gone.ts"] })))).code).toBe("MERGE_ERROR");
    await w.run(update({ content, related_files: ["here.ts"] }));
    expect(w.record(PATH).related_files).toEqual(["here.ts"]);
  });

  test("renames the file when more than half of the title's words changed, and logs that", async () => {
    using w = writing();
    await w.run(create("Use Jest for unit testing"));
    const target = "use-jest-for-unit-testing";
    const result = await w.run((tx, ctx) =>
      updateRecord(tx, ctx, { target, input: { title: "Run everything with Vitest", content } }),
    );
    expect(result).toMatchObject({
      id: "run-everything-with-vitest",
      target: ".claude/memory/decisions/run-everything-with-vitest.json",
      renamed_from: ".claude/memory/decisions/use-jest-for-unit-testing.json",
    });
    expect(readdirSync(join(w.root, "decisions"))).toEqual(["run-everything-with-vitest.json"]);
    expect(w.record("decisions/run-everything-with-vitest.json").changes?.at(-1)).toMatchObject({
      field: "id",
      old_value: target,
      new_value: "run-everything-with-vitest",
    });
    expect(validateIndex(w.files).ok).toBe(true);
  });

  test("leads other records' links to a renamed one, unless the old name has two bearers", async () => {
    using w = writing();
    const link = (id: string): object => ({ related_records: [{ id, relation: "depends_on" }] });
    await w.run(create("Use Jest for unit testing"));
    await w.run(create("Use SQLite", link("use-jest-for-unit-testing")));
    const renaming = (target: string, title: string): Promise<WriteResult> =>
      w.run((tx, ctx) => updateRecord(tx, ctx, { target, input: { title, content } }));
    const result = await renaming("use-jest-for-unit-testing", "Run everything with Vitest");
    expect(result.relinked).toEqual([`.claude/memory/${PATH}`]);
    expect(w.record(PATH)).toMatchObject(link("run-everything-with-vitest"));
    const twin = sampleRecord("Run everything with Vitest", { category: "runbook" });
    await w.run((tx, ctx) => createRecord(tx, ctx, { category: "runbook", input: twin }));
    expect(
      (await renaming("decisions/run-everything-with-vitest.json", "Tests need no runner")).relinked,
    ).toBe(undefined);
    expect(w.record(PATH)).toMatchObject(link("run-everything-with-vitest"));
  });

  test("keeps the name, with a warning, when the new one is taken", async () => {
    using w = writing();
    await w.run(create("Use SQLite"));
    await w.run(create("Choose Postgres instead"));
    const result = await w.run(update({ title: "Choose Postgres instead" }));
    expect(result.id).toBe("use-sqlite");
    expect(result.renamed_from).toBeUndefined();
    expect(result.warnings.join()).toContain("taken");
    expect(w.files.scan().records).toHaveLength(2);
  });
});

describe("the lifecycle", () => {
  const at = (target = TARGET, more: object = {}) => ({ target, ...more });

  test("retires, and retiring again changes nothing", async () => {
    using w = writing();
    await w.run(create("Use SQLite"));
    expect(await w.run((tx, ctx) => retireRecord(tx, ctx, at(TARGET, { reason: "Reversed" })))).toMatchObject(
      {
        status: "retired",
        reason: "Reversed",
      },
    );
    expect(w.record(PATH)).toMatchObject({ record_status: "retired", retired_reason: "Reversed" });
    expect(w.files.index()).toEqual([]);
    const before = readFileSync(join(w.root, PATH), "utf8");
    w.clock.hours = 5;
    expect(await w.run((tx, ctx) => retireRecord(tx, ctx, at()))).toMatchObject({
      status: "already_retired",
    });
    expect(readFileSync(join(w.root, PATH), "utf8")).toBe(before);
  });

  test("archives and unarchives", async () => {
    using w = writing();
    await w.run(create("Use SQLite"));
    expect(await w.run((tx, ctx) => archiveRecord(tx, ctx, at()))).toMatchObject({ status: "archived" });
    expect(await w.run((tx, ctx) => archiveRecord(tx, ctx, at()))).toMatchObject({
      status: "already_archived",
    });
    expect((await failure(w.run((tx, ctx) => retireRecord(tx, ctx, at())))).code).toBe("DELETE_ERROR");
    expect(w.files.index()).toEqual([]);
    expect(await w.run((tx, ctx) => unarchiveRecord(tx, ctx, at()))).toMatchObject({ status: "unarchived" });
    expect(w.record(PATH).archived_at).toBeUndefined();
    expect(w.files.index()).toHaveLength(1);
    expect((await failure(w.run((tx, ctx) => unarchiveRecord(tx, ctx, at())))).code).toBe("UNARCHIVE_ERROR");
  });

  test("restores within the grace period, with a warning after 7 days", async () => {
    using w = writing();
    await w.run(create("Use SQLite"));
    await w.run((tx, ctx) => retireRecord(tx, ctx, at()));
    w.clock.hours = 8 * 24;
    const result = await w.run((tx, ctx) => restoreRecord(tx, ctx, at("use-sqlite")));
    expect(result).toMatchObject({ status: "restored", warnings: [expect.stringContaining("8 days")] });
    expect(w.files.index()).toHaveLength(1);
    await w.run((tx, ctx) => retireRecord(tx, ctx, at()));
    w.clock.hours += 31 * 24;
    expect((await failure(w.run((tx, ctx) => restoreRecord(tx, ctx, at())))).code).toBe("RESTORE_ERROR");
  });

  test("purges only what is retired and past its grace period", async () => {
    using w = writing();
    await w.run(create("Use SQLite"));
    const purge = () => w.run((tx, ctx) => purgeRecord(tx, ctx, at()));
    expect((await failure(purge())).code).toBe("PURGE_ERROR");
    await w.run((tx, ctx) => retireRecord(tx, ctx, at()));
    expect((await failure(purge())).code).toBe("PURGE_ERROR");
    w.clock.hours = 30 * 24;
    const result = await purge();
    expect(result).toMatchObject({ status: "purged", target: TARGET });
    expect(result.record).toBeUndefined();
    expect(existsSync(join(w.root, PATH))).toBe(false);
  });

  test("lets an invalid record leave, with a warning, but not come back", async () => {
    using w = writing();
    const broken = sampleRecord("Use SQLite", { content: { nonsense: true } });
    w.plant(pathOf(broken), broken);
    const result = await w.run((tx, ctx) => retireRecord(tx, ctx, at()));
    expect(result.warnings.join()).toContain("content");
    expect((await failure(w.run((tx, ctx) => restoreRecord(tx, ctx, at())))).code).toBe("VALIDATION_ERROR");
  });

  test("retires session summaries too when a person asks", async () => {
    using w = writing();
    const summary = sampleRecord("Yesterday", { category: "session_summary" });
    w.plant(pathOf(summary), summary);
    expect(await w.run((tx, ctx) => retireRecord(tx, ctx, at("yesterday")))).toMatchObject({
      status: "retired",
    });
  });

  test("says which record is meant when an id is in two folders, and that one is not there", async () => {
    using w = writing();
    w.plant("decisions/same.json", sampleRecord("Same"));
    w.plant("runbooks/same.json", sampleRecord("Same", { category: "runbook" }));
    expect((await failure(w.run((tx, ctx) => retireRecord(tx, ctx, at("same"))))).code).toBe("PATH_ERROR");
    expect(
      await w.run((tx, ctx) => retireRecord(tx, ctx, at("same", { category: "runbook" }))),
    ).toMatchObject({
      target: ".claude/memory/runbooks/same.json",
    });
    expect((await failure(w.run((tx, ctx) => retireRecord(tx, ctx, at("none"))))).code).toBe("NOT_FOUND");
    expect((await failure(w.run((tx, ctx) => retireRecord(tx, ctx, at("decisions/none.json"))))).code).toBe(
      "DELETE_ERROR",
    );
  });

  test("names a hand-copied record after its file", async () => {
    using w = writing();
    w.plant(
      "decisions/copy.json",
      retire(sampleRecord("Use SQLite"), { now: "2026-05-31T00:00:00Z" }).record,
    );
    const result = await w.run((tx, ctx) => restoreRecord(tx, ctx, at("copy")));
    expect(result.fixes).toEqual([{ field: "id", what: "set to copy, the name of the file" }]);
    expect(JSON.parse(readFileSync(join(w.root, "decisions/copy.json"), "utf8")).id).toBe("copy");
  });
});

describe("what must not be written", () => {
  const secret = tokenMaker(11)("stripe");
  const draft = (title: string): object => ({
    title,
    tags: ["deploy"],
    content: sampleContent("decision"),
  });

  test("is refused with its field and kind, and nothing is written", async () => {
    using w = writing();
    const error = await failure(
      w.run((tx, ctx) => createRecord(tx, ctx, { category: "decision", input: draft(`Use ${secret}`) })),
    );
    expect(error.code).toBe("SECURITY_ERROR");
    expect(error.block()).toContain("field: title");
    expect(error.block()).toContain("stripe key");
    expect(error.block()).not.toContain(secret);
    expect(w.files.scan().records).toEqual([]);
  });

  test("is masked where it speaks of people, and what stood there already stays", async () => {
    using w = writing();
    const { target } = await w.run((tx, ctx) =>
      createRecord(tx, ctx, { category: "decision", input: draft("Ask kay@acme.io") }),
    );
    expect(w.files.scan().records[0]?.record.title).toBe("Ask [email]");
    const path = join(w.dir, target);
    writeFileSync(path, readFileSync(path, "utf8").replace("Ask [email]", "Ask lee@acme.io"));
    const change = { title: "Ask lee@acme.io", tags: ["deploy", "for-kim@acme.io"] };
    await w.run((tx, ctx) => updateRecord(tx, ctx, { target, input: change }));
    const text = readFileSync(path, "utf8");
    expect(text).toContain("Ask lee@acme.io");
    expect(text).not.toContain("kim@acme.io");
  });
});
