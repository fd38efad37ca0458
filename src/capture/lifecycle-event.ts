/**
 * Something that happened to knowledge that may already be recorded: a problem was fixed, a system was removed, a
 * choice was reversed. A hint for the drafter, never an order. That a project is complete, or that one moves on from a
 * subject, is no such event: what was learned keeps its worth.
 */
import { isDenied } from "./negation.ts";
import { type Expression, expression, occurrences } from "./occurrences.ts";
import type { LifecycleEvent } from "./types.ts";

/** In the order in which they are tried: the more telling phrase first. */
const EVENTS: readonly { readonly event: LifecycleEvent; readonly pattern: Expression }[] = [
  {
    event: "superseded",
    pattern: expression(
      String.raw`\bsupersed(?:ed|es|ing)\b|\b(?:has|have|had|was|were|is|are|been|being|be) replaced (?:by|with)\b|\b(?:switch|migrat)(?:ed|ing) (?:over )?from\b.{1,60}\bto\b|\bmov(?:ed|ing) (?:away )?from\b.{1,60}\bto\b(?! (?:src|lib|the next|\.|/))|\bchanged from\b.{1,60}\bto\b|\b(?:dropp|abandon)(?:ed|ing)\b.{1,60}\bin favou?r of\b`,
    ),
  },
  {
    event: "reversed",
    pattern: expression(
      String.raw`\brevers(?:ed|ing) (?:the|our|that|this|my|course)\b|\b(?:changed|change) (?:our|my) minds?\b|\bdecided against\b|\bdecided not to\b.{1,60}\bafter all\b|\b(?:going|went|go) back (?:to|on)\b|\bback(?:ed|ing) out of\b|\bno longer (?:want|prefer|plan|intend)\w*\b|\b(?:was|were) (?:wrong|a mistake)\b|\bscrap(?:ped)? (?:that|the (?:idea|plan|decision))\b|\bthe opposite\b.{0,20}\bdecid`,
    ),
  },
  {
    event: "removed",
    pattern: expression(
      String.raw`\bdecommission(?:ed|ing)\b|\b(?:we|i|they|team)(?:'ve| have)? (?:also |now |just |finally |completely |entirely ){0,2}(?:removed|dropped|got rid of|deleted|retired|ripped out)\b|\b(?:has|have|had|was|were|been) (?:completely |entirely |now |finally )?(?:removed|dropped|ripped out|shut down|retired)\b|\bno longer (?:needed|relevant|applicable|applies|apply|necessary|required|exists?|used|in use|limited|restricted)\b|\b(?:is|are|has been|have been) gone\b|\b(?:got|gotten|getting) rid of\b|\b(?:was|were|has been|have been) lifted\b`,
    ),
  },
  {
    event: "deprecated",
    pattern: expression(
      String.raw`\bdeprecat(?:ed|es|ing)\b|\b(?:end[- ]of[- ]life|EOL)\b|\bno longer (?:recommended|supported|maintained)\b`,
    ),
  },
  {
    event: "resolved",
    pattern: expression(
      String.raw`\b(?:we|i|that|this|it|which|team)(?:'ve| have| has)? (?:now |finally |also |just ){0,2}(?:fixed|resolved|solved|paid (?:off|down)|addressed|cleaned up)\b|\b(?:is|are|was|were|has been|have been|got|now) (?:now |finally |fully |all ){0,2}(?:fixed|resolved|solved|paid (?:off|down)|addressed)\b|\b(?:fixed|resolved|solved) (?:the|that|this|our|it|by|in)\b|\bno longer (?:occurs?|happens?|crash(?:es)?|fails?|reproduc\w+|an? (?:issue|problem|bug))\b`,
    ),
  },
];

/** One of these stands in every line that a pattern above matches: most lines need not be tried at all. */
const STEMS =
  "supersed replaced switch migrat mov changed drop abandon revers mind decid back no\u00a0longer wrong mistake scrap opposite decommission rid delet retir ripped shut gone lifted deprecat end\u00a0of end-of eol fix resolv solv paid address clean"
    .split(" ")
    .map((stem) => stem.replace("\u00a0", " "));

/** The event that a line of prose tells of, or undefined. Negated, asked and supposed events are none. */
export function detectLifecycleEvent(line: string): LifecycleEvent | undefined {
  const lower = line.toLowerCase();
  if (!STEMS.some((stem) => lower.includes(stem))) return undefined;
  for (const { event, pattern } of EVENTS) {
    for (const { start, end } of occurrences(line, pattern)) {
      if (!isDenied(line, start, end, { hypotheticals: true })) return event;
    }
  }
  return undefined;
}
