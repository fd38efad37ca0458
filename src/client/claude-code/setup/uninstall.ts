/** Plans the removal of what install did: looks at everything, changes nothing. */
import { existsSync, lstatSync, readdirSync, readlinkSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { Environment, HostPaths } from "../../../host/paths.ts";
import { messageOf } from "../../../host/trace.ts";
import { MARKETPLACE, PLUGIN, PLUGIN_ID } from "../names.ts";
import { type ForeignJson, readForeignJson } from "./foreign-json.ts";
import { removeAt, valueAt } from "./json-edit.ts";
import { type SetupPlaces, setupPlaces, statusLineCommand } from "./places.ts";
import type { Plan, Step } from "./plan.ts";
import { type Receipt, readReceipt } from "./receipt.ts";

export interface UninstallOptions {
  paths: HostPaths;
  env: Environment;
}

/** Plans the removal. Where nothing is installed there are no steps. Throws RecordError where the settings cannot be read. */
export function planUninstall({ paths, env }: UninstallOptions): Plan {
  const places = setupPlaces(paths, env);
  const receipt = readReceipt(places.receipt);
  const marketplace = receipt?.marketplace ?? places.marketplace;
  const notes: string[] = [];
  const steps: Step[] = [
    ...settingsSteps(places, marketplace, receipt, notes),
    ...clientListSteps(places, marketplace, receipt, notes),
    ...commandSteps(places, receipt),
  ];
  const folder = (path: string, why: string): void => {
    if (existsSync(path)) steps.push({ kind: "remove_folder", path, why });
  };
  folder(marketplace, "the installed plugin");
  folder(dirname(places.runtime), "its Bun runtime and the hooks' executable");
  if (existsSync(places.receipt))
    steps.push({ kind: "remove_file", path: places.receipt, why: "what install noted" });
  if (steps.length > 0) {
    notes.push(
      `Your records stay in each project's .claude/memory, and the database and log in ${paths.data} and ${paths.state}.`,
    );
  }
  return { steps, notes };
}

function settingsSteps(
  places: SetupPlaces,
  marketplace: string,
  receipt: Receipt | undefined,
  notes: string[],
): Step[] {
  const advice = `Take "${MARKETPLACE}" out of extraKnownMarketplaces and "${PLUGIN_ID}" out of enabledPlugins by hand, then run this again`;
  const file = readForeignJson(places.settings, advice);
  const registered = valueAt(file.text, ["extraKnownMarketplaces", MARKETPLACE, "source", "path"]);
  if (registered !== undefined && registered !== marketplace) {
    notes.push(
      `${places.settings} names another marketplace "${MARKETPLACE}" (${String(registered)}); it stays as it is.`,
    );
    return [];
  }
  const changes: string[] = [];
  let text = file.text;
  for (const path of [
    ["extraKnownMarketplaces", MARKETPLACE],
    ["enabledPlugins", PLUGIN_ID],
  ] as const) {
    if (valueAt(text, path) === undefined) continue;
    text = removeAt(text, [...path]);
    changes.push(`remove ${path.join(".")}`);
  }
  const line = valueAt(text, ["statusLine", "command"]);
  if (line !== undefined && (line === receipt?.statusLine || line === statusLineCommand(places))) {
    text = removeAt(text, ["statusLine"]);
    changes.push("remove statusLine");
  }
  if (changes.length === 0) return [];
  for (const key of receipt?.createdKeys ?? []) {
    if (JSON.stringify(valueAt(text, [key])) === "{}") text = removeAt(text, [key]);
  }
  return [changed(file, text, changes, receipt)];
}

/** Claude Code's own lists: our entries are taken out so that it does not look for a folder that is gone. */
function clientListSteps(
  { knownMarketplaces, installedPlugins }: SetupPlaces,
  marketplace: string,
  receipt: Receipt | undefined,
  notes: string[],
): Step[] {
  const steps: Step[] = [];
  try {
    const known = readForeignJson(knownMarketplaces, "");
    if (valueAt(known.text, [MARKETPLACE, "installLocation"]) !== marketplace) return [];
    const without = removeAt(known.text, [MARKETPLACE]);
    steps.push(changed(known, without, [`remove the marketplace "${MARKETPLACE}"`], receipt));
    const installed = readForeignJson(installedPlugins, "");
    if (valueAt(installed.text, ["plugins", PLUGIN_ID]) !== undefined) {
      const rest = removeAt(installed.text, ["plugins", PLUGIN_ID]);
      steps.push(changed(installed, rest, [`remove the plugin "${PLUGIN_ID}"`], undefined));
    }
    const data = join(dirname(installedPlugins), "data", `${PLUGIN}-${MARKETPLACE}`);
    if (existsSync(data) && readdirSync(data).length === 0) {
      steps.push({ kind: "remove_folder", path: data, why: "the client's empty folder for it" });
    }
  } catch (error) {
    notes.push(`Claude Code's lists of plugins stay as they are: ${messageOf(error)}`);
  }
  return steps;
}

function changed(file: ForeignJson, after: string, changes: string[], receipt: Receipt | undefined): Step {
  const { path, before } = file;
  if (before !== undefined && receipt?.createdFiles.includes(path) && after.trim() === "{}") {
    return { kind: "remove_file", path, before, why: "install made it, and nothing else is in it" };
  }
  return { kind: "edit_file", path, before, after, changes };
}

function commandSteps({ command, plugin }: SetupPlaces, receipt: Receipt | undefined): Step[] {
  const path = receipt?.command ?? command;
  if (!path || !lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) return [];
  if (resolve(dirname(path), readlinkSync(path)) !== join(plugin, "bin", "recollect")) return [];
  return [{ kind: "remove_file", path, why: "the command for your shell" }];
}
