/** Where the plugin lies that belongs to this program: beside the sources of a checkout, or around the bundle. */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * The folder with `.claude-plugin/plugin.json`; throws when the installation is torn apart. It is looked for above the
 * program that runs: in a bundle `import.meta.dir` is the source's folder on the machine that built it.
 */
export function pluginFolder(from: string = dirname(Bun.main)): string {
  for (let dir = from; ; dir = dirname(dir)) {
    for (const candidate of [dir, join(dir, "plugin")]) {
      if (existsSync(join(candidate, ".claude-plugin", "plugin.json"))) return candidate;
    }
    if (dirname(dir) === dir)
      throw new Error(`the plugin's folder was not found above ${from}: reinstall recollect`);
  }
}
