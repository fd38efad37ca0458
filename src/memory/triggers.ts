/**
 * Whether something that happened is what an intention waits for. Its condition is a phrase of a person or a model (`when
 * editing src/auth.ts`, `before npm publish`, `on branch release/*`), so it is read with tolerance; but only names that it
 * gives whole count, never words that happen to be in them.
 */
import { matchesPattern, segmentsOf } from "../text/path-pattern.ts";
import { stem } from "../text/stem.ts";
import { STOP_WORDS } from "../text/stop-words.ts";

export type Happening =
  /** Absolute, or relative to the project. */
  | { readonly kind: "file"; readonly path: string }
  | { readonly kind: "branch"; readonly name: string }
  | { readonly kind: "command"; readonly command: string }
  | { readonly kind: "tool"; readonly name: string };

/** Most characters of a condition that are read: it is a phrase, and is tried with every command. */
export const CONDITION_MAX = 500;
/** Most characters of a command that are read. */
const COMMAND_MAX = 4_000;

export function meets(condition: string, happening: Happening): boolean {
  const words = wordsOf(condition);
  switch (happening.kind) {
    case "file":
      return namesFile(words, happening.path);
    case "branch":
      return namesBranch(words, happening.name);
    case "command":
      return namesCommand(words, happening.command);
    case "tool":
      return namesTool(words, happening.name);
  }
}

/** Whether there is anything that could happen and is what it says: a condition that names nothing is never met. */
export function mayBeMet(condition: string): boolean {
  const words = wordsOf(condition);
  return (
    words.some((_, n) => fileNameAt(words, n) !== undefined || mayNameTool(words, n)) ||
    branchesIn(words).length > 0 ||
    mayNameCommand(words)
  );
}

/** Whether it could wait for a branch at all, so that one has to be known. */
export const speaksOfBranch = (condition: string): boolean => branchesIn(wordsOf(condition)).length > 0;

/** One word of a condition. */
interface Word {
  readonly text: string;
  readonly lower: string;
  /** Whether it stood in quotation marks or backticks: a name, whatever it looks like. */
  readonly quoted: boolean;
}

