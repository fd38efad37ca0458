/**
 * What a compaction made of all before it, in its useful parts. Its sections are known by their headings, whoever wrote
 * them; what it quotes of the person is not taken for what the person says.
 */
import { clip } from "../../record/value.ts";
import { importanceOf } from "./importance.ts";
import type { Noticed } from "./noticed.ts";
import { type Sentence, sentencesOf } from "./sentences.ts";
import type { View } from "./view.ts";
import { dangles, ended, namesIn, tidy } from "./wording.ts";

type Part = "decision" | "error" | "pending";

const SECTIONS: readonly (readonly [RegExp, Part | undefined])[] = [
  [/^(?:key |main |design |technical )*decisions?\b/i, "decision"],
  [/\berrors?\b|\bfix(?:es)?\b|\bproblems? solv|\bproblem solving/i, "error"],
  [
    /^(?:pending|open|remaining|outstanding) (?:tasks?|items?|work|questions?)|^to-?dos?\b|^follow-?ups?\b/i,
    "pending",
  ],
  // The rest is what the transcript itself tells better.
  [/./, undefined],
];
const NUMBER = /^\s*\d{1,2}[.)]\s*/;
/** What says that there is nothing, or only lists files. */
const NOTHING = /^(?:none|nothing|no (?:pending|open|explicit)|n\/a|\(?not applicable)\b|^files?:/i;
const PART_MAX = 360;
const MOST = 8;
const LEAST = 20;

export function summaryParts(view: View): Noticed[] {
  const { summary } = view.segment;
  if (!summary) return [];
  const found: Noticed[] = [];
  for (const { part, text } of entries(summary)) {
    if (found.length >= MOST) break;
    if (NOTHING.test(text) || text.length < LEAST || dangles(text.slice(0, 24))) continue;
    found.push(noticed(view, part, text));
  }
  return found;
}

/** Entries of the useful sections: a paragraph or a list's entry with what is written below it. */
function entries(summary: string): { part: Part; text: string }[] {
  const found: { part: Part; text: string }[] = [];
  let part: Part | undefined;
  let paragraph = -1;
  for (const sentence of sentencesOf(withHeadings(summary))) {
    part = partOf(sentence);
    if (!part || sentence.asks || sentence.shown.endsWith(":")) continue;
    const last = found.at(-1);
    // What follows in the same entry belongs to it: an error, then its fix.
    if (last && last.part === part && sentence.paragraph === paragraph)
      last.text = clip(`${ended(last.text)} ${sentence.shown}`, PART_MAX);
    else found.push({ part, text: clip(sentence.shown, PART_MAX) });
    paragraph = sentence.paragraph;
  }
  return found;
}

const partOf = ({ under }: Sentence): Part | undefined =>
  SECTIONS.find(([heading]) => heading.test(under.replace(NUMBER, "")))?.[1];

/** `4. Errors and fixes:` is a heading, not an entry; what is indented below an entry belongs to it. */
const withHeadings = (summary: string): string =>
  summary
    .split("\n")
    .map((line) =>
      /^\s{0,3}\d{1,2}[.)]\s+[A-Z][^.:]{2,60}:\s*$/.test(line)
        ? `## ${line.trim().replace(NUMBER, "")}`
        : line,
    )
    .join("\n")
    .replace(/\n\s{4,}[-*]\s+/g, " — ");

function noticed(view: View, part: Part, text: string): Noticed {
  const base = { kind: "summary", by: text, at: view.segment.ended, files: [] } as const;
  const content = tidy(text);
  const importance = importanceOf("summary", content);
  const tags = ["summary", ...namesIn(content)];
  if (part === "pending") {
    const why = "a compaction's summary holds it as pending";
    return {
      ...base,
      why,
      draft: { type: "prospective", scope: "project", intention_type: "followup", content, importance, tags },
    };
  }
  const event_type = part === "decision" ? "decision" : "error";
  const why =
    part === "decision"
      ? "a compaction's summary holds it as decided"
      : "a compaction's summary holds it as an error with its fix";
  return {
    ...base,
    why,
    draft: { type: "episodic", scope: "project", event_type, content, importance, tags },
  };
}
