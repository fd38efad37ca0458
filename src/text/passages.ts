/**
 * Long texts are searched by passage: the best one counts for the whole, so that a long record neither drowns in
 * its own length nor wins by it.
 */

/** Texts up to this many characters (UTF-16) are one passage. */
export const PASSAGE_MAX = 780;
/** Length that passages of a longer text aim at. */
export const PASSAGE_AIM = 600;

/** Cuts a text on paragraph, line or sentence borders; every passage has at most `PASSAGE_MAX` characters. */
export function passages(text: string): string[] {
  const whole = text.trim();
  if (whole.length <= PASSAGE_MAX) return whole === "" ? [] : [whole];
  const found: string[] = [];
  let start = 0;
  while (whole.length - start > PASSAGE_MAX) {
    const end = border(whole, start);
    const passage = whole.slice(start, end).trim();
    if (passage !== "") found.push(passage);
    start = end;
  }
  const rest = whole.slice(start).trim();
  if (rest !== "") found.push(rest);
  return found;
}

/** Kinds of borders, best first: after a blank line, a line, a sentence (also 。！？), a space. */
const BORDERS: readonly RegExp[] = [/\n\s*\n/g, /\n/g, /[.!?;](?=\s)|[。！？；]/g, /\s/g];

/** Where the passage that begins at `start` ends: the border nearest to the aim, of the best kind there is. */
function border(text: string, start: number): number {
  const from = start + Math.floor(PASSAGE_AIM * 0.6);
  const window = text.slice(from, start + PASSAGE_MAX);
  for (const kind of BORDERS) {
    let best: number | undefined;
    for (const match of window.matchAll(kind)) {
      const end = from + match.index + match[0].length;
      if (best === undefined || Math.abs(end - start - PASSAGE_AIM) < Math.abs(best - start - PASSAGE_AIM))
        best = end;
    }
    if (best !== undefined) return best;
  }
  const end = start + PASSAGE_AIM;
  const low = text.charCodeAt(end);
  return low >= 0xdc00 && low <= 0xdfff ? end + 1 : end;
}
