/**
 * From what files and variables say to the configuration the program runs with. Nothing here throws: a value
 * that makes no sense is reported, and the value of the layer below stays.
 */
import {
  BUILT_IN_CATEGORIES,
  type BuiltInCategory,
  CATEGORIES,
  type Category,
  type CategoryName,
  CUSTOM_CATEGORY_PRIORITY,
} from "../record/category.ts";
import { isObject, type JsonObject } from "../record/value.ts";
import { CUSTOM_THRESHOLD, customCategoryDefaults, defaultConfig } from "./defaults.ts";
import { CATEGORY_FOLDER, CATEGORY_NAME, type ConfigKey, expectation, isSection, keyAt } from "./keys.ts";
import { presentable } from "./secret.ts";
import type { Config, ConfigProblem, ConfigSource, CustomCategorySettings, LoadedConfig } from "./types.ts";
import { assignAt, isValid, normalRoot, show, valueAt } from "./value.ts";

/** Loaded where there is something to mend. */
const suggest = (path: readonly string[], categories: readonly string[]): string | undefined =>
  (require("./suggest.ts") as typeof import("./suggest.ts")).suggestKey(path, categories);

/** What one file or variable says. */
export interface ConfigLayer {
  source: Exclude<ConfigSource, "default">;
  /** File or environment variable, for messages. */
  where: string;
  /** Whatever was found there. */
  value: unknown;
}

/** Reads a custom category's content schema: `path` is relative to the memory root. */
export type SchemaReader = (memoryRoot: string, path: string) => { schema: JsonObject } | { problem: string };

/** How strong a source is: the greater wins. */
export const RANK: Readonly<{ [source in ConfigSource]: number }> = {
  default: 0,
  user: 1,
  project: 2,
  environment: 3,
};

/** Names that would be found on every object. */
const RESERVED_NAMES: ReadonlySet<string> = new Set(["constructor"]);

interface Resolution {
  readonly config: Config;
  readonly problems: ConfigProblem[];
  /** Where each path was last set, for problems that show only when everything is known. */
  readonly origins: Map<string, ConfigLayer>;
}

/**
 * Lays the layers over the defaults, in the order user, project, environment; layers of one source in the order
 * given. Without `readSchema`, a content schema given as a path leaves the category with a generic check.
 */
export function resolveConfig(layers: readonly ConfigLayer[], readSchema?: SchemaReader): LoadedConfig {
  const resolution: Resolution = { config: defaultConfig(), problems: [], origins: new Map() };
  if (layers.length > 0) lay(layers, resolution);
  return {
    config: resolution.config,
    categories: categoryTable(resolution, readSchema),
    problems: resolution.problems,
  };
}

function lay(layers: readonly ConfigLayer[], resolution: Resolution): void {
  const ordered = layers.toSorted((a, b) => RANK[a.source] - RANK[b.source]);
  admitCustomCategories(ordered, resolution);
  for (const layer of ordered) {
    if (isObject(layer.value)) applySection(layer, layer.value, [], resolution);
    else
      report(
        resolution,
        layer,
        "",
        `This is ${show(layer.value)}, but must be a JSON object`,
        "Nothing of it is used",
      );
  }
  separateFolders(resolution);
  fillCustomCategories(resolution);
}

/** A custom category exists once some layer gives it a folder; without one it is more likely a misspelt name. */
function admitCustomCategories(layers: readonly ConfigLayer[], { config }: Resolution): void {
  for (const layer of layers) {
    const section = valueAt(layer.value, ["categories"]);
    if (!isObject(section)) continue;
    for (const [name, settings] of Object.entries(section)) {
      const folder = valueAt(settings, ["folder"]);
      if (Object.hasOwn(config.categories, name) || !CATEGORY_NAME.test(name)) continue;
      if (RESERVED_NAMES.has(name) || typeof folder !== "string" || !CATEGORY_FOLDER.test(folder)) continue;
      config.categories[name] = customCategoryDefaults(name, folder);
    }
  }
}

function applySection(
  layer: ConfigLayer,
  section: JsonObject,
  path: readonly string[],
  resolution: Resolution,
): void {
  for (const [name, value] of Object.entries(section)) {
    if (path.length === 0 && name === "$schema") continue;
    applyValue(layer, value, canonicalPath([...path, name]), resolution);
  }
}

