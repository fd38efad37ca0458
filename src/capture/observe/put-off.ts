/**
 * Work for another time, by its form and not by a list of phrases: what is said to wait, to come later or to belong elsewhere, and
 * what is planned for after something that happens to the project. What a program does "once" or "after" something is none.
 */

const UNIT =
  "(?:prs?|pull requests?|ticket|issue|change|commit|branch|day|time|sprint|release|milestone|iteration|round|session|step|story|task|mr|version)";
const OTHER = `(?:(?:another|an? (?:separate|different|later|future|follow-?up|new|second)|the next|its own|their own) (?:${UNIT}|quarter(?! of)|phase)|next (?:sprint|release|week|month|quarter|iteration|milestone|round)|v\\d+|phase (?:two|three|\\d)|version \\d\\S*)`;

/** What happens to a project, its releases and the people who work on it; nothing of it happens while a program runs. */
const EVENT =
  "(?:freeze|release|launch|beta|alpha|migration|roll-?out|holidays?|vacation|christmas|easter|new year|summer|winter|weekend|quarter|sprint|contract|licen[cs]e|audit|demo|redesign|rewrite|refactoring|cutover|go-?live|upgrade|conference|review|pilot|trial|offsite|onboarding|black friday|election|season|fiscal year|year end|month end|deprecation|sunset|pentest|certification|hiring|handover)";
const COMES_OUT =
  "(?:(?:is|are|gets?|has been|have been|was) (?:out|merged|released|shipped|live|approved|signed|over|closed|gone|deprecated|stable|migrated|deployed to prod(?:uction)?|rolled out|done with|in prod(?:uction)?|published|upgraded|retired|switched off|decommissioned)|goes live|go live|comes? out|ships|lands|ends|expires|runs out|drops? support|reaches eol|moves? (?:to|off)|migrates?|switch(?:es)? (?:to|over)|(?:has|have) (?:moved|switched|migrated|signed|settled|stabili[sz]ed|landed|merged|shipped|answered|agreed|decided)|settles?|stabili[sz]es?)";
const MONTHS =
  "(?:january|february|march|april|june|july|august|september|october|november|december|spring|summer|autumn|fall|q[1-4]|20[2-9]\\d)";

/** "That's for another PR", "pagination is out of scope here", "dark mode can wait", "translations come later". */
const ELSEWHERE = new RegExp(
  [
    `\\b(?:for|in|into|to|is|as|needs?|deserves?|gets?|goes in(?:to)?) ${OTHER}\\b`,
    `^(?:another (?:day|time|pr|ticket)|separate (?:pr|ticket|issue|change))\\s*[:,–—-]`,
    `,\\s*(?:separate|different|another|follow-?up|new) ${UNIT}\\b`,
    `\\bout of scope\\b|\\b(?:not|isn't|aren't|won't be) (?:part of|for|in|within) this (?:${UNIT}|one|round|mr)\\b|^not part of this\\b`,
    `^(?:(?:the|that|this|our|all|any) )?(?:[\\w\`'-]+ ){1,5}(?:can|could|will|should|has to|have to|may) wait\\b(?! (?:for|until|till|up to|on|at (?:least|most)|\\d|a (?:second|minute|moment|bit)))`,
    `^(?:(?:the|that|this|our|all) )?(?:[\\w\`'-]+ ){1,5}(?:comes?|follows?|happens?) (?:later|afterwards|another time)[.!]*$`,
    `\\b(?:let's |let us |we(?:'ll)? |i'd |i'll )?(?:park|shelve|table|punt|backlog) (?:the|that|this|our|all|any) (?:[\\w\`'-]+ ){0,5}(?:idea|topic|question|part|feature|work|discussion|for (?:now|later))`,
    `^let's (?:park|shelve|punt) (?:the|that|this) \\w+`,
    `\\b(?:leave|keep|leaving|keeping) .{3,60}\\b(?:until|till) .{0,30}\\b(?:${EVENT}|${MONTHS})\\b`,
    `^(?:not (?:now|yet|today)|later)[,:] (?:but )?(?:the|we|our|i)\\b.{0,40}\\b(?:needs?|should|must|has to|have to|want|'ll|will|could use)\\b`,
  ].join("|"),
  "i",
);

const RUNS =
  "(?:users?|visitors?|forms?|requests?|responses?|tokens?|sessions?|pages?|uploads?|downloads?|modals?|dialogs?|locks?|containers?|tests?|builds?|jobs?|threads?|process|connections?|calls?|promises?|quer(?:y|ies)|transactions?|components?|events?|clicks?|timeouts?|animations?|files?|images?|sockets?|messages?|buttons?|inputs?|spinners?|data|payments?|orders?|emails?|response|cache|server|worker|loop|render|mount|fetch|timer|retry|row|item|element|window|tab)";
