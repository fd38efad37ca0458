/** Recall by full text: the records and memories that are relevant in absolute terms, best first. */
import { isRecallable } from "../memory/lifecycle.ts";
import { memoryCollections, recordCollection } from "../store/collections.ts";
import { positionOf } from "../text/postings.ts";
import { type FindRequest, type FoundItem, isNew, isWanted } from "./find.ts";
import { type Item, idOf, laneOf, worthAt } from "./item.ts";
import { withoutNearDuplicates } from "./near-duplicates.ts";
import { putQuestion, type Question } from "./question.ts";
import { type RankedText, rankByText } from "./rank-text.ts";
import { type Evidence, evidence, isRelevant, type Where } from "./relevance.ts";
import { worthOf } from "./worth.ts";

/** Hits looked at first. */
const HITS = 64;
/** Hits looked at when too many of the first cannot be shown. */
const HITS_DEEP = 200;
/** Text relevance below this share of the best hit's is noise beside it. */
const RELATIVE_FLOOR = 0.6;
/** Number of items at which BM25 and the share of the query's content count alike; in small stores BM25 is blind. */
const SMALL_STORE = 40;

type Request = FindRequest & Required<Pick<FindRequest, "shown">>;

interface Found extends Massed {
  readonly hit: RankedText;
  readonly evidence: Evidence;
  readonly item: Item;
}

export async function byText(request: Request): Promise<FoundItem[]> {
  const { from, place, query, store, limit } = request;
  const collections = [...memoryCollections(from), ...(place ? [recordCollection(place)] : [])];
  const question = await putQuestion(store.text, collections, query);
  if (!question?.answerable) return [];
  const first = await search(request, question, HITS);
  if (first.relevant === 0) return [];
  const shown = await request.shown();
  // Where most of the first are relevant and few can be shown, more relevant ones may stand behind them.
  const deeper =
    first.relevant > HITS / 2 && first.found.filter(({ item }) => isNew(item, shown)).length < limit;
  const { found } = deeper ? await search(request, question, HITS_DEEP) : first;
  return withoutNearDuplicates(scored(found, request, question), ({ hit }) => hit.postings)
    .map(({ found: each }) => each)
    .filter(({ item }) => isNew(item, shown));
}

/** How many hits are relevant, and those of them that are wanted. */
async function search(
  request: Request,
  question: Question,
  hits: number,
): Promise<{ relevant: number; found: Found[] }> {
  const { weighed, required } = question;
  const relevant = (await rankByText(question, hits))
    .map((hit) => ({ hit, evidence: evidence(weighed, whereIn(hit)) }))
    .filter((each) => isRelevant(each.evidence, required));
  const items = await load(
    request,
    relevant.map(({ hit }) => hit),
  );
  const found = relevant.flatMap(({ hit, evidence }): Found[] => {
    const item = items.get(nameOf(hit));
    return item && isWanted(item, request) ? [{ hit, evidence, mass: evidence.mass, item }] : [];
  });
  return { relevant: relevant.length, found };
}

const nameOf = ({ collection, key }: RankedText): string => `${collection} ${key}`;

/** The items behind hits, by collection and key; without those that are not to be recalled now. */
async function load(
  { store, from, place, now }: Request,
  hits: readonly RankedText[],
): Promise<Map<string, Item>> {
  const records = place ? recordCollection(place) : undefined;
  const [paths, ids] = [true, false].map((ofRecords) =>
    hits.filter(({ collection }) => (collection === records) === ofRecords).map(({ key }) => key),
  ) as [string[], string[]];
  const items = new Map<string, Item>();
  if (place && paths.length > 0) {
    for (const { path, hash, record } of await store.projection.getMany(place, paths))
      items.set(path, { kind: "record", path, hash, record });
  }
  if (ids.length > 0) {
    for (const memory of await store.memories.get(from.project, ids))
      if (isRecallable(memory, now)) items.set(memory.id, { kind: "memory", memory });
  }
  return new Map(
    hits.flatMap((hit) => {
      const item = items.get(hit.key);
      return item ? [[nameOf(hit), item] as const] : [];
    }),
  );
}

/** Where an item has a term. */
export const whereIn =
  ({ postings, prominent }: Pick<RankedText, "postings" | "prominent">): ((term: string) => Where) =>
  (term) => {
    const at = positionOf(term, postings);
    return at < 0 ? "nowhere" : at < prominent ? "prominent" : "body";
  };

interface Massed {
  readonly hit: Pick<RankedText, "score">;
  /** Weight of what the item answers, see `evidence`. */
  readonly mass: number;
}

/** How well the text of a hit matches beside the best of all, 0–1. */
export function textRelevance(found: readonly Massed[], items: number): (each: Massed) => number {
  const bestScore = Math.max(...found.map(({ hit }) => hit.score), Number.MIN_VALUE);
  const bestMass = Math.max(...found.map(({ mass }) => mass), Number.MIN_VALUE);
  const trust = items / (items + SMALL_STORE);
  return ({ hit, mass }) => trust * (Math.max(0, hit.score) / bestScore) + (1 - trust) * (mass / bestMass);
}

function scored(
  found: readonly Found[],
  { now }: Request,
  { view, required }: Question,
): { hit: RankedText; found: FoundItem }[] {
  const relevance = textRelevance(found, view.statistics.items);
  return found
    .map((each) => ({ each, worth: worthAt(each.item, relevance(each), now) }))
    .filter(({ worth }) => worth.text >= RELATIVE_FLOOR)
    .map(({ each: { hit, evidence, item }, worth }) => {
      const { mass, coverage, matched } = evidence;
      const explain = {
        strategy: "full_text" as const,
        matched,
        coverage,
        mass,
        required,
        bm25: hit.score,
        worth,
      };
      return { hit, found: { item, lane: laneOf(item), score: worthOf(worth), explain } };
    })
    .sort((a, b) => b.found.score - a.found.score || (idOf(a.found.item) < idOf(b.found.item) ? -1 : 1));
}
