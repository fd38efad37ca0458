/** What is kept of a long text: half a credential is known by no rule, so that credentials are looked for before it is cut. */
import { masked } from "../../privacy/finding.ts";
import { findPrivate } from "../../privacy/private-spans.ts";
import { redactQuick } from "../../privacy/redact.ts";
import { bothEnds } from "../../record/value.ts";

/** Characters beyond a cut in which what it goes through has its beginning or end: a private key has three thousand. */
const BEYOND = 8_192;

/**
 * At most `max` characters, as `bothEnds`. What somebody marked as private goes, wherever it begins; credentials go where a cut
 * may go through them. What remains is looked at by all the rules later.
 */
export function excerpt(text: string, max: number): string {
  if (text.length <= max) return text;
  const open = masked(text, findPrivate(text)).text;
  if (open.length <= 2 * (max + BEYOND)) return bothEnds(withoutCredentials(open), max);
  // The parts meet in the middle, which is not kept.
  const head = withoutCredentials(open.slice(0, max + BEYOND));
  const tail = withoutCredentials(open.slice(-(max + BEYOND)));
  return bothEnds(`${head}\n${tail}`, max);
}

const withoutCredentials = (text: string): string => redactQuick(text, { personal: "keep" }).text;
