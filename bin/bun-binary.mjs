// Finds the Bun executable inside the platform package that npm installed.
// The platform packages carry the binary itself, so nothing depends on npm running install scripts.
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { arch, platform, report } from "node:process";

const require = createRequire(import.meta.url);

/** Names of the platform packages that can run here, best first. */
function candidates() {
  const os = platform === "win32" ? "windows" : platform;
  const cpu = arch === "arm64" ? "aarch64" : arch;
  const plain = `@oven/bun-${os}-${cpu}`;
  if (platform !== "linux") return [plain];
  const musl = !report?.getReport?.().header?.glibcVersionRuntime;
  return musl ? [`${plain}-musl`, plain] : [plain, `${plain}-musl`];
}

/** Absolute path of the Bun executable; throws an error that says how to mend a missing one. */
export function bunBinary() {
  const override = process.env.RECOLLECT_BUN;
  if (override) return override;
  const exe = platform === "win32" ? "bun.exe" : "bun";
  for (const name of candidates()) {
    try {
      const manifest = require.resolve(`${name}/package.json`);
      const binary = join(dirname(manifest), "bin", exe);
      if (existsSync(binary)) return binary;
    } catch {
      // not installed: try the next one
    }
  }
  const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
  throw new Error(
    `recollect ${version}: no Bun runtime found for ${platform}-${arch} (looked for ${candidates().join(", ")}).\n` +
      "Run `npm ci` (or reinstall recollect) with optional dependencies enabled, or set RECOLLECT_BUN to a Bun executable.",
  );
}

/**
 * Variables for a Bun process: those given, and no cache of transpiled sources, which Bun would keep in the person's
 * `~/.bun`. It saves our programs no time.
 */
export const bunEnvironment = (env = process.env) => ({ BUN_RUNTIME_TRANSPILER_CACHE_PATH: "0", ...env });
