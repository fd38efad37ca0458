/** Relations between memories. */
import { RecordError } from "../record/error.ts";
import { describeValue } from "../record/value.ts";
import { LINK_TYPES, type LinkType, type MemoryLink } from "./types.ts";

/** Those that someone may make; the others tell where a memory came from. */
export const OWN_LINK_TYPES: readonly ["reinforces", "contradicts", "extends", "refines"] = [
  "reinforces",
  "contradicts",
  "extends",
  "refines",
];
export type OwnLinkType = (typeof OWN_LINK_TYPES)[number];

/** @throws RecordError VALIDATION_ERROR */
export function createLink(
  link: { source_id: string; target_id: string; link_type: string; strength?: number },
  now: Date,
): MemoryLink {
  const { source_id, target_id, strength = 1 } = link;
  const type = LINK_TYPES.find((known) => known === link.link_type);
  if (!type) refuse("link_type", `one of ${LINK_TYPES.join(", ")}`, link.link_type);
  if (source_id === target_id) refuse("target_id", "another memory than the source", target_id);
  if (!(strength >= 0 && strength <= 1)) refuse("strength", "a number from 0 to 1", strength);
  return { source_id, target_id, link_type: type, strength, created_at: now.toISOString() };
}

function refuse(field: string, expected: string, value: unknown): never {
  throw RecordError.validation([{ field, expected, got: describeValue(value), fix: `Change ${field}` }]);
}

/** Those that hold in both directions. */
const MUTUAL: ReadonlySet<LinkType> = new Set(["contradicts"]);

/** The memories that are linked with one, by the side that it stands on. */
export const neighboursOf = (
  id: string,
  links: readonly MemoryLink[],
): { id: string; link: MemoryLink; outgoing: boolean }[] =>
  links.flatMap((link) => {
    if (link.source_id === id) return [{ id: link.target_id, link, outgoing: true }];
    if (link.target_id === id) return [{ id: link.source_id, link, outgoing: MUTUAL.has(link.link_type) }];
    return [];
  });
