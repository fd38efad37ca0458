/** Shell completions, generated from what the commands say of themselves. */

export const SHELLS = ["bash", "zsh", "fish"] as const;
export type Shell = (typeof SHELLS)[number];

/** A command as completion sees it. */
export interface CompletionNode {
  name: string;
  description: string;
  options: readonly { name: string; description: string }[];
  subcommands: readonly CompletionNode[];
  /** Words that may stand as its arguments. */
  words: readonly string[];
}

/** The script that a shell loads; see the comment at its top for how. */
export function completionScript(shell: Shell, root: CompletionNode): string {
  switch (shell) {
    case "bash":
      return bash(root);
    case "zsh":
      return zsh(root);
    case "fish":
      return fish(root);
  }
}

interface Place {
  /** Names from below the program on, each after a blank: " config get". */
  path: string;
  node: CompletionNode;
}

const placesOf = (node: CompletionNode, path = ""): Place[] => [
  { path, node },
  ...node.subcommands.flatMap((inner) => placesOf(inner, `${path} ${inner.name}`)),
];

/** One shell word, whatever is in it. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

const flags = ({ options }: CompletionNode): string[] => [
  ...options.map(({ name }) => `--${name}`),
  "--help",
];

/** Follows the words before the cursor down the tree: the same in bash and zsh but for how words are counted. */
const descent = (places: readonly Place[], words: string, first: number, end: string): string =>
  `  local place="" i
  for ((i = ${first}; i < ${end}; i++)); do
    case "$place ${words}" in
      ${places
        .slice(1)
        .map(({ path }) => quoted(path))
        .join("|")}) place="$place ${words}" ;;
    esac
  done`;

function bash(root: CompletionNode): string {
  const places = placesOf(root);
  const cases = places.map(({ path, node }) => {
    const words = [...node.subcommands.map(({ name }) => name), ...node.words, ...flags(node)];
    return `    ${quoted(path)}) words=${quoted(words.join(" "))} ;;`;
  });
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the shell expands it
  const word = "${COMP_WORDS[i]}";
  return `# bash completion for ${root.name}: source <(${root.name} completions bash)
_${root.name}() {
${descent(places, word, 1, "COMP_CWORD")}
  local words=""
  case "$place" in
${cases.join("\n")}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o bashdefault -o default -F _${root.name} ${root.name}
`;
}

function zsh(root: CompletionNode): string {
  const places = placesOf(root);
  const described = (name: string, description: string): string =>
    quoted(`${name.replaceAll(":", "\\:")}:${description.replaceAll(":", "\\:")}`);
  const cases = places.map(({ path, node }) => {
    const items = [
      ...node.subcommands.map((inner) => described(inner.name, inner.description)),
      ...node.words.map(quoted),
      ...node.options.map(({ name, description }) => described(`--${name}`, description)),
      described("--help", "Show how it is used"),
    ];
    return `    ${quoted(path)}) items=(${items.join(" ")}) ;;`;
  });
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the shell expands it
  const word = "${words[i]}";
  return `#compdef ${root.name}
# zsh completion for ${root.name}: source <(${root.name} completions zsh)
_${root.name}() {
${descent(places, word, 2, "CURRENT")}
  local -a items
  case "$place" in
${cases.join("\n")}
  esac
  _describe ${quoted(root.name)} items || _files
}
if [[ "$funcstack[1]" == "_${root.name}" ]]; then
  _${root.name} "$@"
else
  compdef _${root.name} ${root.name}
fi
`;
}

/** In fish's single quotes a backslash escapes: https://fishshell.com/docs/current/language.html#quotes */
const fishQuoted = (text: string): string => `'${text.replace(/[\\']/g, "\\$&")}'`;

function fish(root: CompletionNode): string {
  const line = (condition: string, rest: string): string =>
    `complete -c ${root.name} -n ${fishQuoted(condition)} ${rest}`;
  const lines = placesOf(root).flatMap(({ path, node }) => {
    const names = path.trim().split(" ").filter(Boolean);
    const seen = names.map((name) => `__fish_seen_subcommand_from ${name}`);
    const deeper = node.subcommands.map(({ name }) => name);
    const here = names.length === 0 ? "__fish_use_subcommand" : seen.join("; and ");
    const next =
      names.length > 0 && deeper.length > 0
        ? `${here}; and not __fish_seen_subcommand_from ${deeper.join(" ")}`
        : here;
    return [
      ...node.subcommands.map((inner) =>
        line(next, `-f -a ${inner.name} -d ${fishQuoted(inner.description)}`),
      ),
      ...(node.words.length > 0 ? [line(here, `-f -a ${fishQuoted(node.words.join(" "))}`)] : []),
      ...node.options.map(({ name, description }) => line(here, `-l ${name} -d ${fishQuoted(description)}`)),
    ];
  });
  return `# fish completion for ${root.name}: ${root.name} completions fish | source\n${lines.join("\n")}\n`;
}
