/** Credentials by their shape: what `token-table.ts` lists, and keys between their lines. */
import type { Finding } from "./finding.ts";
import { backOver, matchAt, matchesOf, placesOf } from "./places.ts";
import { TOKEN_RULES, type TokenRule } from "./token-table.ts";

/** What documentation shows as an example: published, and good for nothing. */
const EXAMPLES: readonly string[] = [
  "AKIAIOSFODNN7EXAMPLE",
  "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
  // The token on jwt.io, up to where people change it.
  "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9l",
];

export const isExample = (text: string): boolean => EXAMPLES.some((example) => text.startsWith(example));

/** Whether it is what people write in a token's place: `ghp_xxxxxxxx…`. */
export const isFiller = (text: string): boolean => new Set(text.slice(-16).toLowerCase()).size <= 2;

export function findTokens(text: string): Finding[] {
  const found: Finding[] = [];
  for (const rule of TOKEN_RULES) {
    if (!text.includes(rule.hint)) continue;
    const expression = expressionOf(rule);
    for (const at of placesOf(text, rule.hint)) {
      const token = matchAt(expression, text, at)?.[0];
      if (token === undefined || isExample(token) || isFiller(token)) continue;
      const start = rule.before === 0 ? at : backOver(text, at, /[\w-]/, rule.before);
      found.push({ class: "credential", kind: rule.kind, start, end: at + token.length });
    }
  }
  return text.includes("PRIVATE KEY") ? [...found, ...findKeys(text)] : found;
}

const made = new Map<TokenRule, RegExp>();

function expressionOf(rule: TokenRule): RegExp {
  let expression = made.get(rule);
  if (!expression) {
    expression = new RegExp(rule.source, "y");
    made.set(rule, expression);
  }
  return expression;
}

const KEY_BEGINS = /-----BEGIN (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----/g;
/** As long as it reads like a key: it may be cut off, have headers, and line ends written as `\n`. */
const KEY_BODY = /(?:[A-Za-z-]{1,20}: [^\n]{0,100}\n|[A-Za-z0-9+/=\s]|\\{1,4}[nrt])*/y;
/** Without this it is a mention of keys, in code or in prose. */
const KEY_MATERIAL = /[A-Za-z0-9+/]{40}/;
const KEY_ENDS = /-----END [A-Z0-9 ]{0,60}-----/y;

function findKeys(text: string): Finding[] {
  const found: Finding[] = [];
  for (const { 0: head, index: start } of matchesOf(text, KEY_BEGINS)) {
    const body = start + head.length;
    const inside = matchAt(KEY_BODY, text, body)?.[0] ?? "";
    if (!KEY_MATERIAL.test(inside)) continue;
    const tail = matchAt(KEY_ENDS, text, body + inside.length)?.[0] ?? "";
    const end = body + inside.length + tail.length;
    found.push({ class: "credential", kind: "private key", start, end });
  }
  return found;
}
