import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { MemoryDraft } from "../memory/create.ts";
import { AT, sampleMemory } from "../memory/samples.ts";
import { BUILT_IN_CATEGORIES, type CategoryName } from "../record/category.ts";
import type { ProjectRecord } from "../record/types.ts";
import type { Place, Store } from "../store/port.ts";
import { projected, sampleRecord } from "../store/sample.ts";
import { openSqliteStore } from "../store/sqlite/open.ts";
import { filePath } from "../text/file-mention.ts";
import { type AboutFile, aboutFile } from "./about-file.ts";
import { titleOf } from "./item.ts";

const PLACE: Place = { project: "p1", root: "r" };

let dir: string;
let store: Store;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "recollect-file-"));
  store = openSqliteStore({ path: join(dir, "r.db") });
});
afterEach(async () => {
  await store.close();
  rmSync(dir, { recursive: true, force: true });
});

const about = async (path: string, more: Partial<AboutFile> = {}): Promise<string[]> =>
  (
    await aboutFile({
      store,
      from: { project: "p1", session: "s1" },
      place: PLACE,
      now: AT.now,
      file: filePath("/home/ada/app", path),
      enabledCategories: new Set<CategoryName>(BUILT_IN_CATEGORIES),
      shown: async () => new Map(),
      ...more,
    })
  ).map(titleOf);

const write = (...records: ProjectRecord[]): Promise<void> =>
  store.projection.apply(PLACE, {
    put: records.map((each) => projected(each)),
    remove: [],
    folders: new Map(),
  });

const remember = (...drafts: MemoryDraft[]): Promise<void> =>
  store.memories.put(drafts.map((draft) => sampleMemory(draft)));

let day = 0;
/** Each in words of its own, changed a day after the one before. */
function record(title: string, over: Partial<ProjectRecord> = {}): ProjectRecord {
  day += 1;
  const updated_at = new Date(Date.UTC(2026, 0, day)).toISOString();
  return sampleRecord(title.toLowerCase().replace(/\W+/g, "-"), {
    title,
    updated_at,
    content: { decision: title },
    ...over,
  });
}

const QUEUE = "src/db/queue.ts";

describe("what is told of a file", () => {
  test("is what lists it or names it, and nothing that merely shares its words", async () => {
    await write(
      record("Claims are ordered", { related_files: [QUEUE] }),
      record("Locks time out", { content: { decision: "See db/queue.ts for how" } }),
      record("Queue of the printer", { content: { decision: "The queue of the db source, in ts" } }),
      record("Other files", { related_files: ["lib/queue.ts", "src/db/queue.tsx", "src/db"] }),
    );
    expect(await about(QUEUE)).toEqual(["Claims are ordered", "Locks time out"]);
    expect(await about("src/db/other.ts")).toEqual([]);
  });

  test("begins with what lists it, the severest constraint first, then the latest", async () => {
    const constraint = (title: string, severity: string): ProjectRecord =>
      record(title, { category: "constraint", related_files: [QUEUE], content: { rule: title, severity } });
    await write(
      record("Alpha named", { category: "constraint", content: { rule: `In ${QUEUE}`, severity: "high" } }),
      record("Bravo runbook", { category: "runbook", related_files: [QUEUE], content: { trigger: "Bang" } }),
      record("Charlie earlier", { related_files: [QUEUE] }),
      record("Delta later", { related_files: [`./${QUEUE}:42`] }),
      constraint("Echo low", "low"),
      constraint("Foxtrot high", "high"),
      constraint("Golf medium", "medium"),
    );
    expect(await about(QUEUE)).toEqual([
      "Foxtrot high",
      "Golf medium",
      "Echo low",
      "Delta later",
      "Charlie earlier",
      "Bravo runbook",
      "Alpha named",
    ]);
  });

  test("is no constraint that was lifted, no decision that was overturned, and no other kind of record", async () => {
    const related_files = [QUEUE];
    await write(
      record("Lifted", { category: "constraint", related_files, content: { rule: "x", active: false } }),
      record("Expired", {
        category: "constraint",
        related_files,
        content: { rule: "x", expires: "2026-01-01" },
      }),
      record("Overturned", { related_files, content: { decision: "x", status: "superseded" } }),
      record("A taste", { category: "preference", related_files, content: { topic: "x" } }),
      record("A day", { category: "session_summary", related_files, content: { goal: "x" } }),
      record("Retired", { related_files, record_status: "retired" }),
    );
    expect(await about(QUEUE)).toEqual([]);
    await write(record("In force", { related_files }));
    expect(await about(QUEUE, { enabledCategories: new Set(["runbook"]) })).toEqual([]);
  });

  test("is also what memories know or can do, not what happened once", async () => {
    await remember(
      { type: "semantic", concept: "Claiming", content: "Claims in queue.ts are ordered by id" },
      { type: "procedural", procedure_name: "Drain it", steps: ["stop the workers", `edit ${QUEUE}`] },
      { type: "episodic", content: "We edited queue.ts for an hour" },
      { type: "prospective", content: "Split queue.ts" },
    );
    expect(await about(QUEUE)).toEqual(["Claiming", "Drain it"]);
    expect(await about(QUEUE, { from: { project: "p2", session: "s1" } })).toEqual([]);
  });

  test("is not what was shown already, until it changes", async () => {
    const known = record("Claims are ordered", { related_files: [QUEUE] });
    await write(known);
    const { path, hash } = projected(known);
    const shown = async (): Promise<Map<string, string>> => new Map([[path, hash]]);
    expect(await about(QUEUE, { shown })).toEqual([]);
    await write({ ...known, title: "Claims are ordered by id" });
    expect(await about(QUEUE, { shown })).toEqual(["Claims are ordered by id"]);
  });

  test("is told once where two say the same", async () => {
    const said = { related_files: [QUEUE], tags: ["claims"] };
    const content = {
      decision: "Claims of jobs are ordered by their id so that no two workers wait on each other",
    };
    await write(
      record("Claims in order", { ...said, content, id: "a" }),
      record("Claims in order", { ...said, content, id: "b" }),
    );
    expect(await about(QUEUE)).toHaveLength(1);
  });

  test.each([
    ["Makefile", "Makefile"],
    [".env", ".env"],
    ["package.json", "package.json"],
    ["src/_layout.tsx", "src/_layout.tsx"],
    ["app/[id]/page.tsx", "app/[id]/page.tsx"],
    ["scripts/release", "scripts/release"],
    [
      "src/a-file-whose-name-is-so-long-that-it-is-no-term.ts",
      "a-file-whose-name-is-so-long-that-it-is-no-term.ts",
    ],
    ["some folder/größe.ts", "some folder/größe.ts"],
    ["deep/er/and/deep/er/still/until/it/is/too/long/index.ts", "too/long/index.ts"],
  ])("is found for %s by %s", async (path, listed) => {
    await write(record("It is special", { related_files: [listed] }), record("Another"));
    expect(await about(path)).toEqual(["It is special"]);
  });

  test("is found among any number that name files of the same name", async () => {
    await write(
      ...Array.from({ length: 300 }, (_, n) =>
        record(`Part ${n} is so`, { related_files: [`packages/part${n}/index.ts`] }),
      ),
    );
    expect(await about("packages/part217/index.ts")).toEqual(["Part 217 is so"]);
    expect(await about("packages/index.ts")).toEqual([]);
  });
});