function applyValue(
  layer: ConfigLayer,
  value: unknown,
  path: readonly string[],
  resolution: Resolution,
): void {
  const { config, origins } = resolution;
  const key = path.join(".");
  const stranger = categoryIn(path);
  if (stranger !== undefined && !Object.hasOwn(config.categories, stranger)) {
    report(resolution, layer, key, strangerMessage(path, stranger, config), "It is ignored");
    return;
  }
  const entry = keyAt(path);
  if (!entry || (entry.customOnly && isBuiltIn(path[1] ?? ""))) {
    if (!entry && isSection(path)) {
      if (isObject(value)) applySection(layer, value, path, resolution);
      else report(resolution, layer, key, `${key} is ${show(value)}, but must be an object`, "It is ignored");
      return;
    }
    const suggestion = entry ? undefined : suggest(path, Object.keys(config.categories));
    const hint = suggestion ? `; did you mean ${suggestion}?` : "";
    const what = entry ? `${key} is for categories of your own only` : `There is no key ${key}${hint}`;
    report(resolution, layer, key, what, "It is ignored");
    return;
  }
  if (entry.personal && layer.source === "project") {
    const fix = "Set it in your own configuration, or in the environment";
    report(resolution, layer, key, `${key} is for people, not for repositories`, "It is ignored", fix);
    return;
  }
  if (!isValid(entry, value)) {
    const kept = valueAt(config, path);
    const what = `${key} is ${show(presentable(value, key))}, but must be ${expectation(entry)}`;
    report(
      resolution,
      layer,
      key,
      what,
      kept === undefined ? "It is ignored" : `${show(presentable(kept, key))} is used instead`,
    );
    return;
  }
  const { fromRepository } = entry;
  if (fromRepository && layer.source === "project" && !fromRepository.some((allowed) => allowed === value)) {
    const what = `A repository may not set ${key} to ${show(value)}`;
    const fix = "Set it in your own configuration, or in the environment";
    report(resolution, layer, key, what, `${show(valueAt(config, path))} is used instead`, fix);
    return;
  }
  const used = usable(entry, value, key, layer, resolution);
  const before = entry.addsUp ? valueAt(config, path) : undefined;
  const whole = Array.isArray(before) && Array.isArray(used) ? [...new Set([...before, ...used])] : used;
  assignAt(config as unknown as JsonObject, path, whole);
  origins.set(key, layer);
}

/** What of a valid value is used, in its canonical form. */
function usable(
  entry: ConfigKey,
  value: unknown,
  key: string,
  layer: ConfigLayer,
  resolution: Resolution,
): unknown {
  if (entry.kind === "root") return normalRoot(String(value));
  if (entry.kind === "patterns" && Array.isArray(value)) {
    return usablePatterns(entry, value, key, layer, resolution);
  }
  return value;
}

/**
 * Most steps at one place of a line that a repository's expressions may need together where they are tried on all that is kept
 * and shown, before each prompt: three with an open repetition each, or a hundred of plain tokens.
 */
const REPOSITORY_STEPS = 3_500;
const TOO_MANY = "With those before it, it could take long on some lines; bounded repetitions take less";

/** The expressions of a list that can be used; each of the others is a problem of its own. */
function usablePatterns(
  { max = 0, addsUp }: ConfigKey,
  list: readonly unknown[],
  key: string,
  layer: ConfigLayer,
  resolution: Resolution,
): unknown[] {
  if (list.length > max) {
    const what = `${key} has ${list.length} expressions, but may have at most ${max}`;
    report(resolution, layer, key, what, `Only the first ${max} are used`);
  }
  // Loaded for those who have expressions of their own: every hook reads the configuration.
  const { patternFault, patternSteps } = require("./pattern.ts") as typeof import("./pattern.ts");
  let left = addsUp && layer.source === "project" ? REPOSITORY_STEPS : Number.POSITIVE_INFINITY;
  return list.slice(0, max).filter((pattern, i) => {
    const own = patternFault(pattern);
    const steps = own === undefined && left < Number.POSITIVE_INFINITY ? patternSteps(String(pattern)) : 0;
    const fault = own ?? (steps > left ? TOO_MANY : undefined);
    if (fault === undefined) {
      left -= steps;
      return true;
    }
    const what = `${key}.${i} is ${show(pattern)}, which is no expression to use: ${fault}`;
    report(resolution, layer, `${key}.${i}`, what, "It is left out");
    return false;
  });
}

/** Where the table allows any case, the lower one is meant. */
function canonicalPath(path: readonly string[]): readonly string[] {
  return keyAt(path)?.anyCase ? [...path.slice(0, -1), (path.at(-1) ?? "").toLowerCase()] : path;
}

/** The category that a path names, where it names one. */
function categoryIn(path: readonly string[]): string | undefined {
  if (path[0] === "categories") return path[1];
  const section = path.slice(0, -1).join(".");
  return section === "triage.thresholds" || section === "triage.parallel.category_models"
    ? path.at(-1)
    : undefined;
}

function strangerMessage(path: readonly string[], name: string, config: Config): string {
  if (path[0] === "categories" && (!CATEGORY_NAME.test(name) || RESERVED_NAMES.has(name))) {
    return `${show(name)} cannot be a category's name: 1 to 40 lower-case letters, digits and underscores, a letter first`;
  }
  const known = Object.keys(config.categories);
  const suggestion = suggest([...path.slice(0, path.indexOf(name)), name], known);
  const hint = suggestion ? `; did you mean ${suggestion}?` : "";
  const own = path[0] === "categories" ? ". A category of your own needs a valid `folder`" : "";
  return `There is no category ${show(name)}${hint}${own}`;
}

