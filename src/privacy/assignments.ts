/**
 * Credentials by what they are called: `DB_PASSWORD=…`, `"apiKey": "…"`, `Authorization: Bearer …`, `scheme://user:…@host`,
 * `curl -u user:…`. Whether what stands there is one is for `secret-value.ts` to say.
 */
import type { Finding } from "./finding.ts";
import { backOver, matchAt, matchesOf, placesOf } from "./places.ts";
import { isHeaderValue, isPasswordValue, isSecretValue } from "./secret-value.ts";

const credential = (kind: string, start: number, end: number): Finding => ({
  class: "credential",
  kind,
  start,
  end,
});

/** @param lower the text in lower case */
export function findAssigned(text: string, lower: string): Finding[] {
  return [
    ...named(text, lower),
    ...headers(text, lower),
    ...addresses(text),
    ...commands(text, lower),
    ...manifests(text),
  ];
}

/** What every name of a credential holds. */
const NAME_PARTS = ["pass", "pwd", "secret", "token", "key", "credential", "_auth"] as const;
/** Names of credentials, by their ends. */
const NAME =
  /(?:passwords?|passwd|passphrase|pwd|pass|secrets?|tokens?|api[_ -]?keys?|secret[_-]?key(?:[_-]?base)?|(?:access|account|auth|encryption|jwt|license|master|private|service|session|shared|signing|storage|subscription)[_-]?key|credentials?|_auth)(?:[_-]?(?:prod|production|dev|staging|test|live|main|value|\d{1,2}))?$/i;
/** Of a variable, a key may be anything; if it looks like a secret it is one. */
const KEY_VARIABLE = /(?<!PUBLIC|PUBLISHABLE|PUB|CACHE|PRIMARY|FOREIGN|SORT)_KEY$/;
const NAME_CHARACTER = /[A-Za-z0-9_.-]/;
const NAME_MAX = 60;
/** From the middle of a name: its rest, a sign, and a value in quotes or up to white space. */
const ASSIGNED =
  /[A-Za-z0-9_-]{0,30}(\\{0,3}["'`]?\]?\s{0,3}(?:=>|:=|={1,3}|:|>|is(?=\s))\s{0,3})(?:b?\\{0,3}(["'`])([^"'`\n\\]{3,300})|([^\s"'`]{4,300}))/y;
/** What ends a value in code, though not in a file of variables. */
const BARE_ENDS = /[,;)}\]&<]/;

/** What stands before the kind in a mask: no name of anything. */
const MASKED = "[redacted:";
/** A value of this length is judged as one: names within it are none. */
const ONE_PIECE = 100;

function named(text: string, lower: string): Finding[] {
  const found: Finding[] = [];
  for (const part of NAME_PARTS) {
    if (!lower.includes(part)) continue;
    let judged = 0;
    for (const at of placesOf(lower, part)) {
      if (at < judged) continue;
      const match = matchAt(ASSIGNED, text, at);
      if (!match) continue;
      const { 0: whole, 1: sign = "", 2: quote, 3: quoted, 4: bare = "" } = match;
      const nameStart = startOfName(text, at);
      if (text.startsWith(MASKED, nameStart - MASKED.length)) continue;
      const name = text.slice(nameStart, text.indexOf(sign, at));
      const isVariable = /^[A-Z][A-Z0-9_]{3,}$/.test(name);
      const isNamed = NAME.test(name) || (isVariable && KEY_VARIABLE.test(name));
      if (!isNamed || (/^[^=]*>/.test(sign) && text[nameStart - 1] !== "<")) continue;
      const rest = at + whole.length - (quoted ?? bare).length;
      const value = quoted ?? (isVariable ? bare : (bare.split(BARE_ENDS, 1)[0] ?? ""));
      if (value.length >= ONE_PIECE) judged = rest + value.length;
      if (
        !isSecretValue(value, {
          name,
          isQuoted: quote !== undefined,
          isVariable,
          isTold: sign.trim() === "is",
        })
      )
        continue;
      found.push(credential(kindOf(name), rest, rest + value.length));
    }
  }
  return found;
}

/** `api key` is a name of two words. */
function startOfName(text: string, at: number): number {
  const start = backOver(text, at, NAME_CHARACTER, NAME_MAX);
  return /^api $/i.test(text.slice(start - 4, start)) ? start - 4 : start;
}