const QUOTED = /`([^`]+)`|"([^"]+)"|“([^”]+)”|(?<![\p{L}\p{N}])'([^']+)'(?![\p{L}\p{N}])/gu;

function wordsOf(whole: string): Word[] {
  const condition = whole.slice(0, CONDITION_MAX);
  const found: Word[] = [];
  let at = 0;
  const plain = (text: string, quoted: boolean): void => {
    for (const raw of text.split(/(?:[\s;()]|,(?=\s|$))+/u)) {
      const word = raw.replace(/^[^\p{L}\p{N}_.*/~@-]+|[^\p{L}\p{N}_*/+-]+$/gu, "").replace(/['’]s$/u, "");
      if (/[\p{L}\p{N}*]/u.test(word)) found.push({ text: word, lower: word.toLowerCase(), quoted });
    }
  };
  for (const match of condition.matchAll(QUOTED)) {
    plain(condition.slice(at, match.index), false);
    plain(match.slice(1).find((part) => part !== undefined) ?? "", true);
    at = match.index + match[0].length;
  }
  plain(condition.slice(at), false);
  return found;
}

/** Nouns after which, or before which, a bare word is the name of a file or folder. */
const FILE_NOUNS = new Set(
  "file files module modules folder folders directory package packages component components".split(" "),
);
/** `Makefile`, `Dockerfile`, `LICENSE`: files without a suffix are called by names that no other word looks like. */
const BARE_FILE = /^(?:[A-Z][a-z]+file|[A-Z][A-Z_]{3,})$/;

/** How a word names a file or folder; undefined for one that names none. */
function fileNameAt(words: readonly Word[], n: number): "pattern" | "file" | "noun" | undefined {
  const word = words[n];
  if (!word) return undefined;
  const { text, lower, quoted } = word;
  if (isPathLike(text) || (quoted && /[*.]/.test(text))) return "pattern";
  if (BARE_FILE.test(text)) return "file";
  if (FILE_NOUNS.has(lower) || STOP_WORDS.has(lower) || lower.length < 3) return undefined;
  const beside = [words[n - 1]?.lower, words[n + 1]?.lower];
  return beside.some((noun) => noun !== undefined && FILE_NOUNS.has(noun)) ? "noun" : undefined;
}

const withoutSuffix = (segment: string): string => segment.replace(/\.\w+$/, "");

const namesFile = (words: readonly Word[], path: string): boolean =>
  words.some(({ text, lower }, n) => {
    switch (fileNameAt(words, n)) {
      case "pattern":
        return matchesPath(text, path);
      case "file":
        return withoutSuffix(segmentsOf(path).at(-1) ?? "") === text;
      case "noun":
        return segmentsOf(path).some((segment) => withoutSuffix(segment).toLowerCase() === lower);
      default:
        return false;
    }
  });

/** Has a folder, a suffix, or begins with a dot; a number with decimals, and `e.g`, do not. */
const isPathLike = (text: string): boolean =>
  /^(?!\d+(?:\.\d+)*$)(?!(?:e\.g|i\.e|and\/or|v?\d+\.[\dx.]+)$)(?:.*[\w*\]}]\/|.*\/[\w*.]|\.?[\w*@-]*[\w*-]\.[A-Za-z*][\w.*-]*$|\.[A-Za-z][\w.-]*$)/.test(
    text,
  );

/** A pattern names the end of a path from a segment on, or a folder that the path is in. */
function matchesPath(pattern: string, path: string): boolean {
  const own = pattern.replace(/^(?:\.\/|~\/)/, "");
  const folder = pattern.endsWith("/") || (segmentsOf(own).length > 1 && !/\.\w+$/.test(pattern));
  // A pattern of one segment names a file, wherever it is.
  return matchesPattern(own, path, { anywhere: true, folder });
}

/** Branches that are called so nearly everywhere, so that `on main` means one. */
const USUAL_BRANCHES = new Set("main master develop development dev staging production trunk".split(" "));
const BEFORE_BRANCH = new Set(
  "on to onto into from branch checkout switch switching merge merging".split(" "),
);
const BRANCH_NOUN = new Set(["branch", "branches"]);

function branchesIn(words: readonly Word[]): string[] {
  return words.flatMap((word, n) => {
    if (BRANCH_NOUN.has(word.lower) || (STOP_WORDS.has(word.lower) && !word.quoted)) return [];
    const [before, after] = [words[n - 1]?.lower ?? "", words[n + 1]?.lower ?? ""];
    const isCalledOne = BRANCH_NOUN.has(before) || BRANCH_NOUN.has(after);
    const mayBeOne = USUAL_BRANCHES.has(word.lower) || /^[\w.-]+\/[\w.*-]+$/.test(word.text);
    return isCalledOne || (mayBeOne && BEFORE_BRANCH.has(before) && !/\.\w{1,4}$/.test(word.text))
      ? [word.text]
      : [];
  });
}

const namesBranch = (words: readonly Word[], name: string): boolean =>
  branchesIn(words).some((pattern) => matchesPattern(pattern, name));

/** Words of a condition that say when, not what. */
const CIRCUMSTANCE = new Set(
  "next time times run running use using used call calling called start starting started start begin beginning do doing try trying make making execute executing invoke invoking command commands again first every anything soon later sometime someday eventually work working touch touching touched edit editing edited open opening opened change changing changed read reading write writing new go going get getting".split(
    " ",
  ),
);

/** Programs whose first words name what they do, rather than what it is done to. */
const WITH_SUBCOMMANDS = new Set(
  "npm pnpm yarn bun npx bunx deno make just task rake cargo go git gh glab docker podman kubectl helm terraform tofu pulumi mvn gradle gradlew poetry uv pip pipenv mix dotnet aws gcloud az fly vercel netlify wrangler turbo nx lerna composer bundle rails django-admin manage ansible systemctl brew apt apt-get".split(
    " ",
  ),
);
/** Subcommands that look at things, whatever the things are called. */
const LOOKING = new Set(
  "log show diff grep status help blame view list ls search why info describe".split(" "),
);
/** Words of a command after its program that are read as what it does. */
const SUBCOMMANDS = 3;

/** Each simple command's names, in lower case: its program, and for known ones what it is told to do. */
function namesOf(command: string): string[][] {
  const bare = command
    .slice(0, COMMAND_MAX)
    // What stands in quotation marks is said, not done.
    .replace(/<<-?\s*['"]?(\w+)['"]?[\s\S]*?(?:\n\1\b|$)/g, " ")
    .replace(/'[^']*'|"(?:[^"\\]|\\.)*"/g, ' "" ');
  return bare.split(/&&|\|\||[;|&\n()`]|\$\(/).flatMap((simple) => {
    const words = simple.trim().split(/\s+/).filter(Boolean);
    while (words[0] && (/^\w+=/.test(words[0]) || PREFIXES.has(words[0]))) words.shift();
    const program = (words.shift() ?? "").replace(/^.*\//, "").replace(/\.(?:sh|js|mjs|ts|py|rb|bash)$/, "");
    if (!/^[\w@.+-]+$/.test(program)) return [];
    const names = [program.toLowerCase()];
    if (WITH_SUBCOMMANDS.has(names[0] ?? ""))
      for (const word of words) {
        if (names.length > SUBCOMMANDS) break;
        if (/^[a-zA-Z][\w:-]*$/.test(word)) names.push(word.toLowerCase());
      }
    return LOOKING.has(names[1] ?? "") ? [names.slice(0, 2)] : [names];
  });
}

