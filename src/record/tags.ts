/** Tags: cleaning, and how old and new tags become one set of at most twelve. */
import { cleanTag } from "./sanitize.ts";
import { TAG_CAP } from "./types.ts";

/** Stands in where a record has no tag of its own; it goes as soon as a real one comes. */
export const UNTAGGED = "untagged";

/** How many of the old tags stay whatever comes. */
const KEPT_AT_LEAST = TAG_CAP / 2;

/** Cleaned tags without blanks and duplicates, in the order given. `untagged` stays only when alone. */
export function cleanTags(tags: readonly string[]): string[] {
  const clean = [...new Set(tags.map(cleanTag).filter((tag) => tag !== ""))];
  return clean.length > 1 ? clean.filter((tag) => tag !== UNTAGGED) : clean;
}

/** Sorted by code units: the order of the file. */
export const sortTags = (tags: readonly string[]): string[] => [...tags].sort();

export interface TagUnion {
  /** 1–12, sorted. */
  tags: string[];
  /** Old tags that made room. */
  evicted: string[];
  /** New tags that found no room. */
  refused: string[];
}

/**
 * Unites cleaned tags. Beyond the cap new tags take the place of the least informative old ones: first those whose
 * words all stand in the title (the title finds the record anyway), then the shortest, then by alphabet. At least
 * six old tags stay; new ones that find no room are refused, the last first.
 */
export function uniteTags(old: readonly string[], added: readonly string[], title: string): TagUnion {
  const fresh = added.filter((tag) => !old.includes(tag));
  const kept = old.filter((tag) => tag !== UNTAGGED || fresh.length === 0);
  const room = TAG_CAP - Math.min(kept.length, KEPT_AT_LEAST);
  const welcome = fresh.slice(0, room);
  const excess = Math.max(0, kept.length + welcome.length - TAG_CAP);
  const evicted = byInformation(kept, title).slice(0, excess);
  return {
    tags: sortTags([...kept.filter((tag) => !evicted.includes(tag)), ...welcome]),
    evicted,
    refused: fresh.slice(room),
  };
}

/** Least informative first. */
function byInformation(tags: readonly string[], title: string): string[] {
  const titleWords = new Set(title.toLowerCase().match(WORDS) ?? []);
  const redundant = (tag: string): boolean => (tag.match(WORDS) ?? []).every((word) => titleWords.has(word));
  return [...tags].sort(
    (a, b) => Number(redundant(b)) - Number(redundant(a)) || a.length - b.length || (a < b ? -1 : 1),
  );
}

const WORDS = /[\p{L}\p{N}]+/gu;
