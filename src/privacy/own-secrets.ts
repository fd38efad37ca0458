/** Credentials that a configuration describes. Its expressions may come with a clone, and only ever see short pieces of text. */
import { PATTERN_FLAGS, PATTERN_LINE_MAX } from "../text/pattern-limits.ts";
import type { Finding } from "./finding.ts";
import { matchesOf } from "./places.ts";

const made = new Map<string, RegExp>();

function expressionOf(pattern: string): RegExp {
  let expression = made.get(pattern);
  if (!expression) {
    expression = new RegExp(pattern, `g${PATTERN_FLAGS}`);
    made.set(pattern, expression);
  }
  return expression;
}

/** Pieces of a line overlap by half, so that what is shorter is seen whole in one of them. */
const STEP = Math.floor(PATTERN_LINE_MAX / 2);

export function findOwn(text: string, patterns: readonly string[]): Finding[] {
  const found: Finding[] = [];
  for (const [offset, line] of linesOf(text)) {
    for (let at = 0; at === 0 || at + STEP < line.length; at += STEP) {
      const piece = line.slice(at, at + PATTERN_LINE_MAX);
      for (const pattern of patterns) {
        for (const { 0: whole, index } of matchesOf(piece, expressionOf(pattern))) {
          found.push(ownFinding(offset + at + index, whole.length));
        }
      }
    }
  }
  return found;
}

const ownFinding = (start: number, length: number): Finding => ({
  class: "credential",
  kind: "credential of your own",
  start,
  end: start + length,
});

function* linesOf(text: string): Generator<readonly [number, string]> {
  let start = 0;
  for (const line of text.split("\n")) {
    yield [start, line];
    start += line.length + 1;
  }
}