function kindOf(name: string): string {
  if (/pass|pwd/i.test(name)) return "password";
  if (/key/i.test(name)) return "api key";
  return /token|auth/i.test(name) ? "token" : "secret";
}

const AUTHORIZATION =
  /authorization\\{0,3}["']?\s{0,2}[:=,]\s{0,2}\\{0,3}["']?(?:(bearer|basic|token|digest|apikey|negotiate)\s{1,3})?([A-Za-z0-9+/_.~=-]{8,4000})/iy;
const BEARER = /(bearer)\s{1,3}([A-Za-z0-9+/_.~=-]{12,4000})/iy;

function headers(text: string, lower: string): Finding[] {
  const found: Finding[] = [];
  for (const [word, expression] of [
    ["authorization", AUTHORIZATION],
    ["bearer ", BEARER],
  ] as const) {
    if (!lower.includes(word)) continue;
    for (const at of placesOf(lower, word)) {
      const { 0: whole = "", 1: scheme = "", 2: value = "" } = matchAt(expression, text, at) ?? [];
      if (!isHeaderValue(value, scheme)) continue;
      const end = at + whole.length;
      found.push(credential("authorization header", end - value.length, end));
    }
  }
  return found;
}

const SCHEME = /[A-Za-z0-9+.-]/;
const AUTHORITY = /:\/\/([^\s:@/"'`<>[\]{}()]{0,100}):([^\s@/"'`<>]{1,200})@(?=[\w[.%$-])/y;

function addresses(text: string): Finding[] {
  const found: Finding[] = [];
  for (const at of placesOf(text, "://")) {
    const { 0: whole = "", 1: user = "", 2: password = "" } = matchAt(AUTHORITY, text, at) ?? [];
    if (whole === "" || backOver(text, at, SCHEME, 2) === at) continue;
    // The older way to put a GitHub token into an address has the token where the user stands.
    const isHeld =
      password === "x-oauth-basic" ? user.length >= 8 : user !== password && isPasswordValue(password);
    if (isHeld) found.push(credential("address with a password", at + 3, at + whole.length - 1));
  }
  return found;
}

/** Commands that are told a password, and what comes before it. */
const COMMANDS: readonly (readonly [word: string, expression: RegExp])[] = [
  ["curl", /curl\b[^\n]{0,300}?\s(?:-u|--user)[ =]?\\{0,3}["']?[^\s"':]{1,100}:([^\s"'\\]{4,200})/y],
  ["sshpass", /sshpass\s+-p\s{0,2}["']?([^\s"']{4,200})/y],
  ["mysql", /mysql(?:dump|admin)?\b[^\n]{0,200}?\s-p["']?([^\s"'-][^\s"']{3,200})/y],
  ["redis-cli", /redis-cli\b[^\n]{0,200}?\s(?:-a|--pass)\s["']?([^\s"']{4,200})/y],
  ["--password", /--password[ =]["']?([^\s"'-][^\s"']{3,200})/y],
  ["login ", /login\s+\S{1,100}\s+password\s+(\S{4,200})/y],
];

function commands(text: string, lower: string): Finding[] {
  const found: Finding[] = [];
  for (const [word, expression] of COMMANDS) {
    if (!lower.includes(word)) continue;
    for (const at of placesOf(lower, word)) {
      const { 0: whole = "", 1: password = "" } = matchAt(expression, text, at) ?? [];
      if (!isPasswordValue(password)) continue;
      found.push(credential("password", at + whole.length - password.length, at + whole.length));
    }
  }
  return found;
}

/** Values of a Kubernetes secret, which are written in base 64 whatever their names. */
const DATA = /^[ \t]{1,8}[\w.-]{1,100}:[ \t]{1,3}["']?([A-Za-z0-9+/]{8,20000}={0,2})["']?[ \t]*$/gm;

function manifests(text: string): Finding[] {
  if (!text.includes("kind: Secret") || !/^[ \t]{0,4}data:/m.test(text)) return [];
  return matchesOf(text, DATA)
    .filter(({ 1: value = "" }) => value.length % 4 === 0)
    .map(({ 0: whole, 1: value = "", index }) => {
      const start = index + whole.lastIndexOf(value);
      return credential("kubernetes secret", start, start + value.length);
    });
}
