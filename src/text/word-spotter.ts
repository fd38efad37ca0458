/** Looks for many words of several groups at once, in one pass over a text. */
/** Most groups: each is a bit. */
export const GROUPS_MAX = 31;

/**
 * Tells which groups have a word in a text, as bits by their places. Words begin where the text has a letter, digit or `_` of
 * ASCII behind none, as `\b` has it.
 *
 * @param groups at most `GROUPS_MAX`, of words of ASCII in lower case; one that others may begin with ends in `*`
 */
export function wordSpotter(groups: readonly (readonly string[])[]): (lower: string) => number {
  const { children, whole, beginning } = treeOf(groups);
  return (lower) => {
    let found = 0;
    let node = ROOT;
    for (let at = 0; at < lower.length; at += 1) {
      const code = lower.charCodeAt(at);
      const sign = code < ASCII ? (SIGN_OF[code] as number) : 0;
      if (sign === 0) {
        found |= whole[node] as number;
        node = ROOT;
      } else if (node !== NOWHERE) {
        node = children[node * SIGNS + sign] as number;
        found |= beginning[node] as number;
      }
    }
    return found | (whole[node] as number);
  };
}

const ASCII = 128;
/** Letters, digits and `_`, from 1 on; 0 is everything else. */
const SIGNS = 38;
const SIGN_OF: Uint8Array = new Uint8Array(ASCII);
for (const [place, sign] of [..."abcdefghijklmnopqrstuvwxyz0123456789_"].entries())
  SIGN_OF[sign.charCodeAt(0)] = place + 1;

/** Where a word is that none of the tree begins like. */
const NOWHERE = 0;
const ROOT = 1;

/** Words by their signs: the children of a node stand in a row. What is at a node are groups, as bits. */
interface Tree {
  readonly children: Uint16Array;
  /** Of words that end there. */
  readonly whole: Int32Array;
  /** Of words that may go on from there. */
  readonly beginning: Int32Array;
}

function treeOf(groups: readonly (readonly string[])[]): Tree {
  const letters = groups.flat().join("").length;
  const children = new Uint16Array((ROOT + 1 + letters) * SIGNS);
  const whole = new Int32Array(ROOT + 1 + letters);
  const beginning = new Int32Array(ROOT + 1 + letters);
  let nodes = ROOT + 1;
  for (const [group, words] of groups.entries())
    for (const word of words) {
      const ends = word.endsWith("*") ? beginning : whole;
      const length = word.length - (ends === beginning ? 1 : 0);
      let node = ROOT;
      for (let at = 0; at < length; at += 1) {
        const place = node * SIGNS + (SIGN_OF[word.charCodeAt(at)] ?? 0);
        children[place] ||= nodes++;
        node = children[place] ?? NOWHERE;
      }
      ends[node] = (ends[node] ?? 0) | (1 << group);
    }
  return { children, whole, beginning };
}
