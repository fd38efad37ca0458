// Runs the Bun that npm installed: `node scripts/bun.mjs <arguments>`.
import { spawnSync } from "node:child_process";
import { bunBinary } from "../bin/bun-binary.mjs";

const run = spawnSync(bunBinary(), process.argv.slice(2), { stdio: "inherit" });
if (run.error) throw run.error;
process.exit(run.status ?? 1);
