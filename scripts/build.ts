/**
 * Builds the bundles: `plugin/dist` (what Claude Code runs: hook, MCP server, CLI), so that installing the plugin
 * runs no npm. The hot entry is split, so that a hook process loads only what its event needs.
 */
import { rmSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dir, "..");
const outdir = join(root, "plugin", "dist");

rmSync(outdir, { recursive: true, force: true });
const result = await Bun.build({
  entrypoints: [join(root, "src/hook.ts"), join(root, "src/mcp/main.ts"), join(root, "src/cli/main.ts")],
  outdir,
  target: "bun",
  format: "esm",
  splitting: true,
  minify: { whitespace: true, syntax: true, identifiers: false },
  sourcemap: "none",
  root: join(root, "src"),
  naming: { entry: "[dir]/[name].js", chunk: "chunks/[hash].js" },
});
for (const log of result.logs) console.error(log);
if (!result.success) process.exit(1);
