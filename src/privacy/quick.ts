/**
 * Redaction without a library: for hooks, which count milliseconds, and for text that leaves recall. What the maintained
 * rules find in the labelled set, these find too.
 */
import { findAssigned } from "./assignments.ts";
import { type Finding, type Redacted, settled } from "./finding.ts";
import { findHomes, findPersonal } from "./personal.ts";
import { lowered } from "./places.ts";
import { findPrivate } from "./private-spans.ts";
import { findTokens } from "./tokens.ts";

export interface QuickRules {
  /** `keep` leaves what points at a person as it is; credentials and private spans never are. `mask` unless told. */
  readonly personal?: "mask" | "keep";
  /** The user's home folder: its address becomes `~`. */
  readonly home?: string;
  /** Expressions of credentials of the user's own. */
  readonly secrets?: readonly string[];
}

export function redactQuick(text: string, rules: QuickRules = {}): Redacted {
  return settled(text, findQuick(text, rules), (left) => findQuick(left, rules));
}

const SHORT = 200;
/** What every finding holds something of. */
const TELLING = /[@<=:+(/\\]|\d{3}|\S{12}| -|pass/i;

export function findQuick(text: string, rules: QuickRules): Finding[] {
  // What is as short as a title or a tag mostly says so itself.
  if (text.length <= SHORT && !rules.secrets?.length && !TELLING.test(text)) return [];
  const lower = lowered(text);
  const found = [...findPrivate(text, lower), ...findTokens(text), ...findAssigned(text, lower)];
  if (rules.secrets && rules.secrets.length > 0) {
    const { findOwn } = require("./own-secrets.ts") as typeof import("./own-secrets.ts");
    found.push(...findOwn(text, rules.secrets));
  }
  if (rules.personal !== "keep") found.push(...findPersonal(text, lower), ...findHomes(text, rules.home));
  return found;
}
