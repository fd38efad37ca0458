/**
 * The one recall over records and memories: found by text together, above an absolute floor, ranked by what they are worth,
 * trimmed to a hard budget of tokens, in lanes. It changes nothing; what was really shown is for the caller to note.
 */
import { happenedAt, isRecallable } from "../../memory/lifecycle.ts";
import { certainty, changedAt, familiarity, recency } from "../../memory/strength.ts";
import type { Memory, MemoryType } from "../../memory/types.ts";
import type { BuiltInCategory, CategoryName } from "../../record/category.ts";
import type { ProjectRecord } from "../../record/types.ts";
import { recordCollection } from "../../store/collections.ts";
import type { Viewpoint } from "../../store/memory-port.ts";
import type { Place, ProjectedRecord, Store } from "../../store/port.ts";
import { estimateTokens } from "../../text/tokens.ts";
import { RELATIVE_FLOOR, textRelevance, whereIn } from "../by-text.ts";
import { withoutNearDuplicates } from "../near-duplicates.ts";
import { putQuestion } from "../question.ts";
import { type RankedText, rankByText } from "../rank-text.ts";
import { evidence, isRelevant } from "../relevance.ts";
import { type RenderOptions, recordEntry } from "../render.ts";
import { allocate, checkBudget, DEFAULT_BUDGET, fit, LANES, type Lane } from "./budget.ts";
import { collectionsSeen } from "./collections.ts";
import { memoryLine } from "./lines.ts";
import { type Worth, worthOf } from "./score.ts";

export interface RetrieveRequest {
  readonly store: Pick<Store, "projection" | "text" | "memories">;
  readonly from: Viewpoint;
  /** Every session's memories, not only what the viewpoint's may see. For people. */
  readonly everySession?: boolean;
  /** Where the project's records are; none are searched without. */
  readonly place?: Place;
  readonly query: string;
  readonly now: Date;
  /** Tokens of the whole text, headings included: 0 for nothing; 8,000 unless told. */
  readonly budget?: number;
  /** Types of memory, all unless told; records come in the lane of their kind, if that is asked for. */
  readonly types?: readonly MemoryType[];
  /** 1–10; 1 unless told. */
  readonly minImportance?: number;
  /** RFC 3339: made at or after, and before; an episode when it happened, a record when it was last changed. */
  readonly since?: string;
  readonly before?: string;
  /** Items at most; 20 unless told. */
  readonly limit?: number;
  readonly enabledCategories: ReadonlySet<CategoryName>;
  readonly render: Pick<RenderOptions, "memoryRoot" | "categories">;
}

export type FoundItem =
  | {
      readonly kind: "record";
      readonly path: string;
      readonly version: string;
      readonly record: ProjectRecord;
    }
  | { readonly kind: "memory"; readonly memory: Memory };

export interface RetrievedItem {
  readonly item: FoundItem;
  readonly lane: Lane;
  /** 0–10. */
  readonly score: number;
  /** What the score was made of. */
  readonly worth: Worth;
  /** What of the query it contains. */
  readonly matched: readonly string[];
  /** Estimated tokens of its line, and its length (UTF-16). */
  readonly tokens: number;
  readonly characters: number;
}

export interface RetrieveMetadata {
  readonly total_tokens: number;
  readonly budget: number;
  /** Share of the budget, 0–1. */
  readonly utilization: number;
  /** Tokens of the items by lane. */
  readonly per_type: { readonly [lane in Lane]: number };
  /** Relevant items that did not fit. */
  readonly trimmed_count: number;
}

export interface Retrieved {
  /** Empty when nothing is relevant, or nothing fits. */
  readonly text: string;
  /** As they stand in the text, best first. */
  readonly items: readonly RetrievedItem[];
  readonly metadata: RetrieveMetadata;
}

const LIMIT = 20;
/** Candidates looked at: enough that filters leave something. */
const CANDIDATES = 200;

