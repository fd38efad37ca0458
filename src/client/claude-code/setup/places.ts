/** Where the installation lives, on our side and on Claude Code's. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Environment, HostPaths } from "../../../host/paths.ts";
import { RecordError } from "../../../record/error.ts";
import { PLUGIN } from "../names.ts";

export interface SetupPlaces {
  /** The folder registered with Claude Code: a marketplace that holds just our plugin. */
  marketplace: string;
  plugin: string;
  /** The Bun that the installed plugin runs on. */
  runtime: string;
  /** What install did, so that uninstall undoes that and nothing else. */
  receipt: string;
  /** Copies of the person's files as they were before the first change. */
  backups: string;
  /** Claude Code's user settings. */
  settings: string;
  /** Claude Code's list of marketplaces it has loaded. */
  knownMarketplaces: string;
  /** Claude Code's list of plugins it has seen. */
  installedPlugins: string;
  /** A command for the person's shell; absent where there is no `~/.local/bin`. */
  command?: string;
}

export function setupPlaces(paths: HostPaths, env: Environment): SetupPlaces {
  const { HOME: home, CLAUDE_CONFIG_DIR: configured } = env;
  if (!home && !configured) {
    throw new RecordError(
      "CONFIG_ERROR",
      {
        problem: "neither HOME nor CLAUDE_CONFIG_DIR is set, so Claude Code's settings cannot be found",
        where: "environment",
      },
      "Set HOME, or CLAUDE_CONFIG_DIR to Claude Code's folder, and run this again",
    );
  }
  const client = configured || join(home ?? "", ".claude");
  const marketplace = join(paths.data, "claude-code");
  const localBin = home ? join(home, ".local", "bin") : undefined;
  return {
    marketplace,
    plugin: join(marketplace, PLUGIN),
    runtime: join(paths.data, "runtime", process.platform === "win32" ? "bun.exe" : "bun"),
    receipt: join(paths.data, "claude-code-install.json"),
    backups: join(paths.state, "backups"),
    settings: join(client, "settings.json"),
    knownMarketplaces: join(client, "plugins", "known_marketplaces.json"),
    installedPlugins: join(client, "plugins", "installed_plugins.json"),
    ...(localBin && existsSync(localBin) ? { command: join(localBin, "recollect") } : {}),
  };
}

/** The installed command by its whole path, as a shell reads it: not every shell has ours on its path. */
export const statusLineCommand = ({ plugin }: SetupPlaces): string =>
  `'${join(plugin, "bin", "recollect").replaceAll("'", "'\\''")}' statusline`;

type PathFile = "bun-path" | "quick-path";

/** The file of an installed plugin that tells the launcher the path of Bun, or of the hooks' executable. */
export const pathFile = (plugin: string, name: PathFile): string => join(plugin, "runtime", name);

/** The path that such a file holds, if any. */
export function pathIn(plugin: string, name: PathFile): string | undefined {
  try {
    return readFileSync(pathFile(plugin, name), "utf8").trim();
  } catch {
    return undefined;
  }
}

/** Version of the plugin in a folder, or undefined where our plugin is not there. */
export function pluginVersion(dir: string): string | undefined {
  try {
    const manifest: unknown = JSON.parse(readFileSync(join(dir, ".claude-plugin", "plugin.json"), "utf8"));
    if (typeof manifest !== "object" || manifest === null) return undefined;
    const { name, version } = manifest as { name?: unknown; version?: unknown };
    return name === PLUGIN && typeof version === "string" ? version : undefined;
  } catch {
    return undefined;
  }
}
