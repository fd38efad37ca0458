/** Recall by full text: what is relevant in absolute terms, best first. */
import { recordCollection } from "../store/collections.ts";
import { isStressed, positionOf } from "../text/postings.ts";
import { type TextHit, textHits } from "./hits.ts";
import { withoutNearDuplicates } from "./near-duplicates.ts";
import { putQuestion, type Question } from "./question.ts";
import { type Evidence, evidence, isRelevant, type Where } from "./relevance.ts";
import { ageInDays, priorityOf, type Ranked, RECENT_DAYS, type RecallRequest } from "./select.ts";

/** Hits looked at first, at least; twice as many as may be shown leave enough when some do not qualify. */
const HITS = 16;
const HITS_PER_ITEM = 2;
/** Hits looked at when too many of the first are of no use, because the session has them or their category is off. */
const HITS_DEEP = 200;
/** Text relevance below this share of the best hit's is noise beside it. */
export const RELATIVE_FLOOR = 0.6;
/** Most that each prior adds to a text relevance of 0–1: together they decide only between close matches. */
const PRIOR = { category: 0.03, recency: 0.04, confidence: 0.03 } as const;
/** Number of records at which BM25 and the share of the prompt's content count alike; in small stores BM25 is blind. */
const SMALL_STORE = 40;

interface Found {
  readonly hit: TextHit;
  readonly evidence: Evidence;
}

export async function byText(request: RecallRequest): Promise<Ranked[]> {
  const { store, place, prompt, settings } = request;
  const question = await putQuestion(store.text, [recordCollection(place)], prompt);
  if (!question?.answerable) return [];
  const search = async (limit: number): Promise<{ hits: TextHit[]; found: Found[] }> => {
    const hits = await textHits(store.projection, place, question, limit);
    return { hits, found: relevantOf(hits, question, request) };
  };
  const wanted = HITS_PER_ITEM * settings.max_inject;
  const limit = Math.max(HITS, wanted);
  const first = await search(limit);
  const deeper = first.hits.length === limit && (await isUsedUp(first, wanted, request));
  const { found } = deeper ? await search(HITS_DEEP) : first;
  return withoutNearDuplicates(rank(found, request, question), ({ hit }) => hit.postings).map(
    ({ ranked }) => ranked,
  );
}

function relevantOf(
  hits: readonly TextHit[],
  { weighed, required }: Question,
  { enabledCategories }: RecallRequest,
): Found[] {
  const found: Found[] = [];
  for (const hit of hits) {
    if (!enabledCategories.has(hit.header.category)) continue;
    const answered = evidence(weighed, whereIn(hit));
    if (isRelevant(answered, required)) found.push({ hit, evidence: answered });
  }
  return found;
}

/** Whether so many hits cannot be shown anyway that relevant ones may stand behind them. */
async function isUsedUp(
  { hits, found }: { readonly hits: readonly TextHit[]; readonly found: readonly Found[] },
  wanted: number,
  { enabledCategories, shown }: RecallRequest,
): Promise<boolean> {
  const enabled = hits.filter(({ header }) => enabledCategories.has(header.category));
  if (enabled.length < wanted) return true;
  // The weaker hits of a prompt that none of the best is relevant to are not either.
  if (found.length === 0) return false;
  const known = await shown();
  return enabled.filter(({ header }) => known.get(header.path) !== header.hash).length < wanted;
}

/** Where an item has a term. */
export const whereIn =
  ({ postings, prominent }: Pick<TextHit, "postings" | "prominent">): ((term: string) => Where) =>
  (term) => {
    const at = positionOf(term, postings);
    if (at < 0) return "nowhere";
    if (at < prominent) return "prominent";
    return isStressed(term, postings) ? "stressed" : "body";
  };

interface RankedHit {
  readonly hit: TextHit;
  readonly ranked: Ranked;
}

interface Massed {
  readonly hit: Pick<TextHit, "score">;
  /** Weight of what the record answers, see `evidence`. */
  readonly mass: number;
}

/** How well the text of a hit matches beside the best of all, 0–1. */
export function textRelevance(found: readonly Massed[], records: number): (each: Massed) => number {
  const bestScore = Math.max(...found.map(({ hit }) => hit.score), Number.MIN_VALUE);
  const bestMass = Math.max(...found.map(({ mass }) => mass), Number.MIN_VALUE);
  const trust = records / (records + SMALL_STORE);
  return ({ hit, mass }) => trust * (Math.max(0, hit.score) / bestScore) + (1 - trust) * (mass / bestMass);
}

function rank(found: readonly Found[], request: RecallRequest, { view, required }: Question): RankedHit[] {
  const relevance = textRelevance(
    found.map(({ hit, evidence: { mass } }) => ({ hit, mass })),
    view.statistics.items,
  );
  return found
    .map(({ hit, evidence: { mass, coverage, matched } }): RankedHit => {
      const text = relevance({ hit, mass });
      const priors = priorsOf(hit, request.now);
      const score = (10 * (text + priors.category + priors.recency + priors.confidence)) / (1 + PRIOR_SUM);
      const explain = {
        strategy: "full_text" as const,
        matched,
        coverage,
        mass,
        required,
        bm25: hit.score,
        text,
        priors,
      };
      return { hit, ranked: { header: hit.header, score, explain } };
    })
    .filter(({ ranked }) => (ranked.explain.text ?? 0) >= RELATIVE_FLOOR)
    .sort((a, b) => b.ranked.score - a.ranked.score || (a.hit.path < b.hit.path ? -1 : 1));
}

const PRIOR_SUM = PRIOR.category + PRIOR.recency + PRIOR.confidence;

function priorsOf(hit: TextHit, now: Date): { category: number; recency: number; confidence: number } {
  const age = ageInDays(hit.header.updated_at, now);
  return {
    category: PRIOR.category * ((7 - Math.min(7, priorityOf(hit.header.category))) / 6),
    recency: age === undefined ? 0 : PRIOR.recency * Math.max(0, 1 - age / RECENT_DAYS),
    confidence: PRIOR.confidence * (hit.header.confidence ?? 0.5),
  };
}
