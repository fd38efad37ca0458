/**
 * Whether a match means what it says. "not an error", "haven't decided yet", "if it failed" and "should we have chosen
 * X?" hold the words and not the matter. The rules look at the clause that the match stands in:
 *
 * 1. *Negation*: a negator ("no", "not", "never", "without", "n't", "0", "no longer", …) at most three words before the
 *    match, in the same clause; or after it ("the error no longer occurs", "errors: 0").
 * 2. *Question*: the sentence ends in "?". Except tags ("…, right?"), and where the category takes it so, "why …?",
 *    which presupposes what it asks about.
 * 3. *Hypothesis*: "if", "whether", "in case" earlier in the clause; "would", "could", "might", "may", "should"
 *    directly before the match.
 * 4. *Feature*: for failures, code that deals with them ("throws an error", "log any failure", "on failure").
 *
 * Words that belong to the match itself ("not supported", "never use") are not negations of it. "Not only" is none.
 */

/** Which rules beyond negation and question a category wants. */
export interface NegationRules {
  readonly hypotheticals?: boolean;
  /** "to be decided", "will be chosen": not done yet. */
  readonly undecided?: boolean;
  readonly features?: boolean;
  /** "Why did it fail?" says that it failed. */
  readonly whyIsStatement?: boolean;
  /** Of hypotheses only "whether": "if you write tests, always use X" is a rule all the same. */
  readonly whetherOnly?: boolean;
}

const SENTENCE_END = /[.!?…](?=["')\]]?\s|["')\]]?$)/g;
const CLAUSE_BREAK =
  /[,;:—–()]|\s-+\s|\b(?:but|because|since|so|and|when|after|until|while|although|though|however|which|that)\b/gi;

const NEGATED_BEFORE =
  /(?:\b(?:no|not(?! only\b)|never|without|zero|none of|neither|nor|no longer|nobody|nothing|cannot|can't|yet to|free of)|n't|(?<![\d.])0)(?:\s+(?:[\w'/_-]+)){0,3}\s*$/i;
const NEGATED_AFTER =
  /^\s*(?:[:=]\s*(?:0|none)\b|(?:(?:did|does|do|was|were|is|are|has|have|will)(?:n't|\s+not)|(?:(?:has|have|is|are|was|were|does|do)\s+)?no longer|never|(?:is|are|was|were) (?:gone|unlikely|impossible|undecided))\b)/i;
const HYPOTHESIS =
  /\b(?:if|unless|whether|in case|suppos(?:e|ing)|assuming|what happens when|in the event)\b/i;
const WHETHER = /\bwhether\b/i;
const MODAL_BEFORE = /\b(?:would|could|might|may|should|can)(?:n't|\s+not)?(?:\s+[\w']+){0,2}\s*$/i;
const UNDECIDED_BEFORE =
  /\b(?:(?:to|will|must|should|can|needs? to|yet to) be|being|until|once|when|after)(?:\s+(?:\w+'?\w*)){0,2}\s*$/i;
const FEATURE_BEFORE =
  /\b(?:throw(?:s|ing|n)?|rais(?:e|es|ing)|returns?|returning|logs?|logging|handl(?:e|es|ing)|catch(?:es|ing)?|prevent(?:s|ing)?|avoid(?:s|ing)?|shows?|display(?:s|ing)?|reports?|reporting|emits?|detects?|simulat(?:e|es|ing)|ignor(?:e|es|ing)|recover(?:s|ing)? from|on|any|possible|potential|expected|for|trial and|margin of|the exception of|human|rounding)(?:\s+(?:an?|the|any|all|every|each|its|clear|proper|custom|typed|helpful|useful|_|\w+(?:al|ed|ive|ful)))*\s*$/i;
const FEATURE_AFTER =
  /^\s*(?:(?:is|are|be|was|were|being|gets?|to be)\s+)?(?:handled|caught|logged|reported|thrown|raised|ignored|expected)\b/i;
const TAG_QUESTION = /,?\s*\b(?:right|ok|okay|yes|correct|agreed|no|fine)\s*\?["')\]]?\s*$/i;
const WHY = /^\W*(?:so |and |but |ok,? |hm+,? )?(?:why|how come|any idea why|do you know why)\b/i;
const ASKED =
  /^\W*(?:should|could|would|shall|can|do|does|did|have|has|is|are|was|were|what if|which|who)\b/i;

/**
 * Whether the text from `start` to `end` (UTF-16 offsets of a match in `line`) does not count.
 * `line` is one line of prose.
 */
export function isDenied(line: string, start: number, end: number, rules: NegationRules): boolean {
  const sentence = sentenceAround(line, start, end);
  const before = line.slice(sentence.from, start);
  const after = line.slice(end, sentence.to);
  if (isQuestion(line.slice(sentence.from, sentence.to), rules)) return true;
  const clause = lastClause(before);
  if (NEGATED_BEFORE.test(clause) || NEGATED_AFTER.test(after)) return true;
  if (rules.whetherOnly) return WHETHER.test(clause);
  if (rules.undecided && UNDECIDED_BEFORE.test(before)) return true;
  if (rules.hypotheticals && (HYPOTHESIS.test(sinceComma(before)) || MODAL_BEFORE.test(clause))) return true;
  return rules.features === true && (FEATURE_BEFORE.test(before) || FEATURE_AFTER.test(after));
}

function isQuestion(sentence: string, rules: NegationRules): boolean {
  const text = sentence.trimEnd();
  if (!/\?["')\]]?$/.test(text)) return false;
  if (TAG_QUESTION.test(text) && !ASKED.test(text)) return false;
  return !(rules.whyIsStatement && WHY.test(text));
}

/** Bounds of the sentence that holds the match, its end mark included. */
export function sentenceAround(line: string, start: number, end: number): { from: number; to: number } {
  let from = 0;
  for (const mark of line.matchAll(SENTENCE_END)) {
    const after = mark.index + 1;
    if (after <= start) from = after;
    else if (mark.index >= end) return { from, to: line[after] === "?" ? after + 1 : after };
  }
  return { from, to: line.length };
}

function lastClause(before: string): string {
  let from = 0;
  for (const match of before.matchAll(CLAUSE_BREAK)) from = match.index + match[0].length;
  return before.slice(from);
}

const sinceComma = (before: string): string =>
  before.slice(Math.max(before.lastIndexOf(","), before.lastIndexOf(";")) + 1);
