/** What every driver does with memories: the same suite for each. */
import { describe, expect, test } from "bun:test";
import { updateMemory } from "../memory/lifecycle.ts";
import { sampleMemory, sampleOfEach } from "../memory/samples.ts";
import type { LinkType, Memory } from "../memory/types.ts";
import { memoryCollections, sessionCollections } from "./collections.ts";
import type { MemoryQuery, MemoryStore, Viewpoint } from "./memory-port.ts";
import type { Store } from "./port.ts";
import {
  type TextCandidate,
  type TextIndex,
  type TextStatistics,
  together,
  type WeighedTerm,
} from "./text-port.ts";

export interface MemoryConformanceSubject {
  name: string;
  /** A store without any data. */
  open(): Promise<Store>;
}

const HERE: Viewpoint = { project: "p1", session: "s1" };
const LATER = new Date("2026-04-01T00:00:00Z");

const ids = (memories: readonly Memory[]): string[] => memories.map(({ id }) => id);

/** Text as a session sees it. */
interface Look {
  statistics(): Promise<TextStatistics>;
  frequencies(terms: string[]): Promise<Map<string, number>>;
  candidates(terms: readonly WeighedTerm[], limit: number): Promise<TextCandidate[]>;
}

const looking = (text: TextIndex, from: Viewpoint): Look => ({
  statistics: async () => (await text.look(memoryCollections(from))).statistics,
  frequencies: async (terms) =>
    together(terms, await (await text.look(memoryCollections(from))).frequencies(terms)),
  candidates: async (terms, limit) => (await text.look(memoryCollections(from))).candidates(terms, limit),
});

const HOSTILE = [
  `" OR 1=1 --`,
  "'); DROP TABLE semantic_memories; --",
  "terms:* NEAR(a b, 2) AND NOT x",
  "\u202edesrever\u202c",
  "%_\\",
  "^a : {b}",
];

