/** Records that share words with a query, by how well their text fits. */
import type { Place, RecordHeader, RecordProjection, Store } from "../store/port.ts";
import { type RankedText, rankByText, type Sought } from "./rank-text.ts";

/** What of a store recall looks into. */
export type Searched = Pick<Store, "projection" | "text">;

export interface TextHit extends Pick<RankedText, "score" | "postings" | "prominent"> {
  /** Relative to the memory root. */
  readonly path: string;
  readonly header: RecordHeader;
}

/** Best first, at most `limit` (1–1,000). */
export async function textHits(
  projection: RecordProjection,
  place: Place,
  sought: Sought,
  limit: number,
): Promise<TextHit[]> {
  const ranked = await rankByText(sought, limit);
  const rows = await projection.headersOf(
    place,
    ranked.map(({ key }) => key),
  );
  const headers = new Map(rows.map((header) => [header.path, header]));
  return ranked.flatMap(({ key, score, postings, prominent }) => {
    const header = headers.get(key);
    return header ? [{ path: key, header, score, postings, prominent }] : [];
  });
}
