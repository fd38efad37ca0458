/**
 * What a person says in their own words. Much of a prompt is often somebody else's: a log, a mail, a guide of another
 * project. What is pasted never says how the person wants things.
 */

/** What an element begins with: a tag with its end holds a document. */
const TAG = /<([a-z][\w-]{1,40})(?:\s[^<>]{0,200})?>/gi;
/** Words for what is pasted below the line that holds them. */
const PASTES =
  /\b(?:here(?:'s| is| are)|this is (?:what|the)|from (?:the|their|our|a|this)|got (?:this|the following)|get(?:ting)? (?:this|the following)|see(?:ing)?|says?|said|wrote|reads|logs?|output|trace|stack ?trace|errors?|docs?|documentation|readme|wiki|pasted?|copied|e-?mail|message|ticket|issue|comment|reviewer|article|blog|guide|guidelines?|policy|transcript|snippet|spec|changelog|template|prompt|file|response|report)\b/i;
/** And for what the person says themselves all the same. */
const SAYS_OWN =
  /\b(?:rules?|please|requirements?|changes?|todo|tasks?|steps|points|things|want|need|notes?|remember|prefer\w*|always|must|should)\b/i;
const BLOCK = /^\s*(?:`{3}|~{3}|>)/;
const HEADING = /^#{1,6}\s+\S/;
/** More than people type. */
const TYPED_MAX = 6_000;
const KEPT_OF_LONG = 1_500;
const LOOKED_AT = 200_000;

export function ownWords(prompt: string): string {
  const untagged = withoutElements(prompt.slice(0, LOOKED_AT));
  const typed =
    untagged.length > TYPED_MAX ? untagged.slice(0, KEPT_OF_LONG).replace(/\S{0,400}$/, "") : untagged;
  const lines = typed.split("\n");
  const kept: string[] = [];
  for (const [at, line] of lines.entries()) {
    if (HEADING.test(line) && lines.length - at > 3) break;
    kept.push(line);
    if (!/:\s*$/.test(line) || !PASTES.test(line) || SAYS_OWN.test(line)) continue;
    const next = lines.slice(at + 1).find((later) => later.trim() !== "");
    // A block says itself where it ends.
    if (next !== undefined && !BLOCK.test(next)) break;
  }
  return withoutData(kept).join("\n");
}

function withoutElements(text: string): string {
  if (!text.includes("</")) return text;
  let kept = "";
  let from = 0;
  const endless = new Set<string>();
  for (const { 0: tag, 1: name = "", index } of text.matchAll(TAG)) {
    if (index < from || endless.has(name)) continue;
    const end = text.indexOf(`</${name}>`, index + tag.length);
    if (end < 0) {
      endless.add(name);
      continue;
    }
    kept += `${text.slice(from, index)}\n`;
    from = end + name.length + 3;
  }
  return kept + text.slice(from);
}

/** Rows of what no one types: levels of logs, code, stack frames. */
const DATA_LINE =
  /^\s*(?:\[?(?:info|warn(?:ing)?|error|debug|trace|fatal)\b[\]:| ]|\d{1,3}(?:\.\d{1,3}){3}\b|[\w./-]+:\d+(?::\d+)?:|[{}[\]();]+\s*$|(?:import|export|const|let|var|def|class|func|fn|return|public|private|#include)\b.*[;{(:)]\s*$|[+-]\s{0,8}\S.*[;{}]\s*$|Traceback \()/i;
const DATA_LEAST = 2;

function withoutData(lines: readonly string[]): string[] {
  const isData = lines.map((line) => DATA_LINE.test(line));
  return lines.filter((_, at) => {
    if (!isData[at]) return true;
    let row = 1;
    for (let before = at - 1; isData[before]; before -= 1) row += 1;
    for (let after = at + 1; isData[after]; after += 1) row += 1;
    return row < DATA_LEAST;
  });
}