const PREFIXES = new Set("sudo env time nohup exec command then do else nice".split(" "));

/** Words of a condition that name parts of a command; none where one of them names something else. */
function commandWords(words: readonly Word[]): readonly Word[] {
  const wanted = words.filter(
    ({ lower, quoted }) => (quoted || (!STOP_WORDS.has(lower) && !CIRCUMSTANCE.has(lower))) && lower !== "-",
  );
  return wanted.some(({ text }) => isPathLike(text)) ? [] : wanted;
}

/** A simple command has a program and so many words after it that count. */
const mayNameCommand = (words: readonly Word[]): boolean => {
  const named = new Set(
    commandWords(words).map(({ lower }) => (/^[a-z]+$/.test(lower) ? stem(lower) : lower)),
  );
  return (
    named.size > 0 &&
    named.size <= 2 * (SUBCOMMANDS + 1) &&
    [...named].every((name) => /^[\w@.:+-]+$/.test(name))
  );
};

/** Every word that is left of the condition names a part of one and the same simple command. */
function namesCommand(words: readonly Word[], command: string): boolean {
  const wanted = commandWords(words);
  if (wanted.length === 0) return false;
  return namesOf(command).some((names) => {
    const known = new Set(names.flatMap((name) => [name, stem(name)]));
    return wanted.every(
      ({ lower }) => known.has(lower) || (/^[a-z]+$/.test(lower) && known.has(stem(lower))),
    );
  });
}

/** `WebFetch`, `mcp__github__create_issue`, `NotebookEdit`: names that are no words. */
const NO_WORD = /^(?:[A-Z][a-z]+(?:[A-Z][a-z]+)+|\w+__\w+)$/;

/** `Read`, `Edit` and `Bash` are words, too: they count where it says that a tool is meant. */
const namesTool = (words: readonly Word[], name: string): boolean =>
  words.some(({ text }, n) => text === name && mayNameTool(words, n));

function mayNameTool(words: readonly Word[], n: number): boolean {
  const word = words[n];
  return (
    word !== undefined &&
    (word.quoted ||
      NO_WORD.test(word.text) ||
      [words[n - 1], words[n + 1]].some((each) => each?.lower === "tool"))
  );
}
