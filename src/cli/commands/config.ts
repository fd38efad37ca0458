/** `config get|set|validate`: reading, changing and checking the configuration. */
import { defineCommand } from "citty";
import { openHost } from "../../client/claude-code/program-host.ts";
import { type ConfigEdited, getConfigValue, parseConfigValue, setConfigValue } from "../../config/edit.ts";
import {
  type ConfigPlace,
  loadConfig,
  projectConfigFile,
  readLayers,
  userConfigFile,
} from "../../config/load.ts";
import { presentable } from "../../config/secret.ts";
import { type ConfigSetting, listSettings } from "../../config/settings.ts";
import type { ConfigProblem } from "../../config/types.ts";
import { schemaProblems } from "../../config/usable.ts";
import { findProject } from "../../host/project.ts";
import { RecordError } from "../../record/error.ts";
import { type Command, command, currentFolder, JSON_FLAG } from "../command.ts";
import { EXIT, emit, paint, table } from "../output.ts";

/** Longer values are shortened in the table; `--json` and asking for one key show them whole. */
const SHOWN_MAX = 60;

function here(): ConfigPlace {
  const { paths, env } = openHost();
  return { paths, env, projectDir: findProject(currentFolder()).dir };
}

const getCommand = command({
  name: "get",
  description: "Show a setting, a section, or everything in effect and where it comes from",
  args: {
    key: { type: "positional", description: "Dotted key, e.g. retrieval.max_inject", required: false },
    ...JSON_FLAG,
  },
  run({ args }) {
    const place = here();
    const loaded = loadConfig(place);
    if (args.key === undefined) {
      emit(args.json, presentable(loaded.config), () =>
        renderSettings(listSettings(loaded.config, readLayers(place).layers)),
      );
      return EXIT.ok;
    }
    const value = presentable(getConfigValue(loaded, args.key), args.key);
    emit(args.json, value ?? null, () =>
      typeof value === "string" ? value : (JSON.stringify(value, null, 2) ?? ""),
    );
    return EXIT.ok;
  },
});

const setCommand = command({
  name: "set",
  description:
    "Change a setting in the project's file, or with --user in your own; checked before it is written",
  args: {
    key: { type: "positional", description: "Dotted key, e.g. capture.mode", required: true },
    value: { type: "positional", description: "JSON or bare text", required: false },
    user: { type: "boolean", description: "Change your own file, for all projects" },
    unset: { type: "boolean", description: "Take the key out, so that the layer below applies" },
    ...JSON_FLAG,
  },
  run({ args }) {
    const place = here();
    const value = args.unset ? null : newValue(args.key, args.value);
    const edited = setConfigValue({
      file: args.user ? userConfigFile(place.paths) : projectConfigFile(place.projectDir),
      source: args.user ? "user" : "project",
      ...(args.user ? {} : { within: place.projectDir }),
      key: args.key,
      value,
      others: readLayers(place).layers,
    });
    const { before, after, file, overruledBy } = edited;
    const data = {
      key: args.key,
      before: presentable(before ?? null, args.key),
      after: presentable(after ?? null, args.key),
      file,
      ...(overruledBy ? { overruled_by: overruledBy } : {}),
    };
    emit(args.json, data, () => renderEdit(args.key, edited));
    return EXIT.ok;
  },
});

const validateCommand = command({
  name: "validate",
  description:
    "Report unknown keys, values out of range, unusable schemas and unreadable files; exit code 1 if there are any",
  args: { ...JSON_FLAG },
  run({ args }) {
    const place = here();
    const loaded = loadConfig(place);
    const problems = [...loaded.problems, ...schemaProblems(loaded, readLayers(place).layers)];
    const files = [userConfigFile(place.paths), projectConfigFile(place.projectDir)];
    emit(args.json, { valid: problems.length === 0, files, problems }, () => renderProblems(problems, files));
    return problems.length === 0 ? EXIT.ok : EXIT.error;
  },
});

export const configCommand: Command = defineCommand({
  meta: { name: "config", description: "Read, change and check the configuration" },
  subCommands: { get: getCommand, set: setCommand, validate: validateCommand },
}) as Command;

function newValue(key: string, text: string | undefined): unknown {
  if (text !== undefined) return parseConfigValue(key, text);
  throw new RecordError(
    "INPUT_ERROR",
    { field: "value", expected: "a value, or --unset", got: "nothing" },
    `Pass the value: recollect config set ${key} VALUE`,
  );
}

const renderSettings = (settings: readonly ConfigSetting[]): string =>
  table(
    settings.map(({ key, value, source, where }) => [
      paint("cyan", key),
      shortened(JSON.stringify(presentable(value, key))),
      source === "default" ? paint("dim", "default") : `${source} ${paint("dim", where)}`,
    ]),
  );

const shortened = (text: string): string =>
  text.length > SHOWN_MAX ? `${text.slice(0, SHOWN_MAX - 1)}…` : text;

function renderEdit(key: string, { before, after, file, overruledBy }: ConfigEdited): string {
  const was = before === undefined ? "not set" : JSON.stringify(presentable(before, key));
  const is = after === undefined ? "not set" : JSON.stringify(presentable(after, key));
  return [
    `${paint("cyan", key)}: ${was} → ${paint("bold", is)}  ${paint("dim", file)}`,
    ...(overruledBy ? [`${paint("yellow", "warning")} ${overruledBy} still says otherwise, and wins`] : []),
  ].join("\n");
}

function renderProblems(problems: readonly ConfigProblem[], files: readonly string[]): string {
  if (problems.length === 0) return `${paint("green", "ok")} ${paint("dim", files.join(", "))}`;
  return problems
    .map(({ where, message }) => `${paint("yellow", "problem")} ${message}\n  ${paint("dim", where)}`)
    .join("\n");
}
