/**
 * Turns of a conversation are found by their neighbours, too: what was asked stands in one turn and what was answered in the
 * next, and neither holds the words of both.
 */

/** What was said at one place of a conversation. */
export interface Turn {
  readonly key: string;
  readonly session: string;
  /** Its place there, by which turns are ordered; the numbers need not be without gaps. */
  readonly seq: number;
  /** Whether the person said it. */
  readonly byUser: boolean;
}

/** Who stands beside whom. */
export interface Conversations {
  /** Keys with the share of their score that they add to a turn; none for what is no turn. */
  around(key: string): readonly Neighbour[];
  /** What a score counts for by who said it; 1 for what is no turn. */
  weight(key: string): number;
}

interface Neighbour {
  readonly key: string;
  readonly share: number;
}

/** What a neighbour adds of its own score, by its distance. */
const SHARE_AT: readonly number[] = [0.3, 0.15];
/** What the person said tells more of what they want than what was answered. */
const USER = 1.25;

export function conversationsOf(turns: readonly Turn[]): Conversations {
  const places = new Map<string, { readonly turns: readonly Turn[]; readonly at: number }>();
  for (const session of Map.groupBy(turns, (turn) => turn.session).values()) {
    const ordered = session.toSorted((a, b) => a.seq - b.seq);
    ordered.forEach(({ key }, at) => {
      places.set(key, { turns: ordered, at });
    });
  }
  return {
    around(key) {
      const place = places.get(key);
      if (!place) return [];
      return SHARE_AT.flatMap((share, i) =>
        [place.at - i - 1, place.at + i + 1].flatMap((at) => {
          const turn = place.turns[at];
          return turn ? [{ key: turn.key, share }] : [];
        }),
      );
    },
    weight(key) {
      const place = places.get(key);
      return place?.turns[place.at]?.byUser ? USER : 1;
    },
  };
}

/** An item with how well its text fits. */
export interface Scored {
  readonly key: string;
  readonly score: number;
}

/**
 * What was found, with what neighbours add, and neighbours that were not found themselves; best first. A neighbour adds of the
 * score it had by itself, so that talk about one thing does not build itself up.
 */
export function withNeighbours(found: readonly Scored[], conversations: Conversations): Scored[] {
  const own = new Map(found.map(({ key, score }) => [key, score * conversations.weight(key)]));
  const all = new Map(own);
  for (const [key, score] of own) {
    // Standing beside each other is mutual: what adds to a turn is what the turn adds to.
    for (const { key: other, share } of conversations.around(key))
      all.set(other, (all.get(other) ?? 0) + share * score);
  }
  return [...all]
    .map(([key, score]) => ({ key, score }))
    .sort((a, b) => b.score - a.score || (a.key < b.key ? -1 : 1));
}
