/**
 * Reads the configuration: the project's file, the user's file, the environment. It runs in every hook, so it
 * does as little as it can, and nothing that it finds makes it throw.
 */
import { readFileSync, realpathSync, statSync } from "node:fs";
import { join } from "node:path";
import { isInside } from "../host/inside.ts";
import type { Environment, HostPaths } from "../host/paths.ts";
import { isThere, mapFile, realFile, realFolder } from "../host/quick-fs.ts";
import { builtInCategories } from "../record/category.ts";
import { isObject, type JsonObject } from "../record/value.ts";
import { DEFAULT_MEMORY_ROOT, defaultConfig } from "./defaults.ts";
import type { ConfigLayer, SchemaReader } from "./resolve.ts";
import type { ConfigProblem, LoadedConfig } from "./types.ts";
import { assignAt, show, valueFromText } from "./value.ts";

/** A larger file is not read. */
export const CONFIG_MAX_BYTES = 262_144;

const PREFIX = "RECOLLECT_";

/** Loaded only when some layer says something: most hooks run where none does, and count every millisecond. */
const keys = (): typeof import("./keys.ts") => require("./keys.ts");
const resolver = (): typeof import("./resolve.ts") => require("./resolve.ts");

export interface ConfigPlace {
  /** Absolute path of the project's folder. */
  projectDir: string;
  paths: Pick<HostPaths, "config">;
  env: Environment;
}

/** The project's file: in one fixed place, whatever `memory_root` says, so that it can be found at all. */
export const projectConfigFile = (projectDir: string): string =>
  join(projectDir, DEFAULT_MEMORY_ROOT, "memory-config.json");

/** The user's file, for all projects. */
export const userConfigFile = (paths: Pick<HostPaths, "config">): string => join(paths.config, "config.json");

/** The configuration of a project, complete whatever the files hold. */
export function loadConfig(place: ConfigPlace): LoadedConfig {
  const { layers, problems } = readLayers(place);
  if (layers.length === 0) return { config: defaultConfig(), categories: builtInCategories(), problems };
  const loaded = resolver().resolveConfig(layers, schemaReader(place.projectDir));
  loaded.problems.unshift(...problems);
  containMemoryRoot(loaded, layers, place.projectDir);
  return loaded;
}

/** What the files and the environment say, unchecked, and which files could not be read. */
export function readLayers({ projectDir, paths, env }: ConfigPlace): {
  layers: ConfigLayer[];
  problems: ConfigProblem[];
} {
  const layers: ConfigLayer[] = [];
  const problems: ConfigProblem[] = [];
  const take = (source: "user" | "project", where: string, within: string | undefined): void => {
    const read = readJsonFile(where, within);
    if (!read) return;
    if ("value" in read) layers.push({ source, where, value: read.value });
    else {
      const what = `The file ${read.problem}`;
      problems.push(resolver().configProblem(source, where, "", what, "Nothing of it is used", read.fix));
    }
  };
  take("user", userConfigFile(paths), undefined);
  take("project", projectConfigFile(projectDir), projectDir);
  layers.push(...environmentLayers(env));
  return { layers, problems };
}

/** One layer per variable: `RECOLLECT_RETRIEVAL__MAX_INJECT=3` is `retrieval.max_inject`. Empty ones are unset. */
export function environmentLayers(env: Environment): ConfigLayer[] {
  const layers: ConfigLayer[] = [];
  for (const name of Object.keys(env)) {
    if (!name.startsWith(PREFIX)) continue;
    const text = env[name];
    const path = name.slice(PREFIX.length).toLowerCase().split("__");
    // Other variables of ours, such as RECOLLECT_HOME, are not keys.
    if (!text || path.some((part) => part === "") || (path.length === 1 && !isTopLevel(path[0] ?? "")))
      continue;
    const value: JsonObject = {};
    assignAt(value, path, valueFromText(text, keys().keyAt(path)));
    layers.push({ source: "environment", where: name, value });
  }
  return layers;
}

const isTopLevel = (name: string): boolean =>
  keys().CONFIG_KEYS.some(({ key }) => key === name || key.startsWith(`${name}.`));

type JsonFile = { value: unknown } | { problem: string; fix: string };

/**
 * The JSON in a file; undefined when there is no such file. With `within`, a file that a link takes out of that
 * folder is not read: a clone must not be able to point at other files of its reader.
 */
export function readJsonFile(path: string, within: string | undefined): JsonFile | undefined {
  if (!isThere(path)) return undefined;
  try {
    const quick = mapFile(path, CONFIG_MAX_BYTES);
    const real = within === undefined || !quick ? path : realFile(path);
    if (quick && real && (within === undefined || isInside(real, realFolder(within) ?? within))) {
      return parseJson(quick);
    }
    const stat = statSync(path, { throwIfNoEntry: false });
    if (!stat) return undefined;
    if (!stat.isFile()) return { problem: "is not a regular file", fix: "Replace it by a file" };
    if (stat.size > CONFIG_MAX_BYTES) {
      return { problem: `is larger than ${CONFIG_MAX_BYTES / 1_024} KB`, fix: "Make it smaller" };
    }
    if (within !== undefined && !isInside(realpathSync(path), realpathSync(within))) {
      return { problem: "is a link out of the project", fix: "Replace the link by a file" };
    }
    return parseJson(readFileSync(path));
  } catch (error) {
    if (error instanceof SyntaxError) {
      return { problem: `is not valid JSON (${error.message})`, fix: "Correct it" };
    }
    if (error instanceof TypeError) return { problem: "is not valid UTF-8", fix: "Save it as UTF-8" };
    const code = (error as NodeJS.ErrnoException).code;
    if (code === "ENOTDIR" || code === "ENOENT") return undefined;
    return { problem: `cannot be read (${code ?? String(error)})`, fix: "Make it readable" };
  }
}

const parseJson = (bytes: Uint8Array): { value: unknown } => ({
  value: JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)),
});

const schemaReader =
  (projectDir: string): SchemaReader =>
  (memoryRoot, path) => {
    const where = join(projectDir, memoryRoot, path);
    const read = readJsonFile(where, projectDir);
    if (!read) return { problem: `There is no schema file ${where}` };
    if ("problem" in read) return { problem: `The schema file ${where} ${read.problem}` };
    return isObject(read.value)
      ? { schema: read.value }
      : { problem: `The schema file ${where} holds ${show(read.value)}, but must hold an object` };
  };

/** A configured root that a link takes out of the project would put records where nobody reviews them. */
function containMemoryRoot(loaded: LoadedConfig, layers: readonly ConfigLayer[], projectDir: string): void {
  const { memory_root: root } = loaded.config;
  if (root === DEFAULT_MEMORY_ROOT) return;
  let real: string | undefined;
  for (let at = join(projectDir, root); real === undefined; at = join(at, "..")) {
    try {
      real = realpathSync(at);
    } catch {
      if (at === join(at, "..")) return;
    }
  }
  let project = projectDir;
  try {
    project = realpathSync(projectDir);
  } catch {
    // A project that does not exist has nothing to be linked out of.
  }
  if (isInside(real, project)) return;
  const layer = layers.findLast(({ value }) => isObject(value) && Object.hasOwn(value, "memory_root"));
  loaded.config.memory_root = DEFAULT_MEMORY_ROOT;
  loaded.problems.push(
    resolver().configProblem(
      layer?.source ?? "project",
      layer?.where ?? projectConfigFile(projectDir),
      "memory_root",
      `memory_root is ${show(root)}, which is a link out of the project`,
      `${show(DEFAULT_MEMORY_ROOT)} is used instead`,
      "Correct or remove it",
    ),
  );
}
