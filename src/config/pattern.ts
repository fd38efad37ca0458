/**
 * Which regular expressions a configuration may give. They come with a clone and run over whole conversations inside
 * hooks, so each is measured before it is used: how many steps a backtracking matcher could need at one place of a
 * line, whatever the line says. The measure is an upper bound; what exceeds the limit is refused.
 */

import { PATTERN_FLAGS, PATTERN_LINE_MAX, PATTERN_MAX } from "../text/pattern-limits.ts";

/**
 * Most steps at one place of a line: enough for one open repetition with a phrase behind it, a tenth of what two
 * that can take the same text need.
 */
const STEPS_MAX = 50_000;

/** What makes an expression unusable, as a sentence without its full stop; undefined for a usable one. */
export function patternFault(pattern: unknown): string | undefined {
  if (typeof pattern !== "string") return "It is no text";
  if (pattern.trim() === "") return "It is empty";
  if (pattern.length > PATTERN_MAX) return `It is longer than ${PATTERN_MAX} characters`;
  let expression: RegExp;
  try {
    expression = new RegExp(pattern, PATTERN_FLAGS);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  const tokens = pattern.match(TOKEN) ?? [];
  if (tokens.some((token) => /^\\[1-9k]/.test(token))) return "It refers back to a group";
  if (!(patternSteps(pattern) <= STEPS_MAX)) {
    return "It could take very long on some lines, because parts of it that repeat or branch can take the same text";
  }
  return expression.test("") ? "It matches the empty text, and so every line" : undefined;
}

/** An escape, a class, a group's start, a repetition, or any other character. */
const TOKEN =
  /\\(?:u\{[\da-f]+\}|u[\da-f]{4}|x[\da-f]{2}|p\{[^}]*\}|c[a-z]|k<[^>]*>|.)|\[(?:\\.|[^\]\\])*\]|\((?:\?(?:<?[=!]|<[^>]*>|[a-z-]*:))?|(?:[*+?]|\{\d+(?:,\d*)?\})\??|./gisu;
const REPETITION = /^(?:[*+?]|\{(\d+)(,(\d*))?\})\??$/;

/** A stretch of an expression, entered once. */
interface Stretch {
  /** In how many ways it can take text, each of which what follows may be tried after. */
  readonly ways: number;
  /** Steps to try all of them. */
  readonly steps: number;
  /** The atom that takes its first character, if that is certain. */
  readonly first: string | undefined;
}

interface Part extends Stretch {
  readonly min: number;
  readonly max: number;
}

/** An upper bound of the steps at one place of a line; infinite for some. `pattern` compiles. */
export function patternSteps(pattern: string): number {
  const tokens = pattern.match(TOKEN) ?? [];
  let at = 0;

  const choice = (backwards: boolean): Stretch => {
    const options = [sequence(backwards)];
    while (tokens[at] === "|") {
      at += 1;
      options.push(sequence(backwards));
    }
    if (options.length === 1 && options[0]) return options[0];
    const steps = options.reduce((sum, option) => sum + option.steps + 1, 0);
    const counts = options.map(({ ways }) => ways);
    const exclusive = options.every(({ first }, i) =>
      options.slice(i + 1).every((other) => areDisjoint(first, other.first)),
    );
    const ways = exclusive ? Math.max(...counts) : counts.reduce((sum, count) => sum + count, 0);
    return { ways, steps, first: undefined };
  };

  const sequence = (backwards: boolean): Stretch => {
    const parts: Part[] = [];
    while (at < tokens.length && tokens[at] !== "|" && tokens[at] !== ")") parts.push(part());
    // What looks behind is matched from its end, and nothing is known of what it meets first there.
    if (backwards) parts.reverse();
    let ways = 1;
    let steps = 1;
    for (const [i, each] of parts.entries()) {
      const next = parts[i + 1];
      const one = repeated(each, !backwards && isEndCertain(each, next));
      steps += ways * one.steps;
      ways *= one.ways;
    }
    const [head] = parts;
    return { ways, steps, first: !backwards && head && head.min > 0 ? head.first : undefined };
  };

  const part = (): Part => {
    const token = tokens[at] ?? "";
    at += 1;
    let once: Stretch;
    if (token.startsWith("(")) {
      const inside = choice(token.startsWith("(?<=") || token.startsWith("(?<!"));
      at += 1;
      once = /[=!]$/.test(token) ? { ...inside, first: undefined } : inside;
    } else once = { ways: 1, steps: 1, first: /^(?:[\^$]|\\b)$/i.test(token) ? undefined : token };
    const times = REPETITION.exec(tokens[at] ?? "");
    if (!times) return { ...once, min: 1, max: 1 };
    at += 1;
    const [sign, min, range, max] = times;
    if (min === undefined) {
      return { ...once, min: sign.startsWith("+") ? 1 : 0, max: sign.startsWith("?") ? 1 : PATTERN_LINE_MAX };
    }
    const least = Number(min);
    return { ...once, min: least, max: range ? Number(max || least + PATTERN_LINE_MAX) : least };
  };

  return choice(false).steps;
}

/** A part with its repetition. With a certain end all but one of its lengths fail at once on what follows. */
function repeated({ ways, steps, min, max }: Part, certain: boolean): { ways: number; steps: number } {
  if (min === 1 && max === 1) return { ways, steps };
  const lengths = ways === 1 ? max - min + 1 : (ways ** (max + 1) - ways ** min) / (ways - 1);
  const rounds = ways === 1 ? max : (ways ** max - 1) / (ways - 1);
  return { ways: certain ? 1 : orInfinite(lengths), steps: orInfinite(rounds) * steps + orInfinite(lengths) };
}

const orInfinite = (count: number): number => (Number.isNaN(count) ? Number.POSITIVE_INFINITY : count);

const isEndCertain = (part: Part, next: Part | undefined): boolean =>
  part.ways === 1 && next !== undefined && next.min > 0 && areDisjoint(part.first, next.first);

/** Atoms that take ASCII characters only, besides other cases of them. */
const ASCII_ONLY =
  /^(?:\\[dwtnrfv]|\\[^a-z0-9]|[^\\.[\u0080-\uffff]|\[(?!\^)(?:\\[dwtnrfvb]|\\[^a-z0-9]|[^\\\]\u0080-\uffff])*\])$/i;
const NEGATED = /\\[DW]/;

const ASCII = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)).join("");

/** Whether no character can be taken by both of two atoms; false where that cannot be told. */
function areDisjoint(a: string | undefined, b: string | undefined): boolean {
  if (a === undefined || b === undefined) return false;
  if (PLAIN.test(a) && PLAIN.test(b)) return a.toLowerCase() !== b.toLowerCase();
  if (![a, b].some((atom) => ASCII_ONLY.test(atom) && !NEGATED.test(atom))) return false;
  const [one, other] = [a, b].map((atom) =>
    [...ASCII.matchAll(new RegExp(atom, `g${PATTERN_FLAGS}`))].join(""),
  );
  return ![...(one ?? "")].some((char) => other?.includes(char));
}

const PLAIN = /^[\w ]$/;
