/** Memories, whose driver is loaded when something is asked of it: most hooks ask nothing. */
import type { Database } from "bun:sqlite";
import type { MemoryStore } from "../memory-port.ts";
import type { Run } from "./projection.ts";
import { standsAnything } from "./standing.ts";

export function lazyMemories(db: Database, run: Run): MemoryStore {
  let loaded: Promise<MemoryStore> | undefined;
  const memories = (): Promise<MemoryStore> => {
    loaded ??= import("./memories.ts").then(({ sqliteMemories }) => sqliteMemories(db, run));
    return loaded;
  };
  return {
    put: async (...args) => (await memories()).put(...args),
    get: async (...args) => (await memories()).get(...args),
    standing: async (from, now) =>
      (await run(() => standsAnything(db, from.project, from.session, now.toISOString())))
        ? (await memories()).standing(from, now)
        : [],
    counts: async (...args) => (await memories()).counts(...args),
    judged: async (...args) => (await memories()).judged(...args),
    find: async (...args) => (await memories()).find(...args),
    walk: async (...args) => (await memories()).walk(...args),
    beginning: async (...args) => (await memories()).beginning(...args),
    known: async (...args) => (await memories()).known(...args),
    refuse: async (...args) => (await memories()).refuse(...args),
    refused: async (...args) => (await memories()).refused(...args),
    spoilt: async (...args) => (await memories()).spoilt(...args),
    forget: async (...args) => (await memories()).forget(...args),
    accessed: async (...args) => (await memories()).accessed(...args),
    link: async (...args) => (await memories()).link(...args),
    unlink: async (...args) => (await memories()).unlink(...args),
    links: async (...args) => (await memories()).links(...args),
    disputes: async (...args) => (await memories()).disputes(...args),
    linksFrom: async (...args) => (await memories()).linksFrom(...args),
  };
}
