/** Carries out a plan, step by step in its order. Every step can be repeated after a failure: plan again and apply. */
import { randomBytes } from "node:crypto";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { writeAtomic } from "../../../host/atomic.ts";
import { messageOf } from "../../../host/trace.ts";
import { RecordError } from "../../../record/error.ts";
import { MARKETPLACE, PLUGIN } from "../names.ts";
import { filesOf } from "./compare.ts";
import { makeExecutable } from "./executable.ts";
import { readText } from "./foreign-json.ts";
import { pathFile } from "./places.ts";
import type { Plan, Step } from "./plan.ts";

type StepOf<K extends Step["kind"]> = Extract<Step, { kind: K }>;

/**
 * Applies a plan; `now` names the backups. Gives notes for the person on what could not be done and is not needed.
 * Throws RecordError: CONFIG_ERROR when a file has changed since the plan was made, WRITE_ERROR when the system refuses.
 * What was done by then stays done.
 */
export function applyPlan(plan: Plan, now: () => Date): string[] {
  const notes: string[] = [];
  for (const step of plan.steps) {
    try {
      notes.push(...applyStep(step, now));
    } catch (error) {
      if (error instanceof RecordError) throw error;
      throw new RecordError(
        "WRITE_ERROR",
        { problem: messageOf(error), step: step.kind },
        "See that the folder is yours to write and has room, then run this again",
      );
    }
  }
  return notes;
}

const NOT_MADE =
  "The hooks' executable could not be made here: hooks work without it, only slower. Installing again tries it again.";

function applyStep(step: Step, now: () => Date): string[] {
  switch (step.kind) {
    case "place_runtime":
      placeRuntime(step);
      break;
    case "make_executable":
      return makeExecutable(step.bun, step.bundle, step.to) ? [] : [NOT_MADE];
    case "name_executable":
      nameExecutable(step);
      break;
    case "install_plugin":
      installPlugin(step);
      break;
    case "edit_file":
      editFile(step, now);
      break;
    case "remove_file":
      if (step.before !== undefined) mustBe(step.path, step.before);
      rmSync(step.path, { force: true });
      break;
    case "remove_folder":
      rmSync(step.path, { recursive: true, force: true });
      break;
    case "link_command":
      symlinkSync(step.target, step.path);
      break;
    case "write_receipt":
      mkdirSync(dirname(step.path), { recursive: true, mode: 0o700 });
      writeAtomic(step.path, step.content, { mode: 0o600 });
  }
  return [];
}

const beside = (path: string, what: string): string =>
  join(dirname(path), `.${basename(path)}.${randomBytes(6).toString("hex")}.${what}`);

/** A link costs no disk and no time; it fails across file systems and for files of others, then a copy is made. */
function placeRuntime({ from, to }: StepOf<"place_runtime">): void {
  mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
  const fresh = beside(to, "new");
  try {
    try {
      linkSync(from, fresh);
    } catch {
      copyFileSync(from, fresh);
      chmodSync(fresh, 0o755);
    }
    renameSync(fresh, to);
  } finally {
    rmSync(fresh, { force: true });
  }
}

/**
 * Builds the new folder beside the old one and swaps them by two renames: a session that starts between the two finds no
 * plugin, for microseconds; one that runs keeps the files it has open.
 */
function installPlugin({ from, marketplace, version, runtime }: StepOf<"install_plugin">): void {
  mkdirSync(dirname(marketplace), { recursive: true, mode: 0o700 });
  const [fresh, old] = [beside(marketplace, "new"), beside(marketplace, "old")];
  const plugin = join(fresh, PLUGIN);
  try {
    copyFiles(from, plugin);
    mkdirSync(join(plugin, "runtime"), { recursive: true });
    writeFileSync(pathFile(plugin, "bun-path"), `${runtime}\n`);
    mkdirSync(join(fresh, ".claude-plugin"), { recursive: true });
    writeFileSync(join(fresh, ".claude-plugin", "marketplace.json"), marketplaceJson(version));
    const replaced = moveAside(marketplace, old);
    try {
      renameSync(fresh, marketplace);
    } catch (error) {
      if (replaced) renameSync(old, marketplace);
      throw error;
    }
  } finally {
    rmSync(fresh, { recursive: true, force: true });
    rmSync(old, { recursive: true, force: true });
  }
}

/** A launcher that is told of no executable looks for none, and doctor misses none. */
function nameExecutable({ path, executable }: StepOf<"name_executable">): void {
  if (existsSync(executable)) writeAtomic(path, `${executable}\n`, { mode: 0o644 });
  else rmSync(path, { force: true });
}

function moveAside(path: string, to: string): boolean {
  if (!statSync(path, { throwIfNoEntry: false })) return false;
  renameSync(path, to);
  return true;
}

function copyFiles(from: string, to: string): void {
  for (const file of filesOf(from, ["runtime"]) ?? []) {
    const [source, target] = [join(from, file), join(to, file)];
    mkdirSync(dirname(target), { recursive: true });
    copyFileSync(source, target);
    chmodSync(target, (statSync(source).mode & 0o100) !== 0 ? 0o755 : 0o644);
  }
}

const marketplaceJson = (version: string): string =>
  `${JSON.stringify(
    {
      name: MARKETPLACE,
      description: "Recollect: a memory for coding agents",
      owner: { name: "Recollect contributors" },
      plugins: [{ name: PLUGIN, source: `./${PLUGIN}`, version, description: "A memory for your project" }],
    },
    null,
    2,
  )}\n`;

function editFile({ path, before, after, backupIn }: StepOf<"edit_file">, now: () => Date): void {
  mustBe(path, before);
  if (before === undefined) {
    mkdirSync(dirname(path), { recursive: true });
    writeAtomic(path, after, { mode: 0o600 });
    return;
  }
  if (backupIn) {
    mkdirSync(backupIn, { recursive: true, mode: 0o700 });
    const stamp = now().toISOString().replace(/[:.]/g, "-");
    writeAtomic(join(backupIn, `claude-code-${stamp}-${basename(path)}`), before, { mode: 0o600 });
  }
  const real = realpathSync(path); // settings are often linked from a folder of dotfiles: the link stays
  const mode = statSync(real).mode & 0o777;
  writeAtomic(real, after, { mode });
  chmodSync(real, mode);
}

/** A file that changed since the plan was shown is not ours to overwrite. */
function mustBe(path: string, expected: string | undefined): void {
  if (isDanglingLink(path)) {
    throw new RecordError(
      "CONFIG_ERROR",
      { problem: "it is a symbolic link to a file that does not exist", file: path },
      "Create the file it points to, then run this again",
    );
  }
  if (readText(path) === expected) return;
  throw new RecordError(
    "CONFIG_ERROR",
    { problem: "it was changed by someone else a moment ago", file: path },
    "Run this again",
  );
}

function isDanglingLink(path: string): boolean {
  try {
    readlinkSync(path);
  } catch {
    return false;
  }
  return !statSync(path, { throwIfNoEntry: false });
}
