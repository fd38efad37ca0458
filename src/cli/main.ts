/** The command line. Commands are loaded when they are called. */
import { stripVTControlCharacters } from "node:util";
import { renderUsage, runCommand } from "citty";
import manifest from "../../package.json" with { type: "json" };
import { nearest } from "../config/suggest.ts";
import { writeErr } from "../host/terminal.ts";
import { messageOf } from "../host/trace.ts";
import { COMMANDS, commandGroups, type FoundCommand, findCommand } from "./commands.ts";
import { EXIT, isPlain, paintFor, write } from "./output.ts";

main(process.argv.slice(2));

async function main([name, ...rest]: readonly string[]): Promise<void> {
  process.exitCode = EXIT.ok;
  if (name === "help" && rest[0] !== undefined) await help(rest[0], rest.slice(1));
  else if (name === undefined || ["help", "--help", "-h"].includes(name)) write(commandGroups());
  else if (["version", "--version", "-v"].includes(name)) write(manifest.version);
  else if (!Object.hasOwn(COMMANDS, name)) refuse(name);
  else if (rest.includes("--help") || rest.includes("-h")) await help(name, rest);
  else await run(await findCommand(name, rest));
}

async function run(found: FoundCommand): Promise<void> {
  try {
    if (found.inner.length > 0 && !speaksForItself(found)) throw new Error(wantsOneOf(found));
    await runCommand(found.command, { rawArgs: [...found.rest] });
  } catch (error) {
    // citty's own errors are about arguments; whatever a command throws it has told itself.
    const paint = paintFor("stderr", process.env);
    const usage = await usageOf(found, "stderr");
    writeErr(`${paint("red", "recollect")}: ${messageOf(error)}\n\n${usage}\n`);
    process.exitCode = EXIT.usage;
  }
}

/** Whether a command with others below it does something by itself, and no other was asked for. */
const speaksForItself = ({ command, rest }: FoundCommand): boolean =>
  command.run !== undefined && rest.every((word) => word.startsWith("-"));

function wantsOneOf({ path, inner, rest: [word] }: FoundCommand): string {
  const got = word === undefined ? "" : `, not "${word}"`;
  return `${path.join(" ")} is followed by one of ${inner.join(", ")}${got}`;
}

async function help(about: string, rest: readonly string[]): Promise<void> {
  if (!Object.hasOwn(COMMANDS, about)) return refuse(about);
  const found = await findCommand(about, rest);
  write(`${await usageOf(found, "stdout")}${await examplesOf(found)}`);
}

async function examplesOf({ path }: FoundCommand): Promise<string> {
  const { EXAMPLES } = await import("./examples.ts");
  const lines = EXAMPLES[path.join(" ")] ?? [];
  return lines.length === 0 ? "" : `\n${["EXAMPLES", "", ...lines.map((line) => `  ${line}`)].join("\n")}\n`;
}

function refuse(unknown: string): void {
  const guess = nearest(unknown, Object.keys(COMMANDS));
  const hint = guess ? `Did you mean \`recollect ${guess}\`? ` : "";
  writeErr(`recollect: there is no command "${unknown}". ${hint}\`recollect --help\` lists them all.\n`);
  process.exitCode = EXIT.usage;
}

/** citty writes one dash before an alias, however long it is; the column has a blank to spare. */
const dashed = (usage: string): string => usage.replace(/ ((?:\u001b\[\d+m)*)(?=-\w{2,}, )/g, "$1-");

/** A command's usage; citty colours it whatever it is written to. */
async function usageOf({ command, path }: FoundCommand, stream: "stdout" | "stderr"): Promise<string> {
  const parent = { meta: { name: ["recollect", ...path.slice(0, -1)].join(" "), version: manifest.version } };
  const text = await renderUsage(command, parent);
  return isPlain(stream, process.env) ? stripVTControlCharacters(dashed(text)) : dashed(text);
}
