/**
 * What triage looks for, as data. A *primary* expression makes a line count; a *weak* one does so only in company; a
 * *booster* nearby makes it count more. Weights, caps and denominators are chosen so that a full hand scores 1.
 *
 * All expressions are case-insensitive and see prose only (`prepare.ts`). They are alternations of literal phrases with
 * bounded gaps, so a line is matched in linear time.
 */
import type { CategoryName } from "../record/category.ts";
import type { NegationRules } from "./negation.ts";
import { type Expression, expression } from "./occurrences.ts";

/** Phrases that make a line count. */
export interface Phrases {
  /** Every match holds one of them, in lower case; a line without needs not be tried. */
  readonly stems?: readonly string[];
  /** Global and case-insensitive, as are all expressions here. */
  readonly pattern: Expression;
}

export interface SignalTable {
  readonly category: CategoryName;
  /**
   * Parts of words, in lower case: every match of `primary`, `weak` or `subjects` holds one of them. Most lines hold
   * none, and need not be tried at all.
   */
  readonly stems?: readonly string[];
  readonly primary: readonly Phrases[];
  /** Everyday words that say something only beside a booster or a primary match. */
  readonly weak?: Expression;
  readonly boosters: Expression;
  /** Nouns for what the category holds: with a lifecycle event in the line they count as a primary match. */
  readonly subjects?: Expression;
  readonly weights: ScoreWeights;
  readonly negation: NegationRules;
  /** For expressions of a configuration, which are not ours: longer lines are not tried, and their time is limited. */
  readonly maxLine?: number;
}

/** The expressions one of which a line has to match to count. */
export const primaryOf = ({ primary }: SignalTable): readonly Expression[] =>
  primary.map(({ pattern }) => pattern);

export interface ScoreWeights {
  /** Added for each primary match, up to `maxPrimary` of them. */
  readonly primary: number;
  /** Added on top for each of them that has a booster near, up to `maxBoosted`. */
  readonly boosted: number;
  readonly maxPrimary: number;
  readonly maxBoosted: number;
  readonly denominator: number;
}

/** Lines before and after a primary match in which a booster counts. */
export const BOOSTER_WINDOW = 4;

/** Tried on every line that holds one of the table's stems. */
const whole = (...alternatives: string[]): Phrases[] => [{ pattern: expression(...alternatives) }];

const usual: ScoreWeights = { primary: 0.3, boosted: 0.5, maxPrimary: 3, maxBoosted: 2, denominator: 1.9 };

/** Weights of custom categories. */
export const CUSTOM_WEIGHTS: ScoreWeights = usual;

const OVER = String.raw`(?:instead of|rather than|over|in favou?r of|and not|not)\b`;
/** Where an instruction begins: at the start of a sentence or clause, or after who is spoken to. */
const TOLD = String.raw`(?:^|(?<=[.;:,!–—(-]\s{0,3})|(?<=\b(?:please|we|you|must|should|to|i|and|but|so|i'd like to|now on)\s))`;

const decision: SignalTable = {
  category: "decision",
  stems: [
    "decid",
    "decision",
    "chos",
    "choos",
    "choice",
    "select",
    "pick",
    "settl",
    "opt",
    "switch",
    "migrat",
    "mov",
    "drop",
    "abandon",
    "agreed",
    "instead",
    "rather",
    " with",
    " over",
    " favo",
    " not",
    "adopt",
  ],
  // Apart by their stems: as one expression they take longer to compile than the rest of a turn's scoring takes.
  primary: [
    {
      stems: ["decid", "decision"],
      pattern: expression(
        String.raw`\bdecided\b`,
        String.raw`\bdeciding (?:on|to|against|for|in favou?r)\b`,
        String.raw`\b(?:the|our|my|final|team's) decision (?:is|was)\b|\bdecision:`,
      ),
    },
    {
      stems: ["chos", "choos", "select", "pick", "settl", "opt", "agreed"],
      pattern: expression(
        String.raw`\bchose\b|\bchosen\b|\b(?:we|i)(?:'ll| will)? choose\b|\bchoosing\b`,
        String.raw`\b(?:we|i|they|team)(?:'ve| have)? selected\b|\bselected\b(?=.{1,60}\b(?:because|for its|as (?:the|our)|${OVER}))`,
        String.raw`(?<![-\w])picked\b(?! up)(?! it up)|(?<!cherry-)\bpicking\b(?! up)(?=.{1,60}\b${OVER})`,
        String.raw`\bsettl(?:ed|ing) on\b|\bopt(?:ed|ing) (?:for|to|against|out of)\b`,
        String.raw`\bwe(?:'ve| have| all)? agreed (?:on|to|that)\b`,
      ),
    },
    {
      stems: [" with"],
      pattern: expression(
        String.raw`\b(?:went|gone|going) with\b|\b(?:let's|we'll|i'll|we will|i will|we should|we can|we) (?:just )?go with\b`,
        String.raw`\b(?:let's|we'll|we're|we are|i'll|we) stick(?:ing)? with\b`,
      ),
    },
    {
      stems: ["switched", "switching", "migrated", "migrating", " away from", " in favo"],
      pattern: expression(
        String.raw`\b(?:switched|switching|migrated|migrating) (?:over )?(?:from .{1,60} )?to\b|\bmov(?:ed|ing) away from\b|\b(?:dropped|dropping|abandoned|abandoning) .{1,60} in favou?r of\b`,
      ),
    },
    {
      stems: ["instead", "rather", " over", " favo", " not", " with"],
      pattern: expression(
        String.raw`\b(?:we|we'll|we will|we're going to|we are going to|i'll|i will|let's|let us|we now|now we) (?:now )?(?:use|adopt|switch to|move to|keep|replace|do|take|try)\b(?=.{1,80}\b(?:instead|rather than|over|in favou?r of|not|with)\b)`,
        String.raw`^(?:\W{0,3}(?:no|ok|okay|actually|please|yes|alright)\b,?\s*){0,3}(?:use|go with|switch to|stick with) .{1,80}\b(?:instead|rather than|over|and not|, not)\b`,
      ),
    },
  ],
  boosters: expression(
    String.raw`\bbecause\b|\bdue to\b|\breason(?:s|ing)?\b|\brationale\b|\bover\b|\binstead(?: of)?\b|\brather than\b`,
    String.raw`\btrade-?offs?\b|\bin favou?r of\b|\bso that\b|\balternatives?\b`,
  ),
  subjects: expression(String.raw`\b(?:decision|choice)\b`),
  weights: usual,
  negation: { hypotheticals: true, undecided: true },
};

