/** What people type fast, spelt as the rules know it: "dont", "w/", "pls". Names and what stands in code stay as they are. */

/** One of these is in whatever may be spelt otherwise. */
const HURRIED =
  /\b(?:dont|doesnt|didnt|cant|couldnt|wont|wouldnt|shouldnt|isnt|arent|wasnt|werent|hasnt|havent|mustnt|thats|theres|heres|lets|im|ive|ill|id|its|youre|theyre|pls|plz|u|ur|b4|bc|cuz|gonna|gotta|wanna|tmrw)\b|\bw\//i;

const SPELT: readonly (readonly [RegExp, string])[] = [
  [
    /\b(do|does|did|could|would|should|is|are|was|were|has|have|must)nt\b(?! (?:l[ea]s?|on|ils?|elles?|je|nous|vous|une?)\b)/gi,
    "$1n't",
  ],
  [/\bcant\b/gi, "can't"],
  [/\bwont\b/gi, "won't"],
  [/\b(that|there|here)s(?= )/gi, "$1's"],
  // "which lets you" is a verb.
  [/(^|[,.;:–—-] |\b(?:ok|okay|so|then|and|but|yes|fine) )lets (?!us\b|you\b|me\b|them\b)/gim, "$1let's "],
  // German has "im", too.
  [
    /(?<=^|[,.;:] |\b(?:but|and|because|so|if) )im (?=(?:\w+ing|not|a|an|so|on|ok|okay|fine|sure|done|happy|with|also|still|just|the|allergic|used|sick|tired)\b)/gm,
    "I'm ",
  ],
  [/\bive (?=\w)/g, "I've "],
  [/(^|[,.;] )ill (?=\w)/gim, "$1I'll "],
  [/\bid (?=rather|like|prefer|say|go|love|want|keep)/gi, "I'd "],
  [
    /(^|[,.;:–—-] |\b(?:no|nope|nah|actually|but|because|and|think) )its (?=\S|$)(?!own\b|\w+ (?:is|are|was|were)\b)/gim,
    "$1it's ",
  ],
  [/\b(you|they)re (?=\w)/gi, "$1're "],
  [/\bpl[sz]\b/gi, "please"],
  [/(?<![\w./'-])u(?![\w./'-])/g, "you"],
  [/(?<![\w./'-])ur(?![\w./'-])/g, "your"],
  [/\bb4\b/g, "before"],
  [/(?<=[ ,])(?:bc|cuz)(?= )/g, "because"],
  [/\bgonna\b/g, "going to"],
  [/\bgotta\b/g, "have to"],
  [/\bwanna\b/g, "want to"],
  [/\btmrw\b/g, "tomorrow"],
  [/\bw\/o(?= )/g, "without"],
  [/\bw\/ ?(?=[\w`])/g, "with "],
];

/** Letters that English has not: other languages have these words, too. */
const FOREIGN = /[\u00c0-\u024f]/;
const CODE = /(`[^`]+`|"[^"]{2,300}"|“[^”]{2,300}”)/;

export function spelt(said: string): string {
  if (!HURRIED.test(said) || FOREIGN.test(said)) return said;
  return said
    .split(CODE)
    .map((piece, at) =>
      at % 2 === 1 ? piece : SPELT.reduce((rest, [hurried, full]) => rest.replace(hurried, full), piece),
    )
    .join("");
}
