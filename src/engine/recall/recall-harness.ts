/**
 * Recall driven from outside, for measuring: documents in, ids out. Each document becomes a memory of a project of its
 * group's name, in a store that is thrown away.
 */

import { createMemory } from "../../memory/create.ts";
import { CONTENT_MAX, TITLE_MAX } from "../../memory/fields.ts";
import type { Memory } from "../../memory/types.ts";
import { type Conversations, conversationsOf, type Turn, withNeighbours } from "../../recall/conversation.ts";
import { searchMemories } from "../../recall/memory-search.ts";
import { cut } from "../../record/value.ts";
import { memoryCollections } from "../../store/collections.ts";
import { openScratchStore } from "../with-store.ts";

export interface HarnessDocument {
  readonly id: string;
  readonly text: string;
  readonly title?: string;
  /** RFC 3339. */
  readonly time?: string;
  readonly session?: string;
  /** Its place in the session, where documents are turns of a conversation. */
  readonly seq?: number;
  /** Who said it; `user` for the person a model talks with. */
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
/** Turns that are looked at for what they add to their neighbours, at least. */
const TURNS = 200;

/** @param path of a database that does not exist yet */
export function openRecallHarness(path: string): RecallHarness {
  const store = openScratchStore(path);
  const documentOf = new Map<string, string>();
  const turns = new Map<string, Turn[]>();
  const conversations = new Map<string, Conversations>();
  let count = 0;
  const collectionsOf = (group: string): string[] => memoryCollections({ project: group, session: SESSION });
  const conversationsOfGroup = (group: string, said: readonly Turn[]): Conversations => {
    const made = conversations.get(group) ?? conversationsOf(said);
    conversations.set(group, made);
    return made;
  };
  return {
    async index(group, documents) {
      const said = turns.get(group) ?? [];
      for (let from = 0; from < documents.length; from += BATCH) {
        const made = documents.slice(from, from + BATCH).map((document) => {
          count += 1;
          const memory = memoryOf(group, document, count);
          documentOf.set(memory.id, document.id);
          const turn = turnOf(memory.id, document);
          if (turn) said.push(turn);
          return memory;
        });
        await store.memories.put(made);
      }
      if (said.length > 0) turns.set(group, said);
      conversations.delete(group);
    },
    async query({ text, group, k, floor }) {
      const collections = collectionsOf(group);
      const said = turns.get(group);
      const limit = said ? Math.max(k, TURNS) : k;
      const found = await searchMemories(store.text, { query: text, collections, limit, floor });
      const ranked = said ? withNeighbours(found, conversationsOfGroup(group, said)) : found;
      // A neighbour alone does not make a turn relevant.
      const relevant = new Set(found.map(({ key }) => key));
      return ranked
        .filter(({ key }) => !floor || relevant.has(key))
        .slice(0, k)
        .map(({ key }) => documentOf.get(key) ?? key);
    },
    close: () => store.close(),
  };
}

/** Where a document stands in a conversation, if it says so. */
const turnOf = (key: string, { session, seq, speaker }: HarnessDocument): Turn | undefined =>
  session !== undefined && seq !== undefined && Number.isFinite(seq)
    ? { key, session, seq, byUser: speaker?.toLowerCase() === "user" }
    : undefined;

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
