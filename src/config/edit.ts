/** Reading and changing single values, for `recollect config` and the client's configuration command. */

import { mkdirSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { sweepTemporaries, writeAtomic } from "../host/atomic.ts";
import { writeError } from "../host/fs-error.ts";
import { isInside } from "../host/inside.ts";
import { RecordError } from "../record/error.ts";
import { isObject, type JsonObject } from "../record/value.ts";
import { isSection, keyAt } from "./keys.ts";
import { readJsonFile } from "./load.ts";
import { type ConfigLayer, resolveConfig } from "./resolve.ts";
import { suggestKey } from "./suggest.ts";
import type { Config, ConfigProblem, LoadedConfig } from "./types.ts";
import { schemaProblems } from "./usable.ts";
import { assignAt, show, valueAt, valueFromText } from "./value.ts";

/** A dotted key as segments; upper case is kept, as thresholds allow it. */
export const keyPath = (key: string): string[] => key.split(".");

/**
 * The value in effect at a dotted key; a section's key gives the whole section, an empty one everything.
 * Undefined for a key that exists but holds nothing, such as the signals of a category without any.
 * Throws a `CONFIG_ERROR` that suggests a key when there is none of that name.
 */
export function getConfigValue({ config }: LoadedConfig, key: string): unknown {
  if (key === "") return config;
  const path = keyPath(key).map((segment) => segment.toLowerCase());
  const value = valueAt(config, path);
  if (value === undefined && !isKnown(path, config)) throw unknownKey(path, config);
  return value;
}

/** A value from a command line, read as the key's kind asks. */
export const parseConfigValue = (key: string, text: string): unknown =>
  valueFromText(text, keyAt(keyPath(key.toLowerCase())));

export interface ConfigEdit {
  /** The file to change; made when it is missing. */
  file: string;
  source: "user" | "project";
  /** For the project's file: its folder, out of which the file must not be linked. */
  within?: string;
  /** Dotted key; a section such as `categories.security` takes an object. */
  key: string;
  /** The new value; null takes the key out of the file. */
  value: unknown;
  /** What the other files and the environment say, so that categories defined there are known. */
  others: readonly ConfigLayer[];
}

export interface ConfigEdited {
  file: string;
  /** The file's own value before; undefined when it said nothing. */
  before: unknown;
  after: unknown;
  /** A variable or file that still overrules the new value. */
  overruledBy?: string;
}

/**
 * Changes one key of a file and leaves everything else in it as it was, keys that nobody knows included.
 * Throws a `CONFIG_ERROR` when the key does not exist, the value does not fit, or the file cannot be read.
 */
export function setConfigValue(edit: ConfigEdit): ConfigEdited {
  const { file, key, value } = edit;
  const content = readForEdit(edit);
  const path = spellingIn(content, keyPath(key));
  if (path.includes("__proto__")) throw unknownKey(path, resolved(edit, content));
  const before = valueAt(content, path);
  const problemsBefore = problemsOf(edit, content);
  if (value === null) removeAt(content, path);
  else assignAt(content, path, value);
  const added = problemsOf(edit, content).find(
    ({ message }) => !problemsBefore.some((known) => known.message === message),
  );
  if (value !== null && added) throw problemError(added, edit);
  if (value === null && before === undefined && !isKnown(path, resolved(edit, content))) {
    throw unknownKey(path, resolved(edit, content));
  }
  if (JSON.stringify(before) !== JSON.stringify(value ?? undefined)) writeJson(edit, content);
  const overruled = edit.others.findLast(
    (layer) =>
      isAbove(layer, edit) &&
      valueAt(
        layer.value,
        path.map((part) => part.toLowerCase()),
      ) !== undefined,
  );
  return {
    file,
    before,
    after: value ?? undefined,
    ...(overruled ? { overruledBy: overruled.where } : {}),
  };
}

function readForEdit({ file, within }: ConfigEdit): JsonObject {
  const read = readJsonFile(file, within);
  if (!read) return {};
  if ("problem" in read) {
    throw new RecordError("CONFIG_ERROR", { file, problem: `The file ${read.problem}` }, read.fix);
  }
  if (isObject(read.value)) return read.value;
  throw new RecordError(
    "CONFIG_ERROR",
    { file, problem: `The file holds ${show(read.value)}, but must hold an object` },
    "Correct the file, or delete it to start afresh",
  );
}

/** Keys that may be written in any case are found as the file spells them. */
function spellingIn(content: JsonObject, path: string[]): string[] {
  const folded = path.map((segment) => segment.toLowerCase());
  if (!keyAt(folded)?.anyCase) return path;
  const section = valueAt(content, folded.slice(0, -1));
  const spelt = isObject(section)
    ? Object.keys(section).find((name) => name.toLowerCase() === folded.at(-1))
    : undefined;
  return [...folded.slice(0, -1), spelt ?? folded.at(-1) ?? ""];
}

const layersWith = ({ source, file, others }: ConfigEdit, content: JsonObject): ConfigLayer[] => [
  ...others.filter((layer) => layer.where !== file),
  { source, where: file, value: content },
];

function problemsOf(edit: ConfigEdit, content: JsonObject): ConfigProblem[] {
  const layers = layersWith(edit, content);
  const loaded = resolveConfig(layers);
  return [...loaded.problems, ...schemaProblems(loaded, layers)];
}

const resolved = (edit: ConfigEdit, content: JsonObject): Config =>
  resolveConfig(layersWith(edit, content)).config;

const isAbove = (layer: ConfigLayer, edit: ConfigEdit): boolean =>
  layer.source === "environment" || (layer.source === "project" && edit.source === "user");

const isKnown = (path: readonly string[], config: Config): boolean =>
  (keyAt(path) !== undefined || isSection(path)) &&
  (path[0] !== "categories" || path.length < 2 || Object.hasOwn(config.categories, path[1] ?? ""));

function unknownKey(path: readonly string[], config: Config): RecordError {
  const suggestion = suggestKey(path, Object.keys(config.categories));
  return new RecordError(
    "CONFIG_ERROR",
    { key: path.join("."), problem: "There is no such key" },
    suggestion ? `Did you mean ${suggestion}?` : "`recollect config get` lists all keys",
  );
}

function problemError({ what, key }: ConfigProblem, { file, source }: ConfigEdit): RecordError {
  const entry = keyAt(key.split("."));
  const isForPeople = source === "project" && (entry?.personal || entry?.fromRepository);
  const fix = isForPeople ? "Set it in your own file: config set --user" : "Give a value that fits";
  return new RecordError("CONFIG_ERROR", { key, problem: what, file }, `${fix}; nothing was written`);
}

/** Takes out the key, and the sections that this leaves empty. */
function removeAt(content: JsonObject, path: readonly string[]): void {
  for (let length = path.length; length > 0; length -= 1) {
    const parent = length === 1 ? content : valueAt(content, path.slice(0, length - 1));
    if (!isObject(parent)) return;
    delete parent[path[length - 1] ?? ""];
    if (Object.keys(parent).length > 0) return;
  }
}

/** Temporary files of writers that crashed are taken away when they are this old, in milliseconds. */
const ABANDONED = 60_000;

/** Replaces the file in one step, so that a reader sees the old or the new content and never half of one. */
function writeJson({ file, source, within }: ConfigEdit, content: JsonObject): void {
  try {
    mkdirSync(dirname(file), { recursive: true, ...(source === "user" ? { mode: 0o700 } : {}) });
    const folder = realpathSync(dirname(file));
    if (within !== undefined && !isInside(folder, realpathSync(within))) {
      throw new Error(`${dirname(file)} is a link out of the project`);
    }
    const current = statSync(file, { throwIfNoEntry: false });
    const target = current ? realpathSync(file) : join(folder, basename(file));
    sweepTemporaries(dirname(target), Date.now() - ABANDONED);
    writeAtomic(target, `${JSON.stringify(content, null, 2)}\n`, {
      mode: source === "user" ? 0o600 : 0o644,
      // The user's own may hold a database's password.
      ...(current ? { exactMode: current.mode & (source === "user" ? 0o700 : 0o777) } : {}),
    });
  } catch (error) {
    const { details, fix } = writeError(file, error);
    throw new RecordError("CONFIG_ERROR", { file, problem: details.got ?? "It cannot be written" }, fix);
  }
}
