/**
 * Whether what stands where a credential is expected is one: most of what is called a password in code is a type, a variable
 * or a placeholder.
 */
import { isExample } from "./tokens.ts";

/** What stands in a secret's place in examples and templates. */
const PLACEHOLDER =
  /^(?:(.)\1*|test|testing|none|null|nil|undefined|true|false|empty|redacted|masked|hidden|removed|omitted|censored|placeholder|example|secret|secrets|password|passwd|pass|pw|pwd|token|key|user|username|root|admin|postgres|change[-_ ]?(?:me|it|this).*|replace[-_ ]?(?:me|this|with).*|(?:my|your|the|some|an?|insert|enter|put|add|use|set|new|old|current|confirm|repeat)[-_ ]?.*(?:password|pass|token|key|secret|here|value|credential).*|todo|tbd|fixme|dummy.*|fake.*|sample.*|example.*|foo(?:bar)?|string|str|number|boolean|bytes|text|any|object|required|optional|unset|default|abc(?:123|def)?|asdf|qwerty|(?:123)+\d*|0?123456789?0?|hunter2)$/i;

/** A variable, a call, a type, a path of members, a template: code that holds no value itself. */
const CODE =
  /^[$%#&@!?*]|\$\{|\{\{|^[{[<]|[()<>|]|^(?:process|os|env|self|this|config|settings|cfg|opts|options|args|req|request|res|ctx|secrets|vault|var|local|data|module|import|ENV|std|crypto|path|window)[.[:]|::|^[A-Za-z_]\w*(?:\??\.[A-Za-z_]\w*)+$|=>|&&/;

/** A template's hole, whatever is around it. */
const HOLE = /^\$|^%.+%$|\$\{|\$\(|\{\{|^<.*>$|^\[redacted:|^\*+$/;

/** A place, not a value. */
const PATH = /^(?:https?|file|postgres(?:ql)?|redis):\/\/[^@]*$|^(?:\.{0,2}|~)\/|^arn:/;

/** What passwords are hashed by. */
const ALGORITHM = /^(?:sha|md5|bcrypt|argon|scrypt|pbkdf|aes|hmac|blake|base64)/i;

/** Plain names, types and words: nothing that people would not write. */
const WORDS = /^[A-Za-z]+(?:[ _./-]?[A-Za-z]+)*[.:!?]?$/;

export interface Naming {
  readonly name: string;
  readonly isQuoted: boolean;
  /** Whether it is a variable of the environment, as files of them and shells write it. */
  readonly isVariable: boolean;
  /** Whether a sentence says what it is. */
  readonly isTold: boolean;
}

export function isSecretValue(value: string, { name, isQuoted, isVariable, isTold }: Naming): boolean {
  if (value.length < 6 || /\s/.test(value) || isExample(value)) return false;
  if (PLACEHOLDER.test(value) || HOLE.test(value) || PATH.test(value)) return false;
  if (!isQuoted && !isVariable && CODE.test(value)) return false;
  if (new Set(value.toLowerCase()).size < 4) return false;
  const isPassword = /pass|pwd/i.test(name);
  if (isTold)
    return (
      isPassword && value.length >= 8 && /\d/.test(value) && /[A-Za-z]/.test(value) && !ALGORITHM.test(value)
    );
  if (WORDS.test(value)) return isPassword && isPhrase(value, isQuoted || isVariable);
  const hasDigit = /\d/.test(value);
  if (isPassword) return hasDigit || /[^A-Za-z0-9._:/-]/.test(value);
  return hasDigit && /[A-Za-z]/.test(value) && value.length >= 12 && bitsOf(value) >= 3;
}

/** Words joined as in `correct-horse-battery`: where a value is sure to stand they are a password. */
const isPhrase = (value: string, isSure: boolean): boolean =>
  isSure &&
  value.length >= 12 &&
  value.split(/[-_.]/).length >= 3 &&
  !/pass|secret|token|key|field/i.test(value);

/** Of an address or a command, where a password is sure to stand. */
export const isPasswordValue = (value: string): boolean =>
  value.length >= 3 && !PLACEHOLDER.test(value) && !HOLE.test(value) && !/^[{[]/.test(value);

/** @param scheme `Bearer`, `Basic`, … where one is named */
export function isHeaderValue(value: string, scheme: string): boolean {
  if (isExample(value) || PLACEHOLDER.test(value)) return false;
  if (/^basic$/i.test(scheme)) return /[a-z]/.test(value) && /[A-Z]/.test(value);
  return value.length >= 12 && /\d/.test(value) && /[A-Za-z]/.test(value) && bitsOf(value) >= 3;
}

/** Shannon's entropy of its characters, in bits for each. */
function bitsOf(text: string): number {
  const counts = new Map<string, number>();
  for (const char of text) counts.set(char, (counts.get(char) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
}
