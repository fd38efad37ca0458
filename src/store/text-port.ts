/**
 * What the program asks of a database about text: who has which terms. A part of the store port (`port.ts`). The database
 * finds; how well something fits is reckoned by `recall/`, from postings that are the same in every database.
 */

/** How much text collections hold, for weighing terms. */
export interface TextStatistics {
  readonly items: number;
  readonly passages: number;
  /** Terms of all passages. */
  readonly length: number;
}

/** A term to look for, and what having it counts for: a whole number, 1–1,000,000. */
export interface WeighedTerm {
  readonly term: string;
  readonly weight: number;
}

/** An item that has some of the terms. */
export interface TextCandidate {
  /** As `collections.ts` names it. */
  readonly collection: string;
  /** The item's name there: a record's path, a memory's id. */
  readonly key: string;
  /** As `text/postings.ts` encodes it. */
  readonly postings: string;
  /** Characters of `postings` that the terms of title and tags take. */
  readonly prominent: number;
}

/** Some collections, as they are when they are looked up; what is written after that may be seen or not. */
export interface TextView {
  /** Of all the collections together. */
  readonly statistics: TextStatistics;
  /** Those that hold anything, in the order asked for. */
  readonly collections: readonly { readonly name: string; readonly items: number }[];
  /** In how many items of each collection that holds any, by its name, each term occurs; terms that occur nowhere are left out. See `together`. */
  frequencies(terms: readonly string[]): Promise<Frequencies>;
  /**
   * The items with the greatest sums of weights of the terms they have, at most `limit` (1–1,000); of equal ones those
   * that were put first, collection by collection.
   */
  candidates(terms: readonly WeighedTerm[], limit: number): Promise<TextCandidate[]>;
}

/** Numbers of items by term, by the name of a collection. */
export type Frequencies = ReadonlyMap<string, ReadonlyMap<string, number>>;

export interface TextIndex {
  /** Collections are named as `collections.ts` does; one that nothing was put into holds nothing. */
  look(collections: readonly string[]): Promise<TextView>;
  /** Names of the collections that hold something and begin so, in order. */
  named(prefix: string): Promise<string[]>;
}

/**
 * Numbers of items by term, of all the collections or of those chosen, in the order of the terms: what is reckoned from them
 * is then the same to the last digit. Terms that occur nowhere are left out.
 */
export function together(
  terms: readonly string[],
  frequencies: Frequencies,
  names: Iterable<string> = frequencies.keys(),
): Map<string, number> {
  const counts = [...names].map((name) => frequencies.get(name));
  const sums = new Map<string, number>();
  for (const term of terms) {
    const items = counts.reduce((sum, each) => sum + (each?.get(term) ?? 0), 0);
    if (items > 0) sums.set(term, items);
  }
  return sums;
}
