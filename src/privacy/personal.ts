/** Data that points at a person. Numbers prove themselves by their checksums where they have one. */
import { ibanHolds, luhn } from "./checksums.ts";
import { type Finding, HOME } from "./finding.ts";
import { backOver, matchAt, matchesOf, placesOf } from "./places.ts";

const personal = (kind: string, start: number, end: number): Finding => ({
  class: "personal",
  kind,
  start,
  end,
});

/** @param lower the text in lower case */
export function findPersonal(text: string, lower: string): Finding[] {
  return [...emails(text), ...numbers(text), ...phones(text, lower)];
}

const LOCAL = /[A-Za-z0-9._%+-]/;
const LOCAL_MAX = 64;
const DOMAIN = /@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,62})\.){1,6}[A-Za-z]{2,24}(?![A-Za-z0-9@-])/y;

function emails(text: string): Finding[] {
  const found: Finding[] = [];
  for (const at of placesOf(text, "@")) {
    const domain = matchAt(DOMAIN, text, at)?.[0];
    if (domain === undefined) continue;
    let start = backOver(text, at, LOCAL, LOCAL_MAX + 1);
    while (start < at && !/[A-Za-z0-9]/.test(text.charAt(start))) start += 1;
    const address = text.slice(start, at) + domain;
    const isCut = at - start > LOCAL_MAX || isOfAddress(text, at);
    if (start === at || isCut || NOBODY.test(address) || FILE_ENDING.test(address)) continue;
    found.push(personal("email", start, start + address.length));
  }
  return found;
}

