/** What redaction finds, and what it leaves behind. */

/**
 * `credential`: gives access to something; what holds one is not kept. `personal`: points at a person; masked. `private`:
 * someone marked it so; masked.
 */
export type FindingClass = "credential" | "personal" | "private";

/** Where something was found, and what it is: never the text itself, so that a finding may be shown and logged. */
export interface Finding {
  readonly class: FindingClass;
  /** What it is, in a few lower-case words: `github token`. */
  readonly kind: string;
  /** Offset in the text that was looked at (UTF-16), the end not included. */
  readonly start: number;
  readonly end: number;
}

export interface Redacted {
  /** The text with a mask in each finding's place, and every other character as it was. */
  readonly text: string;
  /** In the order of the text; none overlaps another. */
  readonly findings: readonly Finding[];
  /** Whether there is a credential among them: then nothing of the text is to be kept. */
  readonly credential: boolean;
}

/** What stands in a finding's place. No rule finds anything in a mask, or in what begins with one. */
export function maskOf({ class: found, kind }: Finding): string {
  if (kind === HOME) return "~";
  const name = kind.replaceAll(" ", "-");
  return found === "credential" ? `[redacted:${name}]` : `[${name}]`;
}

/** The kind of a home folder's address, which is as useful without its owner's name. */
export const HOME = "home folder";

/** What kind the first credential is, if there is one. */
export const credentialKind = (findings: readonly Pick<Finding, "class" | "kind">[]): string | undefined =>
  findings.find((finding) => finding.class === "credential")?.kind;

/**
 * Puts masks in place of findings, whatever their order. Where some overlap, all they cover becomes one: a credential
 * before anything else, then what someone marked, then what began first.
 */
export function masked(text: string, found: readonly Finding[]): Redacted {
  if (found.length === 0) return { text, findings: [], credential: false };
  const findings = merged(found);
  let out = "";
  let at = 0;
  for (const finding of findings) {
    out += text.slice(at, finding.start) + maskOf(finding);
    at = finding.end;
  }
  out += text.slice(at);
  return { text: out, findings, credential: findings.some((each) => each.class === "credential") };
}

/** Times that a text is looked at anew, at most: what only its masks have set free mostly needs one. */
const ROUNDS = 5;

/**
 * Masks what was found, and what is found only then: a number that was part of a longer word stands alone beside a mask.
 * After it nothing is left to be found.
 */
export function settled(
  text: string,
  found: readonly Finding[],
  find: (text: string) => Finding[],
): Redacted {
  let redacted = masked(text, found);
  for (let round = 0; round < ROUNDS && redacted.findings.length > 0; round += 1) {
    const more = find(redacted.text);
    if (more.length === 0) break;
    const { findings } = redacted;
    redacted = masked(text, [
      ...findings,
      ...more.map((each) => ({
        ...each,
        start: placeBefore(findings, each.start, "start"),
        end: placeBefore(findings, each.end, "end"),
      })),
    ]);
  }
  return redacted;
}

/** Where a place of the masked text was in the text itself; of one within a mask, the start or end of what it covers. */
function placeBefore(findings: readonly Finding[], place: number, edge: "start" | "end"): number {
  let shift = 0;
  for (const finding of findings) {
    const start = finding.start - shift;
    const end = start + maskOf(finding).length;
    if (place <= start) break;
    if (place < end) return finding[edge];
    shift += finding.end - finding.start - maskOf(finding).length;
  }
  return place + shift;
}

const WEIGHT: Readonly<{ [each in FindingClass]: number }> = { credential: 2, private: 1, personal: 0 };

function merged(found: readonly Finding[]): Finding[] {
  const findings: Finding[] = [];
  for (const next of found.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = findings.at(-1);
    if (!last || next.start >= last.end) {
      findings.push(next);
      continue;
    }
    const heavier = WEIGHT[next.class] > WEIGHT[last.class] ? next : last;
    findings[findings.length - 1] = { ...heavier, start: last.start, end: Math.max(last.end, next.end) };
  }
  return findings;
}
