/** Facts that were found out: what the person tells of the project, and what the agent came to know for sure. */
import { primaryOf, SIGNAL_TABLES, type SignalTable } from "../patterns.ts";
import { speaks } from "../score.ts";
import { importanceOf } from "./importance.ts";
import { FOREIGN_FOUND } from "./languages.ts";
import { type Cues, listensFor } from "./listening.ts";
import type { Noticed } from "./noticed.ts";
import type { Sentence } from "./sentences.ts";
import { isOfScreen, isStandingFact, STANDING } from "./standing-fact.ts";
import { before, filesNamed, type Utterance, type View } from "./view.ts";
import { dangles, namesIn, standing, tidy, toldOf, withoutOpeners } from "./wording.ts";

const CONSTRAINT = SIGNAL_TABLES.find(({ category }) => category === "constraint") as SignalTable;

/** The person says that it is worth knowing. */
const FYI =
  /^\W*(?:fyi|for (?:context|reference|your information|the record)|(?:please )?note(?: that)?|btw|by the way|heads[- ]up|keep in mind|just so you know|so you know|good to know|background|context|important|remember(?! to\b)(?: that)?|careful|caveat|gotcha)\b[\s:,–—-]/i;
/** Anything that is so, in a sentence that says how often, how much or why. */
const STATED =
  /^(?:the|our|all|every|each|both|most|an?|production|staging|(?:[\w-]+ )?[A-Z]?[\w-]+s|[A-Z][\w.-]+)\b(?! (?:is|was|are|were) (?:ok|okay|good|great|fine|nice|right|correct|enough|it|better|true|real))[^?]{0,60}?\b(?:is|are|has|have|goes?|gets?|runs?|comes?|takes?|allows?|needs?|uses?|lives?|only|can't|cannot|must|kills?|keeps?|ships?|belongs?|happens?)\b.{10,}/;
const QUALIFIED =
  /\b(?:every|only|by hand|at most|at least|more than|per|because|since|otherwise|anyway|always|never|until|by name|configured|owned|hosted|renewed|replicat\w+|deployed|generated|limited|stored|managed|maintained)\b|\b\d/i;
const FYI_WITHIN = /,?\s+(?:fyi|btw|by the way|just so you know)\b,?/i;
/** What is theirs, and how it is. */
const OURS =
  /^(?:our|we|the (?:team|company|client|customer|staging|prod(?:uction)?|test|dev|ci|backend|front-?end|api|database|db|vendor|legacy|main|old|new|internal|public|shared|nightly|(?:\w+ ){1,3}(?:service|server|cluster|database|team|api|repo|pipeline|environment|env|job|queue|bucket|gateway|table|apps?|site|importer|exporter|client|tool|script|system|platform|customers?|users?|endpoint|library|module|vendor|registry|account|portal|instance|sandbox|node|machine|image|folder|bucket)))\b[^,;]{0,80}?\b(?:is|are|has|have|uses?|runs?|lives?|returns?|expects?|requires?|supports?|only|comes? from|deploys?|depends? on|can't|cannot|doesn't|does not|don't|owns?|hosts?|stores?|keeps?|sits?|talks? to|goes|ships?|speaks?|rejects?|refuses?|forbids?|blocks?|ignores?|needs?|bills?|rotates?|expires?|starts?|ends?|allows?|limits?|caps?|demands?|insists?|accepts?|contains?|includes?|reads?|writes?|counts?|holds?|serves?|syncs?|points?|means?|pays?|was (?:retired|removed|replaced|renamed|moved|split|dropped))\b/i;
/** What is so and not otherwise. */
const CONTRAST =
  /\b(?:is|are|was|called|named|lives?|runs?|goes|uses?|happens?|listens?|reads?|comes?|belongs?|means?)\b[^.;]{2,80}, not (?:just |only |the |in |on |at |by |from )?\w/i;
/** A product by its name, and how it is. */
const PRODUCT =
  /^(?:[A-Z][\w.+-]+|_)(?: \w+)? (?:only|never|always|doesn't|does not|can't|cannot|needs|requires|expects|returns|limits|keeps|has|uses|runs|supports|allows|expires|rejects|drops|ignores|counts|bills|caps|sends)\b/;
/** What others have changed. */
const OTHERS_DID =
  /\b(?:the )?(?:\w+ )?(?:team|vendor|customer|client|ops|provider|backend|api|they)\b.{0,20}\b(?:renamed|moved|changed|switched|removed|dropped|deprecated|retired|replaced|migrated)\b/i;
const TELLS_TO =
  /^(?:you (?:can|could|should|may) (?:add|say|mention|note|write)(?: that)?|add that|mention that)\s+/i;
const WANTS =
  /\b(?:we|you|i) (?:need|want|should|must|have to|could|can|would|might|will|are going|'ll)\b|\b(?:please|let's|can you|i'd like|want to|wants to|needs to|need to|should|would be|could be)\b/i;
/** How it is now, or what is wrong with it. */
const PASSING =
  /\b(?:right now|currently|off by|sent back|restart(?:s|ed)? every|reboot\w*|loops|blank|garbled|sometimes|randomly|twice|doubled|shifted|disappear\w*|at the moment|today|this morning|yesterday|just (?:now|got|saw)|again|since (?:last|yesterday|this|\d)|takes? \d[\d.]*\s?\w*|has (?:grown|become|gotten)|grew|broken|fail(?:s|ing|ed)|crash\w*|error|wrong|slow|weird|strange|ugly|missing|not working|doesn't work|bug|hang(?:s|ing)?|too (?:long|slow|big|many)|a mess|red|green|down|stuck|looking|working on|trying|thinking|done|ready)\b/i;
const HEDGED =
  /\b(?:maybe|perhaps|might|may|not sure|i guess|i think|i suspect|probably|possibly|seems?|appears?|apparently|looks like|could be|should be|if (?:you|we|it|the)|would)\b/i;

/** What is to be done. */
const ORDERS =
  /^(?:add|make|use|put|change|fix|remove|write|move|rename|create|delete|update|show|run|check|split|replace|implement|set|commit|push|open|start|stop|try|let|give|no need|keep|do|don't|revert|merge|look)\b/i;
/** Whether someone says what to do at once, which is no fact whatever it names. */
export const orders = (said: string): boolean => ORDERS.test(said);
/** Fewer words are a remark; where it says that there is no exception, fewer do. */
/** Characters of a fact; fewer say nothing by themselves. */
const FACT_LEAST = 20;
const STATED_LEAST = 8;
const STRICT_LEAST = 6;
const STRICT = /\b(?:only|never|always)\b/i;

const FOUND =
  /\bturn(?:s|ed) out\b|\broot cause\b|\b(?:we|i)(?:'ve| have)? (?:discovered|learned|found out)\b|\bfound that\b|\b(?:the )?(?:actual|real|underlying) (?:cause|reason|problem|issue)\b.{0,40}\b(?:is|was)\b|\bculprit\b.{0,20}\b(?:is|was)\b|\bby design\b|\bundocumented\b|\b(?:important|key|notable) (?:finding|detail|caveat|note)\b|\bgotcha\b|\bcaveat\b|\bworth (?:knowing|noting)\b|\bas documented\b|\bdocs (?:say|state|confirm)\b/i;
/** What stands below it was found out, however it is worded. */
const FINDINGS = /\b(?:(?:research|key) findings|learned|learnings|lessons|gotchas|caveats|discovered)\b/i;
/** The agent says that it is worth knowing; what follows has to say something. */
const ALERTS =
  /^\W*(?:(?:please |also )?note(?: that|:)|nb:|(?:(?:a )?heads[- ]up|be aware|beware|watch out|keep in mind)\b(?: that\b)?[\s:,–—-]*|(?:one|two|another|a) (?:thing|gotcha|caveat|catch|detail|surprise|subtlety|trap)s?(?: (?:to|worth) \w+)?(?: (?:is|was))?(?: that\b|:)|(?:(?:it(?:'s| is) )?worth \w+ing)(?: that\b|:)|the (?:\w+ )?(?:catch|trap|gotcha|trick|subtlety|surprise|twist|reason|snag|pitfall|crux)(?: here)?(?: is| was)?(?: that\b|:)|(?:surprisingly|interestingly|unexpectedly|confusingly|oddly|counter-?intuitively|importantly),|what (?:actually|really) \w+|there(?:'s| is) an? (?:hidden|implicit|undocumented|subtle|silent) [^:]{3,40}:)\s*/i;
const TO_READER =
  /^(?:i|you|we|this change|the change|nothing|all|it'?s? (?:also )?(?:a small|only))\b|\byou(?:'ll| will| may| might)? (?:need|have|must|want)\b/i;
/** When something of the code happens, and by what: seen by who looked for it. What is merely shown was just built. */
const HAPPENS_ONLY =
  /\b(?:is|are|gets?) only (?:ever )?(?:loaded|read|run|applied|called|set|computed|evaluated|executed|used|picked up|checked|sent|written|created|compiled|installed|valid|honou?red|respected|registered|refreshed|invoked|triggered|populated|parsed|mounted|available) (?:when|if|after|before|once|at|during|by|in|for|on|from|unless)\b|\b(?:is|are) (?:set|read|loaded|computed|generated|written|stored|handled|checked|resolved|injected|added|created|decided|enforced|provided)\b[^.;]{2,80}, not (?:by|in|from|at|on|when)\b|\b(?:is|are) (?:not|never) (?:stored|saved|persisted|cached|written)\b[^.;]{0,60}\b(?:computed|derived|calculated|read|built|fetched)\b|\b(?:reads?|loads?|evaluates?|resolves?|inlines?|caches?) [^.;]{1,60} (?:at|on) (?:boot|start-?up|build time|import|compile time|load time|first (?:use|access|call|import))\b|\bwhich is why\b|\beven (?:when|if|though)\b|\bbut only _|^it(?:'s| is) (?:the )?\S+(?: \S+){0,2} that \w+s\b|\bbecause of\b|\b(?:needs?|requires?) (?:the )?[^,.]{2,30}, (?:because|since)\b/i;

/** How something that is not ours to change behaves. */
const BEHAVES =
  /\b(?:api|sdk|cli|server|library|driver|endpoint|service|endpoints|webhooks?|provider|runtime|compiler|browser|safari|chrome|firefox|ios|android|linux|macos|windows|postgres\w*|mysql|sqlite|redis|mongo\w*|kafka|stripe|github|gitlab|aws|s3|lambda|gcp|azure|docker|kubernetes|k8s|terraform|node(?:\.js)?|bun|deno|python|django|rails|react|next\.js|vite|webpack|jest|pytest|cargo|gradle|maven|spring|prisma|graphql|grpc|openssl|nginx|[A-Z]\w+(?:API|SDK|DB|Client|MQ))(?:'s)?\b[^.;]{0,70}\b(?:returns?|requires?|expects?|rejects?|limits?|ignores?|doesn't|does not|only|caps?|truncates?|silently|never|always|defaults? to|counts?|rounds?|drops?|allows?|strips?|caches?|retries|sends?|treats?|emits?|throws?|needs?|refuses?|delivers?|can't|cannot)\b/i;
const SPECIFIC =
  /`[^`]+`|\b[a-z]+[A-Z]\w*|\b\w+_\w+\b|\b[\w-]+\.(?:[a-z]{2,4})\b|\b[A-Z]{2,}\b|\bv?\d+(?:\.\d+)*\b|(?<=\s)[A-Z][a-z]+/;
/** Signs of which each of them needs one. */
const MAYBE_SPECIFIC = /[`A-Z\d_]|\.[a-z]/;
const isSpecific = (text: string): boolean => MAYBE_SPECIFIC.test(text) && SPECIFIC.test(text);
/** The agent tells of its own doings, of the code's places, or of the reader's next steps. */
const OWN_WORK =
  /\b(?:i(?:'d| would) \w+|(?:suggest|recommend)\b|i(?:'ve| have|'ll| will)? (?:fixed|added|updated|changed|removed|created|ran|run|checked|verified|also|now|made|wrote|moved|replaced|used|renamed)|all tests|tests? (?:pass|are passing|now)|lines? \d+|you can|you'll|you could|you may|you should|run `|let me|here(?:'s| is| are)|see (?:the|below|above)|summary|this (?:pr|commit|change)|now (?:passes?|works?|returns?|uses?|supports?))\b/i;
const LEADS_IN =
  /^(?:(?:fixed|found it|solved|done)[:.!]\s+|it turns out(?: that)?|(?:i|we)(?:'ve| have)? (?:found|discovered|learned)(?: out)? that|(?:important|worth|please)? ?not(?:e|ing)(?: that)?:?)\s+/i;
const MOST_BY_AGENT = 2;
const ALERTED_LEAST = 4;

/** What the person tells of how things are. */
export function factsTold({ request, files }: View): Noticed[] {
  return request.sentences.flatMap((sentence, at) => {
    if (!isFact(sentence))
      return besides(sentence).map((said) => noticed(request, sentence, said, files, TOLD));
    const shown = withoutOpeners(sentence.shown.replace(FYI, "")).replace(TELLS_TO, "");
    const said =
      standing({ ...sentence, shown }, before(request, at)) ??
      factWithin(sentence, (text) => isFact({ ...sentence, text }));
    if (said === undefined || dangles(said.slice(0, 24)) || said.length < FACT_LEAST) return [];
    return [noticed(request, sentence, toldOf(said), files, TOLD)];
  });
}

const TOLD = "the person told a fact";

/** A fact beside what is asked for. */
function besides(sentence: Sentence): string[] {
  const within = sentence.asks
    ? undefined
    : factWithin(sentence, (text) => !isTalk(text) && isStandingFact(text));
  return within === undefined ? [] : [within];
}

/** Where another clause begins that may stand by itself: "…, the relay allows six", "…, because acme still runs on v1". */
const CLAUSES = /,\s+(?:and |but |so )?|\s+(?:because|since|'cause)\s+|\s+[–—-]\s+|;\s+/;
const WITHIN_MOST = 6;

/**
 * What is told beside a request or after a remark, and stands by itself: from the first clause on that asks for nothing.
 *
 * @param is whether a clause, with all that follows it, is a fact
 */
function factWithin(sentence: Sentence, is: (text: string) => boolean): string | undefined {
  let [shown, text] = [sentence.shown, sentence.text];
  let begins: string | undefined;
  for (let part = 0; part < WITHIN_MOST; part += 1) {
    const [inShown, inText] = [CLAUSES.exec(shown), CLAUSES.exec(text)];
    // What was hidden of it may hold commas of its own.
    if (!inShown || inShown[0] !== inText?.[0]) return undefined;
    const clause = text.slice(0, inText.index);
    if (begins === undefined && part > 0 && !ORDERS.test(clause) && !WANTS.test(clause)) begins = shown;
    shown = shown.slice(inShown.index + inShown[0].length);
    text = text.slice(inText.index + inText[0].length);
    if (shown.length >= FACT_LEAST && !dangles(shown) && is(text)) return tidy(begins ?? shown);
  }
  return undefined;
}

/** What is wanted, goes wrong at the moment, or is guessed. */
const isTalk = (said: string): boolean => WANTS.test(said) || PASSING.test(said) || HEDGED.test(said);

export const FACT_CUES: Cues = {
  expressions: [FYI, FYI_WITHIN, STATED, OURS, CONTRAST, PRODUCT, OTHERS_DID, ...STANDING],
  foreign: [FOREIGN_FOUND],
};
const mayState = listensFor("fact");

function isFact(sentence: Sentence): boolean {
  const { asks, text } = sentence;
  if (asks || !mayState(sentence)) return false;
  const rest = text.replace(FYI, "").replace(FYI_WITHIN, "");
  if (rest !== text)
    return !PASSING.test(rest) && !/^(?:please|can|could)\b/i.test(rest) && rest.split(/\s+/).length >= 5;
  const said = withoutOpeners(text).replace(TELLS_TO, "");
  if (ORDERS.test(said) || isOfScreen(said) || isTalk(said)) return false;
  if (
    STATED.test(said) &&
    QUALIFIED.test(said) &&
    said.split(/\s+/).length >= (STRICT.test(said) ? STRICT_LEAST : STATED_LEAST)
  )
    return true;
  return (
    (OURS.test(said) && isSpecific(said.slice(1))) ||
    CONTRAST.test(said) ||
    PRODUCT.test(said) ||
    OTHERS_DID.test(said) ||
    FOREIGN_FOUND.test(said) ||
    isStandingFact(said)
  );
}

/** @param told causes that a repair tells already */
export function factsFound(view: View, told: ReadonlySet<string>): Noticed[] {
  const { answer, files } = view;
  if (!view.done || !answer) return [];
  // What a subagent merely read, its caller tells if it matters.
  if (view.segment.synthetic && view.runs.length === 0 && view.files.length === 0) return [];
  return answer.sentences
    .flatMap((sentence, at) => {
      if (told.has(sentence.shown) || !isFinding(sentence, view)) return [];
      const alerted = sentence.shown.replace(ALERTS, "");
      const shown = withoutOpeners(alerted).replace(LEADS_IN, "");
      const said = standing({ ...sentence, shown }, before(answer, at));
      if (said === undefined || dangles(said.slice(0, 24))) return [];
      return [noticed(answer, sentence, said, files, "the agent found it out")];
    })
    .slice(0, MOST_BY_AGENT);
}

export const FINDING_CUES: Cues = {
  expressions: [ALERTS, FOUND, BEHAVES, HAPPENS_ONLY, ...primaryOf(CONSTRAINT)],
  foreign: [FOREIGN_FOUND],
};
const mayFind = listensFor("finding");

function isFinding(sentence: Sentence, { runs, files, segment }: View): boolean {
  const { asks, text, lower, shown, listed, under } = sentence;
  if (!mayFind(sentence) && !(listed && FINDINGS.test(under))) return false;
  // A capital at the beginning says nothing.
  if (asks || !isSpecific(shown.startsWith("`") ? shown : shown.slice(1)) || HEDGED.test(text)) return false;
  const alerted = text.replace(ALERTS, "");
  if (OWN_WORK.test(alerted)) return false;
  if (alerted !== text && !TO_READER.test(alerted) && alerted.split(/\s+/).length >= ALERTED_LEAST)
    return true;
  if (FOUND.test(text) || FOREIGN_FOUND.test(text) || (listed && FINDINGS.test(under))) return true;
  // How things behave in general is worth keeping where it came up at work, not in a lecture.
  const worked = runs.length > 0 || files.length > 0 || segment.steps.some(({ kind }) => kind === "tool");
  return (
    worked &&
    (BEHAVES.test(text) || HAPPENS_ONLY.test(text) || speaks({ text, lower }, CONSTRAINT)) &&
    text.split(/\s+/).length >= 7
  );
}

export function noticed(
  from: Utterance,
  { shown }: Sentence,
  content: string,
  files: readonly string[],
  why: string,
): Noticed {
  return {
    kind: "learning",
    by: shown,
    at: from.at,
    role: from.role,
    files: filesNamed(content, files),
    why,
    draft: {
      type: "semantic",
      scope: "project",
      category: from.role === "user" ? "domain_knowledge" : "fact",
      content,
      confidence: from.role === "user" ? 0.7 : 0.6,
      importance: importanceOf("learning", content, { byUser: from.role === "user" }),
      tags: ["learning", ...namesIn(content)],
    },
  };
}
