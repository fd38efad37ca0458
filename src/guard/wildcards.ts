/**
 * Wildcards inside paths, as private-use characters, so that a file name that holds `*` and the wildcard `*` differ.
 * Commands are freed of these characters before they are read.
 */

/** Any run of characters within a segment; at its start not a dot, as in the shell. */
export const STAR = "\uE000";
/** One character. */
export const ONE = "\uE001";
/** Any run of characters within a segment: something that cannot be told, such as an unset variable. */
export const ANY = "\uE002";
/** As a whole segment: any number of segments, hidden ones included. */
export const DEEP = "\uE003";

const RESERVED = /[\uE000-\uE00F]/g;

export const withoutWildcards = (text: string): string => text.replace(RESERVED, "");

export const hasWildcard = (text: string): boolean => /[\uE000-\uE003]/.test(text);

/** Longer segments are no file's name; they are taken to meet anything. */
const MAX_SEGMENT = 1_000;

/** Whether two segments, each possibly with wildcards, can name the same file. */
export function segmentsMeet(a: string, b: string): boolean {
  if (a.length > MAX_SEGMENT || b.length > MAX_SEGMENT) return true;
  if ((a[0] === STAR && b[0] === ".") || (b[0] === STAR && a[0] === ".")) return false;
  const isRun = (char: string | undefined): boolean => char === STAR || char === ANY;
  return meet(a, b, isRun, (x, y) => x === y || x === ONE || y === ONE);
}

/** Whether two paths, as segments, can name the same file. */
export const pathsMeet = (a: readonly string[], b: readonly string[]): boolean =>
  meet(a, b, (segment) => segment === DEEP, segmentsMeet);

/** Whether two sequences, in which some elements stand for any run of elements, have one in common. */
function meet(
  a: ArrayLike<string>,
  b: ArrayLike<string>,
  isRun: (element: string | undefined) => boolean,
  agree: (x: string, y: string) => boolean,
): boolean {
  const width = b.length + 1;
  /** Whether the rests from `i` and `j` on meet, at `i * width + j`. */
  const meets = new Uint8Array((a.length + 1) * width);
  for (let i = a.length; i >= 0; i -= 1) {
    for (let j = b.length; j >= 0; j -= 1) {
      const x = a[i];
      const y = b[j];
      const skipX = x !== undefined && meets[(i + 1) * width + j] === 1;
      const skipY = y !== undefined && meets[i * width + j + 1] === 1;
      let result: boolean;
      if (x === undefined && y === undefined) result = true;
      else if (isRun(x) || isRun(y)) result = skipX || skipY;
      else {
        const both = x !== undefined && y !== undefined;
        result = both && meets[(i + 1) * width + j + 1] === 1 && agree(x, y);
      }
      meets[i * width + j] = result ? 1 : 0;
    }
  }
  return meets[0] === 1;
}
