/**
 * Writes the words that rules listen for, of the expressions that they try: `npm run heard-words`, after one was changed.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { CHANGE_CUES } from "../src/capture/observe/correction.ts";
import { CHOICE_CUES, DECISION_CUES } from "../src/capture/observe/decision.ts";
import { OBJECTION_CUES, THANKS_CUES } from "../src/capture/observe/features.ts";
import { OPEN_CUES, PLAN_CUES } from "../src/capture/observe/intention.ts";
import { FACT_CUES, FINDING_CUES } from "../src/capture/observe/learning.ts";
import type { Cues, Listener } from "../src/capture/observe/listening.ts";
import { WORK_CUES } from "../src/capture/observe/outcome.ts";
import { OPTION_CUES } from "../src/capture/observe/pick.ts";
import { RULE_CUES } from "../src/capture/observe/preference.ts";
import { REVERSAL_CUES } from "../src/capture/observe/reversal.ts";
import { PERSISTING_CUES, SEARCH_CUES, TROUBLE_CUES } from "../src/capture/observe/trouble.ts";
import { neededWords } from "./heard-words/needed-words.ts";

export const CUES: { readonly [listener in Listener]: Cues } = {
  rule: RULE_CUES,
  change: CHANGE_CUES,
  plan: PLAN_CUES,
  open: OPEN_CUES,
  decision: DECISION_CUES,
  choice: CHOICE_CUES,
  options: OPTION_CUES,
  reversal: REVERSAL_CUES,
  fact: FACT_CUES,
  finding: FINDING_CUES,
  trouble: TROUBLE_CUES,
  search: SEARCH_CUES,
  persisting: PERSISTING_CUES,
  work: WORK_CUES,
  thanks: THANKS_CUES,
  objection: OBJECTION_CUES,
};

export const HEARD_WORDS_FILE: string = join(import.meta.dir, "../src/capture/observe/heard-words.ts");

/** The file as it should be. @throws Error for an expression that needs no word: nobody could listen for it */
export function heardWordsSource(): string {
  const entries = Object.entries(CUES).map(([name, { expressions, foreign = [] }]) => {
    const words = [...expressions, ...foreign].flatMap(({ source }) => {
      const needed = neededWords(source);
      if (!needed) throw new Error(`No word is needed for an expression of ${name}: ${source}`);
      return needed;
    });
    const row = JSON.stringify([...new Set(words)].sort().join(" "));
    return `  ${name}: { words: ${row}, foreign: ${foreign.length > 0} },`;
  });
  return `/**
 * A word of each of which a rule's expressions need one, by rule; those that others may begin with end in \`*\`. Made by
 * \`npm run heard-words\` of the expressions; not written by hand.
 */
// biome-ignore format: a table
export const HEARD_WORDS = {
${entries.join("\n")}
} as const;
`;
}

if (import.meta.main) writeFileSync(HEARD_WORDS_FILE, heardWordsSource());
