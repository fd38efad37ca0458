/** A sentence that was kept for its weight, told as the rules tell theirs. */
import { normalText } from "../../record/value.ts";
import { corrected } from "./correction.ts";
import { asDecided, noticed as decided, optionOf, withReason } from "./decision.ts";
import { noticed as intended } from "./intention.ts";
import { noticed as learned } from "./learning.ts";
import type { Noticed } from "./noticed.ts";
import { principle } from "./principle.ts";
import type { Sentence } from "./sentences.ts";
import { before, type Utterance, type View } from "./view.ts";
import { spokeFor, type Weighed } from "./weigh.ts";
import { CLAIM_MAX, dangles, ended, standing, tidy, toldOf, withoutOpeners } from "./wording.ts";

/** A sentence of a turn with its weight. */
export interface WeighedSentence {
  readonly from: Utterance;
  /** Its place in what was said. */
  readonly at: number;
  readonly features: readonly number[];
  readonly weight: Weighed;
}

/** Fewer characters say nothing by themselves. */
const SHORTEST = 8;

/**
 * Undefined where it says nothing to who was not there.
 *
 * @param take the sentence at a place, if it belongs to this one
 */
export function tell(
  view: View,
  previous: View | undefined,
  one: WeighedSentence,
  take: (at: number) => Sentence | undefined,
): Noticed | undefined {
  const { from, at, features, weight } = one;
  const sentence = from.sentences[at];
  if (!sentence || sentence.shown.length < SHORTEST) return undefined;
  const { kind } = weight;
  const why = `weighed as ${kind === "intention" ? "an" : "a"} ${kind}: ${spokeFor(kind, features, from.role).join(", ")}`;
  const option = kind === "decision" ? optionOf(sentence, previous?.answer) : undefined;
  const own = option
    ? tidy(`Decided: ${ended(option)} ${sentence.shown}`)
    : standing(sentence, before(from, at));
  if (own === undefined || (!option && dangles(own.slice(0, 40)))) return undefined;
  const said = joined(own, one, take);
  switch (kind) {
    case "decision":
      return decided(
        view,
        from,
        sentence.shown,
        option ? said : withReason(asDecided(said), sentence, from, at),
        why,
      );
    case "intention":
      return intended(from, sentence, said, "todo", view.files, why);
    case "learning":
      return learned(from, sentence, toldOf(said), view.files, why);
    case "preference":
      return principle(view, "preference", sentence.shown, toldOf(said), why);
    case "correction":
      return { ...corrected(view, { from: at, to: at, content: said }, previous), why };
  }
}

/** With its neighbours of the same breath that weigh something, too. */
function joined(
  own: string,
  { from, at }: WeighedSentence,
  take: (at: number) => Sentence | undefined,
): string {
  let said = own;
  for (const place of [at + 1, at - 1]) {
    const beside = from.sentences[place];
    if (!beside || beside.paragraph !== from.sentences[at]?.paragraph) continue;
    if (said.length + beside.shown.length > CLAIM_MAX || says(said, beside) || !take(place)) continue;
    said = place > at ? `${ended(said)} ${beside.shown}` : `${ended(withoutOpeners(beside.shown))} ${said}`;
  }
  return tidy(said);
}

const says = (said: string, { shown }: Sentence): boolean =>
  normalText(said).includes(normalText(withoutOpeners(shown)));
