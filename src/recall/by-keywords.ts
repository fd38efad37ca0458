/**
 * Recall by the keyword scorer: titles and tags of records, two passes, as `match_strategy: title_tags` asks. Memories,
 * which the scorer was not made for, are left out.
 */
import { DAY_MS } from "../record/time.ts";
import type { RecordHeader } from "../store/port.ts";
import { keywordScore, keywordTokens } from "../text/keyword.ts";
import { type FindRequest, type FoundItem, isNew, isWanted } from "./find.ts";
import { type Item, laneOf, priorityOf } from "./item.ts";

/** Shorter prompts are passed over. Characters. */
const PROMPT_MIN = 10;
/** Entries of the first pass that the second looks at for the bonus of recency. */
const DEEP_CHECK = 20;
/** A record counts as recent for this many days after its last change. */
const RECENT_DAYS = 30;
/** A prompt's beginning tells what it is about; the rest of a very long one is not looked at. */
const PROMPT_MAX = 20_000;

/** What a prompt is matched by. */
export const promptTokens = (prompt: string): Set<string> => keywordTokens(prompt.slice(0, PROMPT_MAX));

export async function byKeywords(
  request: FindRequest & Required<Pick<FindRequest, "shown">>,
): Promise<FoundItem[]> {
  const { store, place, query, limit } = request;
  const tokens = promptTokens(query);
  if (!place || query.trim().length < PROMPT_MIN || tokens.size === 0) return [];
  const ranked = rank(await store.projection.headers(place, ["active"]), tokens, request);
  if (ranked.length === 0) return [];
  const shown = await request.shown();
  const fresh = ranked.filter(({ header }) => shown.get(header.path) !== header.hash).slice(0, limit);
  const read = await store.projection.getMany(
    place,
    fresh.map(({ header }) => header.path),
  );
  const items = new Map(
    read.map(({ path, hash, record }) => [path, { kind: "record", path, hash, record } as Item]),
  );
  return fresh.flatMap(({ header, points }) => {
    const item = items.get(header.path);
    if (!item || !isWanted(item, request) || !isNew(item, shown)) return [];
    const own = keywordTokens(`${header.title} ${header.tags.join(" ")}`);
    const matched = [...tokens].filter((token) => own.has(token));
    return [
      { item, lane: laneOf(item), score: points, explain: { strategy: "title_tags", matched, points } },
    ];
  });
}

/** Days since an RFC 3339 time; NaN for no time. */
const ageInDays = (time: string, now: Date): number => (now.getTime() - Date.parse(time)) / DAY_MS;

interface Pointed {
  readonly header: RecordHeader;
  readonly points: number;
}

function rank(
  headers: readonly RecordHeader[],
  tokens: Set<string>,
  { enabledCategories, now }: FindRequest,
): Pointed[] {
  return headers
    .filter((header) => enabledCategories.has(header.category))
    .map((header) => ({ header, points: keywordScore(tokens, header) }))
    .filter(({ points }) => points > 0)
    .sort(byPoints)
    .map((entry, i) => {
      const recent = i < DEEP_CHECK && ageInDays(entry.header.updated_at, now) <= RECENT_DAYS;
      return { header: entry.header, points: entry.points + (recent ? 1 : 0) };
    })
    .sort(byPoints);
}

const byPoints = (a: Pointed, b: Pointed): number =>
  b.points - a.points ||
  priorityOf(a.header.category) - priorityOf(b.header.category) ||
  (a.header.path < b.header.path ? -1 : 1);
