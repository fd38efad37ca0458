/** Which of its arguments a command writes to, for the commands that people and models use to write files. */
import { type Options, readOptions } from "./options.ts";
import { hasWildcard } from "./wildcards.ts";

/** A path as the command was given it. */
export interface Target {
  path: string;
  /** Everything below it goes too. */
  tree?: boolean;
}

type Rule = (args: readonly string[], input: string) => Target[];

const each = (paths: readonly string[], tree = false): Target[] =>
  paths.map((path) => (tree ? { path, tree } : { path }));

const has = ({ given }: Options, ...names: string[]): boolean => names.some((name) => given.has(name));

/** The values that options were given. */
const valuesOf = ({ given }: Options, ...names: string[]): string[] =>
  names.flatMap((name) => given.get(name) || []);

/** Every operand but the first `skip`. `short` and `long` name the options that take a value. */
const operands =
  (short = "", long: readonly string[] = [], skip = 0): Rule =>
  (args) =>
    each(readOptions(args, short, long).operands.slice(skip));

const lastSegment = (path: string): string => path.replace(/\/+$/, "").split("/").at(-1) ?? "";

interface Destinations {
  sources: readonly string[];
  /** Undefined for a command without operands. */
  into: string | undefined;
  targets: Target[];
}

/** Sources and a destination, which may be a folder that gets a file of the source's name. */
function destinations(options: Options): Destinations {
  const [folder] = valuesOf(options, "t", "target-directory");
  const into = folder ?? (options.operands.length > 1 ? options.operands.at(-1) : ".");
  const sources =
    folder === undefined && options.operands.length > 1 ? options.operands.slice(0, -1) : options.operands;
  if (into === undefined) return { sources, into, targets: [] };
  return {
    sources,
    into,
    targets: [{ path: into }, ...each(sources.map((path) => `${into}/${lastSegment(path)}`))],
  };
}

const isName = (segment: string): boolean => !["", ".", ".."].includes(segment) && !hasWildcard(segment);

/**
 * Targets of a copy of whole folders: everything below the folder of a source's name may go. What is in a source, copied with
 * `src/.` or a slash at its end, goes for a folder of the same name or a hidden one. Into other folders, the project's own
 * above all, it is taken to bring files that were not there.
 */
function copiedTrees({ sources, into, targets }: Destinations, replaces = false): Target[] {
  if (into === undefined) return targets;
  const over = lastSegment(into);
  const merged = sources.some((source) => {
    const contents = replaces || /(?:^|\/)\.{0,2}$/.test(source);
    const name = lastSegment(source.replace(/\/\.?$/, ""));
    return contents && isName(over) && (name === over || over.startsWith("."));
  });
  const named = sources.map(lastSegment).filter(isName);
  return [
    ...targets,
    ...each(
      named.map((name) => `${into}/${name}`),
      true,
    ),
    ...each(merged ? [into] : [], true),
  ];
}

const copy: Rule = (args) => {
  const options = readOptions(args, "tSmog", ["target-directory", "suffix", "mode", "owner", "group"]);
  const recursive = has(options, "R", "r", "a", "recursive", "archive");
  if (has(options, "d", "directory") && !recursive) return each(options.operands);
  const found = destinations(options);
  return recursive ? copiedTrees(found, has(options, "T", "no-target-directory")) : found.targets;
};

const rsync: Rule = (args) => {
  const options = readOptions(args, "efTBM", [
    "rsh",
    "filter",
    "exclude",
    "include",
    "files-from",
    "backup-dir",
  ]);
  if (has(options, "n", "dry-run")) return [];
  const found = destinations(options);
  const { sources } = found;
  const spared = has(options, "f", "filter", "exclude", "exclude-from");
  const recursive = has(options, "r", "a", "recursive", "archive") && !spared;
  const targets = recursive ? copiedTrees(found) : found.targets;
  const tree = [...options.given.keys()].some((name) => name.startsWith("delete"));
  return [
    ...targets
      .filter(({ path }) => !/^[^/]*:/.test(path))
      .map((target) => (tree ? { ...target, tree } : target)),
    ...(has(options, "remove-source-files") ? each(sources, true) : []),
  ];
};

/** `sed -i`, `-i.bak`, `-Ei`, `--in-place`. */
const sed: Rule = (args) => {
  const inPlace = args.some((arg) => /^-[nrEsuz]*i/.test(arg) || arg.startsWith("--in-place"));
  if (!inPlace) return [];
  const plain = args.filter((arg) => !/^-[nrEsuz]*i/.test(arg) && arg !== "");
  const options = readOptions(plain, "efl", ["expression", "file", "line-length"]);
  return each(options.operands.slice(has(options, "e", "f", "expression", "file") ? 0 : 1));
};

