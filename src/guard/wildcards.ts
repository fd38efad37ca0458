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

/** Whether two segments, each possibly with wildcards, can name the same file. */
export function segmentsMeet(a: string, b: string): boolean {
  if ((a[0] === STAR && b[0] === ".") || (b[0] === STAR && a[0] === ".")) return false;
  const known = new Map<number, boolean>();
  const meet = (i: number, j: number): boolean => {
    if (i === a.length && j === b.length) return true;
    const key = i * (b.length + 1) + j;
    const before = known.get(key);
    if (before !== undefined) return before;
    const x = a[i];
    const y = b[j];
    let result: boolean;
    if (x === STAR || x === ANY) result = meet(i + 1, j) || (j < b.length && meet(i, j + 1));
    else if (y === STAR || y === ANY) result = meet(i, j + 1) || (i < a.length && meet(i + 1, j));
    else
      result =
        x !== undefined && y !== undefined && (x === y || x === ONE || y === ONE) && meet(i + 1, j + 1);
    known.set(key, result);
    return result;
  };
  return meet(0, 0);
}

/** Whether two paths, as segments, can name the same file. `DEEP` may stand in the first only. */
export function pathsMeet(a: readonly string[], b: readonly string[]): boolean {
  const [first, ...rest] = a;
  if (first === undefined) return b.length === 0;
  if (first === DEEP) return pathsMeet(rest, b) || (b.length > 0 && pathsMeet(a, b.slice(1)));
  const [other, ...others] = b;
  return other !== undefined && segmentsMeet(first, other) && pathsMeet(rest, others);
}
