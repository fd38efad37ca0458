/** Compares what was kept with what should have been: precision and recall, by kind and in total. */
import type { ObservationKind } from "../../src/capture/observation.ts";
import type { Kept, Played } from "./play.ts";
import type { LabelledSession, Wanted } from "./session.ts";

export interface Judged {
  readonly session: string;
  /** Wanted and kept. */
  readonly right: readonly { readonly wanted: Wanted; readonly kept: Kept }[];
  /** Kept and not wanted, or kept twice. */
  readonly noise: readonly Kept[];
  /** Those of them that say what is wanted, as another kind than it should be or once more. */
  readonly otherwise: readonly Kept[];
  readonly missed: readonly Wanted[];
  /** What may stand in nothing that is kept, and does. */
  readonly forbidden: readonly string[];
  /** Kept, and rated otherwise than it should be. */
  readonly misrated: readonly { readonly wanted: Wanted; readonly kept: Kept }[];
}

export function judge(session: LabelledSession, { kept }: Played): Judged {
  const free = new Set(kept);
  const right: { wanted: Wanted; kept: Kept }[] = [];
  const missed: Wanted[] = [];
  for (const wanted of session.keep) {
    const found = [...free].find((one) => fits(one, wanted));
    if (found) {
      free.delete(found);
      right.push({ wanted, kept: found });
    } else missed.push(wanted);
  }
  const noise = [...free].filter((one) => !session.may.some((wanted) => fits(one, wanted)));
  const texts = kept.map(({ text }) => text.toLowerCase());
  return {
    session: session.name,
    right,
    noise,
    otherwise: noise.filter(({ text }) => session.keep.some((wanted) => holds(text.toLowerCase(), wanted))),
    missed,
    forbidden: session.never.filter((words) => texts.some((text) => text.includes(words.toLowerCase()))),
    misrated: right.filter(({ wanted, kept: { memory } }) => {
      const [from, to] = wanted.importance ?? [1, 10];
      return memory.importance < from || memory.importance > to;
    }),
  };
}

export const kindsOf = ({ kind }: Wanted): readonly ObservationKind[] =>
  typeof kind === "string" ? [kind] : kind;
/** The one that it counts for. */
export const kindOf = (wanted: Wanted): ObservationKind => kindsOf(wanted)[0] ?? "outcome";

/** Whether a text, in lower case, has what it should have. */
export const holds = (text: string, { words }: Wanted): boolean =>
  words.every((any) =>
    any
      .toLowerCase()
      .split("|")
      .some((word) => text.includes(word)),
  );

function fits({ kind, memory, text }: Kept, wanted: Wanted): boolean {
  const kinds: readonly string[] = kindsOf(wanted);
  const types: readonly string[] | undefined = typeof wanted.type === "string" ? [wanted.type] : wanted.type;
  const said = text.toLowerCase();
  return kinds.includes(kind) && (types === undefined || types.includes(memory.type)) && holds(said, wanted);
}

const summing =
  (judged: readonly Judged[]) =>
  (count: (one: Judged) => number): number =>
    judged.reduce((all, one) => all + count(one), 0);

/** Share of what was kept that says what is wanted, as whatever kind, 0–1. */
export function worth(judged: readonly Judged[]): number {
  const sum = summing(judged);
  const right = sum((one) => one.right.length);
  const kept = right + sum((one) => one.noise.length);
  return kept === 0 ? 1 : (right + sum((one) => one.otherwise.length)) / kept;
}

export interface Rates {
  readonly wanted: number;
  readonly kept: number;
  readonly right: number;
  readonly precision: number;
  readonly recall: number;
}

/** Of the sessions together; of one kind where it is named. */
export function rates(judged: readonly Judged[], kind?: ObservationKind): Rates {
  const is = (other: ObservationKind): boolean => kind === undefined || kind === other;
  const sum = summing(judged);
  const right = sum((one) => one.right.filter(({ wanted }) => is(kindOf(wanted))).length);
  const wanted = right + sum((one) => one.missed.filter((missed) => is(kindOf(missed))).length);
  const kept = right + sum((one) => one.noise.filter((noise) => is(noise.kind)).length);
  return {
    wanted,
    kept,
    right,
    precision: kept === 0 ? 1 : right / kept,
    recall: wanted === 0 ? 1 : right / wanted,
  };
}
