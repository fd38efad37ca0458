/**
 * Where in a text something may stand. Rules look for a short text that is native work to find, and try their expression
 * there alone: hooks run without compiled expressions, in which reading a page character by character takes milliseconds.
 */

/** Every place of a part. */
export function placesOf(text: string, part: string): number[] {
  const places: number[] = [];
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length)) places.push(at);
  return places;
}

/** What a sticky expression matches at a place. */
export function matchAt(expression: RegExp, text: string, at: number): RegExpExecArray | undefined {
  expression.lastIndex = at;
  return expression.exec(text) ?? undefined;
}

/** Every match of a global expression that is not empty. */
export function matchesOf(text: string, expression: RegExp): RegExpExecArray[] {
  const found: RegExpExecArray[] = [];
  expression.lastIndex = 0;
  for (let match = expression.exec(text); match; match = expression.exec(text)) {
    if (match[0] === "") expression.lastIndex += 1;
    else found.push(match);
  }
  return found;
}

/** How far such characters reach back from a place, at most so many of them. */
export function backOver(text: string, at: number, characters: RegExp, most: number): number {
  let start = at;
  while (start > 0 && at - start < most && characters.test(text.charAt(start - 1))) start -= 1;
  return start;
}

/** The text in lower case, character by character: what stands where is the same. */
export function lowered(text: string): string {
  const lower = text.toLowerCase();
  // A few capitals have small letters of two characters.
  return lower.length === text.length ? lower : text.replace(/[A-Z]+/g, (word) => word.toLowerCase());
}
