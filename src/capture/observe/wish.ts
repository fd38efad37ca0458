/**
 * How the person wants things, by the form of what they say and not by its cue: what they cannot stand, what there is to be less
 * of, what is not needed "every" time, what holds for one of each.
 */

/** What someone makes again and again; a single one of it is the task. */
const MADE =
  "(?:answers?|replies|responses?|explanations?|summar(?:y|ies)|prose|text|words|comments?|emojis?|commits?|commit messages?|messages?|prs?|pull requests?|branches|branch names?|tests?|test names?|docs?|docstrings?|files?|functions?|components?|class(?:es)?|modules?|migrations?|imports?|exports?|names?|variables?|types?|logs?|errors?|dependenc(?:y|ies)|changelogs?|changelog entries|readmes?|bullet points?|lists?|questions?|diffs?|refactorings?|abstractions?|mocks?|fixtures?|todos?|headings?|titles?|endpoints?|queries|dates?|code|boilerplate|apolog(?:y|ies)|pleasantries|praise|caveats?|disclaimers?|small talk|chit-?chat)";

const WISHED = new RegExp(
  [
    // "I can't stand nested ternaries", "it drives me crazy when imports are unsorted", "not a fan of default exports"
    "^(?:i )?(?:can't|cannot) stand (?!it\\b|this\\b|that\\b|you\\b).{4,}",
    "^i(?:'m| am) (?:really |just )?(?:not a (?:big |huge )?fan of|allergic to|very picky about|picky about|big on|a fan of) (?!this\\b|that\\b|it\\b|the\\b).{4,}",
    "^(?:it )?(?:drives me (?:crazy|mad|nuts|insane)|annoys me|bugs me|bothers me|makes me (?:happy|sad)) (?:when|if|that) (?!it\\b|this\\b|that\\b|the\\b).{6,}",
    "^i (?:really |absolutely )?(?:hate|love|like|dislike|prefer|appreciate) it (?:when|if) (?!it\\b|this\\b|that\\b|the\\b).{6,}",
    // "less prose in your answers", "short answers please", "one component per file"
    `^(?:a bit |a little |much |way |far )?(?:less|fewer|more|shorter|longer|smaller|short|small|concise|terse|brief) (?:\\w+ ){0,2}${MADE}\\b`,
    "^(?:only |just |exactly |at most |max |no more than )?one \\w+ (?:per|for (?:each|every)|in (?:each|every)) \\w+",
    `^(?:all |your |new )?${MADE} in (?:lower-?case|upper-?case|imperative|present tense|past tense|kebab-case|snake_case|camelCase|english|german|french|spanish|plain english|markdown|utc|iso)\\b`,
    `^(?:all |your |new )?(?!the\\b)${MADE} (?:go|goes|belong|belongs|live|lives|get|gets|start|starts|end|ends|have|stay|come) (?:in|into|next to|under|beside|with|without|the|a|an|their|its|to|first|before|after|at|on) .{4,}`,
    // "you don't need to explain every change", "you can skip the summaries", "no need to ask before running tests"
    `^(?:you |there's |there is )?(?:don't need to|do not need to|don't have to|needn't|no need to|no need for) (?!(?:be|know|worry|do|run|change|touch|fix|test|check|have|use)\\b)(?:\\w+ ){1,4}(?:every|each|all|any|always|anything|everything|before|after|whenever|${MADE}\\b)`,
    `^you can (?:always |just )?(?:skip|drop|omit|spare me|leave out) (?:all |the |your |any )?(?!that\\b|this\\b|it\\b)(?:\\w+ )?${MADE}\\b(?!\\.\\w)`,
    `^(?:please )?(?:skip|drop|omit|spare me) (?:all |the |your |any )(?:\\w+ )?(?:answers?|explanations?|summar(?:y|ies)|prose|emojis?|apolog(?:y|ies)|pleasantries|praise|caveats?|disclaimers?|small talk|chit-?chat|docstrings?|boilerplate)\\b`,
    // "when in doubt, ask", "if you add a dependency, tell me why"
    "^(?:when|if|whenever) (?:you(?:'re| are) )?(?:in doubt|unsure|not sure|uncertain|stuck)\\b(?: (?:about|with|of|on|what|which|how|whether)[^,]{2,30})?,? (?:then )?(?:please |just |always )?(?:ask|stop|leave|do|don't|prefer|go|choose|say|tell|check|look|skip|use|keep|write|take|err)\\b",
    "^(?:if|when|whenever|before|after|every time|each time) you (?:ever )?(?:add|change|touch|create|write|rename|delete|remove|introduce|need|edit|bump|upgrade|install|open|commit|push|refactor|move|fix|finish|make|modify|update) (?:an? |any |some |the (?:schema|api|database|migrations?|dependencies|lockfile|config|contract)|files?\\b|something|things|code|tests?\\b|more than)[^,]{0,40},? (?:please |also |always |just )?(?:tell|ask|say|explain|show|add|update|run|write|mention|note|make|check|use|keep|do|don't|regenerate|commit|put|bump|leave|give|wait|let)\\b",
    // "don't bother with X in this repo", "don't add a dependency without telling me"
    "^(?:please )?(?:don't|do not|never) (?:bother|worry about|waste time) (?:with |about |on |writing |adding )?.{3,40}\\b(?:here|in (?:this|our|these) \\w+|for (?:this|our) (?:repo\\w*|project|code ?base)|unless|at all)\\b",
    "^(?:please )?(?:don't|do not|never) \\w+ (?!it\\b|this\\b|that\\b|them\\b).{2,60}\\bwithout (?:telling|asking|a |an |my|tests?|review|first|permission|letting|checking|explaining)\\b",
    "^(?:please )?(?:don't|do not|never) (?:reformat|touch|change|edit|rename|move|refactor|fix|delete) (?:files|code|things|anything|lines|stuff|tests|names) (?:that )?(?:you|i|we|nobody|no one|are|aren't|which|unrelated|outside|you're)\\b",
    "^(?:please )?ask (?:me )?(?:first )?before (?:you )?\\w+",
    "^(?:for|in) (?:the )?future[:,] (?!can\\b|could\\b|do you|should we)\\w+ .{6,}",
    `^i (?:don't|do not) (?:need|want|like) (?:an? |any |the |all |so many )?(?:\\w+ )?${MADE}\\b.{0,20}\\b(?:every|each|all|any|always|at all|with)\\b`,
    "^keep your (?:hands|fingers|paws) off (?!it\\b|this\\b|that\\b).{4,}",
    "^(?:talk|speak|write|explain things|answer|reply)(?: to me)? (?:in|like|as if|as to) (?:plain|simple|short|i'm|i am|a |an |someone|full|bullet)\\b.{3,}",
    "^i want (?:to (?:see|know|read|approve|review)|you to (?:show|tell|explain|ask|list)) .{3,60}\\bbefore you (?:touch|change|write|start|edit|delete|run|install|commit|push|merge|make)\\b",
    "^(?:small|tiny|baby|little) (?:steps|commits|prs|diffs|changes|functions|files|modules)\\b",
    `^(?:all |every )?(?:answers|comments|commit messages|commits|branch names|tests|test names|docstrings|functions|components|modules|migrations|imports|variables|log messages|error messages|errors|headings|titles|endpoints|queries|dates) (?:should|must|have to|need to) (?:always |never |only |not )?(?:say|be|have|start|end|tell|use|contain|explain|read|go|live|carry|follow|come) (?!green|red|passing|run\\b|fixed|blue)`,
    "\\bthat's how (?:the rest|we|everyone|everything|our|it's done)\\b",
    // "next time just ask before you delete files"
    "^(?:the )?next time,? (?:please |just |maybe )*(?:ask|tell|show|check|say|wait|warn|use|run|write|don't|do not|keep|read|start|explain|look)\\b(?! (?:it|that|this)\\b).{6,}",
    "^(?:we|i) (?:write|spell|name|format|log|call) (?!it\\b|that\\b|this\\b|the\\b).{3,50}\\b(?:as|in|with|like|by)\\b .*\\b(?:here|in this|in our|everywhere)\\b",
    "^i(?:'d| would) rather (?:see|have|get|read|wait|you|fix|debug|review) (?!(?:the|this|that|it)\\b).{4,}\\bthan\\b",
  ].join("|"),
  "i",
);

/** Of what is at hand, or meant otherwise. */
const AT_HAND =
  /\b(?:this one|for this|for now|yet|right now|this time|lol|haha\w*|hehe|lmao|jk|xd|mondays?|css lol)\b|[:;]-?[)D]/i;

/** @param said a sentence of the person that asks for nothing, without what leads in to it */
export const isWishByForm = (said: string): boolean => WISHED.test(said) && !AT_HAND.test(said);
