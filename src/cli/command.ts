/** Commands as the command line knows them: citty's definitions, freed of their argument types once defined. */
import { type ArgsDef, type CommandContext, type CommandDef, defineCommand } from "citty";
import { openHost } from "../client/claude-code/program-host.ts";
import { nearest } from "../config/suggest.ts";
import { openWorkspace, type Workspace } from "../engine/workspace.ts";
import { RecordError } from "../record/error.ts";
import { fail, failWithBlock } from "./output.ts";

/** A command of any arguments. */
export type Command = CommandDef<ArgsDef>;

/** The `--json` flag of every command that has something to say as JSON. */
export const JSON_FLAG = { json: { type: "boolean", description: "Print JSON" } } as const;

export interface Definition<T extends ArgsDef> {
  name: string;
  description: string;
  args: T;
  /** Words beyond the last positional argument belong to it; other commands refuse them. */
  joinsWords?: true;
  /** Called by clients: it fails open, and overlooks words and options that it does not know. */
  overlooks?: true;
  /** The exit code, or nothing for success. Errors thrown are told and become exit codes. */
  run: (context: CommandContext<T>) => number | undefined | Promise<number | undefined>;
}

/** A command for people: failures are told on standard error, or as JSON with `--json`. */
export const command = <const T extends ArgsDef>(definition: Definition<T>): Command =>
  defined(definition, fail);

/**
 * A command for scripts and agents: failures are error blocks on standard output, or JSON with `--json`; exit code 1
 * (2 for wrong arguments).
 */
export const scriptCommand = <const T extends ArgsDef>(definition: Definition<T>): Command =>
  defined(definition, failWithBlock);

function defined<T extends ArgsDef>(
  definition: Definition<T>,
  onError: (error: unknown, json: boolean) => number,
): Command {
  const { name, description, args, run } = definition;
  const command = defineCommand({
    meta: { name, description },
    args,
    async run(context: CommandContext<T>) {
      try {
        if (!definition.overlooks) {
          refuseUnknown(context.args, args);
          if (!definition.joinsWords) refuseSurplus(context.args._, args);
        }
        process.exitCode = (await run(context)) ?? 0;
      } catch (error) {
        process.exitCode = onError(error, (context.args as { json?: unknown }).json === true);
      }
    },
  });
  return command as unknown as Command;
}

/** A mistyped option must not be passed over: what it should have said would be lost. */
function refuseUnknown(given: { readonly [name: string]: unknown }, defined: ArgsDef): void {
  const options = Object.entries(defined).filter(([, { type }]) => type !== "positional");
  const spelt = options.flatMap(([name, definition]) => [
    name,
    camelCase(name),
    ...("alias" in definition ? [definition.alias ?? []].flat() : []),
  ]);
  const known = new Set(["_", ...Object.keys(defined), ...spelt]);
  const unknown = Object.keys(given).find((name) => !known.has(name));
  if (unknown === undefined) return;
  const guess = nearest(
    unknown,
    options.map(([name]) => name),
  );
  throw new RecordError(
    "INPUT_ERROR",
    {
      field: `--${unknown}`,
      expected: options.map(([name]) => `--${name}`).join(", ") || "no options",
      got: "an option that this command does not have",
    },
    guess ? `Did you mean --${guess}?` : "Leave it out; after -- everything is text",
  );
}

/** A word too many must not be dropped: it would be half of what was meant. */
function refuseSurplus(words: readonly string[], defined: ArgsDef): void {
  const names = Object.keys(defined).filter((name) => defined[name]?.type === "positional");
  const surplus = words.slice(names.length);
  if (surplus.length === 0) return;
  throw new RecordError(
    "INPUT_ERROR",
    {
      field: "arguments",
      expected: names.map((name) => name.toUpperCase()).join(" ") || "options only",
      got: `${surplus.join(" ")} besides`,
    },
    names.length > 0 ? "Put words that belong together in quotes, or leave it out" : "Leave it out",
  );
}

const camelCase = (name: string): string =>
  name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** The project of the current folder, or of the one that the client started the session in. */
export const openHere = (): Workspace => openWorkspace(openHost(), currentFolder());

/** Where commands look for the project. */
export const currentFolder = (): string => process.env.CLAUDE_PROJECT_DIR ?? process.cwd();
