/** What a sentence is weighed by: how it is worded, where it stands, and what was done and said around it. */
import { CUE_NAMES, hearCues, wordsOf } from "./cues.ts";
import { type Cues, listensFor } from "./listening.ts";
import type { Sentence } from "./sentences.ts";
import { type Utterance, type View, wasRefused } from "./view.ts";
import { pointsBack, withoutOpeners } from "./wording.ts";

/** A sentence where it was said. */
export interface Heard {
  readonly sentence: Sentence;
  /** Its place in what was said. */
  readonly at: number;
  readonly from: Utterance;
  /** Features of all that was said at once. */
  readonly around: readonly number[];
}

/** How it is put. */
const FORMS: { readonly [name: string]: RegExp } = {
  "has code": /`/,
  "has a path": /[\w-]\/[\w.-]|[\w-]\.[a-z]{2,4}\b/,
  "has a number": /\d/,
  "has an amount":
    /[$€£]\s?\d|\d\s?(?:%|€|(?:k|ms|s|h|min|kb|mb|gb|tb|days?|hours?|minutes?|seconds?|weeks?|months?|years?|px|mm|cm|x)\b)/i,
  "has a name": /\S\s[A-Z][a-z]{2}|\b[A-Z]{2}|[a-z][A-Z]|[a-z]_[a-z]/,
  "has a colon": /:\s/,
  "has a semicolon": /;/,
  "has a comma": /,/,
  "has brackets": /\([^)]{3}/,
  "has a dash": /\s(?:[–—-]|--)\s/,
  "says what it is not": /, (?:and )?(?:not|never|no|nicht|kein\w*|pas)\b/i,
  "tells a habit of one's own": /\bi (?:always|never|usually)\b/i,
  shouts: /!/,
  "trails off": /\.\.\.|…/,
  smiles: /[:;]-?[)DP(]|\ud83c[\udf00-\udfff]|\ud83d/,
  quotes: /"[^"]{2}|“/,
};

/** How it begins. */
const BEGINNINGS: { readonly [name: string]: string } = {
  "begins with we": "we our we'll we're we've wir unser unsere nous notre nuestro nuestra",
  "begins with I": "i i'll i'd i'm i've my ich je j'ai yo",
  "begins with you": "you your you're du tu",
  "begins with a thing": "the this that these those a an der die das ein eine el la los las le les un une",
  "begins with it": "it it's they they're he she es",
  "begins with all":
    "every all each any no nobody everything nothing everyone only alle jede kein keine nadie todo chaque tous aucun",
  "begins with a ban": "never don't not no avoid stop nie nicht nunca jamais",
  "begins with an order":
    "use keep put make add write do let's let go take leave drop wait commit call run name send set store treat show give start fix remove move change check please try ask tell stick prefer bitte nimm mach pon usa utilise",
  "begins with a condition":
    "if when once before after until for in at with without because since as wenn bevor nach cuando antes si quand avant pour",
  "begins with a question":
    "what how why which who whose where whats what's hows does do did is are can could would should was wie was warum welche qué cómo por cuál comment pourquoi quel est-ce",
  "begins with a turn": "but and so then or also oh ah hm aber und dann pero y entonces mais et donc alors",
};

const CONTEXT = [
  /* How long it is. */
  "up to 3 words",
  "4 to 7 words",
  "8 to 14 words",
  "15 to 24 words",
  "25 words and more",
  /* Where it stands. */
  "stands alone",
  "stands first",
  "stands last",
  "stands in a list",
  "stands below what is open",
  "stands below what was found",
  "stands below rules",
  "follows a no",
  "follows a yes",
  "gives its reason next",
  "asks",
  "points back",
  "names no subject",
  "has no verb",
  "begins with a name or noun",
  "orders one thing",
  "orders without exception",
  "states without exception",
  "states of us",
  "asks around",
  "much is said",
  /* What was before. */
  "session begins",
  "was asked",
  "was offered a choice",
  "was told at length",
  "files were changed before",
  "something failed before",
  "was refused before",
  "was stopped before",
  "was asked why",
  /* What was done about it. */
  "files were changed",
  "something failed",
  "commands ran",
  "nothing was done",
  "was taken up",
  "was answered in a line",
  /* What the person said next. */
  "was accepted next",
  "was thanked next",
  "was objected to next",
  "was asked about next",
  "was the end",
] as const;

type ContextName = (typeof CONTEXT)[number];

/** All features, by what they are called; what a sentence has is told by places in this list. */
export const FEATURE_NAMES: readonly string[] = [
  ...CUE_NAMES.map((name) => `word of ${name.replaceAll("_", " ")}`),
  ...Object.keys(FORMS),
  ...Object.keys(BEGINNINGS),
  ...CONTEXT,
];

const FIRST_FORM = CUE_NAMES.length;
const FORM_LIST = Object.values(FORMS);
const FIRST_BEGINNING = FIRST_FORM + FORM_LIST.length;
const BY_BEGINNING: ReadonlyMap<string, number> = new Map(
  Object.values(BEGINNINGS)
    .flatMap((words, at) => words.split(" ").map((word): [string, number] => [word, FIRST_BEGINNING + at]))
    // Where a word begins several, the first stands.
    .reverse(),
);
const FIRST_CONTEXT = FIRST_BEGINNING + Object.keys(BEGINNINGS).length;
const beginningOf = (name: string): number => FIRST_BEGINNING + Object.keys(BEGINNINGS).indexOf(name);
const ORDER = beginningOf("begins with an order");
const BAN = beginningOf("begins with a ban");
const cuePlaces = (...names: string[]): readonly number[] => names.map((name) => CUE_NAMES.indexOf(name));
const VERBS = cuePlaces(
  "must",
  "cannot",
  "will",
  "would",
  "past",
  "passive",
  "choose",
  "is",
  "owns",
  "breaks",
  "did",
  "work",
);
const SWEEPS = cuePlaces("universal", "never", "lasting", "only");
const OF_US = cuePlaces("we", "others");
const AT_HAND = CUE_NAMES.indexOf("at_hand");
const IS = CUE_NAMES.indexOf("is");
const PLACE = Object.fromEntries(CONTEXT.map((name, at) => [name, FIRST_CONTEXT + at])) as {
  readonly [name in ContextName]: number;
};

const YES =
  /^\W*(?:y|yes|yep|yeah|ok(?:ay)?|sure|go|do it|please do|sounds|agreed|good|right|makes sense|fine|convincing|exactly|perfect|great|nice|ja|gut|passt|vale|sí|bien|oui|bon|parfait)\b/i;
const THANKS =
  /\b(?:thanks|thank you|thx|great|perfect|nice|awesome|excellent|love|danke|super|gracias|merci)\b/i;
const OBJECTS =
  /^\W*(?:no|nope|nah|wrong|wait|hm+|stop|not|but|actually|that's (?:not|wrong)|don't|nein|non|doch|why did)\b|\b(?:revert|undo|instead|on second thought|never ?mind|forget)\b/i;
export const THANKS_CUES: Cues = { expressions: [THANKS] };
const mayThank = listensFor("thanks");
export const OBJECTION_CUES: Cues = { expressions: [OBJECTS] };
const mayObject = listensFor("objection");
const objects = (sentence: Sentence): boolean => mayObject(sentence) && OBJECTS.test(sentence.text);
const TAKES_UP =
  /^\W*(?:noted|understood|will do|ok|okay|got it|sure|agreed|done|added|changed|right|yes|verstanden|notiert|geändert|mach ich|entendido|anotad[oa]|de acuerdo|noté|compris|d'accord)\b/i;
const WHY = /\b(?:why|how come|what happened|warum|wieso|por qué|pourquoi)\b/i;
const OPEN =
  /\b(?:open|left|todo|to do|follow|remain\w*|later|next|not (?:done|covered)|pending|missing|offen|pendiente|reste)\b/i;
const FINDINGS = /\b(?:find\w*|found|learn\w*|lesson\w*|notes?|caveat\w*|cause|background|context|how it)\b/i;
const RULES = /\b(?:rules?|convention\w*|guideline\w*|preference\w*|wishes|style|ways?)\b/i;
const REASON =
  /^(?:because|since|otherwise|(?:the|that's the) reason|we |they |it |that |this |last time|weil|sonst|porque|sinon)/i;
const CHOICE = /\bor\b|\boder\b|\bo\b|\bou\b/i;
const SUBJECTLESS =
  /^(?:has|have|had|is|are|was|were|must|should|needs?|can't|cannot|doesn't|won't|can|could|hat|ist|muss|debe|tiene|doit)\b/i;

/** What holds for all that one of them said at once. */
export function aroundOf(
  from: Utterance,
  view: View,
  previous: View | undefined,
  next: View | undefined,
): readonly number[] {
  const found: number[] = [];
  const note = (name: ContextName, holds: boolean): void => {
    if (holds) found.push(PLACE[name]);
  };
  const { sentences } = from;
  const isUser = from.role === "user";
  const earlier = isUser ? previous?.answer?.sentences : view.request.sentences;
  const asked = earlier?.at(-1)?.asks === true || earlier?.at(-2)?.asks === true;
  const listed = earlier?.filter((sentence) => sentence.listed).length ?? 0;
  note(
    "asks around",
    sentences.some(({ asks }) => asks),
  );
  note("much is said", sentences.length > 5);
  note("session begins", view.segment.turn === 1);
  note("was asked", asked);
  note(
    "was offered a choice",
    (earlier?.some(({ asks, text }) => asks && CHOICE.test(text)) ?? false) || (isUser && listed > 1),
  );
  note("was told at length", (earlier?.length ?? 0) > 4);
  note("files were changed before", (previous?.files.length ?? 0) > 0);
  note("something failed before", previous?.runs.some(({ ok }) => !ok) === true);
  note("was refused before", previous !== undefined && wasRefused(previous));
  note("was stopped before", previous?.segment.interrupted === true);
  note("was asked why", !isUser && view.request.sentences.some(({ text }) => WHY.test(text)));
  note("files were changed", view.files.length > 0);
  note(
    "something failed",
    view.runs.some(({ ok }) => !ok),
  );
  note("commands ran", view.runs.length > 0);
  note(
    "nothing was done",
    view.segment.steps.every(({ kind }) => kind === "said"),
  );
  const answered = view.said[0]?.sentences ?? [];
  note("was taken up", isUser && TAKES_UP.test(answered[0]?.text ?? ""));
  note("was answered in a line", isUser && answered.length === 1 && (answered[0]?.shown.length ?? 0) < 60);
  const [reply] = next?.request.sentences ?? [];
  note("was accepted next", reply !== undefined && YES.test(reply.text));
  note("was thanked next", reply !== undefined && mayThank(reply) && THANKS.test(reply.text));
  note("was objected to next", reply !== undefined && objects(reply));
  note("was asked about next", reply?.asks === true);
  note("was the end", next === undefined);
  return found;
}

/** Places in `FEATURE_NAMES` of what the sentence has, each once. */
export function featuresOf({ sentence, at, from, around }: Heard): number[] {
  const { shown, text, asks, listed, under, paragraph } = sentence;
  const has = new Set<number>(around);
  // Of what is quoted and of code no word is the speaker's own.
  const said = withoutOpeners(text);
  const words = wordsOf(said.toLowerCase());
  hearCues(words, (cue) => has.add(cue));
  for (let form = 0; form < FORM_LIST.length; form += 1)
    if (FORM_LIST[form]?.test(shown)) has.add(FIRST_FORM + form);
  const beginning = BY_BEGINNING.get(words[0] ?? "");
  if (beginning !== undefined) has.add(beginning);
  const note = (name: ContextName, holds: boolean): void => {
    if (holds) has.add(PLACE[name]);
  };
  const orders = beginning === ORDER || beginning === BAN;
  const sweeps = SWEEPS.some((cue) => has.has(cue));
  note("has no verb", !VERBS.some((cue) => has.has(cue)) && !orders);
  note("begins with a name or noun", beginning === undefined);
  note("orders one thing", orders && has.has(AT_HAND));
  note("orders without exception", orders && sweeps);
  note("states without exception", !orders && sweeps);
  note("states of us", !orders && OF_US.some((cue) => has.has(cue)) && has.has(IS));
  const { sentences } = from;
  const [before, after] = [sentences[at - 1], sentences[at + 1]];
  note(lengthOf(words.length), true);
  note("stands alone", sentences.length === 1);
  note("stands first", at === 0);
  note("stands last", at === sentences.length - 1);
  note("stands in a list", listed);
  note("stands below what is open", under !== "" && OPEN.test(under));
  note("stands below what was found", under !== "" && FINDINGS.test(under));
  note("stands below rules", under !== "" && RULES.test(under));
  note("follows a no", objects(before ?? sentence));
  note("follows a yes", YES.test((before ?? sentence).text));
  note(
    "gives its reason next",
    after !== undefined && after.paragraph === paragraph && REASON.test(after.text),
  );
  note("asks", asks);
  note("points back", pointsBack(said));
  note("names no subject", SUBJECTLESS.test(said));
  return [...has];
}

const lengthOf = (words: number): ContextName =>
  words <= 3
    ? "up to 3 words"
    : words <= 7
      ? "4 to 7 words"
      : words <= 14
        ? "8 to 14 words"
        : words <= 24
          ? "15 to 24 words"
          : "25 words and more";
