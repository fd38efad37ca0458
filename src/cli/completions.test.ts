// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are shell scripts
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { completionTree } from "./commands/completions.ts";
import { COMMANDS } from "./commands.ts";
import { type CompletionNode, completionScript, SHELLS } from "./completions.ts";

const tree = await completionTree();

/** What bash offers for a line of words, the last of which is being typed. */
function bashOffers(...words: string[]): string[] {
  const script = [
    completionScript("bash", tree),
    `COMP_WORDS=(recollect ${words.map((word) => `'${word}'`).join(" ")})`,
    `COMP_CWORD=${words.length}`,
    "_recollect",
    'printf "%s\\n" "${COMPREPLY[@]}"',
  ].join("\n");
  const { stdout, stderr, exitCode } = Bun.spawnSync(["bash", "--norc", "-c", script]);
  expect(stderr.toString()).toBe("");
  expect(exitCode).toBe(0);
  return stdout.toString().split("\n").filter(Boolean);
}

test.skipIf(Bun.which("bash") === null)("bash completes commands, subcommands, options and keys", () => {
  expect(bashOffers("")).toEqual(expect.arrayContaining(Object.keys(COMMANDS)));
  expect(bashOffers("conf")).toEqual(["config"]);
  expect(bashOffers("config", "")).toEqual(["get", "set", "validate", "--help"]);
  expect(bashOffers("config", "set", "--u")).toEqual(["--user", "--unset"]);
  expect(bashOffers("config", "get", "retrieval.max_i")).toEqual(["retrieval.max_inject"]);
  expect(bashOffers("search", "--json", "--inc")).toEqual(["--include-retired"]);
  expect(bashOffers("completions", "f")).toEqual(["fish"]);
});

test("every command and every option is in the script of every shell", () => {
  const names = (node: CompletionNode): string[] => [
    ...node.subcommands.flatMap((inner) => [inner.name, ...names(inner)]),
    ...node.options.map(({ name }) => name),
  ];
  for (const shell of SHELLS) {
    const script = completionScript(shell, tree);
    for (const name of names(tree)) expect(script).toContain(name);
  }
});

test("descriptions with quotes and colons stay one word", () => {
  const node: CompletionNode = {
    name: "recollect",
    description: "",
    options: [],
    words: [],
    subcommands: [{ name: "x", description: "it's: so", options: [], subcommands: [], words: [] }],
  };
  expect(completionScript("zsh", node)).toContain(`'x:it'\\''s\\: so'`);
  expect(completionScript("fish", node)).toContain(`-d 'it\\'s: so'`);
});

test("the documentation names every command", () => {
  const page = readFileSync(new URL("../../docs/cli.md", import.meta.url), "utf8");
  for (const name of Object.keys(COMMANDS)) expect(page).toContain(`\`${name}`);
});
