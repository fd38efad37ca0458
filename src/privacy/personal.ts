/** Data that points at a person. Numbers prove themselves by their checksums where they have one. */
import { ibanHolds, luhn } from "./checksums.ts";
import { type Finding, HOME } from "./finding.ts";
import { placesOf } from "./tokens.ts";

const personal = (kind: string, start: number, end: number): Finding => ({
  class: "personal",
  kind,
  start,
  end,
});

export function findPersonal(text: string): Finding[] {
  const found: Finding[] = [];
  if (text.includes("@")) found.push(...emails(text));
  if (/\d{4}/.test(text) || text.includes("+")) found.push(...cards(text), ...ibans(text), ...phones(text));
  return found;
}

const EMAIL =
  /(?<![A-Za-z0-9._%+/:-])[A-Za-z0-9][A-Za-z0-9._%+-]{0,63}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,62})\.){1,6}[A-Za-z]{2,24}(?![A-Za-z0-9@-])/g;

/** Senders and examples that no person reads; `git@` is how repositories are addressed. */
const NOBODY =
  /^(?:no-?reply|do-?not-?reply|noreply\+.*|git|actions|bot|support\+noreply)@|@(?:.+\.)?(?:example\.(?:com|org|net)|noreply\.github\.com)$|\.(?:example|invalid|test|local|localhost)$/i;

function emails(text: string): Finding[] {
  const found: Finding[] = [];
  for (const { 0: address, index } of placesOf(text, EMAIL)) {
    if (NOBODY.test(address) || FILE_ENDING.test(address)) continue;
    found.push(personal("email", index, index + address.length));
  }
  return found;
}

/** `logo@2x.png` is a picture, `pkg@1.2.3` a version. */
const FILE_ENDING = /@\d+x\.[a-z]+$|\.(?:png|jpe?g|gif|svg|webp|js|ts|json|md|css|html|py|rs|go)$/i;

/** 13 to 19 digits, in groups or not. */
const CARD = /(?<![\w.+/-])\d(?:[ -]?\d){12,18}(?![\w/-]|\.\d)/g;
/** What the large issuers' numbers begin with, and how long they are. */
const ISSUED =
  /^(?:4\d{12}(?:\d{3}(?:\d{3})?)?|5[1-5]\d{14}|2(?:22[1-9]|2[3-9]\d|[3-6]\d\d|7[01]\d|720)\d{12}|3[47]\d{13}|3(?:0[0-5]|[68]\d)\d{11}|6(?:011|5\d\d|4[4-9]\d)\d{12}|35(?:2[89]|[3-8]\d)\d{12}|62\d{14,17})$/;

function cards(text: string): Finding[] {
  const found: Finding[] = [];
  for (const { 0: written, index } of placesOf(text, CARD)) {
    const digits = written.replace(/[ -]/g, "");
    if (!ISSUED.test(digits) || !luhn(digits)) continue;
    found.push(personal("card number", index, index + written.length));
  }
  return found;
}

const IBAN =
  /(?<![A-Za-z0-9])[A-Z]{2}\d{2}(?:[A-Z0-9]{11,30}|(?: [A-Z0-9]{4}){2,7}(?: [A-Z0-9]{1,4})?)(?![A-Za-z0-9])/g;

function ibans(text: string): Finding[] {
  const found: Finding[] = [];
  for (const { 0: written, index } of placesOf(text, IBAN)) {
    const iban = written.replaceAll(" ", "");
    if (iban.length < 15 || iban.length > 34 || !ibanHolds(iban)) continue;
    found.push(personal("iban", index, index + written.length));
  }
  return found;
}

/** With the country's code: `+49 30 1234567`, `+1 (415) 555-0132`. */
const ABROAD = /(?<![\w+/.-])\+[1-9]\d{0,2}(?:[ .-]?\(?\d{1,5}\)?){2,6}(?![\w-]|\.\d)/g;
/** As people write them at home, which needs a word before it or brackets: digits alone may be anything. */
const CALLED =
  /(?<![\w])(?:phone|tel|telephone|telefon|mobile|mobil|handy|cell|fax|call me(?: at| on)?|ruf(?:e|t)? .{0,20} an|t[eé]l)(?:\.|(?: (?:number|no\.?|nr\.?)))?["']?\s{0,3}(?:[:=]|is|at|unter)?\s{0,3}["']?(\(?\d[\d ()./-]{6,20}\d)(?![\w])/gi;
const BRACKETED = /(?<![\w.])\(\d{3}\) ?\d{3}[ -]\d{4}(?![\w-])/g;

function phones(text: string): Finding[] {
  const found: Finding[] = [];
  const add = (written: string, start: number): void => {
    const digits = written.replace(/\D/g, "").length;
    if (digits >= 7 && digits <= 15) found.push(personal("phone", start, start + written.length));
  };
  for (const { 0: written, index } of placesOf(text, ABROAD))
    if (written.replace(/\D/g, "").length >= 9) add(written, index);
  for (const { 0: written, index } of placesOf(text, BRACKETED)) add(written, index);
  for (const { 0: whole, 1: written = "", index } of placesOf(text, CALLED)) {
    add(written, index + whole.lastIndexOf(written));
  }
  return found;
}

/** Homes as operating systems lay them out; whose they are is nobody's business. */
const HOMES =
  /(?<![\w.~-])(?:\/home\/|\/Users\/|[A-Za-z]:\\{1,2}Users\\{1,2})(?!(?:Shared|runner|vscode|node|ubuntu|user|USER|you|me|username)(?![\w.-]))[A-Za-z0-9_][\w.-]{0,63}/g;

/** Addresses below home folders: this user's, and what looks like another's. */
export function findHomes(text: string, home: string | undefined): Finding[] {
  const found: Finding[] = [];
  if (home && home.length > 1) {
    for (let at = text.indexOf(home); at >= 0; at = text.indexOf(home, at + home.length)) {
      const [before, after] = [text[at - 1] ?? "", text[at + home.length] ?? ""];
      if (!/[\w.~-]/.test(before) && !/[\w.-]/.test(after)) found.push(personal(HOME, at, at + home.length));
    }
  }
  if (/[\\/](?:home|Users)[\\/]/.test(text)) {
    for (const { 0: path, index } of placesOf(text, HOMES))
      found.push(personal(HOME, index, index + path.length));
  }
  return found;
}
