/** What is to be done later: asked for by the person, or left open by the agent, with the moment that the wording gives. */
import { readDue } from "../../text/due-time.ts";
import { coverage } from "../../text/similarity.ts";
import { importanceOf } from "./importance.ts";
import { FOREIGN_LATER } from "./languages.ts";
import { type Cues, listensFor } from "./listening.ts";
import type { Noticed } from "./noticed.ts";
import type { Sentence } from "./sentences.ts";
import { before, filesNamed, termsOf, type Utterance, type View } from "./view.ts";
import { dangles, leansOn, namesIn, standing, tidy, withoutOpeners } from "./wording.ts";

const REMIND = /\b(?:remind|ping|nudge) (?:me|us)\b(?! (?:how|what|why|where|of how|which|who|again what))/i;
const BEGINS_TODO =
  /^(?:todo|fixme|follow[- ]?up|reminder|note to self|(?:please )?note for later|for later)\b\s*[:–—-]?\s*\S/i;
const DO =
  "(?:do|try|ask|call|tell|invite|order|plan|schedule|prepare|finish|publish|investigate|measure|benchmark|port|convert|implement|support|automate|reduce|clarify|discuss|buy|renew|restore|verify|need an?|can go|goes away|tune|add|fix|clean|remove|refactor|revisit|handle|address|migrate|rename|write|test|update|document|look at|look into|come back|deal with|tackle|switch|rotate|bump|upgrade|drop|delete|check|move|enable|turn|replace|split|extract|merge|deploy|tune|optimi[sz]e|talk|decide|set up|review|be (?:\\w+ed|rewritten|split|run|cut|put|set)|bump|need to|have to|must|should|needs to|has to|will)";
const LATER =
  "(?:later(?! (?:in|on in|than|versions?|of|lines?|part))|next (?:time|week|sprint|month|release|session|quarter|iteration|milestone|phase|version|round)|before (?:the )?end of (?:the |this |next )?\\w+|by (?:the end of|next) \\w+|tomorrow|on (?:mon|tues|wednes|thurs|fri)day|in (?:a|two|three|\\d+) (?:days?|weeks?|months?)|after (?:the |this |we |that )?(?:release|launch|merge|demo|sprint|migration|weekend|deploy\\w*|freeze|cutover|holidays?|beta|audit|summer|quarter|rewrite|upgrade|move|pilot|trial)|before (?:the |we |our |next |any |you |i )?(?:\\w+ )?(?:release|launch|ship\\w*|deploy\\w*|merg\\w+|publish\\w*|go(?:ing|es)? live|demo|cutover|freeze|beta|prod(?:uction)?)|once (?:the |we |this |that )?.{1,40} (?:is|are|has|have|lands?|ships?|merges?)|when (?:we|you|i) (?:next |finally )?(?:do|cut|release|ship|deploy|merge|publish|upgrade|migrate|move|start|launch|tag|get to)\\w*|before .{1,30} (?:ships?|lands?|is released|goes live|is merged)|until .{3,40} (?:is|are|has|have)|at some point|eventually|in a (?:separate|follow-?up|later|different|future) (?:pr|issue|ticket|commit|change|pass|session))";