const isBuiltIn = (name: string): name is BuiltInCategory =>
  (BUILT_IN_CATEGORIES as readonly string[]).includes(name);

/** No two categories share a folder: built-in ones go back to their own, a custom one without a free one is left out. */
function separateFolders(resolution: Resolution): void {
  const { config } = resolution;
  for (let rounds = Object.keys(config.categories).length; rounds > 0; rounds -= 1) {
    const clash = sharedFolder(config);
    if (!clash) return;
    const owner = clash.find((name) => isBuiltIn(name) && CATEGORIES[name].folder === folderOf(config, name));
    for (const name of clash.filter((other) => other !== (owner ?? clash[0]))) {
      giveUpFolder(resolution, name, owner ?? clash[0] ?? name);
    }
  }
}

/** The categories of the first folder that has more than one. */
function sharedFolder(config: Config): string[] | undefined {
  const owners = new Map<string, string[]>();
  for (const name of Object.keys(config.categories)) {
    const folder = folderOf(config, name);
    const sharing = owners.get(folder);
    if (sharing) sharing.push(name);
    else owners.set(folder, [name]);
  }
  for (const sharing of owners.values()) if (sharing.length > 1) return sharing;
  return undefined;
}

const folderOf = (config: Config, name: string): string => config.categories[name]?.folder ?? "";

function giveUpFolder(resolution: Resolution, name: string, owner: string): void {
  const { config, origins } = resolution;
  const settings = config.categories[name];
  const key = `categories.${name}.folder`;
  const layer = origins.get(key) ?? origins.get(`categories.${owner}.folder`);
  if (!settings || !layer) return;
  const what = `${key} is ${show(settings.folder)}, which is the folder of ${owner} already`;
  if (isBuiltIn(name)) {
    settings.folder = CATEGORIES[name].folder;
    report(resolution, layer, key, what, `${show(settings.folder)} is used instead`);
  } else {
    delete config.categories[name];
    report(resolution, layer, key, what, `The category ${name} is left out`, "Give it a folder of its own");
  }
}

function fillCustomCategories({ config }: Resolution): void {
  for (const [name, settings] of Object.entries(config.categories)) {
    if (isBuiltIn(name)) continue;
    config.triage.thresholds[name] ??= CUSTOM_THRESHOLD;
    if (settings.signals) {
      settings.signals = {
        primary: settings.signals.primary ?? [],
        boosters: settings.signals.boosters ?? [],
      };
    }
  }
}

function categoryTable(
  resolution: Resolution,
  readSchema: SchemaReader | undefined,
): Map<CategoryName, Category> {
  const table = new Map<CategoryName, Category>();
  for (const [name, settings] of Object.entries(resolution.config.categories)) {
    const { folder, description } = settings;
    if (isBuiltIn(name)) table.set(name, { ...CATEGORIES[name], folder, description });
    else
      table.set(name, customCategory(name, settings, contentSchema(name, settings, resolution, readSchema)));
  }
  return table;
}

/** Capture may not retire records of a kind it knows nothing of; people may. */
const customCategory = (
  name: string,
  { folder, description }: CustomCategorySettings,
  schema: JsonObject | undefined,
): Category => ({
  name,
  folder,
  display: name.toUpperCase(),
  description,
  priority: CUSTOM_CATEGORY_PRIORITY,
  keyFields: schema ? fieldsOf(schema) : [],
  retirableByCapture: false,
  content: schema ? { kind: "json_schema", schema } : { kind: "generic" },
});

function contentSchema(
  name: string,
  { content_schema: given }: CustomCategorySettings,
  resolution: Resolution,
  readSchema: SchemaReader | undefined,
): JsonObject | undefined {
  if (typeof given !== "string") return given;
  const read = readSchema?.(resolution.config.memory_root, given);
  if (!read || "schema" in read) return read?.schema;
  const key = `categories.${name}.content_schema`;
  const layer = resolution.origins.get(key);
  if (layer) report(resolution, layer, key, read.problem, "Any object is accepted as content");
  return undefined;
}

/** Required fields first: they are there in every record. */
function fieldsOf(schema: JsonObject): string[] {
  const required = Array.isArray(schema.required) ? schema.required : [];
  const declared = isObject(schema.properties) ? Object.keys(schema.properties) : [];
  const fields = [...required, ...declared].filter((field) => typeof field === "string");
  return [...new Set(fields)].slice(0, 5);
}

function report(
  { problems }: Resolution,
  { source, where }: ConfigLayer,
  key: string,
  what: string,
  instead: string,
  fix: string = source === "environment" ? "Correct or unset the variable" : "Correct or remove it",
): void {
  problems.push(configProblem(source, where, key, what, instead, fix));
}

/** A problem from its three sentences, given without full stops; the first may be a question. */
export function configProblem(
  source: ConfigSource,
  where: string,
  key: string,
  what: string,
  instead: string,
  fix: string,
): ConfigProblem {
  const message = `${what}${what.endsWith("?") ? "" : "."} ${instead}. ${fix}.`;
  return { source, where, key, what, message };
}
