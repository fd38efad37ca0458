/** Commands as the command line knows them: citty's definitions, freed of their argument types once defined. */
import { type ArgsDef, type CommandContext, type CommandDef, defineCommand } from "citty";
import type { Host } from "../engine/events.ts";
import { openWorkspace, type Workspace } from "../engine/workspace.ts";
import { hostPaths } from "../host/paths.ts";
import { fileTrace } from "../host/trace.ts";
import { fail, failWithBlock } from "./output.ts";

/** A command of any arguments. */
export type Command = CommandDef<ArgsDef>;

/** The `--json` flag that every command takes. */
export const JSON_FLAG = { json: { type: "boolean", description: "Print JSON" } } as const;

export interface Definition<T extends ArgsDef> {
  name: string;
  description: string;
  args: T;
  /** The exit code, or nothing for success. Errors thrown are told and become exit codes. */
  run: (context: CommandContext<T>) => number | undefined | Promise<number | undefined>;
}

/** A command for people: failures are told on standard error, or as JSON with `--json`. */
export const command = <const T extends ArgsDef>(definition: Definition<T>): Command =>
  defined(definition, (error, args) => fail(error, args.json === true));

/** A command for scripts and agents: failures are error blocks on standard output, exit code 1 (2 for wrong arguments). */
export const scriptCommand = <const T extends ArgsDef>(definition: Definition<T>): Command =>
  defined(definition, failWithBlock);

function defined<T extends ArgsDef>(
  { name, description, args, run }: Definition<T>,
  onError: (error: unknown, args: { json?: boolean }) => number,
): Command {
  const command = defineCommand({
    meta: { name, description },
    args,
    async run(context: CommandContext<T>) {
      try {
        process.exitCode = (await run(context)) ?? 0;
      } catch (error) {
        process.exitCode = onError(error, context.args as { json?: boolean });
      }
    },
  });
  return command as unknown as Command;
}

/** This machine, as commands see it. */
export function openHost(): Host {
  const paths = hostPaths();
  return { paths, env: process.env, trace: fileTrace(paths.log), now: () => new Date() };
}

/** The project of the current folder, or of the one that the client started the session in. */
export const openHere = (): Workspace => openWorkspace(openHost(), process.env.CLAUDE_PROJECT_DIR ?? process.cwd());
