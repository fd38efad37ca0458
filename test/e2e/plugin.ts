/**
 * The plugin under test: the one in this repository, freshly built, or the one in the folder that
 * `RECOLLECT_E2E_PLUGIN` names, as it is.
 */
import { spawnSync } from "node:child_process";
import { join } from "node:path";

const ROOT = join(import.meta.dir, "..", "..");
let built: string | undefined;

/** Builds once per test run and returns the plugin's folder. */
export function builtPlugin(): string {
  built ??= process.env.RECOLLECT_E2E_PLUGIN;
  if (built) return built;
  const { status, stdout, stderr } = spawnSync(process.execPath, ["scripts/build.ts"], {
    cwd: ROOT,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`the build failed:\n${stdout}${stderr}`);
  built = PLUGIN;
  return built;
}

/** The plugin's folder as it lies, built or not: for tests that bring their own program. */
export const PLUGIN: string = join(ROOT, "plugin");
