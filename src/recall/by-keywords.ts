/** Recall by the keyword scorer: titles and tags, two passes, as `match_strategy: title_tags` asks. */
import { keywordScore, keywordTokens } from "../text/keyword.ts";
import { ageInDays, priorityOf, type Ranked, RECENT_DAYS, type RecallRequest } from "./select.ts";

/** Shorter prompts are passed over. Characters. */
const PROMPT_MIN = 10;
/** Entries of the first pass that the second looks at for the bonus of recency. */
const DEEP_CHECK = 20;
/** A prompt's beginning tells what it is about; the rest of a very long one is not looked at. */
const PROMPT_MAX = 20_000;

/** What a prompt is matched by. */
export const promptTokens = (prompt: string): Set<string> => keywordTokens(prompt.slice(0, PROMPT_MAX));

export async function byKeywords(request: RecallRequest): Promise<Ranked[]> {
  const { store, place, prompt, now, enabledCategories } = request;
  if (prompt.trim().length < PROMPT_MIN) return [];
  const tokens = promptTokens(prompt);
  if (tokens.size === 0) return [];
  const first = (await store.projection.headers(place, ["active"]))
    .filter((header) => enabledCategories.has(header.category))
    .map((header) => ({ header, points: keywordScore(tokens, header) }))
    .filter(({ points }) => points > 0)
    .sort(byPoints);
  return first
    .map((entry, i) => {
      const age = ageInDays(entry.header.updated_at, now);
      const recent = i < DEEP_CHECK && age !== undefined && age <= RECENT_DAYS;
      return { header: entry.header, points: entry.points + (recent ? 1 : 0) };
    })
    .sort(byPoints)
    .map(({ header, points }) => {
      const own = keywordTokens(`${header.title} ${header.tags.join(" ")}`);
      const matched = [...tokens].filter((token) => own.has(token));
      return { header, score: points, explain: { strategy: "title_tags", matched, points } };
    });
}

type Pointed = { readonly header: Ranked["header"]; readonly points: number };

const byPoints = (a: Pointed, b: Pointed): number =>
  b.points - a.points ||
  priorityOf(a.header.category) - priorityOf(b.header.category) ||
  (a.header.path < b.header.path ? -1 : 1);
