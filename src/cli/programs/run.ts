/**
 * One command as a program of its own, for those that agents and scripts call again and again: it starts without the
 * rest of the command line. Arguments are read here, by the command's own definition, because `node:util`, which citty
 * reads them with, takes longer to load than the work takes.
 */
import type { ArgsDef } from "citty";
import { writeErr } from "../../host/terminal.ts";
import type { Command } from "../command.ts";
import { EXIT } from "../output.ts";

export function runProgram(command: Command, argv: readonly string[] = process.argv.slice(2)): void {
  const defined = command.args as ArgsDef;
  const { args, missing } = readArguments(argv, defined);
  if (missing.length > 0) {
    writeErr(`recollect: missing ${missing.map((name) => `--${name}`).join(", ")}; see --help\n`);
    process.exitCode = EXIT.usage;
    return;
  }
  Promise.resolve(command.run?.({ rawArgs: [...argv], args: args as never, cmd: command })).finally(() =>
    process.exit(process.exitCode ?? EXIT.ok),
  );
}

export interface ReadArguments {
  /** By name; positional ones under theirs and under `_`. */
  args: { [name: string]: unknown };
  /** Required ones that were not given. */
  missing: string[];
}

/** `--name value`, `--name=value`, `--flag`, `--no-flag`, `--` and positional arguments, as citty reads them. */
export function readArguments(argv: readonly string[], defined: ArgsDef): ReadArguments {
  const positional: string[] = [];
  const args: { [name: string]: unknown } = { _: positional };
  for (let i = 0; i < argv.length; i += 1) {
    const word = argv[i] ?? "";
    if (word === "--") {
      positional.push(...argv.slice(i + 1));
      break;
    }
    const option = /^--([^=]+)(?:=(.*))?$/s.exec(word);
    if (!option) {
      positional.push(word);
      continue;
    }
    const [, name = "", value] = option;
    if (isFlag(defined, name)) args[name] = value !== "false";
    else if (name.startsWith("no-") && isFlag(defined, name.slice(3))) args[name.slice(3)] = false;
    else if (value !== undefined) args[name] = value;
    else {
      i += 1;
      args[name] = argv[i];
    }
  }
  const names = Object.entries(defined).filter(([, { type }]) => type === "positional");
  for (const [n, [name]] of names.entries()) if (positional[n] !== undefined) args[name] = positional[n];
  for (const [name, definition] of Object.entries(defined)) {
    if (args[name] === undefined && "default" in definition) args[name] = definition.default;
  }
  const missing = Object.entries(defined).filter(
    ([name, { required }]) => required && args[name] === undefined,
  );
  return { args, missing: missing.map(([name]) => name) };
}

const isFlag = (defined: ArgsDef, name: string): boolean => defined[name]?.type === "boolean";