const DEFERRED = new RegExp(`\\b${DO}\\b.{0,100}\\b${LATER}\\b|\\b${LATER}\\b.{0,60}\\b${DO}\\b`, "i");
const NEXT_TIME = /\bnext time (?:we|you|i|someone|anyone)\b/i;
const WHEN_MERGED = /\b(?:don't forget|remember) to\b.{3,120}\bwhen (?:we|you|i)\b/i;
const NOT_FORGOTTEN = /\b(?:don't forget|remember|make sure|be sure|needs?) (?:to|that|we|you)\b/i;
const MOMENT = new RegExp(`\\b${LATER}\\b`, "i");
const PUT_OFF =
  /^(?:the )?rest\b.{0,20}\b(?:tomorrow|later|next \w+|on (?:mon|tues|wednes|thurs|fri)day)\b|\b(?:put|add) (?:it|that|this|them) (?:on|to|into) (?:the|my|our|your) (?:to-?do(?: list)?|list|backlog|roadmap|board)\b|\b(?:leave|keep|save|move|push) .{1,60} (?:for|to) (?:the )?next \w+|\b(?:leave|leaving|park|defer|postpone|skip|punt on|keep) .{1,60}\bfor (?:now|later|tomorrow|monday|next \w+|another (?:pr|day|time))\b|\bfor (?:a )?follow-?up\b|\b(?:postpone|defer|push|move|delay) .{1,60} (?:to|until|till) (?:the )?(?:next|later|after|q[1-4]\b|v?\d)/i;
/** Talk of the past, of partings, of other people's plans, and of what is to be done this very turn. */
const NO_PLAN =
  /\b(?:i(?:'ll| will| am|'m) (?:be )?(?:back|away|out|off|on holiday|on vacation)|see you|talk (?:to you )?(?:later|tomorrow)|sooner or later|let you know|get back to you|not sure|might want|maybe|perhaps|later (?:i|we) (?:found|saw|noticed|realized)|no need|lol|haha|lunch|dinner|coffee|we (?:did|had|were)|was later|if (?:we|you) ever|ago|already|happens? (?:later|next|after|once|before))\b/i;
const CONDITIONAL_NOW =
  /\bonce (?:it|that|this|they|you)(?:'s|'re| is| are|'ve| have)? (?:done|pass\w*|green|finished|ready|works?|running)\b/i;

const HEADS =
  /^(?:(?:deliberately|intentionally|explicitly|known to be) )?(?:open )?(?:next steps?|what remains|known gaps|future work|to follow|not (?:part of|in|for|touched|migrated|tested)(?: (?:this|here|yet))?|follow-?ups?|todos?|to-do|remaining(?: work| items)?|not (?:done|included|covered|in scope)(?: yet| here)?|still (?:open|to do|missing|needed|outstanding)|what(?:'s| is) left|left (?:to do|open|out)(?: for (?:now|later))?|open (?:items|points|tasks|todos?)|out(?:standing| of scope)|deferred|for later|before (?:the )?(?:release|deploy\w*|merg\w+|launch|production|you deploy|going live))\b/i;
/** The same in a line: "Still open: the PDF export". */
const HEADED = new RegExp(`${HEADS.source}[^:.]{0,30}:\\s+`, "i");
const LEFT_OPEN =
  /\b(?:left|leaving|did not|didn't|haven't|have not|skipped|deferred|postponed)\b.{1,100}\b(?:for now|for later|yet|as a? ?todo|as (?:a )?follow-?up|out of scope|(?:to|for|in) a separate|until)\b|\b(?:still|also) (?:needs?|has|have|need) (?:to be )?\w+.{0,80}\b(?:before|once|after|later|when|separately|follow-?up)\b|\bTODO\b|\bfollow-?up\b.{0,40}(?::|\bto\b|\bis\b|\bwould be\b|\bshould\b)|\b(?:remains?|is still) (?:open|to be done|unfinished|missing|todo)\b/i;
const OUGHT = new RegExp(
  `\\b(?:should|must|needs? to|has to|have to) be \\w+ed\\b.{0,60}\\b${LATER}\\b`,
  "i",
);
const YOU_MUST =
  /\b(?:you(?:'ll| will)?|someone|we(?:'ll| will)?) (?:still )?(?:need|have|must|should)(?: to)?\b.{1,140}\b(?:before|after|once|when you|prior to) (?:the |you |we |next |deploying|merging|releasing|shipping|publishing|going)/i;
const OFFERS =
  /\b(?:would you|want me|shall i|should i|let me know|if you(?:'d| would)? (?:like|want|prefer)|happy to|i can also|feel free)\b/i;
const MOST_BY_AGENT = 3;

export function intentions(view: View, previous: Utterance | undefined, next: View | undefined): Noticed[] {
  return [...byUser(view, previous), ...byAgent(view, next)];
}

function byUser({ request, files }: View, previous: Utterance | undefined): Noticed[] {
  return request.sentences.flatMap((sentence, at) => {
    if (!mayPlan(sentence)) return [];
    const reminds = REMIND.test(sentence.text);
    if (!reminds && !isPutOff(sentence)) return [];
    const shown = sentence.shown.replace(THATS_FOR, "");
    const said = standing({ ...sentence, shown }, before(request, at)) ?? withoutOpeners(shown);
    const leans = leansOn(said, TELLING) && leansOn(said.replace(ITS_MOMENT, ""), TELLING);
    const whole = leans ? withOffer(said, previous) : said;
    if (whole === undefined) return [];
    const content = tidy(
      [ASKED_TO_REMIND, REMINDED_LAST, TODO_MARK, PLANNED].reduce(
        (rest, mark) => rest.replace(mark, ""),
        whole.replace(CAN_YOU, ", ").replace(/\?$/, "."),
      ),
    );
    const type = reminds ? "reminder" : "todo";
    return content.length < shortest(content)
      ? []
      : [noticed(request, sentence, content, type, files, "the person put it off")];
  });
}

const CAN_YOU =
  /,?\s+(?:and )?(?:can|could|will|would) you (?:please )?(?:do|handle|fix|take care of|look at|look into) (?:it|that|this) /i;
/** "Tell ops before we deploy this": what is to be done stands before. */
const ITS_MOMENT = /(?<=\S+ \S+ \S+ \S+) (?:before|after|once|when|until|as soon as) .*$/i;
/** "That's for another PR, the audit log export": what it is stands behind. */
const THATS_FOR = /^(?:that's|that is|this is|it's) (?:for|a|part of) [^,:]{3,40}[,:] (?=\S+ \S+)/i;
/** Scripts without spaces say as much with fewer signs. */
const shortest = (content: string): number =>
  /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/.test(content) ? 6 : 15;

const ASKED_TO_REMIND =
  /^(?:(?:can|could|will|would) you )?(?:please )?remind (?:me|us)(?: (?:later|again))?(?:,| to| that| about)?\s*/i;
const REMINDED_LAST =
  /[,;.]?\s+(?:and )?(?:please )?(?:remind|ping) (?:me|us)(?: (?:about|of) (?:it|that|this))?(?: please)?[.!]?$/i;
/** A plan is told as what is to be done. */
const PLANNED =
  /^(?:let's|let us|we(?:'ll| (?:should|will|can|could|need to|have to|must))|i(?:'ll| will| (?:have|need) to| must| should)(?: (?:have|need) to)?)\s+(?:also |then |just )?/i;
const TODO_MARK =
  /^(?:todo|fixme|reminder|note to self|(?:please )?note for later|for later)\b\s*[:–—-]?\s*/i;

export const PLAN_CUES: Cues = {
  expressions: [REMIND, BEGINS_TODO, NEXT_TIME, WHEN_MERGED, MOMENT, PUT_OFF],
  foreign: [FOREIGN_LATER],
};
const mayPlan = listensFor("plan");

const isPutOff = ({ text, asks }: Sentence): boolean => !asks && plans(text) && !NO_PLAN.test(text);

function plans(text: string): boolean {
  const said = withoutOpeners(text);
  if (BEGINS_TODO.test(said) || NEXT_TIME.test(said)) return true;
  if (FOREIGN_LATER.test(text)) return true;
  if (CONDITIONAL_NOW.test(said)) return false;
  const names = MOMENT.test(said);
  if (NOT_FORGOTTEN.test(said)) return names || WHEN_MERGED.test(said);
  return (names && DEFERRED.test(said)) || PUT_OFF.test(said);
}

/** Content words without which a plan that says "that" says nothing; "later" and "separate" are among them. */
const TELLING = 5;

const OFFER =
  /^(?:would you like me to|do you want me to|want me to|should i(?: also)?|shall i(?: also)?|i can also|i could also)\s+(.{8,200})\?$/i;

/** "Let's do that later", with what the agent had offered. */
function withOffer(said: string, previous: Utterance | undefined): string | undefined {
  const offer = previous?.sentences.findLast(({ shown }) => OFFER.test(shown));
  const offered = OFFER.exec(offer?.shown ?? "")?.[1];
  return offered === undefined ? undefined : `${offered} — put off by the user: “${said}”`;
}

/** Share of its terms in the next request from which it is being done already. */
const TAKEN_UP = 0.5;

function byAgent(view: View, next: View | undefined): Noticed[] {
  const { answer, files } = view;
  if (!view.done || !answer) return [];
  let asked: ReadonlySet<string> | undefined;
  return answer.sentences
    .flatMap((sentence, at) => {
      if (!isLeftOpen(sentence, answer.sentences) || OFFERS.test(sentence.text)) return [];
      const rest = unheaded(sentence);
      const said =
        standing(rest.shown.length < 20 ? sentence : rest, before(answer, at)) ??
        (HEADED.test(sentence.text) ? tidy(sentence.shown) : undefined);
      if (said === undefined || dangles(said.slice(0, 30)) || said.length < 20) return [];
      asked ??= termsOf(next?.segment.request ?? "");
      if (coverage(termsOf(said), asked) >= TAKEN_UP) return [];
      return [noticed(answer, sentence, said, "followup", files, "the agent left it open")];
    })
    .slice(0, MOST_BY_AGENT);
}

/** Without what says that it is open, which its place says anyway. */
const unheaded = (sentence: Sentence): Sentence => ({
  ...sentence,
  shown: sentence.shown.replace(HEADED, ""),
});

const isLeftOpen = (sentence: Sentence, others: readonly Sentence[]): boolean =>
  !sentence.asks && leavesOpen(sentence, others) && !NO_PLAN.test(sentence.text);

export const OPEN_CUES: Cues = { expressions: [HEADED, OUGHT, LEFT_OPEN, YOU_MUST, BEGINS_TODO] };
const mayLeave = listensFor("open");

function leavesOpen(sentence: Sentence, others: readonly Sentence[]): boolean {
  const { text, listed, under, box } = sentence;
  if (box === "ticked") return false;
  if (listed && (HEADS.test(under) || (box === "open" && others.some((other) => other.box === "ticked"))))
    return !/^(?:none|nothing|n\/a)\b/i.test(text);
  return (
    mayLeave(sentence) &&
    (HEADED.test(text) ||
      OUGHT.test(text) ||
      LEFT_OPEN.test(text) ||
      YOU_MUST.test(text) ||
      (BEGINS_TODO.test(text) && !/^follow/i.test(text)))
  );
}

/* Its moment. */

const DUE =
  /\b(?:(?:tomorrow|tonight|the day after tomorrow)(?:(?:,| at)? \d{1,2}(?::\d{2}|\s*[ap]m)(?:\s*[ap]m)?)?|in (?:an?|one|two|three|four|five|six|\d{1,3}) (?:hour|day|week|month|year)s?|next (?:week|month|year)|(?:next |this )?(?:mon|tues|wednes|thurs|fri|satur|sun)day(?:(?:,| at)? \d{1,2}(?::\d{2}|\s*[ap]m)(?:\s*[ap]m)?)?|\d{4}-\d{2}-\d{2})\b/i;
/** What can be seen to happen: a command, a file. */
const BEFORE_ACT =
  /\bbefore (?:the |we |our |next |any |you |i |each |every )?(?:\w+ )?(release|deploy|publish|merge|push|ship)(?:s|ing|e?d|es|ment|ments)?\b/i;
const BEFORE_RUNNING = /\bbefore (?:running |you run |we run |i run )?`([^`]{3,60})`/i;
const ON_FILE =
  /\b(?:next time|when(?:ever)?|once|if) (?:we|you|i|someone|anyone)(?:'re| are)? (?:next )?(?:edit|touch|change|open|work on|working on|update|modify)(?:ing)? (?:the |in )?(`?[\w./-]+\.\w{1,5}`?|`[\w./-]+`|\w+ (?:module|folder|package|directory))/i;
const CONTEXT =
  /\b(next time (?:we|you|i|someone|anyone) [^,.;]{4,80}|before (?:the )?(?:going live|go-live|launch|demo|cutover|freeze|beta)|when(?:ever)? (?:we|you|i) (?:next )?[^,.;]{4,80}|once [^,.;]{4,80} (?:lands?|ships?|is (?:merged|released|done|live|upgraded))|after (?:the )?(?:release|launch|migration|cutover|freeze|demo)[^,.;]{0,20})/i;

interface Moment {
  readonly due_at?: string;
  readonly trigger_type?: "time" | "event" | "context";
  readonly trigger_condition?: string;
}

export function momentOf(said: string, at: string): Moment {
  const now = new Date(at);
  const phrase = DUE.exec(said)?.[0];
  const due = phrase && !Number.isNaN(now.getTime()) ? readDue(phrase, now) : undefined;
  if (due && due > now) return { trigger_type: "time", due_at: due.toISOString() };
  const command = BEFORE_RUNNING.exec(said)?.[1];
  if (command) return { trigger_type: "event", trigger_condition: `before \`${command}\`` };
  const file = ON_FILE.exec(said)?.[1];
  if (file) return { trigger_type: "event", trigger_condition: `when editing ${file}` };
  const act = BEFORE_ACT.exec(said)?.[1];
  if (act)
    return {
      trigger_type: "event",
      trigger_condition: `before ${ACTS[act.toLowerCase()] ?? act.toLowerCase()}`,
    };
  const context = CONTEXT.exec(said)?.[1];
  return context ? { trigger_type: "context", trigger_condition: context.trim() } : {};
}

const ACTS: { readonly [said: string]: string } = { ship: "release", merge: "git merge", push: "git push" };

export function noticed(
  from: Utterance,
  { shown }: Sentence,
  content: string,
  type: "reminder" | "todo" | "followup",
  files: readonly string[],
  why: string,
): Noticed {
  const moment = momentOf(shown, from.at);
  const waits = moment.trigger_type !== undefined;
  return {
    kind: "intention",
    by: shown,
    at: from.at,
    role: from.role,
    files: filesNamed(content, files),
    why,
    draft: {
      type: "prospective",
      scope: "project",
      intention_type: type,
      content,
      priority: type === "reminder" || waits ? 2 : 3,
      ...moment,
      importance: importanceOf("intention", content, { waits, byUser: from.role === "user" }),
      tags: ["intention", type, ...namesIn(content)],
    },
  };
}