const runbook: SignalTable = {
  category: "runbook",
  stems: [
    "error",
    "exception",
    "trace",
    "fail",
    "crash",
    "segfault",
    "panic",
    "deadlock",
    "bug",
    "issue",
    "leak",
    "regression",
    "outage",
    "timed out",
    "race condition",
  ],
  primary: whole(
    // "error handling" and its like name a feature, not something that went wrong.
    String.raw`\berrors?\b(?![-_/]|[ -](?:handl\w*|messages|boundar\w*|types?|class\w*|codes?|pages?|states?|reporting|logging|budget|callback|response|path|case)\b)`,
    String.raw`\b\w{2,30}(?:Error|Exception)\b(?!\s+(?:class|type|handl\w*)\b)`,
    String.raw`\bexceptions?\b(?![ -](?:handl\w*|class\w*|type\w*)\b| to the rule)|\btracebacks?\b|\bstack ?traces?\b`,
    String.raw`\bfailed\b|\bfailing\b|\bfails\b|\bfailures?\b(?! (?:modes?|domains?|cases?)\b)`,
    String.raw`\bcrash(?:ed|es|ing)?\b(?! course)|\bsegfault\w*\b|\bpanick?(?:ed|s)\b|\btimed out\b|\bdeadlock\w*\b`,
    String.raw`\b(?:the|a|this|that|nasty|subtle|real|same) bug\b`,
  ),
  boosters: expression(
    String.raw`\bfix(?:ed|es|ing)? (?:it |this |that |them )?(?:by|with|in|was|is)\b|\bthe fix\b|(?<!\bnot )\bfixed\b|\bresolved\b|\bresolves\b`,
    String.raw`\broot cause\b|\bsolution\b|\bworkaround\b|\bcaused by\b|\bculprit\b|\bturn(?:s|ed) out\b`,
  ),
  subjects: expression(
    String.raw`\b(?:bug|error|issue|crash|failure|leak|race condition|regression|outage)\b`,
  ),
  weights: { primary: 0.2, boosted: 0.6, maxPrimary: 3, maxBoosted: 2, denominator: 1.8 },
  negation: { hypotheticals: true, features: true, whyIsStatement: true },
};

const constraint: SignalTable = {
  category: "constraint",
  stems: [
    "limit",
    "restrict",
    "quota",
    "support",
    "cap",
    "max",
    "allowed",
    "permitted",
    "possible",
    "available",
    "constraint",
    "cannot",
    "can't",
    "unable",
    "can not",
  ],
  primary: whole(
    String.raw`\blimitations?\b|\bapi limits?\b|\brestricted (?:to|by|from|in)\b|\b(?:is|are) restricted\b|\bquotas?\b`,
    String.raw`\b(?:not|isn't|aren't) supported\b|\bunsupported\b|\b(?:does not|doesn't|do not|don't) support\b|\bno support for\b|\bonly supports?\b`,
    String.raw`(?<!\b(?:add|adding|implement|implementing|build|write|configure|our) (?:an? |the |some |simple |basic ){0,2})\brate[- ]limit(?:s|ed)?\b`,
    String.raw`\brate[- ]limiting (?:of|at|kicks|on their|by)\b`,
    String.raw`\b(?:hard|size|memory|request|upload|payload|body|character|token|concurrency|connection) (?:limit|cap)\b|\bcapped at\b|\bmax(?:imum)? (?:of|is) \d`,
    String.raw`\b(?:is|are) not (?:allowed|permitted|possible|available)\b|\b(?:isn't|aren't) (?:allowed|permitted|possible)\b`,
  ),
  // In everyday speech these say little ("I cannot find the file").
  weak: expression(String.raw`\b(?:cannot|can not|can't)\b|\bunable to\b|\bimpossible\b`),
  boosters: expression(
    String.raw`\bdiscovered\b|\bfound that\b|\bturn(?:s|ed) out\b|\bpermanent(?:ly)?\b|\benduring\b|\bplatform\b`,
    String.raw`\bby design\b|\bupstream\b|\bdocumented\b|\bdocs say\b|\baccording to\b|\blearned that\b|\bvendor\b`,
  ),
  subjects: expression(String.raw`\b(?:limitation|limit|restriction|quota|constraint)\b`),
  weights: usual,
  negation: {},
};

