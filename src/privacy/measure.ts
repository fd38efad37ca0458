/** How well redaction does on labelled texts. */
import type { FindingClass, Redacted } from "./finding.ts";

export interface Expected {
  readonly text: string;
  readonly credentials: readonly string[];
  readonly personal: readonly string[];
  readonly marked: readonly string[];
}

/** Counts of one class. */
export interface Score {
  /** Labels whose text is gone. */
  readonly found: number;
  readonly labels: number;
  /** Findings that cover some of a label. */
  readonly right: number;
  readonly findings: number;
}

export const NO_SCORE: Score = { found: 0, labels: 0, right: 0, findings: 0 };

/** Share of what was found that should be; 1 where nothing was found. */
export const precisionOf = ({ right, findings }: Score): number => (findings === 0 ? 1 : right / findings);
/** Share of what should be found that was; 1 where there was nothing. */
export const recallOf = ({ found, labels }: Score): number => (labels === 0 ? 1 : found / labels);

export const sum = (a: Score, b: Score): Score => ({
  found: a.found + b.found,
  labels: a.labels + b.labels,
  right: a.right + b.right,
  findings: a.findings + b.findings,
});

const LABELS = { credential: "credentials", personal: "personal", private: "marked" } as const;

export interface Missed {
  /** Labels that are still there, and texts of findings that are no label. */
  readonly left: readonly string[];
  readonly wrong: readonly string[];
}

/** One text, one class. A finding of another class on a label is no wrong one. */
export function scoreOf(expected: Expected, { text, findings }: Redacted, of: FindingClass): Score & Missed {
  const labels = expected[LABELS[of]];
  const all = [...expected.credentials, ...expected.personal, ...expected.marked].flatMap((label) =>
    spansOf(expected.text, label),
  );
  const own = findings.filter((finding) => finding.class === of);
  const right = own.filter(({ start, end }) => all.some(([from, to]) => start < to && from < end));
  const left = labels.filter((label) => text.includes(label));
  return {
    found: labels.length - left.length,
    labels: labels.length,
    right: right.length,
    findings: own.length,
    left,
    wrong: own
      .filter((each) => !right.includes(each))
      .map(({ start, end }) => expected.text.slice(start, end)),
  };
}

function spansOf(text: string, part: string): [number, number][] {
  const spans: [number, number][] = [];
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length))
    spans.push([at, at + part.length]);
  return spans;
}