/** @throws RecordError INPUT_ERROR for a budget that is none; StoreError */
export async function retrieve(request: RetrieveRequest): Promise<Retrieved> {
  const { budget = DEFAULT_BUDGET, limit = LIMIT, query } = request;
  checkBudget(budget);
  const found = budget === 0 ? [] : (await relevantItems(request)).slice(0, limit);
  const entries = found.map((each) => {
    const line = lineOf(each.item, request.render);
    return { lane: each.lane, tokens: estimateTokens(line), item: { ...each, line } };
  });
  const { kept } = fit(entries, allocate(budget, query));
  const shown = kept.map(({ item, tokens }) => ({ ...item, tokens }));
  // Headings take room, too, and an estimate of the whole is not the sum of its parts: the weakest go until it fits.
  let text = render(shown);
  while (shown.length > 0 && estimateTokens(text) > budget) {
    shown.pop();
    text = render(shown);
  }
  return {
    text,
    items: shown.map(({ line, ...item }) => ({ ...item, characters: line.length })),
    metadata: metadataOf(shown, text, budget, found.length - shown.length),
  };
}

interface Candidate {
  readonly item: FoundItem;
  readonly lane: Lane;
  readonly score: number;
  readonly worth: Worth;
  readonly matched: readonly string[];
}

async function relevantItems(request: RetrieveRequest): Promise<Candidate[]> {
  const { store, from, everySession, place, query, now } = request;
  const seen = await collectionsSeen(store.text, from, everySession);
  const collections = [...seen, ...(place ? [recordCollection(place)] : [])];
  const question = await putQuestion(store.text, collections, query);
  if (!question?.answerable) return [];
  const { view, weighed, required } = question;
  const ranked = await rankByText(question, CANDIDATES);
  const answering = ranked
    .map((hit) => ({ hit, answered: evidence(weighed, whereIn(hit)) }))
    .filter(({ answered }) => isRelevant(answered, required));
  const items = await load(
    request,
    answering.map(({ hit }) => hit),
  );
  const present = answering.flatMap(({ hit, answered }) => {
    const item = items.get(nameOf(hit));
    return item && isWanted(item, request)
      ? [{ hit, mass: answered.mass, matched: answered.matched, item }]
      : [];
  });
  const relevance = textRelevance(present, view.statistics.items);
  const scored = present
    .map((each) => ({ ...each, worth: worth(each.item, relevance(each), now) }))
    .filter(({ worth }) => worth.text >= RELATIVE_FLOOR)
    .map((each) => ({ ...each, score: worthOf(each.worth) }))
    .sort((a, b) => b.score - a.score || (nameOf(a.hit) < nameOf(b.hit) ? -1 : 1));
  return withoutNearDuplicates(scored, ({ hit }) => hit.postings).map(({ item, score, worth, matched }) => ({
    item,
    lane: laneOf(item),
    score,
    worth,
    matched,
  }));
}

const nameOf = ({ collection, key }: RankedText): string => `${collection} ${key}`;

/** The items behind candidates, by collection and key. */
async function load(
  { store, from, place, now }: RetrieveRequest,
  hits: readonly RankedText[],
): Promise<Map<string, FoundItem>> {
  const records = place ? recordCollection(place) : undefined;
  const paths = hits.filter(({ collection }) => collection === records).map(({ key }) => key);
  const ids = hits.filter(({ collection }) => collection !== records).map(({ key }) => key);
  const read = place && paths.length > 0 ? await store.projection.getMany(place, paths) : [];
  const memories = ids.length > 0 ? await store.memories.get(from.project, ids) : [];
  const found = new Map<string, FoundItem>();
  const recordAt = new Map(read.map((projected) => [projected.path, projected]));
  const memoryAt = new Map(memories.map((memory) => [memory.id, memory]));
  for (const hit of hits) {
    const record: ProjectedRecord | undefined =
      hit.collection === records ? recordAt.get(hit.key) : undefined;
    const memory = hit.collection === records ? undefined : memoryAt.get(hit.key);
    if (record)
      found.set(nameOf(hit), {
        kind: "record",
        path: record.path,
        version: record.hash,
        record: record.record,
      });
    else if (memory && isRecallable(memory, now)) found.set(nameOf(hit), { kind: "memory", memory });
  }
  return found;
}

