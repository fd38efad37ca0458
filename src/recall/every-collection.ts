/** Where all memories that a project sees are searched, whatever their session. */
import { memoryCollections, sessionCollections } from "../store/collections.ts";
import type { Viewpoint } from "../store/memory-port.ts";
import type { TextIndex } from "../store/text-port.ts";

export async function everyCollection(text: Pick<TextIndex, "named">, from: Viewpoint): Promise<string[]> {
  const sessions = await text.named(sessionCollections(from.project));
  return [...new Set([...memoryCollections(from), ...sessions])];
}
