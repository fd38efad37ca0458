/** Where the memories that someone may see are searched. */
import { memoryCollections, sessionCollections } from "../../store/collections.ts";
import type { Viewpoint } from "../../store/memory-port.ts";
import type { TextIndex } from "../../store/text-port.ts";

/** @param everySession the memories of all of the project's sessions: for people */
export async function collectionsSeen(
  text: Pick<TextIndex, "named">,
  from: Viewpoint,
  everySession = false,
): Promise<string[]> {
  const seen = memoryCollections(from);
  if (!everySession) return seen;
  return [...new Set([...seen, ...(await text.named(sessionCollections(from.project)))])];
}
