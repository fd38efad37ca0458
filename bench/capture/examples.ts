/** The labelled sessions as sentences with what each should be kept as: what weights are fitted to. */
import { aroundOf, featuresOf } from "../../src/capture/observe/features.ts";
import { MORE_TALK } from "../../src/capture/observe/fixtures/more-talk.ts";
import { SAID } from "../../src/capture/observe/fixtures/said.ts";
import {
  CORRECTIONS,
  DECISIONS,
  FACTS,
  INTENTIONS,
  REVERSALS,
  WISHES,
} from "../../src/capture/observe/fixtures/talk.ts";
import { sentencesOf } from "../../src/capture/observe/sentences.ts";
import type { Utterance, View } from "../../src/capture/observe/view.ts";
import { viewOf } from "../../src/capture/observe/view.ts";
import { holds, kindsOf } from "./figures.ts";
import { transcriptsOf } from "./segments.ts";
import type { LabelledSession, Wanted } from "./session.ts";

const KINDS = ["decision", "intention", "preference", "correction", "learning"] as const;
/** `worth`: any of the kinds. */
export const CLASSES: readonly ["worth", ...typeof KINDS] = ["worth", ...KINDS];
export type Class = (typeof CLASSES)[number];

export interface Example {
  readonly role: "user" | "assistant";
  /** Nothing is known of what was said and done around it. */
  readonly single: boolean;
  readonly features: readonly number[];
  /** What it may be kept as; none for noise. */
  readonly kinds: readonly string[];
  /** Reasonable people differ, or something before it says the same: not fitted to. */
  readonly leftOut: boolean;
}

export async function examplesOf(session: LabelledSession, folder: string): Promise<Example[]> {
  const found: Example[] = [];
  const met = new Set<Wanted>();
  for await (const { segments } of transcriptsOf(session, folder)) {
    const views = segments.map((segment) => viewOf(segment, session.project, true));
    for (const [at, view] of views.entries()) {
      for (const from of spoken(view)) {
        const around = aroundOf(from, view, views[at - 1], views[at + 1]);
        for (const [place, sentence] of from.sentences.entries()) {
          const text = sentence.shown.toLowerCase();
          const fits = session.keep.filter((wanted) => holds(text, wanted));
          const fresh = fits.filter((wanted) => !met.has(wanted));
          for (const wanted of fresh) met.add(wanted);
          found.push({
            role: from.role,
            single: false,
            features: featuresOf({ sentence, at: place, from, around }),
            kinds: fits.flatMap(kindsOf),
            leftOut:
              (fits.length > 0 && fresh.length === 0) ||
              (fits.length === 0 && session.may.some((wanted) => holds(text, wanted))),
          });
        }
      }
    }
  }
  return found;
}

/** The single sentences that the rules' tests know. */
export function singleExamples(): Example[] {
  return [
    ...SAID,
    ...FACTS,
    ...INTENTIONS,
    ...DECISIONS,
    ...REVERSALS,
    ...CORRECTIONS,
    ...WISHES,
    ...MORE_TALK,
  ].flatMap(({ by: role, text, expect }) => {
    const from: Utterance = { role, sentences: sentencesOf(text), place: 0, at: "", last: false };
    // Of several sentences nobody said which one it is.
    if (expect.length > 0 && from.sentences.length !== 1) return [];
    return from.sentences.map((sentence, at) => ({
      role,
      single: true,
      features: featuresOf({ sentence, at, from, around: [] }),
      kinds: expect,
      leftOut: false,
    }));
  });
}

const spoken = ({ request, answer }: View): Utterance[] => (answer ? [request, answer] : [request]);

export const isOf = ({ kinds }: Example, name: Class): boolean =>
  name === "worth" ? KINDS.some((kind) => kinds.includes(kind)) : kinds.includes(name);
