/**
 * The plugin under test: a copy of the one in this repository with bundles of its own, away from the sources, as users
 * get it; or the one in the folder that `RECOLLECT_E2E_PLUGIN` names, as it is.
 */
import { cpSync, existsSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bundle } from "../../scripts/bundle.ts";

/** The plugin's folder in the repository, as it lies there, built or not. */
export const PLUGIN: string = join(import.meta.dir, "..", "..", "plugin");

/** Folder of the plugin with its bundles, built once per test run. */
export const BUILT_PLUGIN: string = process.env.RECOLLECT_E2E_PLUGIN ?? (await buildCopy());

async function buildCopy(): Promise<string> {
  const copy = join(tmpdir(), `recollect-e2e-plugin-${process.pid}`);
  if (existsSync(join(copy, "dist"))) return copy;
  copyPlugin(PLUGIN, copy, /\/(dist|runtime)$/);
  process.on("exit", () => rmSync(copy, { recursive: true, force: true }));
  await bundle(join(copy, "dist"));
  return copy;
}

/** Copies a plugin, but for the paths that match. */
export function copyPlugin(from: string, to: string, without: RegExp = /\/runtime$/): void {
  cpSync(from, to, { recursive: true, filter: (path) => !without.test(path.slice(from.length)) });
}
