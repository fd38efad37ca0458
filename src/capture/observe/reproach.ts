/** What a person says was wrong, by its form, and what of their sentence says how it is right. */

const END = "\\s*[,.:;!–—-]+\\s*";
/** Before a reproach. */
const HESITATES =
  /^\W*(?:(?:no|nope|nah|er+m?|eh+m?|uh+m?|um+|hm+|huh|wait|sorry|actually|argh|ugh|well|ok(?:ay)?|oh)\b\s*[,.!?:…–—-]*\s*)+/i;
const LEADS = new RegExp(
  `^(?:${[
    `that(?:'s| is| was) (?:wrong|backwards?|reversed|swapped|upside down|not (?:right|true|correct|quite right)|not (?:how|what|where|the way|why|when) [^,.:;]{2,50}|the wrong [\\w-]+)${END}`,
    `(?:the )?wrong (?!about\\b)[\\w-]+(?: [\\w-]+)?${END}`,
    `(?:it's |that's |exactly )?(?:the )?other way a?round${END}`,
    `(?:it's )?vice versa${END}`,
    `you(?:'ve| have)?(?: got)? (?:it|that|this|them|those|the [\\w-]+(?: [\\w-]+)?) (?:backwards?|wrong|reversed|swapped|mixed up|the wrong way a?round|upside down)${END}`,
    `(?:i think |looks like )?you(?:'ve| have)? (?:got|mixed up|mixed|confused|swapped|misread|misunderstood|mistook|mistaken) [^,.:;]{2,60}${END}`,
    `(?:i think )?you(?:'re| are) (?:confusing|mixing up|mixing|misreading|mistaking|thinking of|looking at the wrong|in the wrong|on the wrong|using the wrong) [^,.:;]{2,60}${END}`,
    `you (?:took|used|picked|chose|wrote|put|called|hit|read|edited|changed|assumed|imported|installed) (?!it back)[^,.:;]{3,50},\\s+(?=(?:it's|it is|we|that's|the|they|use|there)\\b)`,
    `(?:as i said|like i said|again|once more|how often|i said)${END}`,
  ].join("|")})`,
  "i",
);

const OLD =
  "(?:old|wrong|legacy|deprecated|other|previous|former|outdated|test|staging|dev|generated|copied|example|dummy)";
/** Sets one thing against another: a correction where the agent spoke of the other. */
const AGAINST =
  /^(?:(?:it's|it is|that's|they're|those are) [^,;]{2,60}, (?:and )?not [^?]{2,60}|not (?!(?:sure|really|yet|now|bad|necessarily|quite|so|only|at all|today|a (?:big|huge|fan))\b)(?:the |an? |in |on |to |from |with |by )?[^,;]{2,50}, (?:but )?(?:the |an? |in |on |to |from |with |by |it's )?[^?]{2,60})/i;
/** The same, and says enough by itself. */
const NOT_SO = new RegExp(
  `^(?:${[
    `(?:that's|that is|it's|this is) (?:the|an|a|our|their) ${OLD} [^,;.]{2,50}[,;.] (?!(?:please|can|could|fix|use it)\\b).{6,}`,
    "don't (?:use|call|run|edit|touch|import|write|install) [^,;]{2,40}, (?:it's|that's|we|use|there's|the|they) .{3,}",
    "(?:we|there) (?:don't|do not|doesn't|isn't|aren't) (?:have|use|run|any|a|do)? ?[^,;]{2,40}, (?:only|just|we|it's|it is|we've|there's) .{3,}",
    "no (?!(?:problem|worries|need|idea|rush|one|way|thanks|luck)\\b)[\\w-]+(?: please)?, (?:we|it's|use|there's|only)\\b.{4,}",
    "[^,;]{3,50} (?:is|are) (?:generated|vendored|an? symlink|read-?only|deprecated|legacy|dead code|dead|banned|forbidden|not allowed|frozen|off limits|gone|history|unused|a copy|managed by \\w+), .{6,}",
  ].join("|")})`,
  "i",
);
/** "This isn't Vue 2, we're on Vue 3". */
const IS_NOT = /^(?:this|that|it) (?:isn't|is not|ain't) ([^,;]{2,40}), ((?:we|they|the|our|you)\b.{4,})/i;
/** "Nope, it's the other table". */
const DENIED = /^\W*(?:\w{1,5}[,.!?… ]+)?(?:no|nope|nah)\b/i;
const IT_IS =
  /^(?:it's|it is|they're|those are|that's) (?:the|an?|in|on|at|called|named|under|`|[\w-]+[_./]\w+)/i;
const WHY_DID =
  /^(?:\W*(?:wait|hm+|huh|ok|but|and|so|hey)\b[, ]*)*why (?:did|do|are|have|would|on earth did) you\b/i;

/** Only how it looks now. */
const REPORTS =
  /^(?:it's |it is |that's |they're )?(?:still |also |just |now |again )?(?:not |n't )?(?:a )?(?:big deal|broken|failing|fails?|the same|same|slow\w*|fine|ok|okay|good|working|works|centered|aligned|there|done|ready|red|green|empty|better|worse|weird|ugly|what i (?:see|get))\b|\bstill (?:fail|broken|not|the same|gets?|see|shows?|crash|hang)|\b(?:error|result|output|problem|issue|message|behaviou?r|page) (?:is|stays|looks) (?:still )?(?:the )?same\b|\bnothing (?:changed|happens|happened)\b|\b(?:same|another) (?:error|problem|result)\b|\b(?:doesn't|does not|didn't) (?:work|help|change|compile|build|start)\b/i;

export const isReport = (said: string): boolean => REPORTS.test(said.replace(HESITATES, ""));
export const asksWhyDone = (text: string): boolean => WHY_DID.test(text);

export interface Reproach {
  /** How it is right, of the same sentence; empty where the next one says it. */
  readonly right: string;
  /** Whether its words say that something was wrong; otherwise it has to speak of what the agent did. */
  readonly says: boolean;
}

export function reproachIn(shown: string): Reproach | undefined {
  const said = shown.replace(HESITATES, "");
  if (isReport(said)) return undefined;
  if (said === "") return DENIED.test(shown) ? { right: "", says: true } : undefined;
  const lead = LEADS.exec(/[.!?,:;]$/.test(said) ? said : `${said}.`);
  if (lead) {
    const right = said.slice(lead[0].length).trim();
    return isReport(right) ? undefined : { right, says: true };
  }
  const [, not, but] = IS_NOT.exec(said) ?? [];
  if (not !== undefined && but !== undefined)
    return { right: `${but.replace(/[.!]+$/, "")} (not ${not})`, says: true };
  if (NOT_SO.test(said) || (DENIED.test(shown) && IT_IS.test(said))) return { right: said, says: true };
  return AGAINST.test(said) ? { right: said, says: false } : undefined;
}
