/** The plugin as users get it, built once per run of the tests. */
import { beforeAll, setDefaultTimeout } from "bun:test";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bundle, type HookBundle } from "../../scripts/bundle.ts";
import type { HookEvent } from "../../src/hooks/by-event.ts";

const PLUGIN = join(import.meta.dir, "../../plugin");
/** Milliseconds that a test may take: it starts processes, maybe on a busy machine. */
const TEST_LIMIT_MS = 60_000;

/** The events that the plugin registers for, and how long the client waits for each, in milliseconds. */
export const HOOK_LIMITS: ReadonlyMap<string, number> = new Map(
  Object.entries(
    (
      JSON.parse(readFileSync(join(PLUGIN, "hooks/hooks.json"), "utf8")) as {
        hooks: { [event: string]: Registration[] };
      }
    ).hooks,
  ).map(([event, registered]) => [
    event,
    1_000 * Math.min(...registered.flatMap(({ hooks }) => hooks.map(({ timeout }) => timeout))),
  ]),
);

interface Registration {
  hooks: { timeout: number }[];
}

/** The plugin as users get it, in a folder of its own. */
export interface Installed {
  folder: string;
  launcher: string;
}

/** The plugin with freshly built bundles. */
export interface Built extends Installed {
  hooks: ReadonlyMap<HookEvent, HookBundle>;
}

const installedIn = (folder: string): Installed => ({ folder, launcher: join(folder, "bin/recollect") });

/** A copy of a built plugin that may be torn apart; removed at the end of the scope. */
export function copyPlugin({ folder: built }: Installed): Installed & Disposable {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "recollect-plugin-")));
  cpSync(built, folder, { recursive: true });
  return { ...installedIn(folder), [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Built plugins, one per run of the tests, by the id of its process. */
const BUILDS = join(import.meta.dir, "../../.cache/program-tests");

/**
 * Builds the plugin, once for all files of a run, because it takes seconds. Nobody knows which file is the last one:
 * the build stays until the next run, which removes those of processes that are gone.
 */
async function buildPlugin(): Promise<Built> {
  mkdirSync(BUILDS, { recursive: true });
  for (const pid of readdirSync(BUILDS)) {
    if (!isRunning(Number(pid))) rmSync(join(BUILDS, pid), { recursive: true, force: true });
  }
  const folder = join(BUILDS, String(process.pid));
  for (const part of [".claude-plugin", "bin", "hooks"]) {
    cpSync(join(PLUGIN, part), join(folder, part), { recursive: true });
  }
  const { hooks } = await bundle(join(folder, "dist"));
  return { ...installedIn(folder), hooks };
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

let building: Promise<Built> | undefined;

/** The plugin, there when a file's first test begins. Gives the file's tests the time that processes take. */
export function pluginOfThisFile(): () => Built {
  let built: Built | undefined;
  setDefaultTimeout(TEST_LIMIT_MS);
  beforeAll(async () => {
    building ??= buildPlugin();
    built = await building;
  });
  return () => {
    if (!built) throw new Error("the plugin is built when the first test begins");
    return built;
  };
}
