/**
 * Credentials by what they are called: `DB_PASSWORD=…`, `"apiKey": "…"`, `Authorization: Bearer …`, `scheme://user:…@host`,
 * `curl -u user:…`. What stands there has to look like one: most of what is called a password in code is a type, a
 * variable or a placeholder.
 */
import type { Finding } from "./finding.ts";
import { isExample, placesOf } from "./tokens.ts";

const credential = (kind: string, start: number, end: number): Finding => ({
  class: "credential",
  kind,
  start,
  end,
});

export function findAssigned(text: string): Finding[] {
  return [...named(text), ...headers(text), ...addresses(text), ...commands(text)];
}

/** Cheap to look for, and in every text that names a credential. */
const NAMES = /pass|pwd|secret|token|key|credential/i;

/** A name that ends in a word for credentials, a sign, a value in quotes or up to white space. */
const NAMED =
  /(?<![A-Za-z0-9])([A-Za-z0-9_.-]{0,60}?(?:passwords?|passwd|passphrase|pwd|pass|secrets?(?:[_-]?key)?|tokens?|api[_-]?keys?|apikey|(?:access|account|auth|encryption|master|private|service|session|shared|signing|storage)[_-]?key(?:[_-]?base)?|credentials?|_auth(?:Token)?)(?:[_-]?(?:prod|production|dev|staging|test|live|main|\d{1,2}))?)["'`\]]{0,2}\s{0,3}(?:=>|:=|=|:)\s{0,3}(?:b?(["'`])([^"'`\n]{3,300})|([^\s"'`,;)}\]]{6,300}))/gi;

function named(text: string): Finding[] {
  const found: Finding[] = [];
  if (!NAMES.test(text)) return found;
  for (const match of placesOf(text, NAMED)) {
    const { 0: whole, 1: name = "", 2: quote, 3: quoted, 4: bare, index } = match;
    const value = quoted ?? bare ?? "";
    const start = index + whole.length - value.length;
    if (!isSecretValue(value, { name, quoted: quote !== undefined })) continue;
    found.push(credential(kindOf(name), start, start + value.length));
  }
  return found;
}

function kindOf(name: string): string {
  if (/pass|pwd/i.test(name)) return "password";
  if (/key/i.test(name)) return "api key";
  return /token|auth/i.test(name) ? "token" : "secret";
}

interface Naming {
  readonly name: string;
  readonly quoted: boolean;
}

