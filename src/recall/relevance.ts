/**
 * How relevant a record is to a prompt, in absolute terms: not how well it ranks among others, but how much of what
 * the prompt asks about it answers. BM25 cannot say that, because its scores depend on the collection.
 */
import type { QueryTerm } from "../text/query.ts";
import { COMMON_TERMS } from "./common-terms.ts";

/** A thing the prompt names, with its weight and which of its terms occur in the index. */
export interface Weighed {
  readonly term: QueryTerm;
  /** 0–1.5: how much knowing about it would tell; rare is more, generic words less, identifiers more. */
  readonly weight: number;
  /** How many other terms it is made of. */
  readonly pieces: number;
  /** Distinct terms of it that occur in active records, rarest first. */
  readonly present: readonly { readonly term: string; readonly records: number }[];
}

/**
 * Added to the number of records when rarity is weighed: in a store of three, occurring in one of them says little
 * about how rare a word is.
 */
const PSEUDO_RECORDS = 40;
/** What a generic word counts for, beside another of the same rarity. */
const WEAK = 0.3;
/** What identifiers, paths and error codes count for: nobody writes them by chance. */
const SPECIAL = 1.5;

/**
 * From this many active records on, the collection says by itself which words are rare. Below it, the smaller the
 * store, the less that a word occurs nowhere says about the prompt, because most words occur nowhere; and the less
 * that a word occurs in one record says about the word.
 */
const GROWN = 20;
/** What a word that occurs nowhere counts for in a store of no size, beside one that occurs. */
const ABSENT = 0.05;
/**
 * The same beside a single word that occurs, where an item is judged among its own kind alone: with fewer items to compare
 * with, one word in common is chance more often.
 */
const ABSENT_BESIDE_ONE = 0.3;
/** What a word that is common in all software counts for in a store of no size. */
const COMMON = 0.5;

export const hasGrown = (items: number): boolean => items >= GROWN;
/** How far a store has grown: 0 for an empty one, 1 from `GROWN` records on. */
const grown = (records: number): number => Math.min(1, records / GROWN);
const growing = (least: number, records: number): number => least + (1 - least) * grown(records);

/**
 * Weighs the terms of a prompt by how rare they are among the active records.
 *
 * @param absentLeast what a word that occurs nowhere counts for in a store of no size, 0–1
 */
export function weigh(
  terms: readonly QueryTerm[],
  frequencies: ReadonlyMap<string, number>,
  records: number,
  absentLeast: number = ABSENT,
): Weighed[] {
  const rarest = rarity(0, records);
  return terms.map((term) => {
    const all = new Set([term.term, ...term.parts]);
    const present = [...all]
      .map((each) => ({ term: each, records: frequencies.get(each) ?? 0 }))
      .filter((each) => each.records > 0)
      .sort((a, b) => a.records - b.records);
    const own = frequencies.get(term.term) ?? 0;
    // An identifier that is written apart in the records is as rare as its rarest part.
    const counted = own > 0 ? own : (present[0]?.records ?? 0);
    const kind = term.kind !== "word" && own > 0 ? SPECIAL : term.weak ? WEAK : 1;
    const absent = present.length > 0 ? 1 : growing(absentLeast, records);
    const common = COMMON_TERMS.has(term.term) ? growing(COMMON, records) : 1;
    return {
      term,
      weight: (kind * absent * common * rarity(counted, records)) / rarest,
      pieces: all.size - 1,
      present,
    };
  });
}

const rarity = (occurrences: number, records: number): number =>
  Math.log(1 + (records + PSEUDO_RECORDS - occurrences + 0.5) / (occurrences + 0.5));

/** What a record answers of a prompt. */
export interface Evidence {
  /** Sum of the weights of what the record contains. */
  readonly mass: number;
  /** `mass` as a share of the weight of everything the prompt names, 0–1: one for a record that answers all of it. */
  readonly coverage: number;
  /** Whether an identifier, path or error code of the prompt stands in the record whole. */
  readonly special: boolean;
  /** Things the prompt names that the record contains, at least in part. */
  readonly matched: readonly string[];
}

/** What a match in the body alone counts for. */
const IN_BODY = 0.65;
/** What a word counts for that the body stresses. */
const STRESSED = 1;
/** What a match in title or tags counts for: they were chosen to say what the record is about. */
const IN_TITLE = 1.1;

/**
 * Where an item has a term: in title or tags, which somebody chose; stressed in its content, which says it again or begins with
 * it (what has no title is named after its first sentence); just somewhere in its content; or not at all.
 */
export type Where = "prominent" | "stressed" | "body" | "nowhere";

