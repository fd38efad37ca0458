/**
 * Whether a text names a file. A path in a text may begin anywhere (`queue.ts`, `db/queue.ts`, `/home/ada/app/db/queue.ts`);
 * what counts is that it could be this file and no other, as far as a text tells.
 */

/** A file of a project. */
export interface FilePath {
  /** Segments of its absolute path. */
  readonly segments: readonly string[];
  /** How many of them, the last ones, are its path within the project. */
  readonly own: number;
}

export const filePath = (projectDir: string, relative: string): FilePath => ({
  segments: `${projectDir}/${relative}`.split("/").filter((segment) => segment !== ""),
  own: relative.split("/").length,
});

/** Path within the project, with forward slashes. */
export const relativePath = ({ segments, own }: FilePath): string => segments.slice(-own).join("/");

/** Name of a file that says little by itself: every other folder has one. Extensions are left out. */
const COMMON_NAMES: ReadonlySet<string> = new Set(
  `__init__ __main__ app base build changelog class cli client common conf config configuration const constants context
   contributing core data default demo docker-compose dockerfile error errors event events example examples factory form
   global globals handler handlers helper helpers hook hooks index init interface interfaces item layout lib license list
   loading log logger main makefile manifest middleware mod model models module not-found options package package-lock
   page plugin pom program provider readme requirements root route router routes run schema schemas script security
   server service services settings setup shared spec state store style styles template test tests todo tsconfig type
   types util utils vendor version view views worker`.split(/\s+/),
);
const NAME_MIN = 3;

/** Whether the file's name alone names it: not one that many folders have, nor one that could be a word. */
export function isDistinctive(name: string): boolean {
  const dot = name.indexOf(".", 1);
  const stem = name.slice(0, dot).toLowerCase();
  return dot > 0 && stem.length >= NAME_MIN && !COMMON_NAMES.has(stem);
}

/** Whether the text names it: by two segments of its path or more, or by a name of its own. */
export function mentionsFile(text: string, file: FilePath): boolean {
  const name = file.segments.at(-1) ?? "";
  if (name === "") return false;
  const enough = isDistinctive(name) ? 1 : 2;
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1))
    if (segmentsAt(text, at, file) >= enough) return true;
  return false;
}

/** How many of the file's last segments the path holds whose name stands at `at`; 0 if it is the path of another file. */
function segmentsAt(text: string, at: number, { segments, own }: FilePath): number {
  const name = segments.at(-1) ?? "";
  if (goesOn(text, at + name.length)) return 0;
  let start = at;
  let count = 1;
  for (let i = segments.length - 2; i >= 0; i -= 1) {
    const segment = segments[i] ?? "";
    const from = start - 1 - segment.length;
    if (from < 0 || !isSeparator(text[start - 1]) || !text.startsWith(segment, from)) break;
    start = from;
    count += 1;
  }
  return begins(text, start, count >= own) ? count : 0;
}

/** Whether the name goes on: `queue.tsx`, `queue.ts.bak`, `queue.ts/`. */
function goesOn(text: string, end: number): boolean {
  const next = text[end];
  if (next === "." || next === "-") return isNameCharacter(text[end + 1]);
  return isSeparator(next) || isNameCharacter(next);
}

/** Whether a path begins there. One from the root has to be the whole of it, be the root the project's or the machine's. */
function begins(text: string, start: number, whole: boolean): boolean {
  const before = text[start - 1];
  if (!isSeparator(before)) return before !== "." && before !== "-" && !isNameCharacter(before);
  const further = text[start - 2];
  if (further === ".") return !isNameCharacter(text[start - 3]); // `./` or `../`
  return whole && !isNameCharacter(further);
}

const isSeparator = (character: string | undefined): boolean => character === "/" || character === "\\";

/** Scripts without spaces stand right beside a path. */
const isNameCharacter = (character: string | undefined): boolean =>
  character !== undefined && /[\w@$~\u00c0-\u024f]/.test(character);