export function memoryConformance({ name, open }: MemoryConformanceSubject): void {
  const withMemories = (
    what: string,
    body: (memories: MemoryStore, look: (from: Viewpoint) => Look) => Promise<void>,
  ): void => {
    test(what, async () => {
      const store = await open();
      try {
        await body(store.memories, (from) => looking(store.text, from));
      } finally {
        await store.close();
      }
    });
  };

  describe(`${name}: memories`, () => {
    withMemories("of every type come back whole, in the order asked for", async (memories) => {
      const all = sampleOfEach();
      await memories.put(all);
      const asked = ids(all).reverse();
      expect(await memories.get("p1", asked)).toEqual([...all].reverse());
      expect(await memories.get("p1", ["nobody", ...asked.slice(0, 1)])).toEqual(all.slice(-1));
    });

    withMemories("with every field set come back whole, too", async (memories) => {
      const time = "2026-05-01T10:00:00.000Z";
      const full = sampleMemory({
        type: "prospective",
        content: "Bump the chart",
        trigger_type: "event",
        trigger_condition: "chart/Chart.yaml",
        due_at: time,
        priority: 1,
        tags: ["Chart", "helm"],
        importance: 9,
        review: { executor: "heuristic", scores: [1, null] },
        provenance: { by: "capture", session: "s1", turn: 4, agent: "a1", why: "Said “later”" },
        valid_from: time,
        promoted_to: "tech_debt/chart.json",
      });
      await memories.put([full]);
      expect(await memories.get("p1", [full.id])).toEqual([full]);
    });

    withMemories("of every type say where they came from", async (memories) => {
      const told = sampleOfEach().map((memory) => ({ ...memory, provenance: { by: "person" } }));
      await memories.put(told);
      expect(await memories.get("p1", ids(told))).toEqual(told);
      const untold = told.map(({ provenance: _, ...memory }) => memory as Memory);
      await memories.put(untold);
      expect(await memories.get("p1", ids(told))).toEqual(untold);
    });

    withMemories("are replaced by what has their id", async (memories, look) => {
      const before = sampleMemory({ type: "semantic", content: "Webhooks arrive in order" });
      const after = updateMemory(before, { content: "Webhooks arrive out of order" }, LATER);
      await memories.put([before]);
      await memories.put([after]);
      expect(await memories.get("p1", [before.id])).toEqual([after]);
      expect(await memories.find(HERE, {})).toEqual([after]);
      expect((await look(HERE).statistics()).items).toBe(1);
    });

    withMemories("that were read before they were shown once more stay shown as often", async (memories) => {
      const before = sampleMemory({ type: "semantic", content: "Webhooks arrive in order" });
      await memories.put([before]);
      await memories.accessed("p1", [before.id], "2026-05-01T00:00:00.000Z");
      await memories.put([{ ...before, importance: 9 }]);
      const seen = { access_count: 1, accessed_at: "2026-05-01T00:00:00.000Z" };
      expect(await memories.get("p1", [before.id])).toEqual([{ ...before, importance: 9, ...seen }]);
    });

    withMemories("of another project are not there, unless they are the user's own", async (memories) => {
      const [theirs, everyones] = [
        sampleMemory({ type: "semantic", content: "Theirs" }, { project: "p2" }),
        sampleMemory({ type: "semantic", content: "Everyone's", scope: "user" }, { project: "p2" }),
      ];
      await memories.put([theirs, everyones]);
      expect(await memories.get("p1", [theirs.id, everyones.id])).toEqual([everyones]);
      expect(await memories.find(HERE, {})).toEqual([everyones]);
      expect(await memories.forget("p1", [theirs.id])).toBe(0);
      expect(await memories.get("p2", [theirs.id])).toEqual([theirs]);
    });

    withMemories("of another session are not found, unless all are asked for", async (memories) => {
      const other = sampleOfEach({ session: "s2" });
      await memories.put(other);
      const found = await memories.find(HERE, {});
      expect(new Set(found.map(({ type }) => type))).toEqual(new Set(["semantic", "procedural"]));
      expect(await memories.find(HERE, { everySession: true })).toHaveLength(other.length);
    });

    withMemories("are found by each of their properties, the newest first", async (memories) => {
      const day = (n: number): string => `2026-02-0${n}T00:00:00.000Z`;
      const make = (n: number, importance: number, tags: string[]): Memory =>
        sampleMemory({ type: "episodic", content: `Thing ${n}`, timestamp: day(n), importance, tags });
      const [one, two, three] = [make(1, 2, ["a"]), make(2, 8, ["a", "b"]), make(3, 5, ["b"])] as const;
      const rule = sampleMemory({ type: "semantic", content: "A rule", created_at: day(4) });
      await memories.put([two, one, rule, three]);
      const found = async (query: MemoryQuery): Promise<string[]> => ids(await memories.find(HERE, query));
      expect(await found({})).toEqual(ids([rule, three, two, one]));
      expect(await found({ types: ["episodic"] })).toEqual(ids([three, two, one]));
      expect(await found({ minImportance: 6 })).toEqual(ids([two]));
      expect(await found({ since: day(2), before: day(4) })).toEqual(ids([three, two]));
      expect(await found({ tags: ["a", "b"] })).toEqual(ids([two]));
      expect(await found({ scopes: ["project"] })).toEqual(ids([rule]));
      expect(await found({ limit: 2, offset: 1 })).toEqual(ids([three, two]));
      await memories.put([{ ...two, status: "archived" }]);
      expect(await found({ statuses: ["archived"] })).toEqual(ids([two]));
      expect(await found({ types: [] })).toEqual([]);
    });

    withMemories("of the working kind are found by their task", async (memories) => {
      const [one, two] = ["t1", "t2"].map((todo) =>
        sampleMemory({ type: "working", content: `Task ${todo}`, todo_id: todo }),
      ) as [Memory, Memory];
      await memories.put([one, two]);
      expect(await memories.find(HERE, { todo: "t2" })).toEqual([two]);
    });

    withMemories("that have ended are left out where only open ones are asked for", async (memories) => {
      const [done, waiting, over, left] = [
        sampleMemory({ type: "working", content: "Done", cleared_at: "2026-03-08T00:00:00Z" }),
        sampleMemory({ type: "working", content: "Expired", expires_at: "2026-03-07T13:00:00Z" }),
        sampleMemory({ type: "prospective", content: "Given up", state: "cancelled" }),
        sampleMemory({ type: "prospective", content: "Taken up", state: "active" }),
      ];
      await memories.put([done, waiting, over, left]);
      const open = async (query: MemoryQuery): Promise<Set<string>> =>
        new Set(ids(await memories.find(HERE, { ...query, open: true })));
      expect(await open({})).toEqual(new Set([waiting.id, left.id]));
      expect(await open({ types: ["working"] })).toEqual(new Set([waiting.id]));
    });

    withMemories("stand before a session while they are open or due, and only its own", async (memories) => {
      const now = new Date("2026-03-10T00:00:00Z");
      const [before, after] = ["2026-03-09T00:00:00.000Z", "2026-03-11T00:00:00.000Z"] as const;
      const work = sampleMemory({ type: "working", content: "At it", expires_at: after, priority: 2 });
      const intention = (content: string, more: object, at: object = {}): Memory =>
        sampleMemory({ type: "prospective", content, ...more }, at);
      const due = intention("Due", { due_at: before, priority: 1 });
      const taken = intention("Taken up", { state: "active", scope: "project" }, { session: "s2" });
      const everyones = intention(
        "Anywhere",
        { due_at: before, scope: "user", priority: 5 },
        { project: "p2" },
      );
      await memories.put([
        everyones,
        taken,
        due,
        work,
        sampleMemory({ type: "working", content: "Over", expires_at: before }),
        sampleMemory({ type: "working", content: "Cleared", expires_at: after, cleared_at: before }),
        sampleMemory({ type: "working", content: "Theirs", expires_at: after }, { session: "s2" }),
        intention("Later", { due_at: after }),
        intention("Whenever", {}),
        intention("Done", { due_at: before, state: "completed" }),
        intention("Not judged yet", { due_at: before, status: "staged" }),
        intention("Of another session", { due_at: before }, { session: "s2" }),
        intention("Of another project", { due_at: before, scope: "project" }, { project: "p2" }),
      ]);
      expect(await memories.standing(HERE, now)).toEqual([due, work, taken, everyones] as never);
    });

    withMemories("are counted by type and status", async (memories) => {
      const [fact, other] = sampleOfEach().slice(1, 3) as [Memory, Memory];
      await memories.put([
        fact,
        other,
        { ...sampleMemory({ type: "semantic", content: "x" }), status: "archived" },
      ]);
      await memories.put([sampleMemory({ type: "semantic", content: "Theirs" }, { project: "p2" })]);
      expect(await memories.counts("p1")).toEqual([
        { type: "semantic", status: "active", count: 1 },
        { type: "semantic", status: "archived", count: 1 },
        { type: "prospective", status: "active", count: 1 },
      ]);
    });

    withMemories("are counted by who judged them, as far as somebody did", async (memories) => {
      const judged = (executor: unknown, project = "p1"): Memory =>
        sampleMemory({ type: "semantic", content: "Judged", review: { executor } }, { project });
      const event = sampleMemory({
        type: "episodic",
        content: "Judged, too",
        review: { executor: "heuristic", fallback: true },
      });
      await memories.put([event, judged("heuristic"), judged("endpoint"), judged(7), judged("client", "p2")]);
      await memories.put([sampleMemory({ type: "semantic", content: "Not judged" })]);
      expect(await memories.judged("p1")).toEqual(
        new Map([
          ["endpoint", 1],
          ["heuristic", 2],
        ]),
      );
      expect(await memories.judged("p3")).toEqual(new Map());
    });

    withMemories("are found whole by what they say, of their session or of every one", async (memories) => {
      const said = "The release notes were asked for";
      const [mine, theirs] = ["s1", "s2"].map((session) =>
        sampleMemory({ type: "episodic", content: said }, { session }),
      ) as [Memory, Memory];
      const archived: Memory = { ...sampleMemory({ type: "semantic", content: said }), status: "archived" };
      await memories.put([mine, theirs, archived, sampleMemory({ type: "episodic", content: "Other" })]);
      const hashes = [mine.content_hash, "nobody's"];
      const events: MemoryQuery = { types: ["episodic"], hashes };
      expect(await memories.find(HERE, events)).toEqual([mine]);
      expect(await memories.find(HERE, { ...events, everySession: true })).toEqual([theirs, mine]);
      expect(new Set(ids(await memories.find(HERE, { hashes })))).toEqual(new Set(ids([mine, archived])));
      expect(await memories.find(HERE, { hashes: [] })).toEqual([]);
    });

    withMemories("are put with their links or not at all", async (memories) => {
      const [one, two] = [
        sampleMemory({ type: "semantic", content: "One" }),
        sampleMemory({ type: "semantic", content: "Two" }),
      ];
      const link = (source: Memory, strength: number) =>
        ({
          source_id: source.id,
          target_id: "elsewhere",
          link_type: "derived_from",
          strength,
          created_at: "2026-01-01T00:00:00Z",
        }) as const;
      await memories.put([one], [link(one, 0.5)]);
      expect(await memories.links("p1", one.id)).toEqual([link(one, 0.5)]);
      await expect(memories.put([two], [link(one, 0.75), link(two, 7)])).rejects.toMatchObject({
        name: "StoreError",
      });
      expect(await memories.get("p1", [two.id])).toEqual([]);
      expect(await memories.links("p1", one.id)).toEqual([link(one, 0.5)]);
    });

    withMemories("that are forgotten are gone, with their links and their text", async (memories, look) => {
      const all = sampleOfEach();
      await memories.put(all);
      const [one, two] = ids(all) as [string, string];
      const link = { source_id: one, target_id: two, link_type: "extends", strength: 1 } as const;
      await memories.link("p1", { ...link, created_at: "2026-01-01T00:00:00Z" });
      expect(await memories.forget("p1", [one, two, "nobody"])).toBe(2);
      expect(await memories.get("p1", [one, two])).toEqual([]);
      expect(await memories.links("p1", two)).toEqual([]);
      expect((await look(HERE).statistics()).items).toBe(2);
      expect(await look(HERE).frequencies(["webhook", "order"])).toEqual(new Map([["webhook", 1]]));
    });

    withMemories(
      "that are the user's own are gone with what other projects link them with",
      async (memories) => {
        const rule = sampleMemory({ type: "semantic", content: "A rule", scope: "user" }, { project: "p2" });
        const mine = sampleMemory({ type: "semantic", content: "An exception" });
        await memories.put([rule, mine]);
        const link = { source_id: mine.id, target_id: rule.id, link_type: "refines", strength: 1 } as const;
        await memories.link("p1", { ...link, created_at: "2026-01-01T00:00:00Z" });
        expect(await memories.forget("p2", [rule.id])).toBe(1);
        expect(await memories.links("p1", mine.id)).toEqual([]);
      },
    );

    withMemories(
      "are gone through by id, a stretch at a time, and only the project's own",
      async (memories) => {
        const all = [...sampleOfEach(), ...sampleOfEach({ session: "s2" })];
        const theirs = sampleMemory(
          { type: "semantic", content: "Theirs", scope: "user" },
          { project: "p2" },
        );
        await memories.put([...[...all].reverse(), theirs]);
        const walked: Memory[] = [];
        for (let after: string | undefined; ; ) {
          const stretch = await memories.walk("p1", { limit: 3, ...(after === undefined ? {} : { after }) });
          if (stretch.length === 0) break;
          walked.push(...stretch);
          after = walked.at(-1)?.id;
        }
        expect(walked).toEqual(all.toSorted((a, b) => (a.id < b.id ? -1 : 1)));
        const some = await memories.walk("p1", { types: ["working"], limit: 5 });
        expect(some.map(({ type }) => type)).toEqual(["working", "working"]);
      },
    );

    withMemories(
      "are found by the beginning of their ids, as far as the project sees them",
      async (memories) => {
        const [mine, theirs, everyones] = [
          sampleMemory({ type: "semantic", content: "Mine" }, { now: LATER }),
          sampleMemory({ type: "semantic", content: "Theirs" }, { project: "p2", now: LATER }),
          sampleMemory(
            { type: "semantic", content: "Everyone's", scope: "user" },
            { project: "p2", now: LATER },
          ),
        ];
        await memories.put([everyones, theirs, mine]);
        const beginning = (prefix: string, limit = 5): Promise<Memory[]> =>
          memories.beginning("p1", prefix, limit);
        expect(await beginning(mine.id.slice(0, 8))).toEqual([mine, everyones]);
        expect(await beginning(mine.id.slice(0, 8), 1)).toEqual([mine]);
        expect(await beginning(mine.id)).toEqual([mine]);
        for (const none of ["%", "_".repeat(8), "' OR 1=1 --", theirs.id])
          expect(await beginning(none)).toEqual([]);
      },
    );

    withMemories("note that they were shown, and the time never runs backwards", async (memories) => {
      const [one, two] = sampleOfEach() as [Memory, Memory];
      await memories.put([one, two]);
      await memories.accessed("p1", [one.id], "2026-05-01T00:00:00.000Z");
      await memories.accessed("p1", [one.id, "nobody"], "2026-04-01T00:00:00.000Z");
      await memories.accessed("p2", [two.id], "2026-05-01T00:00:00.000Z");
      const [seen, unseen] = await memories.get("p1", [one.id, two.id]);
      expect(seen).toMatchObject({ access_count: 2, accessed_at: "2026-05-01T00:00:00.000Z" });
      expect(unseen).toEqual(two);
    });
  });

  describe(`${name}: refusals`, () => {
    const at = (n: number): string => new Date(LATER.getTime() + n * 1_000).toISOString();

    withMemories("are known by what was refused, in its project, the latest of each", async (memories) => {
      await memories.refuse("p1", { hash: "a", reason: "Trivial", at: at(1) });
      await memories.refuse("p1", { hash: "b", reason: "Low scores", at: at(2) });
      await memories.refuse("p1", { hash: "a", reason: "Rejected", at: at(3) });
      await memories.refuse("p2", { hash: "c", reason: "Trivial", at: at(1) });
      expect(await memories.refused("p1", ["b", "a", "c", "d"])).toEqual([
        { hash: "a", reason: "Rejected", at: at(3) },
        { hash: "b", reason: "Low scores", at: at(2) },
      ]);
      expect(await memories.refused("p1", [])).toEqual([]);
      expect((await memories.refusals("p1")).map(({ hash }) => hash)).toEqual(["a", "b"]);
    });

    withMemories("make room for newer ones, beyond the last hundred of a project", async (memories) => {
      await memories.refuse("p2", { hash: "theirs", reason: "Trivial", at: at(0) });
      for (let n = 0; n < 103; n += 1)
        await memories.refuse("p1", { hash: `h${n}`, reason: "Trivial", at: at(n) });
      const refused = await memories.refused("p1", ["h0", "h2", "h3", "h102"]);
      expect(refused.map(({ hash }) => hash)).toEqual(["h102", "h3"]);
      expect(await memories.refused("p2", ["theirs"])).toHaveLength(1);
    });
  });

  describe(`${name}: links`, () => {
    const at = (n: number): string => `2026-01-0${n}T00:00:00Z`;

    withMemories("are kept by both ends and by type, and change their strength", async (memories) => {
      const link = (source: string, target: string, n: number, strength = 1) =>
        ({
          source_id: source,
          target_id: target,
          link_type: "refines",
          strength,
          created_at: at(n),
        }) as const;
      await memories.link("p1", link("a", "b", 2));
      await memories.link("p1", { ...link("a", "b", 3), link_type: "contradicts" });
      await memories.link("p1", link("c", "a", 1, 0.5));
      await memories.link("p1", link("c", "a", 4, 0.75));
      await memories.link("p2", link("a", "z", 1));
      expect(await memories.links("p1", "a")).toEqual([
        link("c", "a", 1, 0.75),
        link("a", "b", 2),
        { ...link("a", "b", 3), link_type: "contradicts" },
      ]);
      expect(await memories.unlink("p1", "a", "b", "refines")).toBe(1);
      expect(await memories.unlink("p1", "a", "b")).toBe(1);
      expect(await memories.unlink("p1", "a", "b")).toBe(0);
      expect(await memories.links("p1", "b")).toEqual([]);
    });
  });

  test(`${name}: links are read by their source, several at once`, async () => {
    const store = await open();
    try {
      const link = (source: string, target: string, link_type: "extends" | "refines") =>
        ({
          source_id: source,
          target_id: target,
          link_type,
          strength: 1,
          created_at: "2026-01-01T00:00:00Z",
        }) as const;
      const all = [link("a", "b", "extends"), link("a", "b", "refines"), link("c", "a", "extends")];
      for (const each of [...all].reverse()) await store.memories.link("p1", each);
      await store.memories.link("p2", link("a", "z", "extends"));
      expect(await store.memories.linksFrom("p1", ["a", "c", "nobody"])).toEqual(all);
      expect(await store.memories.linksFrom("p1", ["b"])).toEqual([]);
    } finally {
      await store.close();
    }
  });

  test(`${name}: contradictions are found from either end, each once`, async () => {
    const store = await open();
    try {
      const link = (source: string, target: string, link_type: LinkType) => ({
        source_id: source,
        target_id: target,
        link_type,
        strength: 1,
        created_at: "2026-01-01T00:00:00Z",
      });
      const [ab, cd] = [link("a", "b", "contradicts"), link("c", "d", "contradicts")];
      for (const each of [cd, ab, link("a", "c", "reinforces")]) await store.memories.link("p1", each);
      await store.memories.link("p2", link("a", "z", "contradicts"));
      expect(await store.memories.disputes("p1", ["b", "a", "d"])).toEqual([ab, cd]);
      expect(await store.memories.disputes("p1", ["b"])).toEqual([ab]);
      expect(await store.memories.disputes("p1", ["nobody"])).toEqual([]);
      expect(await store.memories.disputes("p1", [])).toEqual([]);
    } finally {
      await store.close();
    }
  });

  test(`${name}: the collections of a project's sessions are known by name`, async () => {
    const store = await open();
    try {
      const at = (session: string, project = "p1") => ({ project, session });
      const event = (from: { project: string; session: string }): Memory =>
        sampleMemory({ type: "episodic", content: "Something happened" }, from);
      const gone = event(at("s9"));
      await store.memories.put([
        event(at("s2")),
        event(at("s1")),
        event(at("s1", "p10")),
        gone,
        sampleMemory({ type: "semantic", content: "A rule" }),
      ]);
      await store.memories.forget("p1", [gone.id]);
      const named = await store.text.named(sessionCollections("p1"));
      expect(named).toEqual(["s1", "s2"].map((session) => memoryCollections(at(session))[0] ?? ""));
    } finally {
      await store.close();
    }
  });

  describe(`${name}: text of memories`, () => {
    const fact = (content: string, more: object = {}, at = {}): Memory =>
      sampleMemory({ type: "semantic", content, concept: "Fact", ...more }, at);
    const weighed = (...terms: string[]): { term: string; weight: number }[] =>
      terms.map((term, n) => ({ term, weight: 1_000 - n }));

    withMemories("is counted by term, for what a session may see", async (memories, look) => {
      await memories.put([
        fact("webhook ledger"),
        fact("webhook queue", { scope: "session" }),
        fact("webhook cache", { scope: "session" }, { session: "s2" }),
        fact("webhook token", { scope: "user" }, { project: "p2" }),
        fact("webhook shard", {}, { project: "p2" }),
        sampleMemory({ type: "working", content: "webhook draft" }),
        { ...fact("webhook old"), status: "archived" },
      ]);
      const terms = ["webhook", "ledger", "queue", "cach", "token", "shard", "draft", "old"];
      expect(Object.fromEntries(await look(HERE).frequencies(terms))).toEqual({
        webhook: 3,
        ledger: 1,
        queue: 1,
        token: 1,
      });
      // Each has its concept, "fact", and two words.
      expect(await look(HERE).statistics()).toEqual({ items: 3, passages: 3, length: 9 });
    });

    test("is counted for each collection by itself, too", async () => {
      const store = await open();
      try {
        const own = fact("webhook queue", { scope: "session" });
        await store.memories.put([fact("webhook ledger"), fact("webhook cache"), own]);
        const view = await store.text.look(memoryCollections(HERE));
        const [session = "", project = ""] = memoryCollections(HERE);
        expect(view.collections.map(({ name, items }) => [name, items])).toEqual([
          [session, 1],
          [project, 2],
        ]);
        const terms = ["webhook", "ledger", "nowhere", "fact"];
        const counts = await view.frequencies(terms);
        expect(Object.fromEntries(counts.get(session) ?? [])).toEqual({ webhook: 1, fact: 1 });
        expect(Object.fromEntries(counts.get(project) ?? [])).toEqual({ webhook: 2, ledger: 1, fact: 2 });
        expect(together(terms, counts, [project])).toEqual(
          new Map([
            ["webhook", 2],
            ["ledger", 1],
            ["fact", 2],
          ]),
        );
      } finally {
        await store.close();
      }
    });

    withMemories("finds who has the most of what is looked for", async (memories, look) => {
      const [both, one, other] = [fact("ledger webhook"), fact("ledger alone"), fact("webhook alone")];
      await memories.put([other, one, both, fact("nothing of it")]);
      const found = await look(HERE).candidates(weighed("ledger", "webhook"), 10);
      expect(found.map(({ key }) => key)).toEqual(ids([both, one, other]));
      expect(found[0]?.postings).toBe("3 fact:6 ledger:2 webhook:2 ");
      expect(await look(HERE).candidates(weighed("ledger", "webhook"), 1)).toHaveLength(1);
      expect(await look(HERE).candidates([], 10)).toEqual([]);
    });

    withMemories("follows a memory through change, archiving and promotion", async (memories, look) => {
      const memory = fact("ledger");
      const has = async (term: string): Promise<boolean> =>
        (await look(HERE).candidates(weighed(term), 5)).length > 0;
      await memories.put([memory]);
      const changed = updateMemory(memory, { content: "cache" }, LATER);
      await memories.put([changed]);
      expect([await has("ledger"), await has("cach")]).toEqual([false, true]);
      await memories.put([{ ...changed, promoted_to: "decisions/cache.json" }]);
      expect(await has("cach")).toBe(false);
      expect(await look(HERE).statistics()).toEqual({ items: 0, passages: 0, length: 0 });
      expect(await look(HERE).frequencies(["cach", "ledger", "fact"])).toEqual(new Map());
      await memories.put([changed]);
      expect(await has("cach")).toBe(true);
    });

    withMemories("moves with a memory that becomes the project's", async (memories, look) => {
      const mine = sampleMemory({ type: "prospective", content: "Measure the shard" });
      const there: Viewpoint = { project: "p1", session: "s9" };
      await memories.put([mine]);
      expect(await look(there).candidates(weighed("shard"), 5)).toEqual([]);
      await memories.put([{ ...mine, scope: "project" }]);
      expect(await look(there).candidates(weighed("shard"), 5)).toHaveLength(1);
      expect(await look(HERE).frequencies(["shard"])).toEqual(new Map([["shard", 1]]));
    });

    withMemories("takes hostile text as text", async (memories, look) => {
      const made = HOSTILE.map((content) => fact(content, { concept: content, tags: [content] }));
      await memories.put(made);
      expect(await memories.get("p1", ids(made))).toEqual(made);
      expect(await memories.find(HERE, { tags: [HOSTILE[0]?.toLowerCase() ?? ""] })).toHaveLength(1);
      expect(
        await look(HERE).candidates(
          HOSTILE.map((term) => ({ term, weight: 1 })),
          5,
        ),
      ).toEqual([]);
    });
  });

  test(`${name}: hundreds of memories of one session keep their numbers apart from another's`, async () => {
    const store = await open();
    try {
      const many = (session: string): Memory[] =>
        Array.from({ length: 300 }, (_, n) =>
          sampleMemory({ type: "episodic", content: `Event ${n} ${session}` }, { session }),
        );
      await store.memories.put([...many("s1"), ...many("s2")]);
      const found = await looking(store.text, HERE).candidates([{ term: "event", weight: 5 }], 1_000);
      expect(found).toHaveLength(300);
      expect(found.every(({ collection }) => collection === memoryCollections(HERE)[0])).toBe(true);
    } finally {
      await store.close();
    }
  });
}
