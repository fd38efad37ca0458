/** How the person wants things, and what they put right: only what they say themselves, and only what outlasts the task. */
import { isDenied } from "../negation.ts";
import { occurrences } from "../occurrences.ts";
import { primaryOf, SIGNAL_TABLES, type SignalTable } from "../patterns.ts";
import { speaks } from "../score.ts";
import { corrections } from "./correction.ts";
import { FOREIGN_RULE, FOREIGN_TROUBLE } from "./languages.ts";
import { type Cues, listensFor } from "./listening.ts";
import type { Noticed } from "./noticed.ts";
import { IMAGINES, isOrder, principle, SHORTEST } from "./principle.ts";
import type { Sentence } from "./sentences.ts";
import { isOfScreen } from "./standing-fact.ts";
import { before, type Utterance, type View } from "./view.ts";
import { CLAIM_MAX, dangles, standing, tidy, toldOf, withoutOpeners } from "./wording.ts";

const TABLE = SIGNAL_TABLES.find(({ category }) => category === "preference") as SignalTable;

/** What triage's table leaves to be said: plain orders, which it takes for talk. */
const RULE =
  /\b(?:always|never|we (?:always|never|don't|do not|only|usually)|don't ever|no more|whenever you|every time you|each time you|by default|as a rule|in general|(?:for|in) (?:the )?future|from here on|henceforth|going forward|for (?:all|every|any) (?:new )?\w+|must (?:always|never|not)|should (?:always|never)|make sure (?:you always|to always|every|each|all|no|that (?:every|all|each|no))|ask (?:me )?(?:first )?before|(?:rule|policy|habit|practice) (?:here|of ours|in this|is|that)|keep .{2,40} (?:under|below|within) \d+|my preference|keep (?:everything|all|it all)|(?:stay|remain|be|keep .{1,30}) compatible with|keep (?:the |your |all )?\w+ (?:short|small|brief|simple|terse|in english|consistent|alphabetical|sorted))\b/i;
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
/** What is forbidden, by the way: "…, no inline styles in templates". */
const FORBIDS_WITHIN =
  /(?:^|[,;:] )(?:and |but |so )?(?:no|never|not) (?!(?:one|idea|problem|need|longer|sure|really|yet|only|just|even)\b)[\w-]+(?: [\w-]+)? (?:here|in|on|from|outside|without|inside|into)\b/i;
/** How we do it. */
const HABIT =
  /^(?:and |but )?we (?:\w+ly |always |all |only |just )?(?:write|spell|name|call|squash|merge|rebase|review|tag|version|pin|lint|format|keep|put|log|document|split|group|sort|prefix|suffix|import|export|throw|return|mock|avoid|follow|stick|require|test|sign|write|abbreviate|indent|commit|branch|capitali[sz]e|translate)\b (?!it\b|that\b|this\b)/i;
/** An order and why: it holds wherever the reason does. */
const ORDER_LASTS =
  /^(?:please )?(?:use|prefer|avoid|keep|write|put|name|call|store|return|throw|log|stick|go through)\b/i;
const WHY = /\b(?:because|since|otherwise|so that|or else)\b/i;
const WHY_BESIDE =
  /^(?:because|since|otherwise|(?:we|they)(?:'re| are|'ve| have| had| got| lost| were)\b|(?:that|this|it|those|they) (?:has |have )?(?:cost|broke|breaks?|bit|caused|hurt|led)\b|\w+ (?:has|have) (?:cost|bitten|broken|caused)\b)/i;
const JOKES = /[:;]-?[)Dp](?=\W|$)|\bxD\b|\b(?:lol|haha\w*|hehe|lmao|rofl|just kidding|jk)\b/i;
const WHENEVER =
  /^(?:whenever|every time|each time|when you)\b(?!(?:'re| are) (?:done|ready|finished|through)\b)[^,]{3,80}, \w+/i;
const LANGUAGES =
  /^(?:please )?(?:answer|reply|respond|write|speak|talk|comment)\b.{0,30}\bin (?:english|german|french|spanish|italian|dutch|polish|portuguese|chinese|japanese|russian|swedish)\b/i;
const ASK_FIRST = /^(?:ask|check with) (?:me )?(?:first )?before\b/i;
const ELSEWHERE = /\b(?:anywhere else|nowhere else|everywhere else)\b/i;
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
  /\b(?:for this(?! (?:repo|project|code|team|company|app|package|service))|yet|for now|right now|just now|at the moment|this time|this once|today|tonight|for the moment|until (?:i|we|you|the|then|it|after)|before (?:i|you|we)|first\b(?!-)|in this (?:case|one|commit|pr|file|test|function|turn|step|branch|change)|on this (?:one|branch|pr)|in that (?:file|test|function)|now\b(?! on))\b/i;
/** What is spoken of is this one thing, or nothing that lasts. */
const ONE_THING =
  /^(?:(?:please|and|but|also|so)[, ]+)*(?:don't|do not|never mind|stop|avoid)\s*(?:let (?:me|us) forget|worry|forget|bother|hesitate|mind|know|think|understand|see|care|have|need|remember|get|guess|it|that|this|there|here|now|working|running|the (?:server|process|build|test run|dev server|watcher|container|agent|job)|(?:delet|remov|revert|chang|touch|edit|commit|push|merg|deploy|run|start|restart|fix|do|creat|open|clos|add|tell)\w* (?:it|that|this|them|those|these|any(?:thing)?|everything|the|my)\b)/i;
const LASTS =
  /\b(?:each time|every time|compatible with|always|never|ever|from now on|in (?:this|our) (?:project|repo\w*|code ?base|team)|in (?:production|prod|tests|migrations|commits?|commit messages|comments)|anywhere|everywhere|any more|anymore|by hand|on (?:fridays?|main|master)|without (?:asking|a|my|tests|review)|unless (?:i|asked|told|explicitly)|legacy|generated|vendor\w*|convention|style|policy|rule)\b/i;
/** Complaints about what goes wrong use the words of rules. */
const TROUBLE =
  /\b(?:always|never|keeps?) (?:\w+ )?(?:fails?|pass(?:es|ed)?|failing|breaks?|breaking|crash\w*|returns?|hangs?|times? out|works?|worked|gets?|got|happens?|shows?|loads?|finish\w*|ends?|get called|called|fires?|is|are|was|been|seen|heard|tried|used|had|did|wins?|resolves?|returned|sent|reach\w*|updates?|runs? out)\b/i;
/** What the program is to do. */
const OF_PRODUCT =
  /^(?:please )?(?:don't|do not) (?:show|display|render|hide|open|close|redirect|scroll|animate|highlight|send the|load the|include the|print the)\b|^no more (?:errors?|warnings?|problems?|failures?|crash\w*)\b|^i(?:'d| would) like (?:an?|the|some|another|to have an?|to see the) (?!plan\b|summary\b)/i;
/** "Every test gets a 500". */
const FAILS =
  /^(?:every|all|any|no|each)\b.{2,60}\bgets? (?:an? |the )?(?:\w+ )?(?:[45]\d\d\b|errors?\b|exceptions?\b|timeouts?\b|null\b|undefined\b)/i;
/** A list of wishes says so in its heading; its entries are told as they come. */
const RULES_FOLLOW =
  /\b(?:rules?|conventions?|guidelines?|preferences|principles|standards|house style|ways? (?:i|we) work|things to (?:know|remember|keep in mind))\b/i;

export function preferences(view: View, previous: View | undefined): Noticed[] {
  const { request } = view;
  const { found: righted, used } = corrections(view, previous);
  const found: Noticed[] = [...righted];
  for (const [at, sentence] of request.sentences.entries()) {
    if (used.has(at) || !(isRule(sentence) || isReasoned(request, at))) continue;
    const said = ruleText(request, at);
    if (said === undefined || dangles(said.replace(IT_WHEN, " "))) continue;
    found.push(
      principle(view, "preference", sentence.shown, toldOf(said), "the person said how they want it"),
    );
  }
  return found;
}

/** One thing in sight, and no kind of things. */
const TASTE_AT_HAND = /^(?:please )?\w+ (?:it|that|this|them|those|these|one|another|my|your)\b/i;

/** An order with its reason in the next sentence. */
function isReasoned({ sentences }: Utterance, at: number): boolean {
  const [order, why] = [sentences[at], sentences[at + 1]];
  if (!order || !why || order.asks || why.asks || order.paragraph !== why.paragraph) return false;
  const said = withoutOpeners(order.text);
  return (
    ORDER_LASTS.test(said) &&
    said.split(/\s+/).length >= 4 &&
    !TASTE_AT_HAND.test(said) &&
    !FOR_NOW.test(said) &&
    WHY_BESIDE.test(why.text)
  );
}

export const RULE_CUES: Cues = {
  expressions: [
    ...primaryOf(TABLE),
    ASK_FIRST,
    WISHED_OF_ALL,
    LIKES,
    STOP_DOING,
    RATHER,
    OF_HERE,
    HABIT,
    FORBIDS_WITHIN,
    ORDER_LASTS,
    ELSEWHERE,
    UNIVERSAL,
    WHENEVER,
    LANGUAGES,
    RULE,
    FORBIDS,
  ],
  foreign: [FOREIGN_RULE],
};
const mayRule = listensFor("rule");

function isRule(sentence: Sentence): boolean {
  const { asks, text, lower, shown, listed, under } = sentence;
  const isListed = listed && RULES_FOLLOW.test(under);
  if (asks || shown.length < SHORTEST || !(isListed || mayRule(sentence)) || IMAGINES.test(text))
    return false;
  const said = withoutOpeners(text);
  if (FOREIGN_RULE.test(text)) return !FOREIGN_TROUBLE.test(text);
  if (isListed) return true;
  const lasts = (): boolean => LASTS.test(said);
  if (ASK_FIRST.test(said) || WISHED_OF_ALL.test(text)) return true;
  const orders = /^(?:always|never|don't|do not)\b/i.test(said);
  if (
    FAILS.test(said) ||
    (isOfScreen(said) && !/\b(?:always|never)\b/i.test(said)) ||
    (OF_PRODUCT.test(said) && !lasts())
  )
    return false;
  if ((TROUBLE.test(said) && !orders) || (ONE_THING.test(said) && !lasts())) return false;
  if (FOR_NOW.test(said) && !/\b(?:always|never|from now on|ever|must not|mustn't)\b/i.test(said))
    return false;
  const speaksIt = speaks({ text, lower }, TABLE);
  if (JOKES.test(text)) return orders && speaksIt;
  if (speaksIt) return true;
  if (LIKES.test(said) && TASTE.test(said) && !lasts()) return false;
  if (LIKES.test(said) || STOP_DOING.test(said)) return said.length > 20;
  if (RATHER.test(said) && !isRatherDenied(said)) return isOrder(said);
  if (OF_ONESELF.test(said)) return false;
  if (OF_HERE.test(said) || HABIT.test(said) || FORBIDS_WITHIN.test(said)) return true;
  if (ORDER_LASTS.test(said) && WHY.test(said) && !TASTE_AT_HAND.test(said)) return true;
  if (ELSEWHERE.test(said)) return true;
  if (UNIVERSAL.test(said) || WHENEVER.test(said) || LANGUAGES.test(said)) return true;
  if (RULE.test(said)) return isOrder(said) || /^we\b/i.test(said) || lasts();
  return FORBIDS.test(said) && (lasts() || said.split(/\s+/).length >= 5);
}

const EVERY_RATHER = new RegExp(RATHER.source, "gi");

function isRatherDenied(said: string): boolean {
  const [first] = occurrences(said, EVERY_RATHER);
  return first !== undefined && isDenied(said, first.start, first.start + 1, { hypotheticals: true });
}

/** "It" is what follows. */
const IT_WHEN = /(?<=\b(?:hate|love|like|likes|dislike|prefer|appreciate)) it (?=when\b|if\b)/i;
const DRIVES_ME = /^it (?:drives me \w+|annoys me|bugs me|bothers me) (when|if|that)\b/i;

/** The rule, with the reason that stands beside it. */
function ruleText(from: Utterance, at: number): string | undefined {
  const sentence = from.sentences[at];
  if (!sentence) return undefined;
  const shown = sentence.shown.replace(DRIVES_ME, "I hate it $1");
  const said = standing({ ...sentence, shown }, before(from, at));
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
  /^(?:because|since|otherwise|(?:we|they)(?:'re| are|'ve)\b|that's (?:because|how|why)|it(?:'s| is| was| has| breaks| makes| causes| keeps)|they(?:'re| are| break| make)|the (?:reason|team|ci|linter|build|reviewers?)|we (?:had|got|lost|once|already|have|need)|last time|this (?:broke|breaks|keeps|makes|is how))\b/i;
