/** Weights fitted to labelled sentences: a logistic regression for each class, against all else. */
import { CLASSES, type Class, type Example, examplesOf, isOf, singleExamples } from "./examples.ts";
import { LONG_BY_AUTHOR, SHORT_SESSIONS } from "./set.ts";
import { type Fitted, isBias, PLACES, placeOf } from "./weights-source.ts";

/** Short sessions show one thing each, more densely than people talk, single sentences nothing else: they count for less. */
const COUNTS: { readonly [group: string]: number } = { short: 0.5, single: 0.25 };
/** How strongly weights are kept small. */
const RIDGE = 4;
/** Among single sentences much more is worth keeping than in a session: they have a bias of their own, which is not shipped. */
const SINGLE = PLACES;
const STEPS = 300;

/** What may be learned from, by who wrote it: `short`, `single` or an author of long sessions. @param folder for transcripts */
export async function groupsIn(folder: string): Promise<ReadonlyMap<string, readonly Example[]>> {
  const groups = new Map<string, readonly Example[]>();
  for (const [author, sessions] of [["short", SHORT_SESSIONS] as const, ...LONG_BY_AUTHOR]) {
    const examples: Example[] = [];
    for (const session of sessions) if (!session.held) examples.push(...(await examplesOf(session, folder)));
    if (examples.length > 0) groups.set(author, examples);
  }
  return groups.set("single", singleExamples());
}

/** Fitted to all groups but one; the same input gives the same weights. */
export function fitted(groups: ReadonlyMap<string, readonly Example[]>, without?: string): Fitted {
  const rows = [...groups].flatMap(([group, examples]) =>
    group === without
      ? []
      : examples
          .filter(({ leftOut }) => !leftOut)
          .map((example) => ({ example, places: placesOf(example), counts: COUNTS[group] ?? 1 })),
  );
  return new Map(
    CLASSES.map((name) => [
      name,
      regression(rows.map(({ example, ...row }) => ({ ...row, is: isOf(example, name) ? 1 : 0 }))),
    ]),
  );
}

/** How surely a sentence is of a class, 0–1. */
export const chanceOf = (weights: Fitted, name: Class, example: Example): number =>
  chance(weights.get(name) ?? new Float64Array(), placesOf(example));

/**
 * A sentence as places in the row of weights: the bias, the bias of its role, each feature once for all and once for its
 * role, so that what both say alike is learned from both.
 */
function placesOf({ role, single, features }: Example): number[] {
  const own = role === "user" ? 1 : 2;
  return [
    0,
    own,
    ...(single ? [SINGLE + own - 1] : []),
    ...features.flatMap((feature) => [placeOf(feature, 0), placeOf(feature, own)]),
  ];
}

interface Row {
  readonly places: readonly number[];
  readonly counts: number;
  readonly is: number;
}

/** Logistic regression with a ridge, by gradient descent with a step of its own for each weight (Adam). */
function regression(rows: readonly Row[]): Float64Array {
  const size = SINGLE + 2;
  const [weights, mean, spread] = [new Float64Array(size), new Float64Array(size), new Float64Array(size)];
  const at = (row: Float64Array, place: number): number => row[place] ?? 0;
  for (let step = 1; step <= STEPS; step += 1) {
    const slope = new Float64Array(size);
    for (const { places, counts, is } of rows) {
      const wrong = (chance(weights, places) - is) * counts;
      for (const place of places) slope[place] = at(slope, place) + wrong;
    }
    for (let place = 0; place < size; place += 1) {
      const down = at(slope, place) + (isBias(place) || place >= SINGLE ? 0 : RIDGE * at(weights, place));
      mean[place] = 0.9 * at(mean, place) + 0.1 * down;
      spread[place] = 0.99 * at(spread, place) + 0.01 * down ** 2;
      const stride = 0.1 / (1 + step / 60) / (Math.sqrt(at(spread, place) / (1 - 0.99 ** step)) + 1e-8);
      weights[place] = at(weights, place) - (stride * at(mean, place)) / (1 - 0.9 ** step);
    }
  }
  return weights;
}

function chance(weights: Float64Array, places: readonly number[]): number {
  const sum = places.reduce((all, place) => all + (weights[place] ?? 0), 0);
  return 1 / (1 + Math.exp(-sum));
}
