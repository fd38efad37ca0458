/** Recall by full text: the records and memories that are relevant in absolute terms, best first. */
import { recordCollection } from "../store/collections.ts";
import { isStressed, positionOf } from "../text/postings.ts";
import { everyCollection } from "./every-collection.ts";
import { type FindRequest, type FoundItem, isNew, isWanted } from "./find.ts";
import { type Item, idOf, laneOf, versionOf, worthAt } from "./item.ts";
import { collectionsOf, loadItems } from "./load.ts";
import { withoutNearDuplicates } from "./near-duplicates.ts";
import { putQuestion, type Question } from "./question.ts";
import { type RankedText, rankByText } from "./rank-text.ts";
import { type Evidence, evidence, isRelevant, isTelling, type Where } from "./relevance.ts";
import { worthOf } from "./worth.ts";

/** Hits looked at first. */
const HITS = 64;
/** Hits looked at when too many of the first cannot be shown. */
const HITS_DEEP = 200;
/** Text relevance below this share of the best hit's is noise beside it. */
const RELATIVE_FLOOR = 0.65;
/** Number of items at which BM25 and the share of the query's content count alike; in small stores BM25 is blind. */
const SMALL_STORE = 40;

type Request = FindRequest & Required<Pick<FindRequest, "shown">>;

interface Found extends Relevant {
  readonly item: Item;
}

export async function byText(request: Request): Promise<FoundItem[]> {
  const { query, store, limit, place } = request;
  const records = place && recordCollection(place);
  const question = await putQuestion(store.text, await searched(request), query, records);
  if (!question?.answerable) return [];
  const first = await search(request, question, HITS);
  if (first.relevant === 0) return [];
  const shown = await request.shown();
  // Where most of the first are relevant and few can be shown, more relevant ones may stand behind them.
  const deeper =
    first.relevant > HITS / 2 && first.found.filter(({ item }) => isNew(item, shown)).length < limit;
  const { found } = deeper ? await search(request, question, HITS_DEEP) : first;
  const entries = eachOnce(scored(found, request, question));
  const chosen: FoundItem[] = [];
  for (const { found: each } of withoutNearDuplicates(entries)) {
    if (chosen.length === limit) break;
    if (isNew(each.item, shown)) chosen.push(each);
  }
  return chosen;
}

/** An event and what is known from it may say it in the same words: the event's date sets their terms apart, and nothing else. */
function eachOnce<T extends { readonly found: FoundItem }>(entries: readonly T[]): T[] {
  const seen = new Set<string>();
  return entries.filter(({ found: { item } }) => {
    const version = versionOf(item);
    return !seen.has(version) && seen.add(version);
  });
}

/** The collections that a request goes through. */
const searched = async (request: Request): Promise<string[]> => {
  const { everySession, from, place, store } = request;
  if (!everySession) return collectionsOf(request);
  return [...(await everyCollection(store.text, from)), ...(place ? [recordCollection(place)] : [])];
};

/** How many hits are relevant, and those of them that are wanted, as far as they may clear the relative floor. */
async function search(
  request: Request,
  question: Question,
  hits: number,
): Promise<{ relevant: number; found: Found[] }> {
  const relevant = (await rankByText(question, hits)).flatMap((hit) => relevantTo(question, hit) ?? []);
  const relevance = textRelevance(relevant, question.view.statistics.items);
  const near = relevant.filter((each) => relevance(each) >= RELATIVE_FLOOR);
  const found = await wanted(request, near);
  // What is far behind the best need not be read, if the best are there to be compared with.
  const compared = relevance(best(found)) > 1 - 1e-9;
  return { relevant: relevant.length, found: compared ? found : await wanted(request, relevant) };
}

/** A hit that reached a floor. Its mass is that among all items, so that records and memories can be compared. */
interface Relevant extends Massed {
  readonly hit: RankedText;
  /** By the floor that it reached, and what that requires. */
  readonly evidence: Evidence;
  readonly required: number;
}

function relevantTo({ floor, ownFloor }: Question, hit: RankedText): Relevant | undefined {
  const where = whereIn(hit);
  const answered = evidence(floor.weighed, where);
  const { mass } = answered;
  if (isRelevant(answered, floor.required))
    return { hit, evidence: answered, required: floor.required, mass };
  const own = isTelling(answered, floor) ? ownFloor(hit.collection) : undefined;
  if (!own) return undefined;
  const among = evidence(own.weighed, where);
  const required = among.matched.length > 1 ? own.required : own.requiredOfOne;
  return isRelevant(among, required) ? { hit, evidence: among, required, mass } : undefined;
}

/** What would have the best of each. */
const best = (found: readonly Massed[]): Massed => ({
  hit: { score: Math.max(0, ...found.map(({ hit }) => hit.score)) },
  mass: Math.max(0, ...found.map(({ mass }) => mass)),
});

const wanted = async (request: Request, hits: readonly Relevant[]): Promise<Found[]> =>
  (await loadItems(request, hits)).filter(
    ({ item, evidence, required }) =>
      isWanted(item, request) && (!waitsForContext(item) || isRelevant(evidence, CONTEXT * required)),
  );

/** How much more of a prompt an intention must answer that waits for its context: it is told as due, not as related. */
const CONTEXT = 1.5;

const waitsForContext = (item: Item): boolean =>
  item.kind === "memory" &&
  item.memory.type === "prospective" &&
  item.memory.trigger_type === "context" &&
  item.memory.state === "pending";

/** Where an item has a term. */
export const whereIn =
  ({ postings, prominent }: Pick<RankedText, "postings" | "prominent">): ((term: string) => Where) =>
  (term) => {
    const at = positionOf(term, postings);
    if (at < 0) return "nowhere";
    if (at < prominent) return "prominent";
    return isStressed(term, postings) ? "stressed" : "body";
  };

interface Massed {
  readonly hit: Pick<RankedText, "score">;
  /** Weight of what the item answers, see `evidence`. */
  readonly mass: number;
}

/** How well the text of a hit matches beside the best of all, 0–1. */
export function textRelevance(found: readonly Massed[], items: number): (each: Massed) => number {
  const { hit: most, mass: whole } = best(found);
  const trust = items / (items + SMALL_STORE);
  const share = (part: number, of: number): number => (of > 0 ? Math.max(0, part) / of : 0);
  return ({ hit, mass }) => trust * share(hit.score, most.score) + (1 - trust) * share(mass, whole);
}

function scored(
  found: readonly Found[],
  { now }: Request,
  { view }: Question,
): { hit: RankedText; item: Item; found: FoundItem }[] {
  const relevance = textRelevance(found, view.statistics.items);
  return found
    .map((each) => ({ each, worth: worthAt(each.item, relevance(each), now) }))
    .filter(({ worth }) => worth.text >= RELATIVE_FLOOR)
    .map(({ each: { hit, evidence, required, item }, worth }) => {
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
      return { hit, item, found: { item, lane: laneOf(item), score: worthOf(worth), explain } };
    })
    .sort((a, b) => b.found.score - a.found.score || (idOf(a.found.item) < idOf(b.found.item) ? -1 : 1));
}
