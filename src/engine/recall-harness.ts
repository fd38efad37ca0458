/**
 * Recall driven from outside, for measuring: documents in, ids out. Each document becomes a memory of a project of its
 * group's name, in a store that is thrown away.
 */

import { createMemory } from "../memory/create.ts";
import { CONTENT_MAX, TITLE_MAX } from "../memory/fields.ts";
import type { Memory } from "../memory/types.ts";
import { searchMemories } from "../recall/memory-search.ts";
import { cut } from "../record/value.ts";
import { memoryCollections } from "../store/collections.ts";
import { openScratchStore } from "./with-store.ts";

export interface HarnessDocument {
  readonly id: string;
  readonly text: string;
  readonly title?: string;
  /** RFC 3339. */
  readonly time?: string;
  readonly session?: string;
  readonly speaker?: string;
  readonly tags?: readonly string[];
}

export interface HarnessQuery {
  readonly text: string;
  readonly group: string;
  /** How many at most, 1–1,000. */
  readonly k: number;
  /** Whether nothing is an answer. */
  readonly floor: boolean;
}

export interface RecallHarness {
  /** Puts documents into a group; one whose id is there already is put beside it. */
  index(group: string, documents: readonly HarnessDocument[]): Promise<void>;
  /** Ids of documents, best first. */
  query(query: HarnessQuery): Promise<string[]>;
  close(): Promise<void>;
}

const SESSION = "harness";
const BATCH = 1_000;

/** @param path of a database that does not exist yet */
export function openRecallHarness(path: string): RecallHarness {
  const store = openScratchStore(path);
  const documentOf = new Map<string, string>();
  let count = 0;
  const collectionsOf = (group: string): string[] => memoryCollections({ project: group, session: SESSION });
  return {
    async index(group, documents) {
      for (let from = 0; from < documents.length; from += BATCH) {
        const made = documents.slice(from, from + BATCH).map((document) => {
          count += 1;
          const memory = memoryOf(group, document, count);
          documentOf.set(memory.id, document.id);
          return memory;
        });
        await store.memories.put(made);
      }
    },
    async query({ text, group, k, floor }) {
      const collections = collectionsOf(group);
      const found = await searchMemories(store.text, { query: text, collections, limit: k, floor });
      return found.map(({ key }) => documentOf.get(key) ?? key);
    },
    close: () => store.close(),
  };
}

/** @param count of documents so far: ids go by it, so that the same documents give the same answers */
function memoryOf(
  group: string,
  { text, title, time, session, speaker, tags }: HarnessDocument,
  count: number,
): Memory {
  const random = new Uint8Array(10);
  new DataView(random.buffer).setUint32(6, count);
  const at = time !== undefined && !Number.isNaN(Date.parse(time)) ? new Date(time) : new Date(0);
  const content = cut(text.trim() || title || "-", CONTENT_MAX).toWellFormed();
  return createMemory(
    {
      type: "episodic",
      scope: "project",
      content: speaker ? cut(`${speaker}: ${content}`, CONTENT_MAX) : content,
      tags: [...(tags ?? [])],
      timestamp: at.toISOString(),
      ...(title?.trim() ? { title: cut(title.trim(), TITLE_MAX).toWellFormed() } : {}),
    },
    {
      project: group,
      session: session ?? SESSION,
      agent: "harness",
      now: at,
      random,
    },
  );
}
