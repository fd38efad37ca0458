/**
 * The hooks, and the commands that scripts call again and again, as an executable of their own: our programs and Bun in
 * one file, which starts in three quarters of the time that Bun takes with a bundle (no arguments to read, no files to
 * look for; figures in the README). Bun makes it out of itself, so nothing is downloaded; it is as large as Bun. Without
 * it everything works as well, only slower.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";

const LIMIT_MS = 60_000;

/** What names of executables begin with. */
export const QUICK_PREFIX = "quick-";

/** The bundle that it starts with, in a plugin folder; those beside it are its parts. */
export const quickBundle = (plugin: string): string => join(plugin, "dist", "quick", "main.js");

/** The bundles it is made from, the first one first. */
function modulesOf(main: string): string[] {
  const folder = dirname(main);
  const parts = readdirSync(folder).filter((name) => name.endsWith(".js") && name !== basename(main));
  return [main, ...parts.sort().map((name) => join(folder, name))];
}

/**
 * Name of the executable for a plugin and this Bun: another one for each version of either. Undefined where the plugin has
 * no bundles for it, and on Windows, where it is untried.
 */
export function executableName(plugin: string): string | undefined {
  if (process.platform === "win32") return undefined;
  try {
    const key = createHash("sha256").update(Bun.version);
    for (const module of modulesOf(quickBundle(plugin))) key.update(readFileSync(module));
    return `${QUICK_PREFIX}${key.digest("hex").slice(0, 16)}`;
  } catch {
    return undefined;
  }
}

/**
 * Makes the executable and moves it into place once it has been seen to run. False where Bun could not make it, or the
 * system does not run it. Throws what the file system throws.
 */
export function makeExecutable(bun: string, bundle: string, to: string): boolean {
  mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
  const scratch = mkdtempSync(join(dirname(to), ".new-"));
  try {
    const fresh = join(scratch, "quick");
    // It reads no .env and no bunfig.toml of the folder that it is started in, which is whatever repository is open.
    const build = ["build", "--compile", "--bytecode", "--minify", "--target=bun", "--format=cjs"];
    const closed = ["--no-compile-autoload-dotenv", "--no-compile-autoload-bunfig"];
    // Each part stays a module of its own: a process reads the one that it was started for.
    const modules = ["--external=./*", `--root=${dirname(bundle)}`, ...modulesOf(bundle)];
    const { BUN_OPTIONS: _, BUN_INSPECT_PRELOAD: __, BUN_BE_BUN: ___, ...env } = process.env;
    const options = { cwd: scratch, env, timeout: LIMIT_MS, stdio: "ignore" } as const;
    const { status } = spawnSync(bun, [...build, ...closed, `--outfile=${fresh}`, ...modules], options);
    if (status !== 0 || spawnSync(fresh, [], options).status !== 0) return false;
    renameSync(fresh, to);
    return true;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
