/** How the person wants things, and what they put right: only what they say themselves, and only what outlasts the task. */
import { clip } from "../../record/value.ts";
import { isDenied } from "../negation.ts";
import { occurrences } from "../occurrences.ts";
import { SIGNAL_TABLES, type SignalTable } from "../patterns.ts";
import { speaks } from "../score.ts";
import { importanceOf } from "./importance.ts";
import { FOREIGN_NO, FOREIGN_RULE, FOREIGN_TROUBLE } from "./languages.ts";
import type { Noticed } from "./noticed.ts";
import type { Sentence } from "./sentences.ts";
import { before, termsOf, type Utterance, type View } from "./view.ts";
import { CLAIM_MAX, dangles, ended, namesIn, standing, tidy, toldOf, withoutOpeners } from "./wording.ts";

const TABLE = SIGNAL_TABLES.find(({ category }) => category === "preference") as SignalTable;

/** What triage's table leaves to be said: plain orders, which it takes for talk. */
const RULE =
  /\b(?:always|never|we (?:always|never|don't|do not|only|usually)|don't ever|no more|whenever you|every time you|each time you|by default|as a rule|in general|in future|going forward|for (?:all|every|any) (?:new )?\w+|must (?:always|never|not)|should (?:always|never)|make sure (?:you always|to always|every|each|all|no|that (?:every|all|each|no))|ask (?:me )?(?:first )?before|(?:rule|policy|habit|practice) (?:here|of ours|in this|is|that)|keep .{2,40} (?:under|below|within) \d+|my preference|keep (?:everything|all|it all)|(?:stay|remain|be|keep .{1,30}) compatible with|keep (?:the |your |all )?\w+ (?:short|small|brief|simple|terse|in english|consistent|alphabetical|sorted))\b/i;
/** "Use pnpm, not npm". */
const RATHER =
  /\b(?:use|write|prefer|go with|stick (?:to|with)|call|name|import|return|throw|format|commit|log|store)\b (?!the |this |that |it |my |your |\d).{2,80}?(?:,? (?:and )?not\b|,? never\b|\binstead of\b|\brather than\b|\bover\b)/i;
/** What holds for all of a kind. */
const UNIVERSAL =
  /^(?:every|all|any|no)\b(?! (?:of|sub-?agents?|agents?)\b).{2,60}\b(?:needs?|must|has to|have to|should|gets|goes (?:in|through|to))\b|^only (?:use|import|write|add|commit|export|log|throw|return|call|run|put|name|change|edit)\b|^(?:for|in) (?:all |every |new )?[^,]{1,40} we (?:use|write|put|keep|name|run|only|always|never)\b|^in (?:this|our) (?:project|repo\w*|code ?base|team|company)\b,? (?!(?:can|could|how|what|where|is|are|do|does|please)\b)/i;
/** How things are here, and have to be. */
const OF_HERE =
  /^(?:all )?\w+ here (?:are|is|must|should|always|never|use|have|need)\b|\b(?:no|only|never|must|should)\b.{2,60}\bin (?:this|our) (?:project|repo\w*|code ?base)\b|\b(?:has|have) to be .{2,60}\b(?:everywhere|always|since|because)\b/i;
const OF_ONESELF = /\bi (?:always|never|usually) (?!want|prefer|like)/i;
const JOKES = /\b(?:lol|haha\w*|hehe|lmao|rofl|just kidding|jk)\b/i;
const WHENEVER = /^(?:whenever|every time|each time|when you)\b[^,]{3,80}, \w+/i;
const LANGUAGES =
  /^(?:please )?(?:answer|reply|respond|write|speak|talk|comment)\b.{0,30}\bin (?:english|german|french|spanish|italian|dutch|polish|portuguese|chinese|japanese|russian|swedish)\b/i;
const WISHED_OF_ALL =
  /^(?:commit messages?|branch names?|tests?|comments|variables?|file names?|prs?|pull requests?|docs|error messages?|log messages?) [^?]{4,80},? please\b/i;
const FORBIDS =
  /^(?:(?:please|and|but|also|so)[, ]+)*(?:don't|do not|never|stop|avoid|no (?=\w+(?:s|ing)\b))\s*\S/i;
const STOP_DOING = /^(?:(?:please|and|but|also|so)[, ]+)*(?:stop \w+ing|quit \w+ing|avoid \w+)/i;
/** Someone orders: what stands after has the form of one. */
const LIKES =
  /^my preference is\b|^i(?:'d)? (?:really |strongly |generally |usually |would )*(?:prefer|rather|like|love|hate|dislike|don't like|do not like|don't want|want (?:you to|all|every|the|my))\b/i;

/** Of this one thing, which stands in the code from then on. */
const TASTE =
  /^i(?!.{1,12} it when\b)(?:'d| would)? (?:\w+ )?(?:\w+ )?(?:(?:have|see|use|keep|put|be) )?(?:the|this|that|it)\b/i;
/** It holds for what is at hand, and no longer. */
const FOR_NOW =
  /\b(?:yet|for now|right now|just now|at the moment|this time|this once|today|tonight|for the moment|until (?:i|we|you|the|then|it|after)|before (?:i|you|we)|first\b(?!-)|in this (?:case|one|commit|pr|file|test|function|turn|step|branch|change)|on this (?:one|branch|pr)|in that (?:file|test|function)|now\b(?! on))\b/i;
/** What is spoken of is this one thing, or nothing that lasts. */
const ONE_THING =
  /^(?:(?:please|and|but|also|so)[, ]+)*(?:don't|do not|never mind|stop|avoid)\s*(?:worry|forget|bother|hesitate|mind|know|think|understand|see|care|have|need|remember|get|guess|it|that|this|there|here|now|working|running|the (?:server|process|build|test run|dev server|watcher|container|agent|job)|(?:delet|remov|revert|chang|touch|edit|commit|push|merg|deploy|run|start|restart|fix|do|creat|open|clos|add|tell)\w* (?:it|that|this|them|those|these|any(?:thing)?|everything|the|my)\b)/i;
const LASTS =
  /\b(?:each time|every time|compatible with|always|never|ever|from now on|in (?:this|our) (?:project|repo\w*|code ?base|team)|in (?:production|prod|tests|migrations|commits?|commit messages|comments)|anywhere|everywhere|any more|anymore|by hand|on (?:fridays?|main|master)|without (?:asking|a|my|tests|review)|unless (?:i|asked|told|explicitly)|legacy|generated|vendor\w*|convention|style|policy|rule)\b/i;
/** Complaints about what goes wrong use the words of rules. */
const TROUBLE =
  /\b(?:always|never|keeps?) (?:\w+ )?(?:fails?|pass(?:es|ed)?|failing|breaks?|breaking|crash\w*|returns?|hangs?|times? out|works?|worked|gets?|got|happens?|shows?|loads?|finish\w*|ends?|get called|called|fires?|is|are|was|been|seen|heard|tried|used|had|did|wins?|resolves?|returned|sent|reach\w*|updates?|runs? out)\b/i;
const IMAGINES =
  /\b(?:(?:poem|haiku|story|song|joke|essay|post|article|talk) (?:about|on)|(?:says?|said|claims?|told (?:me|us)|recommends?|suggests?) (?:that )?(?:we|you|to|i|one|it)|if we (?:were|had|did)|would (?:it|we|you)|what if|imagine|suppose|let's say|hypothetically|in theory|could we|should we|can we|can you|could you|would you|do we|do you|is it|are we|i wonder|wondering|some people|many people|they say|people say|someone said|he said|she said|(?:docs?|readme|guide|article|blog|linter|book|tutorial|stack ?overflow|it|which) (?:says?|claims?|recommends?|suggests?|tells?))\b/i;
const SHORTEST = 12;
/** A list of wishes says so in its heading; its entries are told as they come. */
const RULES_FOLLOW =
  /\b(?:rules?|conventions?|guidelines?|preferences|principles|standards|house style|ways? (?:i|we) work|things to (?:know|remember|keep in mind))\b/i;

export function preferences(view: View, previous: View | undefined): Noticed[] {
  const { request } = view;
  const found: Noticed[] = [];
  const used = new Set<number>();
  const wrong = correctionAt(request, previous);
  if (wrong) {
    for (let at = wrong.from; at <= wrong.to; at += 1) used.add(at);
    found.push(corrected(view, wrong, previous));
  }
  for (const [at, sentence] of request.sentences.entries()) {
    if (used.has(at) || !isRule(sentence)) continue;
    const said = ruleText(request, at);
    if (said === undefined || dangles(said)) continue;
    found.push(noticed(view, "preference", sentence.shown, toldOf(said), "the person said how they want it"));
  }
  return found;
}

function isRule({ asks, text, shown, listed, under }: Sentence): boolean {
  const said = withoutOpeners(text);
  if (asks || shown.length < SHORTEST || IMAGINES.test(text)) return false;
  if (FOREIGN_RULE.test(text)) return !FOREIGN_TROUBLE.test(text);
  if (listed && RULES_FOLLOW.test(under)) return true;
  const lasts = LASTS.test(said);
  if (/^(?:ask|check with) (?:me )?(?:first )?before\b/i.test(said) || WISHED_OF_ALL.test(text)) return true;
  const orders = /^(?:always|never|don't|do not)\b/i.test(said);
  if ((TROUBLE.test(said) && !orders) || (ONE_THING.test(said) && !lasts)) return false;
  if (FOR_NOW.test(said) && !/\b(?:always|never|from now on|ever)\b/i.test(said)) return false;
  if (speaks({ text, lower: text.toLowerCase() }, TABLE)) return true;
  if (LIKES.test(said) && TASTE.test(said) && !lasts) return false;
  if (LIKES.test(said) || STOP_DOING.test(said)) return said.length > 20;
  if (RATHER.test(said) && !denied(said, RATHER)) return isOrder(said);
  if (JOKES.test(text) || OF_ONESELF.test(said)) return false;
  if (OF_HERE.test(said)) return true;
  if (/\b(?:anywhere else|nowhere else|everywhere else)\b/i.test(said)) return true;
  if (UNIVERSAL.test(said) || WHENEVER.test(said) || LANGUAGES.test(said)) return true;
  if (RULE.test(said)) return isOrder(said) || /^we\b/i.test(said) || lasts;
  return FORBIDS.test(said) && (lasts || said.split(/\s+/).length >= 5);
}

/** Begins as an order, or tells what "we" do; "the parser always uses" tells how something is. */
const isOrder = (said: string): boolean =>
  /^(?:please |always |never |for (?:all|every|any|new) [^,]{1,40}, |in [^,]{1,40}, |when(?:ever)? [^,]{1,60}, |every time [^,]{1,60}, )?(?:use|write|put|name|call|keep|run|add|make|ask|commit|import|format|prefer|avoid|stick|go|log|return|throw|store|pass|say|check|test|mock|pin|sort|include|leave|do|don't|never|always|you should|you must|we|all|every|new|tests?|commits?|no)\b/i.test(
    said,
  );

function denied(said: string, pattern: RegExp): boolean {
  const [first] = occurrences(said, new RegExp(pattern.source, "gi"));
  return first !== undefined && isDenied(said, first.start, first.start + 1, { hypotheticals: true });
}

/** The rule, with the reason that stands beside it. */
function ruleText(from: Utterance, at: number): string | undefined {
  const sentence = from.sentences[at];
  if (!sentence) return undefined;
  const said = standing(sentence, before(from, at));
  if (said === undefined) return undefined;
  const next = from.sentences[at + 1];
  const follows =
    next &&
    !next.asks &&
    next.paragraph === sentence.paragraph &&
    (REASON.test(next.text) || (next.shown.length <= REASON_MAX && !isRule(next) && !ORDERS.test(next.text)));
  const whole = follows ? `${said} ${next.shown}` : said;
  return whole.length <= CLAIM_MAX ? tidy(whole) : said;
}

const REASON_MAX = 90;
/** What follows a wish in the same breath is why, unless it is the next thing to do. */
const ORDERS =
  /^(?:can|could|please|now|also|then|next|and|so|thanks|thank|ok|but|btw|by the way|add|make|do|fix|run|remove|delete|change|move|rename|update|create|write|show|check|look|try|use|put|commit|push|open|let's|remind|don't|i)\b/i;
const REASON =
  /^(?:because|since|otherwise|that's (?:because|how|why)|it(?:'s| is| was| has| breaks| makes| causes| keeps)|they(?:'re| are| break| make)|the (?:reason|team|ci|linter|build|reviewers?)|we (?:had|got|lost|once|already|have|need)|last time|this (?:broke|breaks|keeps|makes|is how))\b/i;

/* What was put right. */

interface Wrong {
  /** Sentences of the request that it takes. */
  readonly from: number;
  readonly to: number;
  readonly content: string;
}

const NO =
  /^\W*(?:(?:hm+|wait|ugh|argh|sorry|stop)[,.!]* )?(?:no\b(?! (?:problem|worries|need|idea|rush|other|more|one))|nope|wrong|that's (?:wrong|not (?:right|correct|it|what|how|true))|that is (?:wrong|not)|not (?:like that|what i|quite|correct|there)|incorrect|you(?:'re| are) (?:wrong|mistaken|(?:using|calling|looking at|in|on|editing) the wrong)|i (?:said|meant|told you|asked (?:you )?(?:for|to))|you (?:forgot|missed|misunderstood|should(?:n't)? have|were supposed|used|broke|ignored)|actually,? (?:no|it|we|the|that)|stop\b)/i;
const BARE_NO =
  /^\W*(?:(?:actually|no|nope|wrong|stop|wait|sorry|hm+|that's (?:wrong|not (?:right|correct|true|it|what i \w+))|that is (?:wrong|not right)|not quite|incorrect|nein|non|falsch)(?: either| at all)?[\s,.!:;–—-]*)+$/i;
/** Before what is right it is often said once more that this is not. */
const THATS_WRONG =
  /^(?:stop[,.!]\s*|that's (?:wrong|not right|not correct|not it|not (?:how|what|where|the way) [^:,.;]{1,40})[\s,.:;–—-]+)/i;
/** Only what to do at once. */
const AT_ONCE =
  /^(?:(?:please|just)[, ]+)*(?:stop|undo|revert|go back|try again|redo|put (?:it|that) back|start over|remove (?:it|that)|do it again|look again|leave it|wait|cancel|hold on|roll (?:it|that) back|read|check|run|show|open|look|fix|delete|remove|change|move|rename)\b/i;

function correctionAt(request: Utterance, previous: View | undefined): Wrong | undefined {
  const [first, second, third] = request.sentences;
  if (!previous || !first || first.asks) return undefined;
  if (!NO.test(first.text) && !FOREIGN_NO.test(first.text)) return undefined;
  // A reproach says what was wrong; what is right comes after it.
  const bare =
    BARE_NO.test(first.text) ||
    (/^\W*you\b/i.test(first.text) && !isClaim(first.text) && second !== undefined);
  const own = bare ? second : first;
  if (!own || own.asks || IMAGINES.test(own.text)) return undefined;
  const said = withoutOpeners(own.shown).replace(THATS_WRONG, "");
  const foreign = FOREIGN_NO.test(first.text);
  if (said.length < SHORTEST || AT_ONCE.test(said) || dangles(said) || !(foreign || isClaim(said)))
    return undefined;
  const to = bare ? 1 : 0;
  const next = bare ? third : second;
  // What follows in the same breath says what is right, or why.
  const joins =
    next !== undefined &&
    !next.asks &&
    next.paragraph === own.paragraph &&
    !AT_ONCE.test(next.text) &&
    !/^(?:can|could|please|now|also|then|next|thanks|and then)\b/i.test(next.text) &&
    said.length + next.shown.length < CLAIM_MAX - 20;
  return { from: 0, to: joins ? to + 1 : to, content: tidy(joins ? `${ended(said)} ${next.shown}` : said) };
}

/** Says what is so or what is to be, beyond the matter of taste at hand. */
const isClaim = (said: string): boolean =>
  isOrder(said) ||
  /\b(?:is|are|was|were|has|have|must|should|needs?|requires?|belongs?|lives?|runs?|uses?|goes|go|means?|only|never|always|doesn't|does not|don't|do not|can't|cannot|not)\b/i.test(
    said,
  ) ||
  /[^\x00-\x7f]{4}/.test(said);

function corrected(view: View, { content, from }: Wrong, previous: View | undefined): Noticed {
  const was = previous ? whatWas(content, previous) : "";
  const own = toldOf(content);
  const whole = was === "" ? own : `${ended(own)} (Corrected; before: ${was})`;
  const anchor = view.request.sentences[from]?.shown ?? content;
  return noticed(view, "correction", anchor, whole, "the person put the agent right");
}

const WAS_MAX = 140;
/** Least share of a correction's terms in what it corrects. */
const SPEAKS_OF = 0.15;

/** What the agent had done or said that the person speaks of: the command or the sentence with the most common words. */
function whatWas(content: string, previous: View): string {
  const terms = termsOf(content);
  const share = (text: string): number => {
    const own = termsOf(text);
    let common = 0;
    for (const term of terms) if (own.has(term)) common += 1;
    return terms.size === 0 ? 0 : common / terms.size;
  };
  const commands = previous.runs.slice(-20).map(({ command }) => `\`${clip(command, WAS_MAX)}\``);
  const sentences = (previous.answer?.sentences ?? []).filter(({ asks }) => !asks).slice(0, 12);
  const told = [...sentences.map(({ shown }) => clip(withoutOpeners(shown), WAS_MAX)), ...commands];
  const [best] = told.map((text) => ({ text, share: share(text) })).sort((a, b) => b.share - a.share);
  return best && best.share >= SPEAKS_OF ? best.text : "";
}

function noticed(
  view: View,
  kind: "preference" | "correction",
  by: string,
  content: string,
  why: string,
): Noticed {
  return {
    kind,
    by,
    at: view.request.at,
    role: "user",
    files: [],
    why,
    draft: {
      type: "semantic",
      scope: "project",
      category: "principle",
      content,
      confidence: 0.8,
      importance: importanceOf(kind, content, { byUser: true }),
      tags: [kind, ...namesIn(content)],
    },
  };
}
