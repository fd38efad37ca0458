/** Fitted weights as the source that ships them. */
import { FEATURE_NAMES } from "../../src/capture/observe/features.ts";
import type { Weights } from "../../src/capture/observe/weigh.ts";
import { CLASSES, type Class } from "./examples.ts";

/** Of whom a weight is: of both, of the person, of the agent. Biases stand first, then a row of features for each. */
export type Who = 0 | 1 | 2;
const WHO_COUNT = 3;
/** The number of places: biases and features. */
export const PLACES: number = WHO_COUNT * (1 + FEATURE_NAMES.length);
export const isBias = (place: number): boolean => place < WHO_COUNT;
export const placeOf = (feature: number, who: Who): number =>
  WHO_COUNT + FEATURE_NAMES.length * who + feature;

/** Weights of each class, by their places. */
export type Fitted = ReadonlyMap<Class, Float64Array>;

/** As they are shipped: rounded, those of both added to those of each. */
export function weightsOf(fitted: Fitted): Weights {
  const at = (name: Class, place: number): number => fitted.get(name)?.[place] ?? 0;
  const rounded = (weight: number): number => Math.round(weight * 100) / 100 + 0;
  const row = (place: (who: Who) => number): number[] =>
    ([1, 2] as const).flatMap((role) =>
      CLASSES.map((name) => rounded(at(name, place(0)) + at(name, place(role)))),
    );
  return {
    bias: row((who) => who),
    features: Object.fromEntries(
      FEATURE_NAMES.map((name, feature) => [name, row((who) => placeOf(feature, who))]),
    ),
  };
}

export function sourceOf({ bias, features }: Weights): string {
  const row = (weights: readonly number[]): string => `[${weights.join(", ")}]`;
  const lines = Object.entries(features).map(
    ([name, weights]) => `  ${/^[a-z]+$/i.test(name) ? name : JSON.stringify(name)}: ${row(weights)},`,
  );
  return `/**
 * What each feature of a sentence counts for, by class. Made by \`node scripts/bun.mjs bench/capture/fit.ts\` from the labelled
 * sessions in \`bench/capture/sessions\`; not written by hand.
 */

/** \`worth\`: of any of the kinds. */
export const CLASSES = ${`[${CLASSES.map((name) => `"${name}"`).join(", ")}]`} as const;
export type WeighedClass = (typeof CLASSES)[number];

/** What it begins with, for each class: in the person's words, then in the agent's. */
// biome-ignore format: a row of numbers
export const BIAS: readonly number[] = ${row(bias)};

/** By the name of the feature, in the same order. */
// biome-ignore format: a table
export const WEIGHTS: { readonly [feature: string]: readonly number[] } = {
${lines.join("\n")}
};
`;
}
