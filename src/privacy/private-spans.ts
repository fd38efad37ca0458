/** `<private>…</private>`: what someone says, and does not want to be kept. */
import type { Finding } from "./finding.ts";
import { lowered, matchesOf } from "./places.ts";

const TAG = /<(\/?)private(?:\s[^<>]{0,100})?>/gi;

/**
 * Spans with their tags, those inside others included in them. What is not closed reaches to the end.
 *
 * @param lower the text in lower case
 */
export function findPrivate(text: string, lower: string = lowered(text)): Finding[] {
  if (!lower.includes("<private")) return [];
  const found: Finding[] = [];
  let depth = 0;
  let start = 0;
  for (const { 0: tag, 1: closing, index } of matchesOf(text, TAG)) {
    if (!closing) {
      if (depth === 0) start = index;
      depth += 1;
    } else if (depth > 0) {
      depth -= 1;
      if (depth === 0) found.push(spanned(start, index + tag.length));
    }
  }
  if (depth > 0) found.push(spanned(start, text.length));
  return found;
}

const spanned = (start: number, end: number): Finding => ({ class: "private", kind: "private", start, end });
