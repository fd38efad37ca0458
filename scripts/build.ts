/** Builds `plugin/dist`, what clients run. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { bundle } from "./bundle.ts";

const outdir = join(import.meta.dir, "..", "plugin", "dist");

rmSync(outdir, { recursive: true, force: true });
try {
  await bundle(outdir);
} catch (error) {
  for (const finding of error instanceof AggregateError ? error.errors : [error]) console.error(finding);
  process.exit(1);
}
