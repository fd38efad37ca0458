import { expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import {
  memoryFolder,
  pathOf,
  type ScratchProject,
  sampleContent,
  sampleRecord,
  scratchProject,
} from "../../../test/support/records.ts";
import type { Acknowledged } from "../../../test/support/write-worker.ts";
import { renderIndex } from "../../record/index-line.ts";
import type { ProjectRecord } from "../../record/types.ts";
import { validateIndex } from "./maintenance.ts";
import { isProblem } from "./read.ts";
import { indexEntry } from "./scan.ts";

const WORKER = join(import.meta.dir, "../../../test/support/write-worker.ts");

async function work(project: ScratchProject, workers: number, writes: number): Promise<Acknowledged[]> {
  const children = Array.from({ length: workers }, (_, i) =>
    Bun.spawn([process.execPath, WORKER, project.dir, String(i), String(writes)], {
      stdin: "ignore",
      stdout: "pipe",
      stderr: "pipe",
    }),
  );
  return Promise.all(
    children.map(async (child) => {
      const [out, errors] = await Promise.all([
        new Response(child.stdout).text(),
        new Response(child.stderr).text(),
      ]);
      expect(errors).toBe("");
      return JSON.parse(out) as Acknowledged;
    }),
  );
}

function recordAt(project: ScratchProject, path: string): ProjectRecord {
  const found = project.files.read(path);
  if (!found || isProblem(found)) throw new Error(`${path} was lost`);
  return found.record;
}

function withCounters(): ScratchProject {
  const project = scratchProject(memoryFolder());
  for (const n of [0, 1, 2]) {
    const content = { ...sampleContent("preference"), value: "0" };
    const record = sampleRecord(`Shared ${n}`, { category: "preference", content });
    project.plant(pathOf(record), record);
  }
  return project;
}

function expectNothingLost(project: ScratchProject, reports: readonly Acknowledged[]): void {
  for (const { own } of reports) {
    for (const [path, { value, retired }] of Object.entries(own)) {
      const record = recordAt(project, path);
      expect(record.content.value).toBe(value);
      expect(record.record_status).toBe(retired ? "retired" : "active");
    }
  }
  for (const n of [0, 1, 2]) {
    const path = `preferences/shared-${n}.json`;
    const raised = reports.reduce((sum, report) => sum + (report.raised[path] ?? 0), 0);
    const record = recordAt(project, path);
    expect(record.content.value).toBe(String(raised));
    expect(record.times_updated).toBe(raised);
  }
}

test("8 processes making 1,000 writes lose nothing, and the index is exact", async () => {
  using project = withCounters();
  const reports = await work(project, 8, 125);
  expect(reports.reduce((sum, { writes }) => sum + writes, 0)).toBe(1_000);
  expectNothingLost(project, reports);
  expect(validateIndex(project.files)).toMatchObject({ ok: true, problems: [] });
  const entries = project.files
    .scan()
    .records.flatMap((stored) => indexEntry(project.files.layout, stored) ?? []);
  expect(readFileSync(join(project.root, "index.md"), "utf8")).toBe(renderIndex(entries));
  const own = reports.reduce((sum, report) => sum + Object.keys(report.own).length, 0);
  expect(readdirSync(join(project.root, "preferences"))).toHaveLength(own + 3);
  expect(readdirSync(project.root).sort()).toEqual([".gitignore", ".lock", "index.md", "preferences"]);
}, 90_000);

test("two processes creating the same record at the same time: one makes it, the other gets another name", async () => {
  using project = scratchProject(memoryFolder());
  const code = `
    const { openRecordFiles } = await import(${JSON.stringify(join(import.meta.dir, "record-files.ts"))});
    const { builtInCategories } = await import(${JSON.stringify(join(import.meta.dir, "../../record/category.ts"))});
    const { createRecord } = await import(${JSON.stringify(join(import.meta.dir, "../../consolidate/write.ts"))});
    const { sampleContent } = await import(${JSON.stringify(join(import.meta.dir, "../../../test/support/records.ts"))});
    const categories = builtInCategories();
    const files = openRecordFiles({ projectDir: ${JSON.stringify(project.dir)}, memoryRoot: ".claude/memory", categories });
    const ctx = { projectDir: ${JSON.stringify(project.dir)}, categories, graceDays: 30, redact: (text) => ({ text, findings: [], credential: false }), now: () => new Date() };
    const input = { title: "Same", content: sampleContent("decision") };
    console.log((await files.transact((tx) => createRecord(tx, ctx, { category: "decision", input }))).id);
  `;
  const ids = await Promise.all(
    [0, 1].map(() =>
      new Response(Bun.spawn([process.execPath, "-e", code], { stdout: "pipe" }).stdout).text(),
    ),
  );
  expect(ids.map((id) => id.trim()).sort()).toEqual(["same", "same-2"]);
}, 30_000);

test("reading while others write sees whole records only", async () => {
  using project = withCounters();
  const working = work(project, 2, 60);
  let over = false;
  const reading = (async () => {
    for (let reads = 0; ; reads += 1) {
      expect(project.files.scan().problems).toEqual([]);
      await Bun.sleep(1);
      if (over) return reads;
    }
  })();
  const reports = await working;
  over = true;
  expect(await reading).toBeGreaterThan(0);
  expectNothingLost(project, reports);
}, 60_000);
