#!/usr/bin/env node
// The `recollect` command of the npm package: finds Bun and hands over, with the built bundle or, in a checkout, the sources.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { bunBinary, bunEnvironment } from "./bun-binary.mjs";

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const sources = at("../src/cli/main.ts");
const entry = existsSync(sources) ? sources : at("../plugin/dist/cli/main.js");

try {
  // Without these flags Bun would read bunfig.toml, .env and tsconfig.json of the folder it is run in: another project's, maybe a hostile one.
  const flags = ["--config=/dev/null", "--no-env-file", "--no-install", "--tsconfig-override=/dev/null"];
  const argv = [...flags, entry, ...process.argv.slice(2)];
  const child = spawn(bunBinary(), argv, {
    stdio: "inherit",
    env: bunEnvironment({ ...process.env, RECOLLECT_LAUNCHER: at("../plugin/bin/recollect") }),
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  child.on("error", (error) => {
    console.error(`recollect: ${error.message}`);
    process.exit(1);
  });
  child.on("exit", (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
