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
