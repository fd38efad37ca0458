/** Whether an answer drew on what the prompt was given: what of an item stands in the answer that the prompt did not say. */
import { analyze } from "../text/analyze.ts";
import { WEAK_TERMS } from "../text/weak-terms.ts";

export interface Answered {
  readonly prompt: string;
  readonly answer: string;
}

/** Characters looked at of each text. */
const LOOKED_AT = 20_000;
/** Terms of its own that an answer must share with an item, at least, and which share of them. */
const SHARED = 2;
const SHARE = 0.2;

/**
 * The items that an answer drew on, of texts by item. One that names its item outright drew on it; otherwise words
 * decide: a good part of those that the item has and the prompt had not. It is a guess, and errs towards no.
 */
export function drawnOn({ prompt, answer }: Answered, texts: ReadonlyMap<string, string>): string[] {
  const said = new Set(analyze(answer.slice(0, LOOKED_AT)));
  const asked = new Set(analyze(prompt.slice(0, LOOKED_AT)));
  return [...texts].flatMap(([item, text]) => {
    if (answer.includes(item)) return [item];
    const own = [...new Set(analyze(text.slice(0, LOOKED_AT)))].filter(
      (term) => !asked.has(term) && !WEAK_TERMS.has(term),
    );
    const shared = own.filter((term) => said.has(term)).length;
    return shared >= SHARED && shared >= SHARE * own.length ? [item] : [];
  });
}