function isWanted(
  item: FoundItem,
  { types, minImportance = 1, since, before, enabledCategories }: RetrieveRequest,
): boolean {
  const at = Date.parse(timeOf(item));
  if (since !== undefined && at < Date.parse(since)) return false;
  if (before !== undefined && at >= Date.parse(before)) return false;
  if (item.kind === "memory")
    return item.memory.importance >= minImportance && (types?.includes(item.memory.type) ?? true);
  return enabledCategories.has(item.record.category) && (types?.includes(laneOf(item)) ?? true);
}

/** The part of the budget where a record of a category is shown. */
const LANE_OF: { readonly [category in BuiltInCategory]: Lane } = {
  session_summary: "episodic",
  decision: "semantic",
  constraint: "semantic",
  preference: "semantic",
  runbook: "procedural",
  tech_debt: "prospective",
};

function laneOf(item: FoundItem): Lane {
  if (item.kind === "memory") return item.memory.type === "working" ? "episodic" : item.memory.type;
  const { category } = item.record;
  return Object.hasOwn(LANE_OF, category) ? LANE_OF[category as BuiltInCategory] : "semantic";
}

/** What was written down for the project and reviewed is important; only a memory says how important it is. */
const RECORD_IMPORTANCE = 7;

function worth(item: FoundItem, text: number, now: Date): Worth {
  if (item.kind === "record") {
    const { updated_at, confidence = 0.5 } = item.record;
    const shares = { recency: recency(updated_at, now), familiarity: 0, certainty: confidence };
    return { text, importance: RECORD_IMPORTANCE, ...shares };
  }
  const { memory } = item;
  return {
    text,
    importance: memory.importance,
    recency: recency(changedAt(memory), now),
    familiarity: familiarity(memory.access_count),
    certainty: certainty(memory),
  };
}

const lineOf = (item: FoundItem, options: RetrieveRequest["render"]): string =>
  item.kind === "record" ? recordEntry(item.path, item.record, options) : memoryLine(item.memory);

const TITLE = "## Memory Context (Auto-Injected)";
const HEADINGS: { readonly [lane in Lane]: string } = {
  episodic: "### Recent Events (Episodic)",
  semantic: "### Relevant Knowledge (Semantic)",
  prospective: "### Pending Tasks (Prospective)",
  procedural: "### Applicable Procedures (Procedural)",
};

interface Line {
  readonly item: FoundItem;
  readonly lane: Lane;
  readonly line: string;
}

/** The headings of the original, in their order; those without an item are left out. */
function render(shown: readonly Line[]): string {
  if (shown.length === 0) return "";
  const sections = LANES.flatMap((lane) => {
    const own = shown.filter((each) => each.lane === lane);
    // Chosen by relevance, told in time.
    const ordered =
      lane === "episodic" ? own.toSorted((a, b) => (timeOf(a.item) < timeOf(b.item) ? 1 : -1)) : own;
    return own.length === 0 ? [] : [[HEADINGS[lane], ...ordered.map(({ line }) => line)].join("\n")];
  });
  return [TITLE, ...sections, "---"].join("\n\n");
}

const timeOf = (item: FoundItem): string =>
  item.kind === "record" ? item.record.updated_at : happenedAt(item.memory);

function metadataOf(
  shown: readonly { lane: Lane; tokens: number }[],
  text: string,
  budget: number,
  trimmed: number,
): RetrieveMetadata {
  const per = { episodic: 0, semantic: 0, prospective: 0, procedural: 0 };
  for (const { lane, tokens } of shown) per[lane] += tokens;
  const total = estimateTokens(text);
  return {
    total_tokens: total,
    budget,
    utilization: budget === 0 ? 0 : total / budget,
    per_type: per,
    trimmed_count: trimmed,
  };
}