/** What stands in a secret's place in examples and templates. */
const PLACEHOLDER =
  /^(?:x{3,}|\*{3,}|\.{3,}|-{3,}|_{3,}|0{6,}|1{6,}|(?:123){2,}|test|none|null|nil|undefined|true|false|empty|redacted|masked|hidden|removed|omitted|censored|placeholder|example|secret|password|passwd|pass|token|key|change[-_ ]?(?:me|it|this).*|replace[-_ ]?(?:me|this|with).*|(?:my|your|the|some|a|an|insert|enter|put|add|use|set)[-_ ]?.*(?:password|pass|token|key|secret|here|value).*|todo|tbd|fixme|dummy|fake.*|sample|foo(?:bar)?|string|str|number|boolean|bytes|text|any|object|required|optional|unset|default|abc(?:123|def)?|asdf|qwerty|\[?redacted.*|\[?filtered.*|<.*)$/i;

/** A variable, a call, a type, a path of members, a template: code that holds no value itself. */
const CODE =
  /^[$%#&@!?]|\$\{|\{\{|^\{|[()<>]|\[\w*\]|^(?:process|os|env|self|this|config|settings|cfg|opts|options|args|req|request|res|ctx|secrets|vault|var|local|data|module|import|ENV|std|crypto|path|window)[.[:]|::|^[A-Za-z_]\w*(?:\??\.[A-Za-z_]\w*)+$|=>|\|\||&&|^\[/;

/** Plain names, types and words: no digit, or no mixture that people do not write. */
const PLAIN = /^[A-Za-z][a-z]*(?:[A-Z][a-z]+)*$|^[A-Za-z]+(?:[ _./-][A-Za-z]+)*[.:]?$/;

function isSecretValue(value: string, { name, quoted }: Naming): boolean {
  if (value.length < 6 || isExample(value) || PLACEHOLDER.test(value)) return false;
  if (/^\[redacted:/.test(value)) return false;
  if (new Set(value.toLowerCase()).size < 4) return false;
  // `PASSWORD=` in a file of variables is followed by just what it is; everywhere else there may be code.
  const isVariable = /^[A-Z0-9_]+$/.test(name) && name.length > 3;
  if (!quoted && !isVariable && CODE.test(value)) return false;
  if (/^\$|^%.+%$|\$\{|\{\{|^<.*>$/.test(value)) return false;
  if (/\s/.test(value)) return false;
  if (/^(?:https?|file):\/\/[^@]*$|^(?:\.{0,2}|~)\//.test(value)) return false;
  const isPassword = /pass|pwd/i.test(name);
  if (PLAIN.test(value))
    return (
      isPassword &&
      (quoted || isVariable) &&
      value.length >= 8 &&
      /[a-z][-_.][a-z]/i.test(value) &&
      !/pass|secret|token|key/i.test(value)
    );
  const hasDigit = /\d/.test(value);
  const hasLetter = /[A-Za-z]/.test(value);
  if (isPassword) return (hasDigit || /[^A-Za-z0-9._-]/.test(value)) && (hasLetter || value.length >= 6);
  if (!hasDigit || !hasLetter) return false;
  return value.length >= 12 && bitsOf(value) >= 3;
}

/** Shannon's entropy of its characters, in bits for each. */
export function bitsOf(text: string): number {
  const counts = new Map<string, number>();
  for (const char of text) counts.set(char, (counts.get(char) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
}

const HEADER =
  /\b(?:(?:proxy-)?authorization["']?\s{0,2}[:=]\s{0,2}["']?(?:(?:bearer|basic|token|digest|apikey|negotiate|aws4-hmac-sha256)\s{1,3})?|bearer\s{1,3}|(?:x-[a-z-]{0,20}(?:api-?key|token|secret)|private-token|api-key)["']?\s{0,2}:\s{0,2}["']?)([A-Za-z0-9+/_.~=-]{12,4000})/gi;

function headers(text: string): Finding[] {
  const found: Finding[] = [];
  if (!/authorization|bearer|x-|-token|api-key/i.test(text)) return found;
  for (const { 0: whole, 1: value = "", index } of placesOf(text, HEADER)) {
    const isMade = /\d/.test(value) && /[A-Za-z]/.test(value) && bitsOf(value) >= 3;
    const isBase64 = /basic/i.test(whole) && /[a-z]/.test(value) && /[A-Z]/.test(value);
    if (!(isMade || isBase64) || isExample(value) || PLACEHOLDER.test(value)) continue;
    const start = index + whole.length - value.length;
    found.push(credential("authorization header", start, start + value.length));
  }
  return found;
}

const ADDRESS =
  /(?<![A-Za-z0-9+.-])[a-z][a-z0-9+.-]{1,20}:\/\/([^\s:@/"'`<>[\]{}()]{0,100}):([^\s@/"'`<>]{1,200})@(?=[\w[.%$-])/gi;

function addresses(text: string): Finding[] {
  const found: Finding[] = [];
  if (!text.includes("://")) return found;
  for (const { 0: whole, 1: user = "", 2: password = "", index } of placesOf(text, ADDRESS)) {
    if (password === "x-oauth-basic") {
      if (user.length < 8) continue;
    } else if (
      user === password ||
      password.length < 3 ||
      PLACEHOLDER.test(password) ||
      /^[$%{*[]|\$\{/.test(password)
    )
      continue;
    const start = index + whole.indexOf("://") + 3;
    found.push(credential("address with a password", start, index + whole.length - 1));
  }
  return found;
}

const COMMAND =
  /(?:\bcurl\b[^\n]{0,300}?\s(?:-u|--user)[ =]?|\bsshpass\s+-p\s{0,2}|\bmysql(?:dump)?\b[^\n]{0,200}?\s-p|\bredis-cli\b[^\n]{0,200}?\s-a\s|\s--password[ =])["']?([^\s"']{4,200})/g;

function commands(text: string): Finding[] {
  const found: Finding[] = [];
  if (!/curl|sshpass|mysql|redis-cli|--password/.test(text)) return found;
  for (const { 0: whole, 1: value = "", index } of placesOf(text, COMMAND)) {
    const isPair = /(?:-u|--user)[ =]?["']?[^\s"']*$/.test(whole);
    const password = isPair ? value.slice(value.indexOf(":") + 1) : value;
    if (isPair && !value.includes(":")) continue;
    if (password.length < 4 || PLACEHOLDER.test(password) || /^[$%<{[]/.test(password)) continue;
    const end = index + whole.length;
    found.push(credential("password", end - password.length, end));
  }
  return found;
}
