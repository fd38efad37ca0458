import { expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import {
  memoryFolder,
  pathOf,
  type ScratchProject,
  sampleRecord,
  scratchProject,
} from "../../../test/support/records.ts";
import { rebuildIndex, validateIndex } from "./maintenance.ts";
import { isProblem } from "./read.ts";

const FAULT = join(import.meta.dir, "../../../test/support/fault");
const OLD = "decisions/renamed-from-this.json";
const NEW = "decisions/quite-another-name.json";

function prepared(): ScratchProject {
  const project = scratchProject(memoryFolder());
  for (const title of ["Updated", "Renamed from this", "Retired", "Untouched"]) {
    const record = sampleRecord(title);
    project.plant(pathOf(record), record);
  }
  return project;
}

function write(project: ScratchProject, killAt: number): Bun.Subprocess<"ignore", "pipe", "pipe"> {
  return Bun.spawn(
    [process.execPath, "--preload", join(FAULT, "preload.ts"), join(FAULT, "writes.ts"), project.dir],
    {
      env: { ...process.env, KILL_AT: String(killAt) },
      stdin: "ignore",
      stdout: "pipe",
      stderr: "pipe",
    },
  );
}

/** Contents of all files in the category folders that have a record's name. */
function recordTexts(project: ScratchProject): Map<string, string> {
  const texts = new Map<string, string>();
  for (const folder of ["decisions", "runbooks"]) {
    if (!existsSync(join(project.root, folder))) continue;
    for (const name of readdirSync(join(project.root, folder))) {
      if (name.endsWith(".json"))
        texts.set(`${folder}/${name}`, readFileSync(join(project.root, folder, name), "utf8"));
    }
  }
  return texts;
}

test("a writer killed at any point leaves each record as it was or as it should be, and all else heals", async () => {
  using reference = prepared();
  const before = recordTexts(reference);
  const run = write(reference, 0);
  const calls = Number(await new Response(run.stdout).text());
  expect(await new Response(run.stderr).text()).toBe("");
  const after = recordTexts(reference);
  expect(calls).toBeGreaterThan(30);
  expect(validateIndex(reference.files).ok).toBe(true);
  expect([...after.keys()].sort()).toEqual([
    "decisions/quite-another-name.json",
    "decisions/retired.json",
    "decisions/untouched.json",
    "decisions/updated.json",
    "runbooks/created.json",
  ]);

  const killedAt = async (n: number): Promise<void> => {
    using project = prepared();
    const child = write(project, n);
    await child.exited;
    expect(child.signalCode).toBe("SIGKILL");
    expect(project.files.scan().problems).toEqual([]);
    for (const [path, text] of recordTexts(project))
      expect([before.get(path), after.get(path)]).toContain(text);
    const texts = recordTexts(project);
    for (const path of before.keys()) expect(texts.has(path) || (path === OLD && texts.has(NEW))).toBe(true);

    await rebuildIndex(project.files);
    expect(validateIndex(project.files)).toMatchObject({ ok: true, problems: [] });
    const names = ["", "decisions", "runbooks"].flatMap((folder) =>
      existsSync(join(project.root, folder)) ? readdirSync(join(project.root, folder)) : [],
    );
    expect(names.filter((name) => /\.json\..*tmp$|^\.lock\./.test(name))).toEqual([]);
    const active = [OLD, NEW].filter((path) => {
      const found = project.files.read(path);
      return found && !isProblem(found) && found.record.record_status === "active";
    });
    expect(active).toHaveLength(1);
  };

  const points = Array.from({ length: calls }, (_, i) => i + 1);
  const next = async (): Promise<void> => {
    for (let n = points.shift(); n !== undefined; n = points.shift()) await killedAt(n);
  };
  await Promise.all([next(), next(), next()]);
}, 120_000);
