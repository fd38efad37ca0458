/**
 * How things are with a system, its people and its data, told in the present tense and without a cue: "the staging db gets wiped
 * every sunday". Told from what is being built or is broken by its form: something that is (a noun at the beginning), what it
 * does or is as a rule (a verb that says no more than that), and a mark that this lasts.
 */

/** What is on the screen, in the editor or being tested at the moment: how that is, is the task. */
const AT_HAND =
  "(?:pages?|buttons?|headers?|footers?|modals?|dialogs?|forms?|cards?|dropdowns?|menus?|labels?|icons?|spinners?|tooltips?|layouts?|screens?|sidebars?|inputs?|checkbox(?:es)?|toggles?|banners?|tests?|specs?|functions?|methods?|class(?:es)?|components?|hooks?|variables?|lines?|loops?|regex(?:es)?|imports?|outputs?|diffs?|branch(?:es)?|commits?|prs?|typos?|errors?|logs?|console|warnings?|bugs?|problems?|issues?|exceptions?|traces?|code|snippets?|examples?|items?|lists?|scripts? above|steps?|first|second|third|last|next|other|same|only|thing|things|one|ones|result|results|fix|change|changes|plan|idea|question|answer|requests?|responses?|threads?|cursors?)";
/** Letters with accents by their range: matching is slower by half with Unicode's own classes. */
const WORD = "[\\w\u00c0-\u024f'`./-]+";
/** Who works with it and on it. */
const PEOPLE =
  "(?:we|nobody|no one|everyone|everybody|marketing|finance|legal|sales|support|ops|accounting|compliance|security|procurement|hr|qa|(?:our|the|their|most|some|all|many|both|half of (?:our|the)|most of (?:our|the)|some of (?:our|the)|\\d+ ?% of (?:our|the)|an? (?:third|quarter|lot|few) of (?:our|the)) (?:[\\w-]+ ){0,3}(?:team|teams|people|folks|guys|department|customers?|clients?|tenants?|users?|admins?|partners?|vendors?|suppliers?|agents?|designers?|developers?|devs|analysts?|operators?|drivers?|merchants?|sellers?|buyers?|editors?|authors?|teachers?|students?|patients?|doctors?|nurses?|owners?|managers?|contractors?|auditors?|bank|dba|agency|company|office))";
const DETERMINED = `(?:the|our|their|this|that|these|those|each|every|all|both|most|an?|only|old|new) (?:${WORD} ){0,3}?(?!${AT_HAND}\\b)${WORD}`;
const ARTICLE = "(?:the|an?|our|this|that|these|those|all|each|every|its|their|my|your|it|them|any)";
/** "prod", "acme", "invoices": a name or a kind of things. */
const BARE = `(?!${AT_HAND}\\b|(?:it|that|this|there|here|what|why|how|when|where|which|who|if|once|someone|somebody|then|so|and|but|yes|no|not|please|let's|you|he|she|they|i|i'm|i've|nothing|something|anything|everything|sometimes|maybe|now|also|just|still|never|always|later|before|after|until|unless|while|because|since|with|without|for|from|in|on|at|to|of|by|as)\\b)${WORD}(?: (?!${AT_HAND}\\b|${ARTICLE}\\b)${WORD}){0,2}?(?! ${ARTICLE}\\b)`;
const WHERE = `(?: (?:in|on|at|of|from|for|behind|under) (?:(?:the|our|their|that|this|each) )?${WORD}(?: (?!${AT_HAND}\\b)${WORD})?)?`;
const SUBJECT = `(?:${PEOPLE}|${DETERMINED}|${BARE})${WHERE}`;

/** Says how something is or what it does as a rule. */
const VERB =
  "(?:is|are|isn't|aren't|has|have|doesn't|don't|does not|do not|can|can't|cannot|gets?|goes|go|runs?|lives?|sits?|stays?|owns?|hosts?|stores?|keeps?|caches?|comes?|uses?|expires?|expects?|requires?|accepts?|sends?|returns?|rejects?|reads?|writes?|syncs?|imports?|exports?|pulls?|pushes|push|polls?|feeds?|edits?|maintains?|manages?|pays?|pay|bills?|charges?|allows?|limits?|belongs?|contains?|holds?|covers?|means?|speaks?|talks?|tests?|works?|deploys?|ships?|releases?|reviews?|approves?|signs?|shares?|rotates?|renews?|needs?|depends?|starts?|ends?|opens?|closes?|changes?|counts?|costs?|supports?|serves?|handles?|picks?|shuts?|reboots?|restores?|rolls?|logs?|renders?|delivers?|prints?|scans?|collects?|reports?|replicates?|mirrors?|generates?|listens?|connects?|relies|rely|knows?|understands?|blocks?|answers?|ignores?|strips?|drops?|parses?|validates?|treats?|truncates?|converts?|archives?|purges?|wipes?|locks?|enforces?|forbids?|demands?|insists?|refuses?|decides?|takes?|gives?|sees?|carries|carry|falls?|lasts?|tracks?|assigns?|has never|have never|has always|has (?:not )?(?:touched|changed|been)|have (?:not )?(?:touched|changed|been))";