/** `perl -i`, `ruby -i` and their clusters such as `-pi`; a cluster ends where `e` takes the programme. */
const inPlaceScript: Rule = (args) => {
  if (!args.some((arg) => /^-[a-df-zA-Z0-9]*i/.test(arg))) return [];
  const withoutEdit = args.map((arg) => arg.replace(/^(-[a-df-hj-zA-Z0-9]*)i\S*?(e?)$/, "$1$2"));
  const options = readOptions(withoutEdit, "eEIMm");
  return each(options.operands.slice(has(options, "e", "E") ? 0 : 1));
};

const patch: Rule = (args, input) => {
  const options = readOptions(args, "odipFrB", ["output", "directory", "input", "strip"]);
  if (has(options, "dry-run")) return [];
  return [
    ...each([...options.operands.slice(0, 1), ...valuesOf(options, "o", "output", "d", "directory")]),
    ...patchedFiles(input),
  ];
};

/** Files named in a unified diff, with and without the first segment that `-p1` strips. */
export const patchedFiles = (diff: string): Target[] =>
  [...diff.matchAll(/^(?:\+\+\+|---|\*\*\* (?:Add|Update|Delete) File:) (\S+)/gm)].flatMap(([, path = ""]) =>
    each([path, path.replace(/^[^/]*\//, "")]),
  );

const tar: Rule = (args) => {
  const [first = "", ...rest] = args;
  const options = readOptions(first.startsWith("-") ? args : [`-${first}`, ...rest], "fCTX", [
    "file",
    "directory",
  ]);
  if (has(options, "x", "extract", "get")) return each(valuesOf(options, "C", "directory").concat("."));
  return has(options, "c", "r", "u", "create") ? each(valuesOf(options, "f", "file")) : [];
};

const link: Rule = (args) => {
  const options = readOptions(args, "tS", ["target-directory", "suffix"]);
  const { sources, targets } = destinations(options);
  // A second name of the same file is a way to write to it.
  return has(options, "s", "symbolic") ? targets : [...targets, ...each(sources)];
};

const git: Rule = (args, input) => {
  const { given, operands: words } = readOptions(args, "Cc", ["git-dir", "work-tree", "namespace"], "+");
  const [command, ...rest] = words;
  const base = given.get("C");
  const targets = gitTargets(command ?? "", rest, input);
  return base ? targets.map((target) => ({ ...target, path: below(base, target.path) })) : targets;
};

const below = (base: string, path: string): string => (path.startsWith("/") ? path : `${base}/${path}`);

function gitTargets(command: string, args: readonly string[], input: string): Target[] {
  const dashes = args.indexOf("--");
  const options = readOptions(args, command === "clean" ? "e" : "bBs", [
    "source",
    "exclude",
    "pathspec-from-file",
  ]);
  switch (command) {
    case "checkout":
      // Before the two dashes stands a branch, unless it looks like a file.
      return each(
        dashes >= 0 ? args.slice(dashes + 1) : options.operands.filter((word) => /[./]/.test(word)),
      );
    case "restore":
      return has(options, "staged", "S") && !has(options, "worktree", "W") ? [] : each(options.operands);
    case "rm":
      return has(options, "cached", "n", "dry-run") ? [] : each(options.operands, has(options, "r"));
    case "mv":
      return [...destinations(options).targets, ...each(destinations(options).sources, true)];
    case "clean": {
      const spared = valuesOf(options, "e", "exclude").length > 0;
      if (!has(options, "f", "force") || has(options, "n", "dry-run") || spared) return [];
      return each(options.operands.length > 0 ? options.operands : ["."], true);
    }
    case "apply":
    case "am":
      return patchedFiles(input);
    default:
      return [];
  }
}

const remove: Rule = (args) => {
  const options = readOptions(args);
  return each(options.operands, has(options, "r", "R", "recursive"));
};

const move: Rule = (args) => {
  const options = readOptions(args, "tS", ["target-directory", "suffix"]);
  const { sources, targets } = destinations(options);
  return [...targets, ...each(sources, true)];
};

const RULES: Readonly<{ [command: string]: Rule }> = {
  rm: remove,
  mv: move,
  cp: copy,
  install: copy,
  ln: link,
  rsync,
  git,
  sed,
  gsed: sed,
  perl: inPlaceScript,
  ruby: inPlaceScript,
  patch,
  tar,
  rmdir: operands(),
  unlink: operands(),
  link: operands(),
  shred: operands("ns", ["iterations", "size"]),
  trash: operands(),
  touch: operands("rdt", ["reference", "date", "time"]),
  mkdir: operands("m", ["mode"]),
  mkfifo: operands("m", ["mode"]),
  truncate: operands("sr", ["size", "reference"]),
  chmod: operands("", [], 1),
  chown: operands("", [], 1),
  chgrp: operands("", [], 1),
  tee: operands(),
  sponge: operands(),
  gzip: operands("S"),
  gunzip: operands("S"),
  bzip2: operands(),
  xz: operands(),
  zstd: operands("o"),
  zip: (args) => each(readOptions(args, "x").operands.slice(0, 1)),
  unzip: (args) => each([readOptions(args, "dx").given.get("d") ?? "."]),
  ed: operands("p"),
  ex: operands("c"),
  vi: operands("c"),
  vim: operands("c"),
  nvim: operands("c"),
  nano: operands(),
  dd: (args) => each(args.filter((arg) => arg.startsWith("of=")).map((arg) => arg.slice(3))),
  sort: (args) => each(valuesOf(readOptions(args, "okStT", ["output", "key"]), "o", "output")),
  curl: (args) => {
    const options = readOptions(args, "oXHdbuAeFTmw", ["output", "output-dir", "request", "header", "data"]);
    return each([
      ...valuesOf(options, "o", "output", "output-dir"),
      ...(has(options, "O", "remote-name") ? ["."] : []),
    ]);
  },
  wget: (args) => {
    const options = readOptions(args, "OPoaitTQ", ["output-document", "directory-prefix", "output-file"]);
    const named = valuesOf(options, "O", "output-document", "P", "directory-prefix", "o", "output-file");
    return each(named.length > 0 ? named : ["."]);
  },
  mktemp: (args) => each(valuesOf(readOptions(args, "p", ["tmpdir", "suffix"]), "p", "tmpdir")),
  awk: (args) => {
    const options = readOptions(args, "ivFf", ["include"]);
    return options.given.get("i") === "inplace" ? each(options.operands.slice(1)) : [];
  },
  yq: (args) => {
    const options = readOptions(args, "oPp");
    return has(options, "i", "inplace") ? each(options.operands) : [];
  },
  prettier: (args) => {
    const options = readOptions(args, "", ["config", "parser", "plugin"]);
    return has(options, "w", "write") ? each(options.operands) : [];
  },
};

/** What a simple command writes to. `input` is its here-document. Unknown commands write nothing that can be told. */
export function commandTargets(name: string, args: readonly string[], input: string): Target[] {
  const rule = Object.hasOwn(RULES, name === "gawk" ? "awk" : name)
    ? RULES[name === "gawk" ? "awk" : name]
    : undefined;
  return rule?.(args, input).filter(({ path }) => path !== "" && path !== "-") ?? [];
}

const WRITERS =
  /\b(?:rm|mv|cp|install|ln|rsync|sed|gsed|perl|ruby|patch|tar|rmdir|unlink|link|shred|trash|touch|mkdir|mkfifo|truncate|chmod|chown|chgrp|tee|sponge|gzip|gunzip|bzip2|xz|zstd|zip|unzip|ed|ex|vim?|nvim|nano|dd|sort|curl|wget|mktemp|g?awk|yq|prettier|find|xargs|parallel|eval|trap|(?:ba|z|da|k|a|fi)?sh|python[\d.]*|pypy3?|node|bun|deno|php|lua|osascript|tsx|ts-node|Rscript|pwsh|powershell|sqlite3|busybox)\b|\bgit\b[^;&|\n]*\b(?:checkout|restore|rm|mv|clean|apply|am)\b/;

/** Redirections that write no file. */
const HARMLESS = /[0-9&]?>(?:&[0-9-]|\s*\/dev\/null)/g;

/**
 * Whether a piece of shell source mentions a command or an operator that writes. Quotes inside words, as in `r""m`,
 * count as such, so that the words need not be put together to say no.
 */
export const looksLikeWriting = (source: string): boolean =>
  WRITERS.test(source) || source.replace(HARMLESS, "").includes(">") || /\w["'\\]+\w|\$'/.test(source);

/** The commands that have a rule, for those who keep other lists of them. */
export const RULED_COMMANDS: readonly string[] = Object.keys(RULES);