const techDebt: SignalTable = {
  category: "tech_debt",
  stems: [
    "todo",
    "fixme",
    "defer",
    "postpone",
    "punt",
    "debt",
    "workaround",
    "hack",
    "quick",
    "gap",
    "band",
    "later",
    "temporary",
    "shim",
    "refactor",
    "for now",
  ],
  primary: whole(
    String.raw`\btodos?\b(?![ -]?(?:lists?|apps?|items?|components?|application|pages?|api|tool|write|\w*\.\w+)\b)|\bfixme\b`,
    String.raw`\bdeferred\b(?! (?:promises?|loading|objects?|execution|tools?|evaluation|rendering)\b)|\bdeferring\b|\b(?:we'll|i'll|let's|will) defer\b|\bpostponed?\b|\bpunt(?:ed|ing)? on\b`,
    String.raw`\btech(?:nical)?[- ]debt\b|\bworkarounds?\b|(?<!\bgrowth )\bhack(?:y|s|ish)?\b|\bquick[- ]and[- ]dirty\b|\bstop-?gap\b|\bband-?aid\b`,
    String.raw`\b(?:will|we'll|i'll|should|must|need to|to|can) (?:be )?(?:address|fix|handl|revisit|refactor|clean|deal with|do|migrat|remov)\w*\b.{0,40}\blater\b`,
    String.raw`\b(?:left|leave|leaving|skipped|skipping|skip|hard-?coded) .{1,60}\bfor (?:now|later)\b`,
    String.raw`\btemporary (?:fix|solution|hack|shim|patch|measure)\b`,
  ),
  boosters: expression(
    String.raw`\bbecause\b|\bfor now\b|\btemporar(?:y|ily)\b|\backnowledged\b|\bdeferring\b|\bcosts?\b|\brisk(?:s|y)?\b`,
    String.raw`\buntil\b|\blater\b|\bnext (?:sprint|release|quarter|iteration)\b|\bout of scope\b|\bfollow-?up\b`,
  ),
  subjects: expression(
    String.raw`\b(?:tech(?:nical)?[- ]debt|todo|workaround|hack|shim|stop-?gap|refactor(?:ing)?)\b`,
  ),
  weights: usual,
  negation: { hypotheticals: true },
};

const VERBS_OF_HABIT =
  "(?:use|run|write|put|name|prefix|format|commit|pin|import|sort|add|include|keep|ask|avoid|start|mock|hard-?code|push|edit|touch|force|merge|deploy|check|test|prefer|log|store)";

const preference: SignalTable = {
  category: "preference",
  stems: ["always", "ever", "prefer", "convention", "standard", "establish", "rule", "from now on", "stop "],
  primary: whole(
    String.raw`\balways use\b|\bnever use\b|${TOLD}(?:always|never) ${VERBS_OF_HABIT}\b`,
    String.raw`(?<!\bif (?:you|they) )\bprefer(?:s|red|ring)?\b(?!-)`,
    String.raw`(?<!\bcalling )\bconventions?\b|\bfrom now on\b`,
    String.raw`\b(?:our|team|house|project|coding|company) (?:\w+ )?standards?\b|\bstandard (?:is|here|for (?:us|this|the project|our)|in (?:this|our))\b|\bstandardi[sz](?:e|ed|ing) on\b`,
    String.raw`\bwe(?:'ve| have)? established\b|\bestablished (?:pattern|convention|practice|rule|style|standard|that)\b`,
    String.raw`\b(?:don't|do not) ever\b|${TOLD}stop (?:using|adding|writing|putting)\b`,
  ),
  boosters: expression(
    String.raw`\bagreed\b|\bgoing forward\b|\bfrom now on\b|\bconsisten(?:t|tly|cy)\b|\brules?\b|\bpractices?\b|\bworkflow\b`,
    String.raw`\bstyle guide\b|\bacross the (?:code ?base|project|repo\w*)\b|\bin (?:this|our) (?:project|repo\w*|code ?base)\b|\beverywhere\b`,
  ),
  subjects: expression(String.raw`\b(?:preference|convention|standard|coding rule)\b`),
  weights: { primary: 0.35, boosted: 0.5, maxPrimary: 3, maxBoosted: 2, denominator: 2.05 },
  negation: { whetherOnly: true },
};

/** The categories that text speaks for; session summaries go by activity. */
export const SIGNAL_TABLES: readonly SignalTable[] = [decision, constraint, preference, runbook, techDebt];