/** Whether it is the user's part of an address, as in `scheme://user:password@host`. */
function isOfAddress(text: string, at: number): boolean {
  const start = backOver(text, at, /[^\s/"'`<>]/, 200);
  return text.startsWith("://", start - 3);
}

/** Senders and examples that no person reads; `git@` is how repositories are addressed. */
const NOBODY =
  /^(?:(?:.*[.+-])?no-?reply|do-?not-?reply|git|hg|bot|.*\[bot\])@|^noreply\+|@(?:.+\.)?(?:example\.(?:com|org|net|edu)|noreply\.github\.com)$|\.(?:example|invalid|test|local|localhost|internal)$/i;

/** `logo@2x.png` is a picture, `pkg@1.2.3` a version. */
const FILE_ENDING = /@\d+x\.[a-z]+$|\.(?:png|jpe?g|gif|svg|webp|ts|js|json|md|css|html|py|rs|go|tgz)$/i;

/** 13 to 19 digits, in groups or not. */
const CARD = /(?<![\w.+/-])\d(?:[ -]?\d){12,18}(?![\w/-]|\.\d)/y;
/** What the large issuers' numbers begin with, and how long they are. */
const ISSUED =
  /^(?:4\d{12}(?:\d{3}(?:\d{3})?)?|5[1-5]\d{14}|2(?:22[1-9]|2[3-9]\d|[3-6]\d\d|7[01]\d|720)\d{12}|3[47]\d{13}|3(?:0[0-5]|[68]\d)\d{11}|6(?:011|5\d\d|4[4-9]\d)\d{12}|35(?:2[89]|[3-8]\d)\d{12}|62\d{14,17})$/;
const IBAN =
  /(?<![A-Za-z0-9])[A-Z]{2}\d{2}(?:[A-Z0-9]{11,30}|(?: [A-Z0-9]{4}){2,7}(?: [A-Z0-9]{1,3})?)(?![A-Za-z0-9])/y;

/** Numbers that prove themselves. Their first digits are looked for one by one, which is quicker than any expression. */
function numbers(text: string): Finding[] {
  const found: Finding[] = [];
  for (const digit of "0123456789") {
    for (const at of placesOf(text, digit)) {
      if (isDigit(text.charCodeAt(at - 1))) continue;
      const card = matchAt(CARD, text, at)?.[0];
      if (card !== undefined && isCard(card)) found.push(personal("card number", at, at + card.length));
      const iban = at < 2 ? undefined : matchAt(IBAN, text, at - 2)?.[0];
      if (iban !== undefined && isIban(iban)) found.push(personal("iban", at - 2, at - 2 + iban.length));
    }
  }
  return found;
}

const isDigit = (code: number): boolean => code >= 48 && code <= 57;

function isCard(written: string): boolean {
  const digits = written.replace(/[ -]/g, "");
  return ISSUED.test(digits) && luhn(digits);
}

function isIban(written: string): boolean {
  const iban = written.replaceAll(" ", "");
  return iban.length >= 15 && iban.length <= 34 && ibanHolds(iban);
}

/** With the country's code: `+49 30 1234567`, `+1 (415) 555-0132`. */
const ABROAD = /(?<![\w+/.-])\+[1-9]\d{0,2}(?:[ .-]?\(?\d{1,5}\)?){2,6}(?![\w-]|\.\d)/y;
const BRACKETED = /(?<![\w.])\(\d{3}\) ?\d{3}[ -]\d{4}(?![\w-])/y;
/** As people write them at home, which needs a word before: digits alone may be anything. */
const CALLS = ["phone", "tel", "mobil", "handy", "cell", "fax", "call"] as const;
const CALLED =
  /(?<![a-z0-9])(?:phone|tel|telephone|telefon|mobile?|handy|cell|fax|call me(?: at| on)?)(?:\.|(?: (?:number|no\.?|nr\.?)))?["']?\s{0,3}(?:[:=]|is|at|unter)?\s{0,3}["']?(\(?\d[\d ()./-]{6,20}\d)(?![\w])/y;

/** Digits of a number that can be called. */
const DIGITS_MIN = 7;
const DIGITS_MAX = 15;
/** With a country's code. */
const ABROAD_MIN = 9;

function phones(text: string, lower: string): Finding[] {
  const found: Finding[] = [];
  const add = (written: string | undefined, end: number, least = DIGITS_MIN): void => {
    const digits = written?.replace(/\D/g, "").length ?? 0;
    if (written !== undefined && digits >= least && digits <= DIGITS_MAX)
      found.push(personal("phone", end - written.length, end));
  };
  for (const at of placesOf(text, "+")) {
    const written = matchAt(ABROAD, text, at)?.[0];
    add(written, at + (written?.length ?? 0), ABROAD_MIN);
  }
  for (const at of placesOf(text, "(")) {
    const written = matchAt(BRACKETED, text, at)?.[0];
    add(written, at + (written?.length ?? 0));
  }
  for (const word of CALLS) {
    if (!lower.includes(word)) continue;
    for (const at of placesOf(lower, word)) {
      const match = matchAt(CALLED, lower, at);
      if (match) add(match[1], at + match[0].length);
    }
  }
  return found;
}

/** Homes as operating systems lay them out; whose they are is nobody's business, unless they are nobody's. */
const HOME_OF =
  /(?<![\w.~-])(?:\/home\/|\/Users\/|[A-Za-z]:\\{1,2}Users\\{1,2})(?!(?:Shared|Public|runner|vscode|node|ubuntu|user|you|me|username|app)(?![\w.-]))[A-Za-z0-9_][\w.-]{0,63}/g;

/** Addresses below home folders: this user's, and what looks like another's. */
export function findHomes(text: string, home: string | undefined): Finding[] {
  const found: Finding[] = [];
  if (home !== undefined && home.length > 1) {
    for (const at of placesOf(text, home)) {
      const end = at + home.length;
      if (!/[\w.~-]/.test(text.charAt(at - 1)) && !/[\w.-]/.test(text.charAt(end)))
        found.push(personal(HOME, at, end));
    }
  }
  if (["/home/", "/Users/", "\\Users\\"].some((part) => text.includes(part))) {
    for (const { 0: path, index } of matchesOf(text, HOME_OF))
      found.push(personal(HOME, index, index + path.length));
  }
  return found;
}
