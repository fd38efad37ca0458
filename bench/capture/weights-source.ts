/** Fitted weights as the source that ships them. */
import { FEATURE_NAMES } from "../../src/capture/observe/features.ts";
import { CLASSES, type Class } from "./examples.ts";

/** @param fitted weights of each class: biases (all, user, assistant), then a row of features for all and one for each role */
export function sourceOf(fitted: ReadonlyMap<Class, Float64Array>): string {
  const at = (name: Class, place: number): number => fitted.get(name)?.[place] ?? 0;
  const rounded = (weight: number): number => Math.round(weight * 100) / 100 + 0;
  const row = (common: number, own: (role: number) => number): string =>
    `[${[1, 2]
      .flatMap((role) => CLASSES.map((name) => rounded(at(name, common) + at(name, own(role)))))
      .join(", ")}]`;
  const lines = FEATURE_NAMES.map(
    (name, feature) =>
      `  ${/^[a-z]+$/i.test(name) ? name : JSON.stringify(name)}: ${row(3 + feature, (role) => 3 + FEATURE_NAMES.length * role + feature)},`,
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
export const BIAS: readonly number[] = ${row(0, (role) => role)};

/** By the name of the feature, in the same order. */
// biome-ignore format: a table
export const WEIGHTS: { readonly [feature: string]: readonly number[] } = {
${lines.join("\n")}
};
`;
}
