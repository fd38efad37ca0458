/**
 * Builds `plugin/dist`, what clients run, `dist`, the library, and for this checkout the executable that `recollect install`
 * makes.
 */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { makeExecutable, quickBundle } from "../src/client/claude-code/setup/executable.ts";
import { bundle } from "./bundle.ts";
import { buildLibrary } from "./library.ts";

const plugin = join(import.meta.dir, "..", "plugin");
const outdir = join(plugin, "dist");
const library = join(import.meta.dir, "..", "dist");
const executable = join(plugin, "runtime", "quick");

for (const stale of [outdir, library, executable]) rmSync(stale, { recursive: true, force: true });
try {
  await bundle(outdir);
  await buildLibrary(library);
  if (!makeExecutable(process.execPath, quickBundle(plugin), executable)) {
    console.error("The hooks could not be made into an executable here; they run from their bundles.");
  }
} catch (error) {
  for (const finding of error instanceof AggregateError ? error.errors : [error]) console.error(finding);
  process.exit(1);
}
