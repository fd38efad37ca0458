/** Memories, whose driver is loaded when something is asked of it: most hooks ask only what stands before a session. */
import type { Database } from "bun:sqlite";
import type { MemoryStore } from "../memory-port.ts";
import { lazily } from "./lazily.ts";
import type { Run } from "./projection.ts";
import { standsAnything } from "./standing.ts";

export const lazyMemories = (db: Database, run: Run): MemoryStore =>
  lazily<MemoryStore>(
    {
      put: true,
      get: true,
      standing: true,
      find: true,
      walk: true,
      counts: true,
      judged: true,
      beginning: true,
      refuse: true,
      refused: true,
      refusals: true,
      spoilt: true,
      forget: true,
      accessed: true,
      link: true,
      unlink: true,
      links: true,
      disputes: true,
      linksFrom: true,
    },
    async () => (await import("./memories.ts")).sqliteMemories(db, run),
    (memories) => ({
      standing: async (from, now) =>
        (await run(() => standsAnything(db, from.project, from.session, now.toISOString())))
          ? (await memories()).standing(from, now)
          : [],
    }),
  );
