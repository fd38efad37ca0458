/** The command line. Commands are loaded when they are called. */
import { renderUsage, runCommand } from "citty";
import manifest from "../../package.json" with { type: "json" };
import { nearest } from "../config/suggest.ts";
import type { Command } from "./command.ts";
import { COMMANDS, commandGroups, loadCommand, mainCommand } from "./commands.ts";
import { EXIT, paint, write } from "./output.ts";

const [name, ...rest] = process.argv.slice(2);
process.exitCode = EXIT.ok;

if (name === undefined || name === "help" || name === "--help" || name === "-h") {
  write(rest[0] && Object.hasOwn(COMMANDS, rest[0]) ? await usageOf(await loadCommand(rest[0])) : commandGroups());
} else if (name === "--version" || name === "-v" || name === "version") {
  write(manifest.version);
} else if (!Object.hasOwn(COMMANDS, name)) {
  const guess = nearest(name, Object.keys(COMMANDS));
  const hint = guess ? `Did you mean \`recollect ${guess}\`? ` : "";
  process.stderr.write(`recollect: there is no command "${name}". ${hint}\`recollect --help\` lists them all.\n`);
  process.exitCode = EXIT.usage;
} else {
  await run(await loadCommand(name), rest);
}

async function run(command: Command, rawArgs: string[]): Promise<void> {
  if (rawArgs.includes("--help") || rawArgs.includes("-h")) {
    write(await usageOf(command));
    return;
  }
  try {
    await runCommand(command, { rawArgs });
  } catch (error) {
    // citty's own errors are about arguments; whatever a command throws it has told itself.
    process.stderr.write(`${paint("red", "recollect")}: ${(error as Error).message}\n\n${await usageOf(command)}\n`);
    process.exitCode = EXIT.usage;
  }
}

async function usageOf(command: Command): Promise<string> {
  return renderUsage(command, mainCommand);
}
