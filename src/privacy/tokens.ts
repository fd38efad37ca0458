/** Credentials by their shape: what `token-table.ts` lists, and keys between their lines. */
import type { Finding } from "./finding.ts";
import { TOKEN_RULES, type TokenRule } from "./token-table.ts";

/** What documentation shows as an example: published, and good for nothing. */
const EXAMPLES: readonly string[] = [
  "AKIAIOSFODNN7EXAMPLE",
  "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
  // The token on jwt.io, up to where people change it.
  "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9l",
];

export const isExample = (text: string): boolean => EXAMPLES.some((example) => text.startsWith(example));

const made = new Map<TokenRule, RegExp>();

function expressionOf(rule: TokenRule): RegExp {
  let expression = made.get(rule);
  if (!expression) {
    expression = new RegExp(rule.source, "g");
    made.set(rule, expression);
  }
  return expression;
}

/** Every match of a global expression that is not empty. */
export function* placesOf(text: string, expression: RegExp): Generator<RegExpExecArray> {
  expression.lastIndex = 0;
  for (let match = expression.exec(text); match; match = expression.exec(text)) {
    const end = Math.max(expression.lastIndex, match.index + 1);
    if (match[0] !== "") yield match;
    // Who was given it may have used the expression in between.
    expression.lastIndex = end;
  }
}

export function findTokens(text: string): Finding[] {
  const found: Finding[] = [];
  for (const rule of TOKEN_RULES) {
    if (!text.includes(rule.hint)) continue;
    for (const { 0: token, index: start } of placesOf(text, expressionOf(rule))) {
      if (isExample(token) || isFiller(token)) continue;
      found.push({ class: "credential", kind: rule.kind, start, end: start + token.length });
    }
  }
  found.push(...findKeys(text));
  return found;
}

/** Whether it is what people write in a token's place: `ghp_xxxxxxxx…`. */
const isFiller = (token: string): boolean => new Set(token.slice(-16).toLowerCase()).size <= 2;

const KEY_BEGINS = /-----BEGIN (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----/g;
/** As long as it reads like a key: it may be cut off, have headers, and line ends written as `\n`. */
const KEY_BODY = /(?:[A-Za-z-]{1,20}: [^\n]{0,100}\n|[A-Za-z0-9+/=\s]|\\{1,4}[nrt])*/y;
/** Without this it is a mention of keys, in code or in prose. */
const KEY_MATERIAL = /[A-Za-z0-9+/]{40}/;

function findKeys(text: string): Finding[] {
  const found: Finding[] = [];
  if (!text.includes("PRIVATE KEY")) return found;
  for (const { 0: head, index: start } of placesOf(text, KEY_BEGINS)) {
    const body = start + head.length;
    KEY_BODY.lastIndex = body;
    const inside = KEY_BODY.exec(text)?.[0] ?? "";
    if (!KEY_MATERIAL.test(inside)) continue;
    const { length } = inside;
    const tail = /^-----END [A-Z0-9 ]{0,60}-----/.exec(text.slice(body + length, body + length + 80));
    found.push({
      class: "credential",
      kind: "private key",
      start,
      end: body + length + (tail?.[0].length ?? 0),
    });
  }
  return found;
}
