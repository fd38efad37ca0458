/** `completions`: the script that completes commands, options and configuration keys in a shell. */
import type { ArgsDef } from "citty";
import { CONFIG_KEYS } from "../../config/keys.ts";
import { BUILT_IN_CATEGORIES } from "../../record/category.ts";
import { type Command, command } from "../command.ts";
import { COMMANDS, innerCommands, loadCommand, resolved } from "../commands.ts";
import { type CompletionNode, completionScript, SHELLS } from "../completions.ts";
import { oneOf } from "../input.ts";
import { EXIT, write } from "../output.ts";

export const completionsCommand: Command = command({
  name: "completions",
  description: "Print shell completions: `source <(recollect completions bash)`",
  args: { shell: { type: "positional", description: SHELLS.join(", "), required: true } },
  async run({ args }) {
    const shell = oneOf("shell", SHELLS, args.shell);
    write(completionScript(shell, await completionTree()));
    return EXIT.ok;
  },
});

/** All commands as the completions see them. */
export async function completionTree(): Promise<CompletionNode> {
  const subcommands: CompletionNode[] = [];
  for (const [name, { about }] of Object.entries(COMMANDS)) {
    subcommands.push(await nodeOf(name, about, await loadCommand(name), name));
  }
  const options = [{ name: "version", description: "Print the version" }];
  return { name: "recollect", description: "", options, subcommands, words: [] };
}

async function nodeOf(
  name: string,
  about: string,
  definition: Command,
  path: string,
): Promise<CompletionNode> {
  const args: ArgsDef = (await resolved(definition.args)) ?? {};
  const subcommands: CompletionNode[] = [];
  for (const [key, sub] of await innerCommands(definition)) {
    const meta = await resolved(sub.meta);
    subcommands.push(await nodeOf(key, meta?.description ?? "", sub, `${path} ${key}`));
  }
  return {
    name,
    description: about,
    options: Object.entries(args).flatMap(([option, { type, description = "" }]) =>
      type === "positional" ? [] : [{ name: option, description }],
    ),
    subcommands,
    words: wordsOf(path),
  };
}

function wordsOf(path: string): readonly string[] {
  if (path === "completions") return SHELLS;
  if (path !== "config get" && path !== "config set") return [];
  return CONFIG_KEYS.flatMap(({ key, customOnly }) => {
    if (customOnly) return [];
    return key.includes("*") ? BUILT_IN_CATEGORIES.map((name) => key.replace("*", name)) : [key];
  });
}
