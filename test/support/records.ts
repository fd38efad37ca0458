/** Records and scratch projects for tests. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type BuiltInCategory, builtInCategories, CATEGORIES } from "../../src/record/category.ts";
import { slugify } from "../../src/record/slug.ts";
import type { GenericContent, ProjectRecord } from "../../src/record/types.ts";
import { openRecordFiles, type RecordFiles } from "../../src/store/files/record-files.ts";

export const MEMORY_ROOT = ".claude/memory";

const CONTENTS: { readonly [name in BuiltInCategory]: GenericContent } = {
  decision: {
    status: "accepted",
    context: "A store is needed",
    decision: "Use SQLite",
    rationale: ["No server"],
  },
  session_summary: { goal: "Ship it", outcome: "success", completed: ["Shipped"], next_actions: ["Rest"] },
  runbook: { trigger: "Build fails", steps: ["Clean", "Build again"], verification: "It builds" },
  constraint: {
    kind: "technical",
    rule: "No network",
    impact: ["No downloads"],
    severity: "high",
    active: true,
  },
  tech_debt: { status: "open", priority: "low", description: "No cache", reason_deferred: "Time" },
  preference: { topic: "Indent", value: "Two blanks", reason: "Habit", strength: "strong" },
};

export const sampleContent = (category: BuiltInCategory): GenericContent =>
  structuredClone(CONTENTS[category]);

/** A valid record; what `fields` names replaces the defaults. */
export function sampleRecord(
  title: string,
  fields: Partial<ProjectRecord> & { category?: BuiltInCategory } = {},
): ProjectRecord {
  const category = fields.category ?? "decision";
  return {
    schema_version: "1.0",
    category,
    id: slugify(title),
    title,
    record_status: "active",
    created_at: "2026-01-02T03:04:05.000Z",
    updated_at: "2026-01-02T03:04:05.000Z",
    tags: ["sample"],
    content: sampleContent(category),
    times_updated: 0,
    ...fields,
  };
}

/** The path of a record relative to the memory root. */
export const pathOf = (record: ProjectRecord): string =>
  `${CATEGORIES[record.category as BuiltInCategory].folder}/${record.id}.json`;

/** A folder in memory where the system has one, for tests of order and of dying processes, which the disk would only slow down. */
export const memoryFolder = (): string =>
  statSync("/dev/shm", { throwIfNoEntry: false })?.isDirectory() ? "/dev/shm" : tmpdir();

export interface ScratchProject extends Disposable {
  /** Absolute real path of the project's folder. */
  dir: string;
  /** Absolute path of the memory root. */
  root: string;
  files: RecordFiles;
  /** Writes a file below the memory root, as someone without the tool would. */
  plant(path: string, content: string | Uint8Array | ProjectRecord): string;
}

/** A project in a fresh folder (in the temporary folder, unless `base` is given), removed at the end of the scope. */
export function scratchProject(base: string = tmpdir()): ScratchProject {
  const dir = realpathSync(mkdtempSync(join(base, "recollect-test-")));
  const root = join(dir, MEMORY_ROOT);
  return {
    dir,
    root,
    files: openRecordFiles({ projectDir: dir, memoryRoot: MEMORY_ROOT, categories: builtInCategories() }),
    plant(path, content) {
      const absolute = join(root, path);
      mkdirSync(dirname(absolute), { recursive: true });
      const plain = typeof content === "string" || content instanceof Uint8Array;
      writeFileSync(absolute, plain ? content : `${JSON.stringify(content, null, 2)}\n`);
      return absolute;
    },
    [Symbol.dispose]() {
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
