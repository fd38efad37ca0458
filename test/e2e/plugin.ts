/**
 * The plugin under test: a copy of the one in this repository with bundles of its own, away from the sources, as users
 * get it; or the one in the folder that `RECOLLECT_E2E_PLUGIN` names, as it is.
 */
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { bundle } from "../../scripts/bundle.ts";

/** The plugin's folder in the repository, as it lies there, built or not. */
export const PLUGIN: string = join(import.meta.dir, "..", "..", "plugin");

const COPIES = join(import.meta.dir, "..", "..", ".cache", "e2e-plugin");

/** Folder of the plugin with its bundles, built once per test run. */
export const BUILT_PLUGIN: string = process.env.RECOLLECT_E2E_PLUGIN ?? (await buildCopy());

/** One copy per run: every test file asks for it, and `bun test` says nothing when it ends, so the next run clears up. */
async function buildCopy(): Promise<string> {
  mkdirSync(COPIES, { recursive: true });
  for (const name of readdirSync(COPIES)) {
    if (!isAlive(Number(name))) rmSync(join(COPIES, name), { recursive: true, force: true });
  }
  const copy = join(COPIES, String(process.pid));
  if (existsSync(copy)) return copy;
  copyPlugin(PLUGIN, copy, /\/(dist|runtime)$/);
  await bundle(join(copy, "dist"));
  return copy;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Copies a plugin, but for the paths that match. */
export function copyPlugin(from: string, to: string, without: RegExp = /\/runtime$/): void {
  cpSync(from, to, { recursive: true, filter: (path) => !without.test(path.slice(from.length)) });
}