/** @param where tells where the item has a term */
export function evidence(weighed: readonly Weighed[], where: (term: string) => Where): Evidence {
  let mass = 0;
  let whole = 0;
  let special = false;
  const found: string[] = [];
  for (const each of weighed) {
    whole += each.weight;
    const { share, entire } = shareOf(each, where);
    if (share === 0) continue;
    mass += each.weight * share;
    special ||= entire && each.term.kind !== "word";
    found.push(each.term.term);
  }
  return { mass, coverage: whole > 0 ? Math.min(1, mass / whole) : 0, special, matched: found };
}

const VALUE: { readonly [where in Where]: number } = {
  prominent: IN_TITLE,
  stressed: STRESSED,
  body: IN_BODY,
  nowhere: 0,
};

/** What a part of an identifier or path counts for that stands there without the others: a far cry from the whole of it. */
const PART = 0.3;

/** How much of a thing an item has, and whether it has it as it was written. Runs for each thing of a prompt and each candidate. */
function shareOf(
  { term, pieces, present }: Weighed,
  where: (term: string) => Where,
): { share: number; entire: boolean } {
  let found = 0;
  let sum = 0;
  for (const each of present) {
    const value = VALUE[where(each.term)];
    if (value === 0) continue;
    if (each.term === term.term) return { share: value, entire: true };
    found += 1;
    sum += value;
  }
  const share = found === 0 ? 0 : found === pieces ? sum / pieces : (PART * found) / pieces;
  return { share, entire: false };
}

/**
 * The floor. Of a short prompt a good share has to be answered. The longer a prompt, the more of it is circumstance (what
 * was tried, a pasted log), and the smaller a share does; but what has to be answered still grows, towards `ENOUGH`, because
 * a long text shares words with anything. Beside a minimum of both, which it replaced, this curve answers more at the same silence:
 * few words are weak evidence even if they are all there is. The figures were set on the halves for that of `fixtures/` and
 * of the developers' set (see `bench/`) and on the two public sets.
 */
const SHARE = 0.65;
const ENOUGH = 2.5;
/** What has to be answered at the least: this, or of a prompt that names less, most of it; two weak words, if it holds no others. */
const LEAST = 0.5;
/** Enough for an item that names an identifier, path or error code of the prompt, however long a log came with it. */
const ENOUGH_WITH_SPECIAL = 2;

/**
 * In a store that has not grown, what is absent hardly counts, so that a share alone would let any word through. A
 * record then has to answer at least as much as one telling word of its title or tags, or, of a prompt that names
 * less than that, most of it.
 */
const TELLING = 0.65;
const MOST = 0.65;

/** What of a prompt an item must answer, among some items. */
export interface Floor {
  readonly weighed: readonly Weighed[];
  /** The mass that it must have at the least. */
  readonly required: number;
}

/** A floor among a part of all items. */
export interface OwnFloor extends Floor {
  /** The mass that an item must have that answers but one thing: see `ABSENT_BESIDE_ONE`. */
  readonly requiredOfOne: number;
}

/** @param frequencies in how many of the items each term occurs */
export function floorOf(
  terms: readonly QueryTerm[],
  frequencies: ReadonlyMap<string, number>,
  items: number,
): Floor {
  const weighed = weigh(terms, frequencies, items);
  return { weighed, required: requiredMass(weighed, items) };
}

export function ownFloorOf(
  terms: readonly QueryTerm[],
  frequencies: ReadonlyMap<string, number>,
  items: number,
): OwnFloor {
  const strict = weigh(terms, frequencies, items, ABSENT_BESIDE_ONE);
  return { ...floorOf(terms, frequencies, items), requiredOfOne: requiredMass(strict, items) };
}

/** The mass that an item must have to be relevant at all to a prompt, among so many items. */
export function requiredMass(weighed: readonly Weighed[], items: number): number {
  const total = totalWeight(weighed);
  const share = total > 0 ? 1 / (1 / (SHARE * total) + 1 / ENOUGH) : 0;
  const most = weighed.every(({ term }) => term.weak) ? LEAST : MOST * total;
  return Math.max(share, Math.min(hasGrown(items) ? LEAST : TELLING, most));
}

/** Whether a record's evidence reaches the floor. */
export const isRelevant = ({ mass, special }: Evidence, required: number): boolean =>
  mass >= (special ? Math.min(required, ENOUGH_WITH_SPECIAL) : required);

/** Whether an item answers more than generic words. Without, it is relevant among all items or not at all. */
export const isTelling = ({ matched }: Evidence, { weighed }: Floor): boolean =>
  weighed.some(({ term }) => !term.weak && matched.includes(term.term));

/** Whether a record could be relevant if it had everything that occurs anywhere in its title. */
export const isAnswerable = ({ weighed, required }: Floor): boolean =>
  IN_TITLE * totalWeight(weighed.filter(({ present }) => present.length > 0)) >=
  Math.min(required, ENOUGH_WITH_SPECIAL);

/** Total weight of a prompt. */
const totalWeight = (weighed: readonly Weighed[]): number =>
  weighed.reduce((sum, { weight }) => sum + weight, 0);
