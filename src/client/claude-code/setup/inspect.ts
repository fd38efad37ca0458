/** How the installation into Claude Code stands; for `doctor` and `status`. */
import { existsSync } from "node:fs";
import type { Environment, HostPaths } from "../../../host/paths.ts";
import { messageOf } from "../../../host/trace.ts";
import { readForeignJson } from "./foreign-json.ts";
import { valueAt } from "./json-edit.ts";
import { MARKETPLACE, PLUGIN_ID, pathIn, pluginVersion, setupPlaces } from "./places.ts";

export interface InstallState {
  /** Version of the installed plugin; absent where none is installed. */
  version?: string;
  /** Whether Claude Code's settings name our folder, and have the plugin on. */
  registered: boolean;
  enabled: boolean;
  /** What is wrong and how to mend it, a sentence each; empty where nothing is installed. */
  problems: string[];
}

/** Looks at the installation; never throws. */
export function inspectInstall({ paths, env }: { paths: HostPaths; env: Environment }): InstallState {
  try {
    const places = setupPlaces(paths, env);
    const { text } = readForeignJson(places.settings, "");
    const version = pluginVersion(places.plugin);
    const path = valueAt(text, ["extraKnownMarketplaces", MARKETPLACE, "source", "path"]);
    const registered = path === places.marketplace;
    const enabled = valueAt(text, ["enabledPlugins", PLUGIN_ID]) === true;
    const problems: string[] = [];
    const again = "Run `recollect install`.";
    if (registered && version === undefined) {
      problems.push(
        `Claude Code is told to load the plugin from ${places.plugin}, but it is not there. ${again}`,
      );
    }
    if (version !== undefined && !registered)
      problems.push(`The plugin is not registered in ${places.settings}. ${again}`);
    if (version !== undefined && registered && !enabled) {
      problems.push(`The plugin is switched off. Switch it on with \`claude plugin enable ${PLUGIN_ID}\`.`);
    }
    if (version !== undefined && !existsSync(pathIn(places.plugin, "bun-path") ?? places.runtime)) {
      problems.push(`The Bun runtime of the plugin is missing. ${again}`);
    }
    const hooks = pathIn(places.plugin, "hooks-path");
    if (hooks && !existsSync(hooks)) {
      problems.push(`The hooks' executable ${hooks} is missing; they work, but slower. ${again}`);
    }
    return { ...(version === undefined ? {} : { version }), registered, enabled, problems };
  } catch (error) {
    return { registered: false, enabled: false, problems: [messageOf(error)] };
  }
}
