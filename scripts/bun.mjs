// Runs the Bun that npm installed: `node scripts/bun.mjs <arguments>`.
import { spawnSync } from "node:child_process";
import { bunBinary, bunEnvironment } from "../bin/bun-binary.mjs";

const run = spawnSync(bunBinary(), process.argv.slice(2), { stdio: "inherit", env: bunEnvironment() });
if (run.error) throw run.error;
process.exit(run.status ?? 1);
