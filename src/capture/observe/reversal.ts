/** A decision that is taken back, with what holds instead: told by the agent, it needs no reason to be worth knowing. */
import { type Cues, listensFor } from "./listening.ts";
import type { Sentence } from "./sentences.ts";
import { before, type Utterance } from "./view.ts";
import { ended, standing, tidy } from "./wording.ts";

const WHAT = "(?:decision|choice|plan|approach|idea|agreement|convention|rule|design|direction)";
const TAKEN_BACK = new RegExp(
  [
    `\\b(?:we|i|they|the team|you)(?:'ve| have)? (?:since |now |later |then )?(?:reversed|overturned|overruled|took back|taken back|undid|undone|revised|revoked|rescinded|withdrew|withdrawn|went back on|gone back on|walked back|changed our minds? (?:on|about)|changed) (?:the|our|that|my|an|this|last \\w+'s|yesterday's) (?:[\\w\`./-]+ ){0,5}?${WHAT}\\b`,
    `\\b(?:the|our|that|this) (?:[\\w\`./-]+ ){0,5}?${WHAT}(?: [^,.;:]{2,60})? (?:was|is|has been|got) (?:since |now |later )?(?:reversed|overturned|overruled|taken back|undone|revised|revoked|rescinded|withdrawn|changed|superseded|replaced|void|off the table)\\b`,
    `^(?:decision )?(?:reversed|overturned|taken back|revised)\\s*[:–—-]`,
  ].join("|"),
  "i",
);
/** "Contrary to the first plan, uploads go straight to S3." */
const CONTRARY =
  /^(?:contrary to|against|unlike) (?:the|our|what we|what was) (?:earlier |first |original |previous )?(?:[\w-]+ ){0,3}?(?:decision|choice|plan|design|decided|planned|agreed)\b[^,]{0,40}, \S+ \S+ \S+/i;
/** What holds now. */
const NOW =
  /(?:[:;,–—-]|\b(?:and|so|in favou?r of|as)\b)\s*(?:(?:and |so |instead,? |now |then )*(?:we|it|i|they|the \w+|jobs|everything|all|[\w`./-]+)(?:'re|'ll| are| is| will)? (?:now )?\w+|[\w`./-]+ (?:it is|instead|now)|to \w+)|\b(?:instead of|rather than|in favou?r of|replaced (?:by|with)|back to)\b/i;
const HOLDS_NOW =
  /^(?:so |instead,? |now,? |from now on,? )?(?:we|it|i|they|the \S+|everything|all)(?:'re|'ll| are| is| will)?(?: now)? (?:now |going |go(?:es)? |went |use[sd]?|switch\w*|moved?|kept|keep|stay\w*|run[s]?|chose|stor\w+|stick\w*|back|takes?)\b/i;
const UNSURE =
  /\b(?:if|whether|could|might|may|should|would|maybe|perhaps|until|unless|not|never|n't) (?:\w+ ){0,4}(?:revers|overturn|overrul|t[ao]ken? back|undo|undid|revis|revok|rescind|withdr|chang)/i;

export const REVERSAL_CUES: Cues = { expressions: [CONTRARY, TAKEN_BACK] };
const mayReverse = listensFor("reversal");

/** What was taken back and what holds now, from a sentence or it and the next; undefined where it says nothing of both. */
export function reversalAt(from: Utterance, at: number): string | undefined {
  const sentence: Sentence | undefined = from.sentences[at];
  if (!sentence || sentence.asks || !mayReverse(sentence) || UNSURE.test(sentence.text)) return undefined;
  if (CONTRARY.test(sentence.text)) return tidy(sentence.shown);
  if (!TAKEN_BACK.test(sentence.text)) return undefined;
  const next = from.sentences[at + 1];
  const rest = sentence.text.replace(TAKEN_BACK, "");
  const follows = next && !next.asks && next.paragraph - sentence.paragraph <= 1 && HOLDS_NOW.test(next.text);
  const own = NOW.test(rest) && rest.split(/\s+/).length >= HOLDS_LEAST;
  if (!own && !follows) return undefined;
  const said = standing(sentence, before(from, at));
  if (said === undefined) return undefined;
  return own || !next ? tidy(said) : tidy(`${ended(said)} ${next.shown}`);
}
/** Words from which a clause says what holds. */
const HOLDS_LEAST = 3;
