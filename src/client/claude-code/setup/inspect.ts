/** How the installation into Claude Code stands, for `doctor`. */
import { existsSync } from "node:fs";
import type { Environment, HostPaths } from "../../../host/paths.ts";
import { messageOf } from "../../../host/trace.ts";
import { RecordError } from "../../../record/error.ts";
import { MARKETPLACE, PLUGIN_ID } from "../names.ts";
import { readForeignJson } from "./foreign-json.ts";
import { valueAt } from "./json-edit.ts";
import { pathIn, pluginVersion, type SetupPlaces, setupPlaces } from "./places.ts";

export interface InstallProblem {
  /** An error keeps memory from working in Claude Code; a warning does not, or the person wanted it so. */
  state: "warning" | "error";
  /** What was found, in a sentence without a full stop. */
  found: string;
  /** How to mend it, likewise. */
  fix: string;
}

export interface InstallState {
  /** Version of the installed plugin; absent where none is installed. */
  version?: string;
  /** Empty where the plugin is registered and switched on, and where nothing is installed. */
  problems: InstallProblem[];
}

const AGAIN = "Run `recollect install`";

/** Looks at the installation; never throws. */
export function inspectInstall({ paths, env }: { paths: HostPaths; env: Environment }): InstallState {
  let installed: { version?: string } = {};
  try {
    const places = setupPlaces(paths, env);
    const version = pluginVersion(places.plugin);
    if (version !== undefined) installed = { version };
    return { ...installed, problems: problemsIn(places, version !== undefined) };
  } catch (error) {
    const state = installed.version === undefined ? "warning" : "error";
    return { ...installed, problems: [{ state, ...told(error) }] };
  }
}

/** Throws RecordError where Claude Code's settings cannot be read. */
function problemsIn(places: SetupPlaces, installed: boolean): InstallProblem[] {
  const { text } = readForeignJson(places.settings, `Make it plain JSON, then run \`recollect install\``);
  const path = valueAt(text, ["extraKnownMarketplaces", MARKETPLACE, "source", "path"]);
  const registered = path === places.marketplace;
  if (!installed) {
    const found = `Claude Code is told to load the plugin from ${places.plugin}, but it is not there`;
    return registered ? [{ state: "error", found, fix: AGAIN }] : [];
  }
  const problems: InstallProblem[] = [];
  const off = registered && valueAt(text, ["enabledPlugins", PLUGIN_ID]) !== true;
  if (!registered) {
    const found = `The plugin is not registered in ${places.settings}`;
    problems.push({ state: "error", found, fix: AGAIN });
  }
  if (off) {
    const fix = `Switch it on with \`claude plugin enable ${PLUGIN_ID}\``;
    problems.push({ state: "warning", found: "The plugin is switched off", fix });
  }
  if (!existsSync(pathIn(places.plugin, "bun-path") ?? places.runtime)) {
    const found = "The Bun runtime of the plugin is missing";
    problems.push({ state: off ? "warning" : "error", found, fix: AGAIN });
  }
  const executable = pathIn(places.plugin, "quick-path");
  if (executable && !existsSync(executable)) {
    const found = `The hooks' executable ${executable} is missing; they work, but slower`;
    problems.push({ state: "warning", found, fix: AGAIN });
  }
  return problems;
}

function told(error: unknown): { found: string; fix: string } {
  if (!(error instanceof RecordError)) return { found: messageOf(error), fix: AGAIN };
  const { problem, file } = error.details;
  return { found: [file, problem ?? error.message].filter(Boolean).join(": "), fix: error.fix };
}
