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
}

/** Each row: of each class in the person's words, then in the agent's. */
export interface Weights {
  /** What a sentence begins with. */
  readonly bias: readonly number[];
  readonly features: { readonly [feature: string]: readonly number[] };
}
const SHIPPED: Weights = { bias: BIAS, features: WEIGHTS };

const WIDTH = CLASSES.length;
const BIAS_ROW = FEATURE_NAMES.length;

/** Weights as numbers in rows, by feature and class, the bias last. */
type Table = { readonly [role in Utterance["role"]]: Float64Array };

function tableOf({ bias, features }: Weights): Table {
  const rows = [...FEATURE_NAMES.map((name) => features[name] ?? []), bias];
  const from = (first: number): Float64Array =>
    Float64Array.from(rows.flatMap((row) => CLASSES.map((_, at) => row[first + at] ?? 0)));
  return { user: from(0), assistant: from(WIDTH) };
}
const TABLE: Table = tableOf(SHIPPED);
export const WEIGHED_KINDS: readonly WeighedKind[] = CLASSES.filter(
  (name): name is WeighedKind => name !== "worth",
);
const TOLD = 3;

/** @param features places in `FEATURE_NAMES`, each once */
export type Weigh = (features: readonly number[], role: Utterance["role"]) => Weighed;

export const weigh: Weigh = (features, role) => weighed(features, TABLE[role]);

/** The same by other weights, to try them. */
export function weighBy(weights: Weights): Weigh {
  const table = tableOf(weights);
  return (features, role) => weighed(features, table[role]);
}

function weighed(features: readonly number[], weights: Float64Array): Weighed {
  const chances = { worth: 0, decision: 0, intention: 0, preference: 0, correction: 0, learning: 0 };
  for (let at = 0; at < WIDTH; at += 1) {
    let sum = weights[BIAS_ROW * WIDTH + at] ?? 0;
    for (const feature of features) sum += weights[feature * WIDTH + at] ?? 0;
    chances[CLASSES[at] ?? "worth"] = chance(sum);
  }
  const { worth } = chances;
  const kind = WEIGHED_KINDS.reduce((best, other) => (chances[other] > chances[best] ? other : best));
  return { kind, likely: chances, worth, rating: Math.sqrt(worth * chances[kind]) };
}

const chance = (sum: number): number => 1 / (1 + Math.exp(-sum));

/** The features that speak most for a kind, the strongest first. */
export function spokeFor(
  kind: WeighedKind,
  features: readonly number[],
  role: Utterance["role"],
): readonly string[] {
  const at = CLASSES.indexOf(kind);
  const speaks = (feature: number): number => TABLE[role][feature * WIDTH + at] ?? 0;
  return features
    .filter((feature) => speaks(feature) > 0)
    .sort((a, b) => speaks(b) - speaks(a))
    .slice(0, TOLD)
    .map((feature) => FEATURE_NAMES[feature] ?? "");
}
