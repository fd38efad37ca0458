/**
 * Patterns of paths as people write them: `*` and `?` within a segment, `**` for any number of segments, `{a,b}`. A pattern may
 * come from anyone, and is tried while someone waits: the work never grows faster than its length times the path's, where
 * a regular expression would go back over every star.
 */

/** Most stars, and what braces may stand for: more are no name of anything. */
const STARS_MAX = 6;
const ALTERNATIVES_MAX = 32;
/** Deepest path, in segments: of one that is deeper the last ones count. */
const DEPTH_MAX = 64;
/** Longer segments are no file's name. */
const SEGMENT_MAX = 255;

export const segmentsOf = (path: string): string[] => path.split("/").filter((segment) => segment !== "");

export interface PathMatch {
  /** Whether the pattern may begin at any segment of the path, not only at the first. */
  readonly anywhere?: boolean;
  /** Whether it may end before the path does, as a folder's does. */
  readonly folder?: boolean;
}

/** Whether the pattern names the path; case counts, as it does for files. */
export function matchesPattern(pattern: string, path: string, how: PathMatch = {}): boolean {
  if ((pattern.match(/\*/g)?.length ?? 0) > STARS_MAX) return false;
  const parts = segmentsOf(path).slice(-DEPTH_MAX);
  return alternatives(pattern).some((each) => reaches(segmentsOf(each), parts, how));
}

/** The pattern with each choice of its braces; none if there are too many. */
function alternatives(pattern: string): string[] {
  let found = [pattern];
  for (;;) {
    const next = found.flatMap(chosen);
    if (next.length > ALTERNATIVES_MAX) return [];
    if (next.length === found.length && next.every((each, n) => each === found[n])) return found;
    found = next;
  }
}

function chosen(pattern: string): string[] {
  const braces = /\{([^{}]*)\}/.exec(pattern);
  if (!braces) return [pattern];
  const [whole, choices = ""] = braces;
  const [head, tail] = [pattern.slice(0, braces.index), pattern.slice(braces.index + whole.length)];
  return choices.split(",").map((choice) => `${head}${choice}${tail}`);
}

function reaches(wanted: readonly string[], parts: readonly string[], how: PathMatch): boolean {
  if (wanted.length === 0) return false;
  // Where in the path one may be after each segment of the pattern.
  let reached = how.anywhere ? [...parts.keys()] : [0];
  for (const pattern of wanted) {
    const [first] = reached;
    if (first === undefined) return false;
    reached =
      pattern === "**"
        ? Array.from({ length: parts.length - first + 1 }, (_, n) => first + n)
        : reached
            .filter((at) => at < parts.length && namesSegment(pattern, parts[at] ?? ""))
            .map((at) => at + 1);
  }
  return how.folder ? reached.length > 0 : reached.at(-1) === parts.length;
}

/** Only the last star is ever gone back to: what the ones before it took does not matter any more. */
function namesSegment(pattern: string, text: string): boolean {
  if (!/[*?]/.test(pattern)) return pattern === text;
  if (text.length > SEGMENT_MAX) return false;
  let [p, t, star, from] = [0, 0, -1, 0];
  while (t < text.length) {
    if (pattern[p] === "*") {
      star = p;
      p += 1;
      from = t;
    } else if (pattern[p] === "?" || pattern[p] === text[t]) {
      p += 1;
      t += 1;
    } else if (star >= 0) {
      from += 1;
      p = star + 1;
      t = from;
    } else return false;
  }
  while (pattern[p] === "*") p += 1;
  return p === pattern.length;
}