const CLAUSE = new RegExp(
  `^${SUBJECT} (?:(?:still|only|also|never|always|both|all|usually|already|currently|actually|basically|normally) )*${VERB}\\b`,
  "i",
);
/** What others do as a rule lasts by itself; that they cannot is trouble. */
const OTHERS = new RegExp(
  `^(?!we\\b)${PEOPLE} (?:(?:still|only|also|never|always|all|usually) )*(?!can|don't|doesn't|gets?\\b|is\\b|are\\b|has\\b|have\\b|reports?\\b)${VERB} `,
  "i",
);
const ONLY_SOME = new RegExp(
  `^only (?!${AT_HAND}\\b)${WORD}(?: ${WORD})? (?:can|may|have|has|get|gets|see|sees|knows?|use|uses)\\b`,
  "i",
);
/** "There is no staging for the gateway", "there are two kinds of accounts". */
const THERE = new RegExp(
  `^there(?:'s| is| are) (?:no|only|just one|one|two|three|four|five|six|\\d+|an? (?:second|separate|shared|legacy|dedicated|public|private|hard|nightly|weekly|daily)|several|different) (?!(?:${WORD} )?${AT_HAND}\\b)(?!(?:files?|places?|need|way|point|reason|rush|hurry|time|space|gap|difference|chance|doubt|such|more|longer|arrow|border|margin|padding)\\b)${WORD}(?: ${WORD}){2,}`,
  "i",
);

/** What tells that it lasts: how often, how many, since when, where, in which unit, for whom. */
const LASTS = new RegExp(
  [
    String.raw`\b(?:every|each|per|once an?|twice an?) (?:\w+ )?(?:second|minute|hour|day|night|week|weekend|month|quarter|year|mon|tues|wednes|thurs|fri|satur|sun|morning|evening|seat|request|user|customer|tenant|transaction|region|country|site|team|warehouse|store|order|account|environment|service)\w*`,
    String.raw`\bon (?:mon|tues|wednes|thurs|fri|satur|sun)days?\b|\b(?:on the \d{1,2}(?:st|nd|rd|th)|hourly|daily|nightly|weekly|monthly|quarterly|yearly|overnight|at night|on weekends?|at the end of (?:the|each|every) \w+)\b`,
    String.raw`\bat (?:\d{1,2}(?::\d\d)? ?(?:am|pm|utc|cet|est)?|midnight|noon|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b(?! %)`,
    String.raw`\b(?:before|after|until|from|between|around) \d{1,2}(?::\d\d| ?(?:am|pm|o'clock))`,
    String.raw`\b(?:after|for|within|up to|at most|at least|about|around|roughly|over|more than|fewer than|less than|under|max(?:imum)?) (?:an?|one|two|three|four|five|six|seven|ten|\d[\d.,]*)\b`,
    String.raw`\b\d[\d.,]*\s?(?:k|m|kb|mb|gb|tb|%|million|billion|thousand|hundred|rps|qps|cores?|rows?|users?|customers?|tenants?|nodes?|servers?|instances?|regions?|countries|languages|stores|seats|minutes|hours|days|weeks|months|years|times|requests|characters|bytes)\b`,
    String.raw`\b(?:million|billion|thousands|hundreds|dozens) of\b|\bcan (?:also |only )?(?:be|have|belong|own|hold|contain|get|see|carry)\b.{0,40}\b(?:one|two|three|four|multiple|no)\b|\b(?:several|many|more than one|at most one|exactly one|two kinds|three kinds|multiple|their own|its own|different)\b`,
    String.raw`\b(?:(?<!\b(?:is|are) )still|since (?:19|20)\d\d|for years|no longer|never been|historically|immutable|on purpose|by design|intentionally|deliberately|leading zeros?|check ?digits?|banned|frozen|regulated|certified|legally|by law|registered|licensed|invoiced|leased|read-?only|append-?only|unique|case[- ]sensitive|case[- ]insensitive|deprecated|frozen|by hand|manually|by mail|by post|by default|self-?hosted|on-?prem\w*|air-?gapped|behind the vpn|shared|separately|independently|generated|hosted|managed|maintained|outsourced|nullable|optional for|mandatory)\b`,
    String.raw`\b(?:only|both|except|neither|nobody|no one|everyone|half of|most of|none of)\b`,
    String.raw`\bin (?:utc|chf|usd|eur|gbp|cents|fahrenheit|celsius|miles|kilometers|metres|meters|inches|local time|seconds|milliseconds|ms|bytes|euros?|dollars|gmt|cet|est|german|english|french|frankfurt|europe|the us|the eu|[a-z]+-\w+-\d)\b`,
    String.raw`\b(?:prod|production|staging|preprod|uat|qa|sandbox|dev|ci|warehouse|cluster|tenant|vpn|cdn|crm|erp|cms|sap|salesforce|gitlab|jenkins|legacy|vendor|finance|marketing|legal|auditors?|compliance|data team|ops|contract|licen[cs]e)\b`,
    String.raw`\b(?:owns?|belongs? to|is called by|are called by|is owned|are owned|comes? from|come from|gets? picked up|syncs?|feeds?|writes to|reads from|share|shares|blocks?|forbids?|demands?|insists? on|refuses?|strips?|truncates?|enforces?|knows?|only \w+s?|runs? on|are on|is on|has no|have no|don't have|doesn't have)\b`,
    String.raw`\b(?:is|are) (?:called|named)\b.{3,80}\b(?:but|and)\b`,
  ].join("|"),
  "i",
);

