/** How much a sentence looks like one that is worth keeping, and as what: a sum of weights, which were fitted beforehand. */
import { FEATURE_NAMES } from "./features.ts";
import type { Utterance } from "./view.ts";
import { BIAS, CLASSES, WEIGHTS, type WeighedClass } from "./weights.ts";

export type WeighedKind = Exclude<WeighedClass, "worth">;

export interface Weighed {
  /** What it is, if it is anything. */
  readonly kind: WeighedKind;
  /** How surely it is worth keeping as that, 0–1. */
  readonly rating: number;
  /** How surely it is that, and how surely each of the others, 0–1. */
  readonly likely: { readonly [kind in WeighedKind]: number };
  /** How surely it is worth keeping as anything, 0–1. */
  readonly worth: number;
  /** The features that spoke most for it, the strongest first. */
  readonly because: readonly string[];
}

/** Weights as numbers in a row: of what a person says, then of what the agent says. */
const TABLE: { readonly [role in Utterance["role"]]: readonly (readonly number[])[] } = {
  user: CLASSES.map((_, at) => FEATURE_NAMES.map((name) => WEIGHTS[name]?.[at] ?? 0)),
  assistant: CLASSES.map((_, at) => FEATURE_NAMES.map((name) => WEIGHTS[name]?.[CLASSES.length + at] ?? 0)),
};
const KINDS = CLASSES.filter((name): name is WeighedKind => name !== "worth");
const TOLD = 3;

/** @param features places in `FEATURE_NAMES`, each once */
export function weigh(features: readonly number[], role: Utterance["role"]): Weighed {
  const sums = CLASSES.map((_, at) => {
    const weights = TABLE[role][at] ?? [];
    return features.reduce(
      (sum, feature) => sum + (weights[feature] ?? 0),
      BIAS[role === "user" ? at : CLASSES.length + at] ?? 0,
    );
  });
  const chances = Object.fromEntries(
    CLASSES.map((name, at) => [name, likely(sums[at] ?? 0)]),
  ) as Weighed["likely"] & { readonly worth: number };
  const kind = KINDS.reduce((best, other) => (chances[other] > chances[best] ? other : best));
  const { worth } = chances;
  const speaks = (feature: number): number => TABLE[role][CLASSES.indexOf(kind)]?.[feature] ?? 0;
  return {
    kind,
    likely: chances,
    worth,
    rating: Math.sqrt(worth * chances[kind]),
    because: [...features]
      .filter((feature) => speaks(feature) > 0)
      .sort((a, b) => speaks(b) - speaks(a))
      .slice(0, TOLD)
      .map((feature) => FEATURE_NAMES[feature] ?? ""),
  };
}

const likely = (sum: number): number => 1 / (1 + Math.exp(-sum));
