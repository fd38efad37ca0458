/**
 * Decisions with their reasons: by the person; by the agent, where it says why and nobody contradicts; and what the agent
 * proposed and the person agreed to.
 */
import { coverage } from "../../text/similarity.ts";
import { primaryOf, SIGNAL_TABLES, type SignalTable } from "../patterns.ts";
import { speaks } from "../score.ts";
import { importanceOf } from "./importance.ts";
import { FOREIGN_DECISION, FOREIGN_TROUBLE } from "./languages.ts";
import { type Cues, listensFor } from "./listening.ts";
import type { Noticed } from "./noticed.ts";
import { picked } from "./pick.ts";
import { reversalAt } from "./reversal.ts";
import type { Sentence } from "./sentences.ts";
import { settled } from "./settled.ts";
import { before, filesNamed, termsOf, type Utterance, type View } from "./view.ts";
import { CLAIM_MAX, dangles, ended, namesIn, standing, tidy, withoutOpeners } from "./wording.ts";

const TABLE = SIGNAL_TABLES.find(({ category }) => category === "decision") as SignalTable;

const GIVES_REASON =
  /\b(?:because|since(?! (?:last|yesterday|then|\d))|so that|due to|the reason|rationale|in order to|to (?:avoid|keep|prevent|stay|allow|support|make sure|ensure|save|reduce|simplify)|as (?:it|we|they|that|the)|so (?:it|we|the|they|there|that|you|no|each|both)\b|which (?:avoids?|keeps?|means?|lets?|makes?|gives?|would)|given (?:that|the|how)|otherwise|weil|damit|denn|porque|parce que|puisque|car)\b|因为|ため|ので/iu;