/** How it is at this moment, what went wrong, or what is to be. */
const PASSES =
  /\b(?:is|are|am|was|were|be) (?:\w+ )?(?!missing\b)\w{3,}ing\b|\b(?:was|were|had|did|didn't|wasn't|weren't|will|won't|should|shouldn't|would|could|might|must)\b|\b(?:errors|fails?|stops?|no longer (?:work|load|build|start|show|pass|run|open|connect)\w*|since the (?:upgrade|update|merge|deploy\w*|last|change|release)|see \w+\.log|instead|too (?:long|slow|big|small|many|much|wide|high|low)|locally|for me|on my machine|anymore|any more|suddenly|randomly|at all|correctly|properly|undefined|null|nan|empty|unused|redundant|typo|broken|i click|when i|here's|look at|looked at|new column|new field)\b|\b(?:gets?|needs?|has|have) (?:an? |the )?(?:new|error|exception|5\d\d|4\d\d)\b|\bto (?:do|finish|fix|add|change|look|check|get|go|be|make|see|write|work)\b|\b(?:a|an) (?:error|exception|5\d\d|4\d\d)\b|[=;]\s*$|\b(?:my|on desktop|on mobile|hangs?|down|red|reload|complains?|until they|slow(?:er|ly)?)\b/i;
const SPEAKS_TO =
  /^(?:imagine|suppose|assume|say|if|what if|in theory|(?:this|that) (?:file|folder|thing|way|part|bit)\b|we have (?:to|\d+ (?:minutes|hours|days))|we (?:can|could|should|need|want|may|might|still (?:have|need) to)\b|you\b|(?:this|that|these|those) (?:is|are|was|works?|looks?|means?|makes?|gets?|goes|needs?|has|does|doesn't|isn't|one)\b)/i;
const ACTS =
  /[,;.]\s+(?:so |and |then |please |now |but )*(?:add|make|use|put|change|fix|remove|write|move|rename|create|delete|update|show|run|check|split|replace|implement|set|try|let's|keep|don't|look|handle|drop|skip|please|can you|could you|we (?:should|need|must|have to|want))\b/i;

/** How a screen looks or is to look. */
const OF_SCREEN =
  /^(?:the|our|this|that|every|each|all|both|an?)? ?(?:[\w-]+ ){0,2}?(?:pages?|buttons?|headers?|footers?|modals?|dialogs?|forms?|cards?|dropdowns?|menus?|labels?|icons?|spinners?|tooltips?|layouts?|screens?|sidebars?|checkbox(?:es)?|toggles?|banners?|rows?|cells?|columns?|titles?|logos?|fonts?|toasts?|tabs?|charts?|bars?) (?:has|have|is|are|gets?|needs?|should|must|shows?|goes|go|stays?|looks?)\b/i;
export const isOfScreen = (said: string): boolean => OF_SCREEN.test(said);

const CONTRACTED = /^(we|they)'re\b/i;
const LEAST = 4;
const MOST = 320;

/** One of these it matches. */
export const STANDING: readonly RegExp[] = [THERE, CLAUSE, OTHERS, ONLY_SOME];

/** @param said a sentence of the person that asks for nothing, without what leads in to it */
export function isStandingFact(said: string): boolean {
  if (said.length > MOST) return false;
  // What is to be done about it stands behind; the fact has to stand by itself.
  const whole = said.replace(CONTRACTED, "$1 are");
  const head = whole.slice(0, ACTS.exec(whole)?.index);
  if (head.split(/\s+/).length < LEAST || SPEAKS_TO.test(head)) return false;
  const isSo =
    THERE.test(head) ||
    OTHERS.test(head) ||
    ((CLAUSE.test(head) || ONLY_SOME.test(head)) && LASTS.test(head));
  return isSo && !PASSES.test(head);
}