const WHEN_EVENT = new RegExp(
  `\\b(?:once|when|after|as soon as|if|until|till|before|by the time)\\b (?:(?!${RUNS}\\b)[\\w.'-]+ ){0,4}?(?:${EVENT}\\b|${COMES_OUT}\\b)`,
  "i",
);
/** A day or a month that is to come. */
const WHEN_DATE = new RegExp(
  `\\b(?:(?:on|by|until|till) (?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:in|by|until|from|next|after|end of) ${MONTHS}|(?:on|over|after|this|next) (?:the )?weekend|(?:next|in a|in two|in \\d+) (?:weeks?|months?|quarter|year|sprint)|tomorrow|after (?:christmas|easter|the holidays|my vacation|lunch break)|this (?:afternoon|evening)|end of (?:the )?(?:week|month|quarter|year)|at some point|eventually|some ?day|sooner or later|one of these days|when (?:i|we) (?:have|find|get) (?:some |the |more )?time)\\b`,
  "i",
);
const WHEN_WE =
  /\b(?:before|once|when|after) (?:we|you|i) (?:\w+ )?(?:tag|release|ship|publish|cut|launch|go live|announce|hand (?:it )?over)\b/i;
/** Who does something then. */
const SOMEONE =
  "(?:we|i|someone|somebody|you|they|let's|let us|the team|ops|sre|qa|remind|\\w+ (?:has|needs|wants|have|need|want) to)";
const DOES =
  /\b(?:can|could|will|'ll|should|must|need(?:s)? to|ha(?:s|ve) to|want(?:s)? to|going to|plan to|switch|drop|remove|delete|turn off|move|migrate|upgrade|rename|revisit|look|clean|replace|rewrite|kill|retire|add|do|bump|tag|tell|ask|test|check|write|fix|update|enable|disable|start|stop|get rid|come back|get to|can go|goes away|go away|need|needs)\b/i;
const PLANNED = new RegExp(
  `\\b${SOMEONE}\\b|\\b(?:should|must|has to|have to|needs? to|can|could|will) (?:be \\w+(?:ed|en|t|n)\\b|go\\b|go away\\b|move\\b|leave\\b|die\\b|follow\\b)`,
  "i",
);
/** What is left to be done by someone, with no time given. */
const STILL_TO =
  /^(?:(?:and|but|so|also|oh|right|remember,?) )*(?:we|i|someone|somebody|one of us) (?:still|also still) (?:ha(?:s|ve)|needs?) to (?!(?:be|find out|see|know|understand|decide (?:now|first)|finish this)\b)\w+ .{6,}|^(?:(?:and|but|so|also) )*(?:someone|somebody|one of us) (?:should|must|needs? to|has to|will have to|ought to) \w+ .{6,}|\b(?:come back|get back|return) to (?:the|that|our|those) \w+|\b(?:will|we'll|i'll|'ll|must|should|have to|need to) (?:have to |need to )?revisit\b|^(?:don't|do not) let (?:me|us) forget\b|\b(?:needs?|could use|deserves?|is due for) (?:a |an |some )?(?:rewrite|refactor\w*|clean-?up|overhaul|redesign|love|attention)\b.{0,30}\b(?:some point|some day|eventually|one day|soon)\b/i;

/** What a program does, or what is to be done in this very turn. */
const AT_RUN = new RegExp(
  `\\b(?:once|when|after|before|until|till|as soon as|if|while) (?:(?:the|a|an|each|every|all|this|that|its|any|no) )*(?:[\\w-]+ )?${RUNS}\\b(?! (?:pipeline|team|migration|freeze))`,
  "i",
);
const RUNTIME_VERB =
  /\b(?:should|must|has to|have to|needs? to|will|shall|to) (?:only |then |also |just |not |always )?(?:run|start|stop|appear|disappear|close|open|show|hide|fire|trigger|return|redirect|load|render|execute|reset|retry|wait|fade|expire|be (?:called|sent|shown|hidden|disabled|enabled|closed|opened|run|executed|triggered|loaded|rendered|displayed|visible|logged (?:in|out)|redirected|fired|invoked|created|reset|cleared))\b/i;
const SOMEONES = /\b(?:we|i|you|someone|somebody) (?:should|must|have to|need to|will|shall|still)\b/i;
const CODE_MOVES =
  /^(?:please )?(?:move|postpone|defer|delay|put|push|call|do|run|execute|skip|start|trigger|await) (?:the |this |that |it\b|each |all )?(?:\w+ ){0,3}(?:to |till |until )?(?:after|before|until|once|till)\b(?! (?:the )?(?:next|release|launch|freeze|migration|redesign))/i;

/** Whether a sentence tells of what a program does at some moment, and of nobody's plan. */
export const isOfProgram = (said: string): boolean => {
  if (/\b(?:remind|todo|follow-?up)\b/i.test(said)) return false;
  if (WHEN_EVENT.test(said)) return false;
  return AT_RUN.test(said) || CODE_MOVES.test(said) || (RUNTIME_VERB.test(said) && !SOMEONES.test(said));
};

/** "Can you do that after the freeze?" */
export const isAskedForLater = (said: string): boolean =>
  /\b(?:can|could|will|would) you (?:please )?(?!remind|tell|explain|say|show)\w+ /i.test(said) &&
  (WHEN_EVENT.test(said) || WHEN_DATE.test(said));

/** @param said a sentence of the person that asks for nothing, without what leads in to it */
export function isPutOffByForm(said: string): boolean {
  if (isOfProgram(said)) return false;
  if (ELSEWHERE.test(said) || STILL_TO.test(said)) return true;
  return (
    (WHEN_EVENT.test(said) || WHEN_WE.test(said) || WHEN_DATE.test(said)) &&
    PLANNED.test(said) &&
    DOES.test(said)
  );
}
