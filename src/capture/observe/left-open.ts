/** What the agent leaves open, by its form: what it did not do, what can go later, and boxes that it did not tick. */

const NOT_ALL =
  "(?!(?:anything|everything|nothing|all|the rest|the other|other|any other|any of the|the existing|existing|the (?:behaviou?r|formatting|public|api|signature|tests?|order|logic|structure|style)|it|them|this|that|so)\\b)";
const UNTIL =
  "(?:once|after|before|when|as soon as|with|in) (?:the |we |you |this |that |all |every|it |a |an |no |old |v?\\d|existing )*[\\w.`'-]+";
const LEFT_BY_FORM = new RegExp(
  [
    // "I did not touch X", "what I haven't done is X"
    `\\b(?:i|we) (?:did not|didn't|have not|haven't) (?:touch(?:ed)?|migrat\\w+|convert\\w*|port(?:ed)?|cover(?:ed)?|implement(?:ed)?|wire[d]?|handle[d]?|translat\\w+|updat\\w+|remov\\w+|delet\\w+|clean(?:ed)? up|renam\\w+|back-?fill\\w*|address\\w*|tackl\\w+|add(?:ed)?|set up|writ(?:e|ten)|document\\w*|enabl\\w+|deploy\\w*|switch\\w*|extend\\w*|deal(?:t)? with|look(?:ed)? (?:at|into)) ${NOT_ALL}\\S+ \\S+`,
    "^what (?:i|we) (?:did not|didn't|have not|haven't) (?:do|done|get to|got to|touch|touched|cover|covered)\\b.{0,20}\\b(?:is|was|are):? \\S+",
    // "I left X as it is; it can go once Y"
    `\\b(?:i|we)?(?:'ve| have)? ?(?:left|kept|leave|keep) ${NOT_ALL}.{3,100}\\b(?:can|could|should|will|may|must) (?:then )?(?:be \\w+|go|go away|follow|come|move|leave|disappear)\\b`,
    `\\b(?:i|we)(?:'ve| have)? (?:deliberately |intentionally )?left ${NOT_ALL}.{3,80}?\\b(?:as (?:is|it is|they are|it was|they were)|alone|in place|untouched|unchanged|out(?: of this)?)\\b(?! ?(?:for you))`,
    // "X can be removed once Y"
    `\\b(?:can|could|should|must|needs? to|ha(?:s|ve) to|ought to|will have to|will need to) (?:then )?(?:be (?:removed|dropped|deleted|cleaned|retired|switched|enabled|disabled|migrated|renamed|rotated|revisited|backfilled|replaced|moved|updated|merged|turned (?:on|off)|raised|lowered|tightened|reverted|split|extracted)|go|go away)\\b[^.;]{0,60}\\b(?:${UNTIL}|later|separately|eventually|at some point|next)\\b`,
    "^(?:once|when|after|as soon as) [^,]{5,80}, .{3,80}\\b(?:can|should|could|must|has to|have to) (?:then )?(?:be (?:removed|dropped|deleted|retired|switched|enabled|disabled|migrated|renamed|merged|replaced|reverted|turned (?:on|off))|go)\\b",
    "\\b(?:has|have|needs?) to be (?:run|executed|applied|done|set|created|repeated|rotated|announced|restarted)\\b.{0,60}\\b(?:after|before|once|when|with) (?:the |you |this |we |next )?(?:\\w+ )?(?:deploy\\w*|release|merg\\w+|migration|roll-?out|upgrade|launch|cutover)\\b",
    "^(?:for|left for|leaving for) (?:an? |the |some )?(?:later|follow-?up|separate|next|future|another)(?: \\w+)?:",
    "^(?:one|two|three|some|a few) (?:more )?(?:things?|items?|points?|places?|steps?) (?:remains?|(?:is|are) (?:still )?(?:left|open|missing))\\b",
    "\\b(?:still|keeps?|continues? to) us(?:e|es|ing) the old\\b",
    "\\bwill (?:still )?(?:need|require|take) (?:a|an|another|its own|some) \\S+.{0,60}\\b(?:separate|later|follow-?up|next|another|once|before)\\b",
    // "Retries are still missing", "the export is not covered yet"
    "\\b(?:is|are|remains?) still (?:missing|open|untested|unhandled|undocumented|unmigrated|hard-?coded|uncovered|unresolved|on the old|using the old|on v\\d|to be \\w+|outstanding|broken on)\\b",
    "\\b(?:is|are|has|have) (?:not|n't) (?:been )?(?:covered|implemented|supported|handled|wired(?: up)?|migrated|translated|documented|done|included|connected|hooked up|tested|ported|converted|backfilled|deployed|enabled|addressed|cleaned up|localized|localised) (?:here |so far )?(?:yet|so far|in this (?:change|pr|commit|pass)|here)\\b",
    // "You'll want to X once Y", "Before deploying, X"
    `\\byou(?:'ll| will|'d| would)? (?:also |still )?(?:want|need|have) to (?!restart|run\\b|reload|rebuild|install|be\\b|know\\b).{4,120}\\b(?:once|after|before|when) (?:this|that|the|it|you|we|going|deploying|merging|releasing|shipping|everything|all)\\b`,
    "^(?:before|after|once|when) (?:you |we |this |it |the |that )?(?:is |are |goes |go )?(?:deploy\\w*|merg\\w*|releas\\w*|shipp?\\w*|publish\\w*|live|launch\\w*|next release|roll\\w*(?: out)?)\\b[^,]{0,40}, (?!i\\b|all\\b|the tests\\b)(?:\\w+ ){2,}",
  ].join("|"),
  "i",
);
const NO_NEED =
  /\b(?:no (?:follow-?ups?|todos?|further|more|other)|nothing (?:else|more|left|is left|remains)|not (?:necessary|needed|required)|doesn't need|needn't)\b/i;
/** "Before deploying, set X" is for later; "next I run the tests" is now. */
const NOW = /^(?:next|now|then|first)\b,? (?:i|let)|\bi'll (?:now|next)\b/i;

export const isLeftByForm = (text: string): boolean => LEFT_BY_FORM.test(text) && !NOW.test(text);
export const saysNoneIsLeft = (text: string): boolean => NO_NEED.test(text);

/** Entries of "next steps" are often offers, or what any reader does next. */
const SUGGESTS =
  /^(?:consider|optionally|optional|maybe|perhaps|possibly|you (?:could|can|may|might)|if you|feel free|let me|tell me|run|re-?run|try|test(?: it| the| this)|review|open|commit|push|check|verify|start|restart|see|read|look|install|execute|would you)\b/i;
export const isSuggestion = (text: string): boolean => SUGGESTS.test(text);
