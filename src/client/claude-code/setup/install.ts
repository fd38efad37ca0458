/** Plans an installation into Claude Code: looks at everything, changes nothing. */
import { existsSync, lstatSync, readdirSync, readlinkSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import type { Environment, HostPaths } from "../../../host/paths.ts";
import { RecordError } from "../../../record/error.ts";
import { MARKETPLACE, PLUGIN_ID } from "../names.ts";
import { sameFileContent, sameTree } from "./compare.ts";
import { executableName, QUICK_PREFIX, quickBundle } from "./executable.ts";
import { editForeign, type ForeignJson, readForeignJson } from "./foreign-json.ts";
import { setAt, valueAt } from "./json-edit.ts";
import {
  pathFile,
  pathIn,
  pluginVersion,
  type SetupPlaces,
  setupPlaces,
  statusLineCommand,
} from "./places.ts";
import type { Plan, Step } from "./plan.ts";
import { emptyReceipt, type Receipt, readReceipt } from "./receipt.ts";

export interface InstallOptions {
  paths: HostPaths;
  env: Environment;
  /** The plugin folder to install from, built (see `host/plugin.ts`). */
  plugin: string;
  /** The Bun executable to install, usually `process.execPath`. */
  bun: string;
  now: () => Date;
  /** Whether the client's status line is wanted, too, where there is none yet. */
  statusLine?: boolean;
}

/**
 * Plans the installation. Repeating it on an installation that is up to date gives no steps.
 * Throws RecordError (CONFIG_ERROR, READ_ERROR) where it would have to touch something that is not ours.
 */
export function planInstall({ paths, env, plugin, bun, now, statusLine }: InstallOptions): Plan {
  const places = setupPlaces(paths, env);
  const version = pluginVersion(plugin);
  if (version === undefined || !existsSync(join(plugin, "dist", "hooks", "UserPromptSubmit.js"))) {
    throw new RecordError(
      "CONFIG_ERROR",
      { problem: "there is no built plugin here (dist/hooks is missing)", folder: plugin },
      "Run `npm run build` in the package's folder, then install again",
    );
  }
  const known = readReceipt(places.receipt);
  const receipt: Receipt = known
    ? { ...structuredClone(known), version, marketplace: places.marketplace }
    : emptyReceipt(version, places.marketplace);
  const notes: string[] = [];
  const executable = executableOf(plugin, places);
  const making = executableSteps(bun, plugin, executable, places);
  const copying = pluginSteps(plugin, version, places);
  const steps: Step[] = [
    ...runtimeSteps(bun, places),
    ...making,
    ...copying,
    ...namingSteps(executable, making.length + copying.length > 0, places),
    ...knownMarketplaceSteps(places, receipt, now),
    ...settingsSteps(places, receipt, notes, statusLine === true),
    ...commandSteps(places, receipt, notes),
  ];
  const content = `${JSON.stringify(receipt, null, 2)}\n`;
  if (steps.length > 0 || JSON.stringify(known) !== JSON.stringify(receipt)) {
    steps.push({ kind: "write_receipt", path: places.receipt, content });
  }
  return { steps, notes };
}

const runtimeSteps = (bun: string, { runtime }: SetupPlaces): Step[] =>
  sameFileContent(bun, runtime) ? [] : [{ kind: "place_runtime", from: realpathSync(bun), to: runtime }];

/** Where the executable of a plugin and this Bun belongs; undefined where there can be none. */
function executableOf(plugin: string, { runtime }: SetupPlaces): string | undefined {
  const name = executableName(plugin);
  return name && join(dirname(runtime), name);
}

/** The executable, and the removal of those of earlier versions. */
function executableSteps(
  bun: string,
  plugin: string,
  executable: string | undefined,
  { runtime }: SetupPlaces,
): Step[] {
  const folder = dirname(runtime);
  const earlier = (existsSync(folder) ? readdirSync(folder) : [])
    .filter((name) => name.startsWith(QUICK_PREFIX) && name !== (executable && basename(executable)))
    .map((name): Step => ({ kind: "remove_file", path: join(folder, name), why: "an earlier version's" }));
  if (!executable || existsSync(executable)) return earlier;
  return [...earlier, { kind: "make_executable", bun, bundle: quickBundle(plugin), to: executable }];
}

/** After the others: a copied plugin names no executable yet, and one that could not be made is not named. */
function namingSteps(executable: string | undefined, changed: boolean, { plugin }: SetupPlaces): Step[] {
  if (!executable || (!changed && pathIn(plugin, "quick-path") === executable)) return [];
  return [{ kind: "name_executable", path: pathFile(plugin, "quick-path"), executable }];
}

function pluginSteps(plugin: string, version: string, places: SetupPlaces): Step[] {
  const { marketplace, runtime } = places;
  if (existsSync(places.plugin) && realpathSync(plugin) === realpathSync(places.plugin)) return [];
  const intact = existsSync(join(marketplace, ".claude-plugin", "marketplace.json"));
  if (intact && sameTree(plugin, places.plugin, ["runtime"])) return [];
  const replaces = pluginVersion(places.plugin);
  return [
    {
      kind: "install_plugin",
      from: plugin,
      marketplace,
      version,
      runtime,
      ...(replaces ? { replaces } : {}),
    },
  ];
}

/**
 * Claude Code 2.1.197 loads the plugins of a marketplace from the second session on unless the marketplace is in this
 * list (seen with the real client; 2.1.330 adds it by itself). The entry is the one that both write.
 */
function knownMarketplaceSteps(places: SetupPlaces, receipt: Receipt, now: () => Date): Step[] {
  const { marketplace, knownMarketplaces: path } = places;
  let file: ForeignJson;
  try {
    file = readForeignJson(path, "");
  } catch {
    return []; // the client's own file, and not needed: it heals itself
  }
  const entry = valueAt(file.text, [MARKETPLACE]) as { installLocation?: unknown } | undefined;
  if (entry?.installLocation === marketplace) return [];
  const source = { source: "directory", path: marketplace };
  const value = { source, installLocation: marketplace, lastUpdated: now().toISOString() };
  const after = setAt(file.text, [MARKETPLACE], value);
  noteCreated(receipt, file);
  return [
    {
      kind: "edit_file",
      path,
      before: file.before,
      after,
      changes: [`add the marketplace "${MARKETPLACE}"`],
    },
  ];
}

function settingsSteps(
  places: SetupPlaces,
  receipt: Receipt,
  notes: string[],
  wantsStatusLine: boolean,
): Step[] {
  const wanted = { source: { source: "directory", path: places.marketplace } };
  const advice =
    "Mend the file (Claude Code itself reads no comments), or add by hand: " +
    `"extraKnownMarketplaces": {"${MARKETPLACE}": ${JSON.stringify(wanted)}}, "enabledPlugins": {"${PLUGIN_ID}": true}`;
  let file = readForeignJson(places.settings, advice);
  const changes: string[] = [];
  const set = (path: [string, string], value: unknown): void => {
    const [container] = path;
    if (valueAt(file.text, [container]) === undefined && !receipt.createdKeys.includes(container)) {
      receipt.createdKeys.push(container);
    }
    noteCreated(receipt, file);
    file = editForeign(file, advice, (text) => setAt(text, path, value));
    changes.push(`set ${path.join(".")} = ${JSON.stringify(value)}`);
  };

  const registered = valueAt(file.text, ["extraKnownMarketplaces", MARKETPLACE]);
  if (JSON.stringify(registered) !== JSON.stringify(wanted)) {
    if (registered !== undefined && !isOurs(registered, receipt)) {
      throw new RecordError(
        "CONFIG_ERROR",
        {
          problem: `it already names another marketplace "${MARKETPLACE}": ${JSON.stringify(registered)}`,
          file: places.settings,
        },
        `Remove it with \`claude plugin marketplace remove ${MARKETPLACE}\`, then install again`,
      );
    }
    set(["extraKnownMarketplaces", MARKETPLACE], wanted);
  }
  const enabled = valueAt(file.text, ["enabledPlugins", PLUGIN_ID]);
  if (enabled === undefined) set(["enabledPlugins", PLUGIN_ID], true);
  else if (enabled === false) {
    notes.push(
      `You have switched the plugin off in ${places.settings}; that stays so. To switch it on: claude plugin enable ${PLUGIN_ID}`,
    );
  }
  if (wantsStatusLine) {
    const present = valueAt(file.text, ["statusLine"]);
    const own = statusLineCommand(places);
    if (present === undefined) {
      noteCreated(receipt, file);
      const line = { type: "command", command: own };
      file = editForeign(file, advice, (text) => setAt(text, ["statusLine"], line));
      changes.push(`set statusLine = ${JSON.stringify(line)}`);
      receipt.statusLine = own;
    } else if ((present as { command?: unknown } | null)?.command !== own) {
      notes.push(
        `${places.settings} has a status line already; it stays as it is. To have both in one, see docs/claude-code.md, "The status line"`,
      );
    }
  }
  if (changes.length === 0) return [];
  if (file.before !== undefined) mustBeWritable(places.settings, advice);
  return [
    {
      kind: "edit_file",
      path: places.settings,
      before: file.before,
      after: file.text,
      changes,
      backupIn: places.backups,
    },
  ];
}

/** Whether a registered marketplace is one of our folders: the recorded one, or one whose folder is gone. */
function isOurs(registered: unknown, receipt: Receipt): boolean {
  const source = (registered as { source?: { source?: unknown; path?: unknown } } | null)?.source;
  if (source?.source !== "directory" || typeof source.path !== "string") return false;
  return (
    source.path === receipt.marketplace ||
    !existsSync(source.path) ||
    existsSync(join(source.path, "memory", "bin", "recollect"))
  );
}

function commandSteps({ command, plugin }: SetupPlaces, receipt: Receipt, notes: string[]): Step[] {
  if (!command) return [];
  const target = join(plugin, "bin", "recollect");
  const present = lstatSync(command, { throwIfNoEntry: false });
  if (!present) {
    receipt.command = command;
    return [{ kind: "link_command", path: command, target }];
  }
  if (present.isSymbolicLink() && resolve(dirname(command), readlinkSync(command)) === target) return [];
  notes.push(`${command} already exists and is not ours; it stays as it is. Our command is ${target}`);
  return [];
}

function noteCreated(receipt: Receipt, { path, before }: ForeignJson): void {
  if (before === undefined && !receipt.createdFiles.includes(path)) receipt.createdFiles.push(path);
}

function mustBeWritable(path: string, advice: string): void {
  const mode = statSync(path).mode;
  if ((mode & 0o222) !== 0) return;
  throw new RecordError(
    "CONFIG_ERROR",
    { problem: "it is read-only, so it is left untouched", file: path },
    advice,
  );
}