/** The next sentence tells why. */
const REASON_FOLLOWS =
  /^(?:because|since|that way|this way|this (?:avoids|keeps|means|lets|makes|gives|way)|that (?:avoids|keeps|means|lets|makes|gives)|it (?:avoids|keeps|means|lets|makes|is|has|needs|handles|supports)|the reason|reason:|rationale|otherwise|(?:we|they) (?:already|only|don't|do not|need|have)|no need|\w+ (?:would|is too|was too|can't|cannot|doesn't))\b/i;

/** Ways of the agent's own work, which nobody needs to know afterwards. */
const OWN_WORK =
  /\b(?:grep|ripgrep|rg|sed|awk|glob|the (?:read|edit|write|bash|task|search|explore) (?:tool|agent|command)|sub-?agents?|todo ?(?:write|list)|plan mode|different approach|another approach|other approach|this approach|approach (?:first|instead)|quick (?:look|check|script|search)|look at|take a look|start (?:with|by)|parallel|background|heredoc|one at a time|a script to|cat|python3? -c|absolute paths?|web ?search|web ?fetch|curl to)\b/i;
/** Of the agent: it says what it made, and why so. */
const CHOSE =
  /^(?:\W{0,3}|(?:for|in|on) [^,]{1,60}, )(?:i|we)(?:'ll|'ve| will| have)? (?:(?:deliberately|also|now|intentionally|just|therefore) )?(?:use[ds]?|ke(?:ep|pt)|cho(?:se|ose|sen)|ma[dk]e|put|store[ds]?|went|implement(?:ed)?|wrote|moved?|switch(?:ed)?|pick(?:ed)?|opt(?:ed)?|split|avoid(?:ed)?|limit(?:ed)?|left|rewrote|added|replaced|set|wrapped|based|built|returned?|pass(?:ed)?|renamed|removed|reused?|merged|pinned|dropped)\b/i;
/** One thing and not another, and why. */
const WEIGHED =
  /^(?:i|we) (?!will|could|would|can)\w+ .{5,160}\b(?:rather than|instead of)\b.{3,160}\b(?:because|since|so that|as)\b/i;
const STRONG_REASON =
  /\b(?:because|since(?! (?:last|yesterday|then))|so that|to avoid|rather than|instead of|due to|otherwise)\b/i;
const HEDGED =
  /\b(?:maybe|perhaps|might|could|not sure|i guess|let me know|if you (?:want|prefer|like)|would you|shall|for example|e\.g\.)\b/i;
/** Whoever tries has not decided. */
const TRIES =
  /\b(?:let me (?:try|see|check|look)|i'll try|try(?:ing)?\b.{0,40}\b(?:instead|first)|temporarily|for debugging|experiment)\b/i;
const MOST_BY_AGENT = 3;

export function decisions(view: View, before: View | undefined, next: View | undefined): Noticed[] {
  const previous = before?.answer;
  const own = view.request.sentences.flatMap((sentence, at) => {
    const said = byUser(sentence, at, view.request, previous);
    return said && !isChanged(sentence, next)
      ? [noticed(view, view.request, sentence.shown, said, "the person decided")]
      : [];
  });
  const pick = own.length === 0 ? pickOf(view, previous, next) : undefined;
  const agreed = pick ? undefined : agreement(view, previous);
  const echo = own.length === 0 && !pick && !agreed ? settledOf(view, previous, next) : undefined;
  const works = [before, view, next].some((near) => near !== undefined && near.files.length > 0);
  return [
    ...own,
    ...(pick ? [pick] : []),
    ...(agreed && own.length === 0 ? [agreed] : []),
    ...(echo ? [echo] : []),
    ...answered(view),
    ...reversals(view, next),
    ...(own.length === 0 && !agreed && !pick && !echo ? replies(view, previous) : []),
    // Where nothing is made, nothing is decided by making it.
    ...(works ? byAgent(view, next) : []),
  ];
}

/** One of the things put up for choice. */
function pickOf(view: View, previous: Utterance | undefined, next: View | undefined): Noticed | undefined {
  const [first] = view.request.sentences;
  const said = picked(view.request, previous);
  if (!first || said === undefined || HEDGED.test(first.text) || isChanged(first, next)) return undefined;
  return noticed(
    view,
    view.request,
    first.shown,
    said,
    "the person picked one of what was put up for choice",
  );
}

/** What the agent proposed, in a few words of it. */
function settledOf(view: View, previous: Utterance | undefined, next: View | undefined): Noticed | undefined {
  const [first] = view.request.sentences;
  const found = settled(view.request, previous);
  if (!first || !found || isChanged(first, next)) return undefined;
  return noticed(
    view,
    view.request,
    found.by,
    found.said,
    "the person settled what the agent had put to them",
  );
}

/** The person thinks better of it. */
const CHANGES_MIND =
  /\b(?:forget|scrap|on second thought|chang(?:ed|ing) my mind|never mind|rather not|back to|won't work)\b|^\W*(?:hm+,? )?(?:wait|no wait|actually)\b/i;

const isChanged = ({ shown }: Sentence, next: View | undefined): boolean => {
  const said = next?.request.sentences ?? [];
  if (!said.some(({ text }) => CHANGES_MIND.test(text))) return false;
  const again = termsOf(said.map((sentence) => sentence.shown).join(" "));
  return [...termsOf(shown)].some((term) => again.has(term));
};

/** Where the reason stands with it, triage's table need not know the verb. */
const CHOOSES =
  /\b(?:let's|we'll|we will|i'll|i will|we're going to|(?:^|then )we) (?:just )?(?:stay|stick|drop|skip|use|go with|keep|take|adopt|do|make|store|put|switch|move|build|write)\b.{3,100}\b(?:because|since|so that|as (?:it|we|they))\b/i;

/** A design in so many words. */
const SHAPES = /\blet's (?:put|store|keep|split|model|move|have|make|use) (?:\S+ ){8}/i;
/** "We take the register machine": said by who decides. */
const TAKES =
  /(?:^|[:;,–—-] |\b(?:then|so|ok|okay|yes|yeah|fine) )(?:we|i|let's|let us)(?:'ll| will)? (?:just )?(?:take|pick|choose|go (?:with|for)|adopt|stay (?:with|on|at)|stick (?:to|with)) (?!(?:it|that|this|a look|care|over|time|turns?|notes?)\b).{4,}|^(?:[\w-]+, )?(?:[\w-]+ ){1,5}it is(?: then)?\W*$|, (?:[\w-]+ ){1,4}it is(?: then)?\W*$/i;
/** How things are done already is no decision of today. */
const IS_SO =
  /^(?:we|our \w+) (?:already |all |still )?(?:use|have|run|are|do|rely|depend)\b(?!.*\b(?:now|from|instead|rather|because|over)\b)/i;
const AGREED = /\bwe(?:'ve| have| all)? agreed with .{2,40} (?:on|to|that)\b/i;
/** "Go with A". */
const PICKS =
  /^(?:(?:ok(?:ay)?|yes|then|let's|let us|fine|please|i'd|we)[, ]+)*(?:go|going|take|do|pick|choose) (?:with |for )?(?:option |approach |variant |number |#)?(?:[a-d1-4]\b|the (?:first|second|third|fourth)\b)/i;

const SPOKEN = primaryOf(TABLE);
export const DECISION_CUES: Cues = {
  expressions: [...SPOKEN, TAKES, CHOOSES, PICKS, SHAPES, AGREED],
  foreign: [FOREIGN_DECISION],
};
const mayDecide = listensFor("decision");

const decides = (sentence: Sentence): boolean =>
  !sentence.asks &&
  mayDecide(sentence) &&
  !IS_SO.test(withoutOpeners(sentence.text)) &&
  (speaks(sentence, TABLE) ||
    TAKES.test(sentence.text) ||
    CHOOSES.test(sentence.text) ||
    PICKS.test(sentence.text) ||
    SHAPES.test(sentence.text) ||
    AGREED.test(sentence.text) ||
    (FOREIGN_DECISION.test(sentence.text) && !FOREIGN_TROUBLE.test(sentence.text)));

/** A directive of the person for the work at hand: what of it lasts, preferences say. */
function byUser(
  sentence: Sentence,
  at: number,
  from: Utterance,
  previous: Utterance | undefined,
): string | undefined {
  if (!decides(sentence) || HEDGED.test(sentence.text) || OWN_WORK.test(sentence.text)) return undefined;
  const chosen = optionOf(sentence, previous);
  if (chosen) {
    // What the person said besides is why.
    const why = sentence.shown.replace(/^[^,;–—]{1,60}[,;–—]\s*/, "");
    const told = why === sentence.shown ? `Decided: ${chosen}` : `Decided: ${ended(chosen)} ${why}`;
    return withReason(tidy(told), sentence, from, at);
  }
  if (NAMELESS.test(sentence.text)) return undefined;
  const shown = sentence.shown.replace(MAKE_IT, "");
  const said = standing({ ...sentence, shown }, before(from, at));
  return said === undefined || dangles(said) ? undefined : withReason(asDecided(said), sentence, from, at);
}

const MAKE_IT = /^(?:let's )?(?:make|keep) (?:it|this|that) (?=[^,]{3,60}, not )/i;
/** "Let's go with the second one" says nothing to who was not there. */
const NAMELESS =
  /\b(?:go|going|stick|went) with (?:it|that|this|yours?|the (?:first|second|third|last|latter|former|other|simpler?|simplest|easier|easiest|same|your|recommended|suggested|default) ?(?:one|option|approach|version|way|solution)?|option|(?:your|the) (?:suggestion|recommendation|proposal|plan)|what you)\b/i;
const ORDINALS = ["first", "second", "third", "fourth"];
const OPTION =
  /\b(?:option|approach|number|variant|#|go with|going with|pick|take)\s*#?(\d|[a-d])\b|\bthe (first|second|third|fourth)(?: (?:one|option|approach))?\b/i;

/** The entry of the agent's list that "option 2" means. */
export function optionOf({ text }: Sentence, previous: Utterance | undefined): string | undefined {
  const [, name, ordinal] = OPTION.exec(text) ?? [];
  if (!previous || (name === undefined && ordinal === undefined)) return undefined;
  const place = ordinal
    ? ORDINALS.indexOf(ordinal.toLowerCase())
    : /\d/.test(name ?? "")
      ? Number(name) - 1
      : (name ?? "a").toLowerCase().charCodeAt(0) - 97;
  const entries = previous.sentences.filter(
    ({ listed, paragraph }, at) => listed && previous.sentences[at - 1]?.paragraph !== paragraph,
  );
  const entry = entries[place];
  return entry?.shown.replace(/^(?:(?:option|approach|variant)\s*#?)?\w\s*[:.)–—-]\s*/i, "");
}

const DECIDED_TO =
  /^(?:i(?:'ll| will|'m going to| am going to)|we(?:'ll| will|'re going to| are going to)|let's|let us|i've decided to|i decided to|we (?:have |'ve )?decided to|we should)\s+(?:just |now |therefore |also )?(?=[a-z]+\b)/i;

/** Told as something that was decided, not as something about to be. */
export const asDecided = (said: string): string =>
  tidy(
    said
      .replace(DECIDED_TO, "Decided to ")
      .replace(
        /^(?:I|We)(?:'ve| have)? (?=(?:went|chose|used|kept|picked|opted|settled|switched|moved|split|put|made|stored|chosen|left|wrote|implemented|deliberately)\b)/i,
        "",
      ),
  );

/** With the reason that the next sentence gives, where this one gives none. */
export function withReason(said: string, sentence: Sentence, from: Utterance, at: number): string {
  if (GIVES_REASON.test(sentence.text)) return said;
  const next = from.sentences[at + 1];
  if (!next || next.asks || next.paragraph - sentence.paragraph > 1) return said;
  const isReason =
    REASON_FOLLOWS.test(withoutOpeners(next.text)) || GIVES_REASON.test(next.text.slice(0, 12));
  const whole = `${said} ${next.shown}`;
  return isReason && whole.length <= CLAIM_MAX ? tidy(whole) : said;
}

const ASSENT =
  /^\W*(?:yes|yep|yeah|ok(?:ay)?|sure|go ahead|do it|sounds good|agreed|perfect|great|good idea|makes sense|ja|sí|oui|好|はい)\b(?!.{0,80}\b(?:but|except|instead|however|not)\b)/i;
const PROPOSES =
  /\b(?:i(?:'d| would)? (?:recommend|suggest|propose|go with|lean towards)|my (?:recommendation|suggestion|proposal)(?: is|:)|i think we should|we should (?:use|keep|go))\b/i;
const PROPOSAL_START =
  /^(?:i(?:'d| would)? (?:recommend|suggest|propose)|my (?:recommendation|suggestion|proposal)(?: is(?: to)?|:)|i think we should|i(?:'d| would) (?=go with))\s*(?:that we )?/i;

/** The agent proposed, and the person said yes. */
function agreement(view: View, previous: Utterance | undefined): Noticed | undefined {
  const [first] = view.request.sentences;
  if (!first || first.asks || !previous || !ASSENT.test(first.text) || first.shown.length > 120)
    return undefined;
  const at = previous.sentences.findLastIndex(
    (sentence) => !sentence.asks && PROPOSES.test(sentence.text) && !OWN_WORK.test(sentence.text),
  );
  const proposal = previous.sentences[at];
  if (!proposal) return undefined;
  const said = withReason(
    tidy(`Agreed: ${withoutOpeners(proposal.shown).replace(PROPOSAL_START, "")}`),
    proposal,
    previous,
    at,
  );
  if (!GIVES_REASON.test(said) || dangles(said.slice("Agreed: ".length))) return undefined;
  return noticed(view, view.request, proposal.shown, said, "the agent proposed it and the person agreed");
}

/** The tool by which a client puts a model's question before a person. */
const ASKS_PEOPLE = "AskUserQuestion";
/** How clients write down what a person answered to questions with choices. */
const ANSWERED = /"([^"\n]{8,240}\?)"\s*=\s*"([^"\n]{1,160})"/g;
const UNDECIDED = /^(?:other|skip|none|not sure|you decide|whatever|no preference|yes|no)$/i;

/** What a person picked when the agent asked. */
function answered(view: View): Noticed[] {
  return view.segment.steps.flatMap((step) => {
    if (step.kind !== "tool" || step.action.kind !== "other" || step.outcome !== "ok") return [];
    // Only the client asks people: whatever else is called with a question, a search or somebody's server, may answer as it
    // likes. The call holds the question, too, so that no text can bring its own.
    if (step.action.name !== ASKS_PEOPLE) return [];
    const question = step.action.about;
    if (question === undefined) return [];
    return [...step.output.matchAll(ANSWERED)].flatMap(([whole, asked = "", answer = ""]) => {
      if (asked !== question || UNDECIDED.test(answer)) return [];
      const from = { ...view.request, at: step.at };
      return [
        noticed(
          view,
          from,
          whole,
          `Decided: ${asked} — ${answer}`,
          "the person answered the agent's question",
        ),
      ];
    });
  });
}

/** Asked out of politeness, or about what to do next: the answer is an order or nothing. */
const OFFERS =
  /\b(?:would you like|want me|do you want|shall i|should i|can i|may i|may we|anything else|does (?:that|this)|is (?:that|this)|sounds? (?:good|right)|okay\?|ok\?|right\?|ready|continue|proceed|which (?:one )?(?:first|next)|what next|next\?)/i;
const NO_ANSWER =
  /^\W*(?:i don't (?:know|care)|no idea|not sure|whatever|you (?:decide|choose|pick)|up to you|both work|thanks|thank you|hm+|wait|let me|why|what|how|can you|could you|please|never mind|stop|not now|later)\b|^\W*(?:yes|no|ok|okay|sure|yep|nope)\W*$/i;
const REPLY_MAX = 200;
const QUESTIONS_MAX = 160;
const REPLY_WORDS = 3;

/** What the agent asked at its end, and the person answered in their own words. */
function replies(view: View, previous: Utterance | undefined): Noticed[] {
  const { sentences } = view.request;
  const [first] = sentences;
  if (!first || !previous?.sentences.at(-1)?.asks || sentences.some(({ asks }) => asks)) return [];
  const reply = sentences.map(({ shown }) => ended(shown)).join(" ");
  const asked = previous.sentences.slice(-2).filter(({ asks, text }) => asks && !OFFERS.test(text));
  const question = asked.map(({ shown }) => shown).join(" ");
  const isAnswer =
    asked.length > 0 &&
    question.length <= QUESTIONS_MAX &&
    reply.length <= REPLY_MAX &&
    reply.split(/\s+/).length >= REPLY_WORDS &&
    !NO_ANSWER.test(first.text) &&
    !HEDGED.test(first.text);
  // What shares no word with the question may speak of something else.
  if (!isAnswer || ![...termsOf(reply)].some((term) => termsOf(question).has(term))) return [];
  const said = tidy(`Decided: ${question} — ${reply}`);
  return [noticed(view, view.request, first.shown, said, "the person answered the agent's question")];
}

/** What the agent tells to be decided otherwise now. */
function reversals(view: View, next: View | undefined): Noticed[] {
  const { answer, done } = view;
  if (!done || !answer) return [];
  return answer.sentences.flatMap((sentence, at) => {
    const said = reversalAt(answer, at);
    if (said === undefined || objects(next, termsOf(sentence.shown))) return [];
    return [noticed(view, answer, sentence.shown, said, "the agent told of a decision that was taken back")];
  });
}

/** Whether the person objects in the next request to what these terms are about. */
function objects(next: View | undefined, terms: ReadonlySet<string>): boolean {
  if (!next?.request.sentences.some(({ text }, at) => at < 2 && REJECTS.test(text))) return false;
  const objections = termsOf(next.segment.request);
  return coverage(terms, objections) > 0.1 || objections.size < 4;
}

const REJECTS =
  /^\W*(?:no\b(?=\W*$|\s*[,.!;:–—-]|\s+(?:that|this|it|you|i|we|don't|use|not|the|please|way)\b)|nope|wrong|don't|do not|stop|undo|revert|actually|wait|that's (?:not|wrong)|not (?:what|like)|instead|why (?:did|are|would) you|hmm,? no|nein|non|不|いや)\b/i;
const REVERSES =
  /\b(?:(?:doesn't|does not|didn't|did not|won't|not) (?:work|help|fit|hold)|that (?:broke|fails?)|scrap(?:ping)? (?:that|this)|on second thought|back to|revert(?:ed|ing)?|reconsider\w*|switch(?:ed|ing)? (?:to|back|away)|instead of|dead end|turned out (?:not|to be wrong)|dropp(?:ed|ing)|abandon\w*|replac(?:ed|ing))\b/i;
/** Share of a decision's terms in a later sentence that takes it back. */
const TAKEN_BACK = 0.34;

function byAgent(view: View, next: View | undefined): Noticed[] {
  if (!view.done) return [];
  const found: { readonly notice: Noticed; readonly terms: ReadonlySet<string> }[] = [];
  for (const utterance of view.said) {
    for (const [at, sentence] of utterance.sentences.entries()) {
      if (!isChoice(sentence, utterance)) continue;
      const said = standing(sentence, before(utterance, at));
      if (said === undefined) continue;
      const told = withReason(asDecided(said), sentence, utterance, at);
      if (!GIVES_REASON.test(told) || dangles(told.slice(0, 40))) continue;
      const terms = termsOf(sentence.shown);
      if (objects(next, terms)) continue;
      if (isTakenBack(view, utterance, terms)) continue;
      // Said in passing and again in the end: the end is worded for a reader.
      const same = found.findIndex(
        (other) => coverage(terms, other.terms) > 0.5 || coverage(other.terms, terms) > 0.5,
      );
      const notice = noticed(
        view,
        utterance,
        sentence.shown,
        told,
        "the agent chose and said why, and nobody objected",
      );
      if (same < 0) found.push({ notice, terms });
      else found[same] = { notice, terms };
    }
  }
  return found.slice(-MOST_BY_AGENT).map(({ notice }) => notice);
}

export const CHOICE_CUES: Cues = { expressions: [...SPOKEN, CHOSE, WEIGHED] };
const mayChoose = listensFor("choice");

function isChoice(sentence: Sentence, { last }: Utterance): boolean {
  const { asks, text } = sentence;
  if (asks || !mayChoose(sentence)) return false;
  const chooses =
    (last && ((CHOSE.test(text) && STRONG_REASON.test(text)) || WEIGHED.test(text))) ||
    speaks(sentence, TABLE);
  return chooses && !HEDGED.test(text) && !TRIES.test(text) && !OWN_WORK.test(text);
}

const isTakenBack = ({ said }: View, { place }: Utterance, terms: ReadonlySet<string>): boolean =>
  said.some(
    (later) =>
      later.place > place &&
      later.sentences.some(
        ({ text, shown }) => REVERSES.test(text) && coverage(terms, termsOf(shown)) >= TAKEN_BACK,
      ),
  );

export function noticed(view: View, from: Utterance, by: string, content: string, why: string): Noticed {
  const byUser = from.role === "user";
  const files = filesNamed(content, view.files);
  return {
    kind: "decision",
    by,
    at: from.at,
    role: from.role,
    files,
    why,
    draft: {
      type: "episodic",
      scope: "project",
      event_type: "decision",
      content,
      importance: importanceOf("decision", content, { byUser }),
      tags: ["decision", ...namesIn(content)],
    },
  };
}
