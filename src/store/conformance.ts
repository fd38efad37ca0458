/** The behaviour that every driver of the store must show. Run it from the driver's own test file. */
import { describe, expect, test } from "bun:test";
import { sampleOfEach } from "../memory/samples.ts";
import type { ProjectRecord } from "../record/types.ts";
import { analyze } from "../text/analyze.ts";
import { termsOf } from "../text/postings.ts";
import { aloneConformance } from "./alone-conformance.ts";
import { jobConformance } from "./job-conformance.ts";
import { markConformance } from "./mark-conformance.ts";
import type {
  Injection,
  Place,
  ProjectedRecord,
  SessionState,
  Store,
  StoredSignal,
  TurnActivity,
} from "./port.ts";
import { proposalConformance } from "./proposal-conformance.ts";
import { countOf, frequenciesOf, holdersOf, projected, sampleRecord } from "./sample.ts";
import { usageConformance } from "./usage-conformance.ts";

export interface ConformanceSubject {
  readonly name: string;
  /** Opens a store on an empty database of its own. */
  open(): Promise<Store>;
  /** Opens the database of the store opened last once more, as another process would. */
  reopen(): Promise<Store>;
}

const HERE: Place = { project: "project-a", root: "root-1" };

const put = (store: Store, place: Place, ...records: ProjectedRecord[]): Promise<void> =>
  store.projection.apply(place, { put: records, remove: [], folders: new Map() });

const found = async (store: Store, place: Place, words: string): Promise<string[]> =>
  (await holdersOf(store, place, analyze(words))).map(({ key }) => key);

const signal = (hash: string, over: Partial<StoredSignal> = {}): StoredSignal => ({
  session: "s1",
  turn: 1,
  message: 1,
  category: "decision",
  boosted: true,
  snippet: "we chose X",
  excerpt: "because we chose X over Y",
  hash,
  state: "pending",
  ...over,
});

const activity = (turn: number, message: number): TurnActivity => ({
  session: "s1",
  turn,
  message,
  tool_uses: 2,
  tools: ["Bash", "Edit"],
  exchanges: 3,
});

const injection = (item: string, version: string, over: Partial<Injection> = {}): Injection => ({
  session: "s1",
  item,
  version,
  place: "prompt",
  score: 7.5,
  characters: 120,
  tokens: 30,
  at: "2026-01-01T00:00:00Z",
  prompt: "prompt-1",
  ...over,
});

const HOSTILE = [
  `" OR 1=1 --`,
  `'); DROP TABLE records; --`,
  `title:* NEAR(a b, 2) AND NOT "x`,
  "nul\0byte",
  "\u202edesrever\u202c \u200bzero",
  "lone \ud800 surrogate",
  "^col : {a b} - +",
  "%_\\",
] as const;

export function storeConformance({ name, open, reopen }: ConformanceSubject): void {
  aloneConformance({ name, open, reopen });
  jobConformance({ name, open, reopen });
  markConformance({ name, open, reopen });
  usageConformance({ name, open, reopen });
  proposalConformance({ name, open, reopen });

  const withStore = (what: string, body: (store: Store) => Promise<void>): void => {
    test(what, async () => {
      const store = await open();
      try {
        await body(store);
      } finally {
        await store.close();
      }
    });
  };

  describe(`${name}: projection`, () => {
    withStore("is empty at first", async (store) => {
      const { projection } = store;
      expect(await projection.folders(HERE)).toEqual(new Map());
      expect(await projection.stamps(HERE)).toEqual(new Map());
      expect(await countOf(store, HERE)).toBe(0);
      expect(await projection.headers(HERE, ["active"])).toEqual([]);
      expect(await holdersOf(store, HERE, ["x"])).toEqual([]);
      expect(await projection.headersOf(HERE, ["decisions/x.json"])).toEqual([]);
      expect(await frequenciesOf(store, HERE, ["x"])).toEqual(new Map());
      expect(await projection.getMany(HERE, ["decisions/x.json"])).toEqual([]);
      await projection.clear(HERE);
    });

    withStore("gives the records of a category that were changed last", async (store) => {
      const changed = (id: string, month: number, over: Partial<ProjectRecord> = {}): ProjectedRecord =>
        projected(sampleRecord(id, { updated_at: `2026-0${month}-01T00:00:00Z`, ...over }));
      const put = [
        changed("b", 2),
        changed("a", 2),
        changed("old", 1),
        changed("new", 4),
        changed("gone", 5, { record_status: "retired" }),
        changed("other", 6, { category: "runbook" }),
      ];
      await store.projection.apply(HERE, { put, remove: [], folders: new Map() });
      const newest = async (category: string, limit: number): Promise<string[]> =>
        (await store.projection.newest(HERE, category, limit)).map(({ record }) => record.id);
      expect(await newest("decision", 3)).toEqual(["new", "a", "b"]);
      expect(await newest("decision", 1_000)).toEqual(["new", "a", "b", "old"]);
      expect(await newest("constraint", 3)).toEqual([]);
      expect(await store.projection.newest(HERE, "runbook", 1)).toEqual(put.slice(5));
      expect(await store.projection.newest({ ...HERE, root: "elsewhere" }, "decision", 3)).toEqual([]);
    });

    withStore("gives back what was put, whole", async (store) => {
      const one = projected(sampleRecord("one", { confidence: 0.9, related_files: ["a.ts"] }));
      await store.projection.apply(HERE, {
        put: [one],
        remove: [],
        folders: new Map([["decisions", { mtime: "17", size: 0 }]]),
      });
      expect(await store.projection.getMany(HERE, [one.path])).toEqual([one]);
      expect(await store.projection.stamps(HERE)).toEqual(
        new Map([[one.path, { ...one.stamp, hash: one.hash }]]),
      );
      expect(await store.projection.folders(HERE)).toEqual(
        new Map([["decisions", { mtime: "17", size: 0 }]]),
      );
      expect(await store.projection.headers(HERE, ["active"])).toEqual([
        {
          path: one.path,
          category: "decision",
          id: "one",
          title: "Use PostgreSQL",
          status: "active",
          tags: ["database"],
          created_at: "2026-01-01T00:00:00Z",
          updated_at: "2026-01-02T00:00:00Z",
          confidence: 0.9,
          hash: one.hash,
        },
      ]);
    });

    withStore(
      "gives several records in the order asked for, without those it does not have",
      async (store) => {
        const [a, b] = [projected(sampleRecord("a")), projected(sampleRecord("b"))];
        await put(store, HERE, a, b);
        expect(await store.projection.getMany(HERE, [b.path, "decisions/none.json", a.path])).toEqual([b, a]);
      },
    );

    withStore("replaces folder stamps by those of the last change", async ({ projection }) => {
      const apply = (folder: string): Promise<void> =>
        projection.apply(HERE, {
          put: [],
          remove: [],
          folders: new Map([[folder, { mtime: "1", size: 0 }]]),
        });
      await apply("decisions");
      await apply("runbooks");
      expect([...(await projection.folders(HERE)).keys()]).toEqual(["runbooks"]);
    });

    withStore(
      "finds who has most of title, tags and content, and says which terms that is",
      async (store) => {
        await put(
          store,
          HERE,
          projected(sampleRecord("in-body", { content: { context: "events go through Kafka" } })),
          projected(sampleRecord("in-tags", { tags: ["kafka"] })),
          projected(sampleRecord("in-title", { title: "Kafka instead of polling" })),
          projected(sampleRecord("other", { title: "Tabs, not spaces" })),
        );
        const hits = await holdersOf(store, HERE, ["kafka", "poll", "absent"], 10);
        // Of equal ones those first that were put first.
        expect(hits.map(({ key }) => key)).toEqual([
          "decisions/in-title.json",
          "decisions/in-body.json",
          "decisions/in-tags.json",
        ]);
        const [best] = hits;
        const prominent = "Kafka instead of polling database decision";
        expect(termsOf(best?.postings ?? "")).toEqual(
          new Set(analyze(`${prominent} PostgreSQL transactions`)),
        );
        expect(termsOf(best?.postings.slice(0, best.prominent) ?? "")).toEqual(new Set(analyze(prominent)));
        expect(best?.postings).toContain(" kafka:6 ");
        expect(await holdersOf(store, HERE, ["kafka"], 2)).toHaveLength(2);
        const paths = hits.map(({ key }) => key);
        expect(
          (await store.projection.headersOf(HERE, [...paths, "no.json"])).map(({ path }) => path),
        ).toEqual(paths);
      },
    );

    withStore("keeps a long record as one, by passages", async (store) => {
      const filler = "Unrelated prose about the weather and the garden in spring. ".repeat(60);
      await put(
        store,
        HERE,
        projected(
          sampleRecord("long", { content: { text: `${filler} The zebra migration failed. ${filler}` } }),
        ),
        ...Array.from({ length: 12 }, (_, i) =>
          projected(sampleRecord(`x${i}`, { title: `Other matter ${i}` })),
        ),
      );
      const hits = await holdersOf(store, HERE, analyze("zebra migration weather"), 10);
      expect(hits.map(({ key }) => key)).toEqual(["decisions/long.json"]);
      expect(hits[0]?.postings.split("\n").length).toBeGreaterThan(5);
      expect([...termsOf(hits[0]?.postings ?? "")]).toEqual(
        expect.arrayContaining(analyze("zebra migration weather")),
      );
    });

    withStore("finds text of any script", async (store) => {
      await put(
        store,
        HERE,
        projected(sampleRecord("ko", { title: "배포 실패 시 롤백 절차" })),
        projected(sampleRecord("ja", { title: "データベースの移行手順" })),
        projected(sampleRecord("zh", { title: "数据库迁移需要停机" })),
        projected(sampleRecord("ru", { title: "Восстановление базы из копии" })),
        projected(sampleRecord("fr", { title: "Clé d'idempotence vérifiée" })),
      );
      expect(await found(store, HERE, "롤백을")).toEqual(["decisions/ko.json"]);
      expect(await found(store, HERE, "移行手順")).toEqual(["decisions/ja.json"]);
      expect(await found(store, HERE, "迁移")).toEqual(["decisions/zh.json"]);
      expect(await found(store, HERE, "базы")).toEqual(["decisions/ru.json"]);
      expect(await found(store, HERE, "cle verifiee")).toEqual(["decisions/fr.json"]);
    });

    withStore("finds identifiers and paths whole and in parts", async (store) => {
      const content = { steps: ["set busyTimeout in src/store/open.ts", "restart"] };
      await put(store, HERE, projected(sampleRecord("id", { content })));
      for (const words of ["busyTimeout", "busy_timeout", "timeout", "src/store/open.ts", "open.ts"]) {
        expect(await found(store, HERE, words)).toEqual(["decisions/id.json"]);
      }
    });

    withStore("searches active records only, and keeps the headers of all", async (store) => {
      const statuses = ["active", "retired", "archived"] as const;
      for (const status of statuses) {
        await put(store, HERE, projected(sampleRecord(status, { title: "Kafka", record_status: status })));
      }
      expect(await found(store, HERE, "kafka")).toEqual(["decisions/active.json"]);
      expect(await countOf(store, HERE)).toBe(1);
      expect(await frequenciesOf(store, HERE, ["kafka"])).toEqual(new Map([["kafka", 1]]));
      for (const status of statuses) {
        expect((await store.projection.headers(HERE, [status])).map(({ id }) => id)).toEqual([status]);
      }
      expect((await store.projection.headers(HERE, statuses)).map(({ id }) => id)).toEqual([
        "active",
        "archived",
        "retired",
      ]);
    });

    withStore("follows a record through change, retirement, restoration and removal", async (store) => {
      const { projection } = store;
      const record = sampleRecord("r", { title: "Kafka" });
      const retired = sampleRecord("r", { title: "Pulsar", record_status: "retired" });
      const state = async (): Promise<unknown> => [
        await found(store, HERE, "kafka"),
        await found(store, HERE, "pulsar"),
        await countOf(store, HERE),
        Object.fromEntries(await frequenciesOf(store, HERE, ["kafka", "pulsar"])),
      ];
      await put(store, HERE, projected(record));
      expect(await state()).toEqual([["decisions/r.json"], [], 1, { kafka: 1 }]);
      await put(store, HERE, projected({ ...record, title: "Pulsar" }));
      expect(await state()).toEqual([[], ["decisions/r.json"], 1, { pulsar: 1 }]);
      await put(store, HERE, projected(retired));
      expect(await state()).toEqual([[], [], 0, {}]);
      await put(store, HERE, projected(record));
      expect(await state()).toEqual([["decisions/r.json"], [], 1, { kafka: 1 }]);
      await projection.apply(HERE, {
        put: [],
        remove: ["decisions/r.json", "decisions/none.json"],
        folders: new Map(),
      });
      expect(await state()).toEqual([[], [], 0, {}]);
      expect(await projection.getMany(HERE, ["decisions/r.json"])).toEqual([]);
    });

    withStore("counts a term once per record, however often and in however many passages", async (store) => {
      const long = "kafka is mentioned here. ".repeat(200);
      await put(
        store,
        HERE,
        projected(sampleRecord("a", { content: { long } })),
        projected(sampleRecord("b")),
      );
      expect(await frequenciesOf(store, HERE, ["kafka", "postgresql", "nowhere"])).toEqual(
        new Map([
          ["kafka", 1],
          ["postgresql", 2],
        ]),
      );
    });

    withStore("keeps places apart: rows, counts and scores", async (store) => {
      const elsewhere: Place[] = [
        { project: "project-b", root: "root-1" },
        { project: "project-a", root: "root-2" },
      ];
      const kafka = projected(sampleRecord("k", { title: "Kafka" }));
      await put(
        store,
        HERE,
        kafka,
        projected(sampleRecord("o", { title: "Other" })),
        projected(sampleRecord("p")),
      );
      const [before] = await holdersOf(store, HERE, ["kafka"], 5);
      for (const place of elsewhere) {
        await put(
          store,
          place,
          ...Array.from({ length: 20 }, (_, i) => projected(sampleRecord(`k${i}`, { title: "Kafka" }))),
        );
      }
      const [after] = await holdersOf(store, HERE, ["kafka"], 5);
      expect(after).toEqual(before as NonNullable<typeof before>);
      expect(await countOf(store, HERE)).toBe(3);
      await store.projection.clear(elsewhere[0] ?? HERE);
      expect(await countOf(store, elsewhere[0] ?? HERE)).toBe(0);
      expect(await found(store, HERE, "kafka")).toEqual(["decisions/k.json"]);
    });

    withStore("stores and searches hostile text as text", async (store) => {
      const records = HOSTILE.map((text, i) =>
        projected(sampleRecord(`h${i}`, { title: text, tags: [text], content: { text }, category: text })),
      );
      await put(store, HERE, ...records, projected(sampleRecord("kafka", { title: "Kafka" })));
      for (const [i, text] of HOSTILE.entries()) {
        const [back] = await store.projection.getMany(HERE, [`decisions/h${i}.json`]);
        expect(back?.record).toEqual(JSON.parse(JSON.stringify(records[i]?.record)));
        await holdersOf(store, HERE, [text, ...text.split(" ")], 5);
        await frequenciesOf(store, HERE, [text]);
        expect(await store.projection.getMany(HERE, [text])).toEqual([]);
        expect(await countOf(store, { project: text, root: text })).toBe(0);
      }
      expect(await found(store, HERE, "kafka")).toEqual(["decisions/kafka.json"]);
      expect(await countOf(store, HERE)).toBe(HOSTILE.length + 1);
    });

    withStore("is seen by a second opening at once, and both may write", async (store) => {
      const other = await reopen();
      try {
        await put(store, HERE, projected(sampleRecord("a", { title: "Kafka" })));
        expect(await found(other, HERE, "kafka")).toEqual(["decisions/a.json"]);
        await Promise.all(
          Array.from({ length: 20 }, (_, i) =>
            put(i % 2 === 0 ? store : other, HERE, projected(sampleRecord(`w${i}`, { title: `Kafka ${i}` }))),
          ),
        );
        expect(await countOf(store, HERE)).toBe(21);
        expect(await frequenciesOf(other, HERE, ["kafka"])).toEqual(new Map([["kafka", 21]]));
      } finally {
        await other.close();
      }
    });
  });

  describe(`${name}: ledger`, () => {
    withStore("makes a session at the first call and keeps what is saved", async ({ ledger }) => {
      const first = await ledger.session("p", "s1", "claude-code", "2026-01-01T00:00:00Z");
      const fresh: SessionState = {
        project: "p",
        session: "s1",
        client: "claude-code",
        started_at: "2026-01-01T00:00:00Z",
        offset: 0,
        messages: 0,
        turns: 0,
        requests: 0,
      };
      expect(first).toEqual(fresh);
      const later = {
        ...fresh,
        offset: 123,
        turns: 4,
        requests: 1,
        last_request_turn: 3,
        transcript: "/t.jsonl",
      };
      const stored = () => ledger.session("p", "s1", "other", "2026-02-02T00:00:00Z");
      const { offset, turns, requests, last_request_turn, transcript } = later;
      await ledger.changeSession("p", "s1", { offset, turns, requests, last_request_turn, transcript });
      expect(await stored()).toEqual(later);
      await ledger.changeSession("p", "s1", { offset: 0, messages: 0 });
      expect(await stored()).toEqual({ ...later, offset: 0 });
    });

    withStore("changes of a session by two at once undo nothing of each other", async ({ ledger }) => {
      const known = await ledger.session("p", "s1", "c", "2026-01-01T00:00:00Z");
      await ledger.changeSession("p", "s1", { ended_at: "2026-01-01T01:00:00Z" });
      await ledger.changeSession("p", "s1", { synthetic: true });
      await ledger.changeSession("p", "s1", { offset: 5 });
      await ledger.changeSession("p", "s1", {});
      const stored = () => ledger.session("p", "s1", "c", "2026-02-02T00:00:00Z");
      const changed = { ...known, ended_at: "2026-01-01T01:00:00Z", offset: 5 };
      expect(await stored()).toEqual({ ...changed, synthetic: true });
      await ledger.changeSession("p", "s1", { synthetic: false });
      expect(await stored()).toEqual(changed);
      await ledger.changeSession("p", "unknown", { offset: 5 });
      await ledger.changeSession("q", "s1", { offset: 9 });
      expect(await stored()).toEqual(changed);
      expect(await ledger.recentSessions("p", 9)).toHaveLength(1);
    });

    withStore("lists the newest sessions of the project first", async ({ ledger }) => {
      for (const day of ["02", "01", "03"])
        await ledger.session("p", `s${day}`, "c", `2026-01-${day}T00:00:00Z`);
      await ledger.session("q", "other", "c", "2026-01-09T00:00:00Z");
      expect((await ledger.recentSessions("p", 2)).map(({ session }) => session)).toEqual(["s03", "s02"]);
    });

    withStore(
      "keeps signals and activity until they are proposed, each line once per session",
      async ({ ledger }) => {
        const late = signal("h2", { message: 9, boosted: false, lifecycle_event: "resolved" });
        await ledger.addTurn("p", [late, signal("h1")], activity(1, 2));
        await ledger.addTurn("p", [signal("h1", { snippet: "again", message: 20 })], activity(2, 21));
        await ledger.addTurn("p", [signal("h1", { session: "s2" })], { ...activity(1, 2), session: "s2" });
        const all = await ledger.pending("p", "s1", 0);
        expect(all.signals).toEqual([signal("h1"), late]);
        expect(all.activity).toEqual([activity(1, 2), activity(2, 21)]);
        expect((await ledger.pending("p", "s1", 9)).signals).toEqual([late]);
        expect((await ledger.pending("p", "s1", 9)).activity).toEqual([activity(2, 21)]);
        expect((await ledger.pending("q", "s1", 0)).signals).toEqual([]);

        await ledger.markProposed("p", "s1");
        expect(await ledger.pending("p", "s1", 0)).toEqual({ signals: [], activity: [] });
        await ledger.addTurn("p", [signal("h1"), signal("h3")], activity(3, 30));
        expect((await ledger.pending("p", "s1", 0)).signals).toEqual([signal("h3")]);
        expect((await ledger.pending("p", "s2", 0)).signals).toEqual([signal("h1", { session: "s2" })]);
      },
    );

    withStore("takes the last word on the activity of a turn", async ({ ledger }) => {
      await ledger.addTurn("p", [], activity(1, 2));
      await ledger.addTurn("p", [], { ...activity(1, 5), tool_uses: 7 });
      expect((await ledger.pending("p", "s1", 0)).activity).toEqual([{ ...activity(1, 5), tool_uses: 7 }]);
    });

    withStore(
      "knows what a session was shown, in which version, until it is forgotten",
      async ({ ledger }) => {
        await ledger.addInjections("p", [injection("a", "v1"), injection("b", "v1")]);
        await ledger.addInjections("p", [injection("a", "v2"), injection("c", "v1", { session: "s2" })]);
        await ledger.addInjections("p", []);
        expect(await ledger.shown("p", "s1")).toEqual(
          new Map([
            ["a", "v2"],
            ["b", "v1"],
          ]),
        );
        expect(await ledger.shown("q", "s1")).toEqual(new Map());
        await ledger.forgetShown("p", "s1");
        expect(await ledger.shown("p", "s1")).toEqual(new Map());
        expect(await ledger.shown("p", "s2")).toEqual(new Map([["c", "v1"]]));
        expect(await ledger.recentInjections("p", 10)).toHaveLength(4);
        await ledger.addInjections("p", [injection("a", "v2")]);
        expect(await ledger.shown("p", "s1")).toEqual(new Map([["a", "v2"]]));
      },
    );

    withStore(
      "forgets what was said and shown in a session and its subagents, and that of no other",
      async ({ ledger }) => {
        await ledger.session("p", "s1", "c", "2026-01-01T00:00:00Z");
        await ledger.addTurn("p", [signal("h1"), signal("h2")], activity(1, 2));
        const others = [{ session: "s2" }, { session: "s10" }];
        for (const other of others)
          await ledger.addTurn("p", [signal("h1", other)], { ...activity(1, 2), ...other });
        const shown = ["s1", "s1/agent", "s10", "s1x", "s2/s1"];
        await ledger.addInjections(
          "p",
          shown.map((session) => injection("a", "v1", { session })),
        );
        await ledger.addSavedRecord("p", "s1", {
          path: "x.json",
          category: "decision",
          action: "create",
          at: "now",
        });
        expect(await ledger.forgetSession("q", "s1")).toEqual({ signals: 0, injections: 0 });
        expect(await ledger.forgetSession("p", "s1")).toEqual({ signals: 2, injections: 2 });
        expect(await ledger.pending("p", "s1", 0)).toEqual({ signals: [], activity: [] });
        expect((await ledger.recentInjections("p", 9)).map(({ session }) => session)).toEqual([
          "s2/s1",
          "s1x",
          "s10",
        ]);
        for (const { session } of others)
          expect((await ledger.pending("p", session, 0)).signals).toHaveLength(1);
        expect(await ledger.recentSessions("p", 9)).toHaveLength(1);
        expect(await ledger.savedRecords("p", "s1")).toHaveLength(1);
      },
    );

    withStore("forgets signals one by one", async ({ ledger }) => {
      await ledger.addTurn("p", [signal("h1"), signal("h2")], activity(1, 2));
      expect(await ledger.forgetSignals("p", "s1", ["h1", "h9"])).toBe(1);
      expect(await ledger.forgetSignals("p", "s2", ["h2"])).toBe(0);
      expect((await ledger.pending("p", "s1", 0)).signals).toEqual([signal("h2")]);
    });

    withStore("is itself when all of it was written anew", async (store) => {
      await store.ledger.addTurn("p", [signal("h1")], activity(1, 2));
      const kept = sampleOfEach();
      await store.memories.put(kept);
      await store.memories.forget("p1", [kept[0]?.id ?? ""]);
      await store.scrub();
      expect((await store.ledger.pending("p", "s1", 0)).signals).toEqual([signal("h1")]);
      const left = kept.slice(1);
      expect(
        await store.memories.get(
          "p1",
          left.map(({ id }) => id),
        ),
      ).toEqual(left);
    });

    withStore("lists the newest injections first", async ({ ledger }) => {
      const all = ["a", "b", "c"].map((item) => injection(item, "v1"));
      await ledger.addInjections("p", all);
      expect(await ledger.recentInjections("p", 2)).toEqual([injection("c", "v1"), injection("b", "v1")]);
    });

    withStore("knows what became of what prompts were given", async ({ ledger }) => {
      const shown = (item: string, session = "s1"): Injection => injection(item, "v1", { session });
      await ledger.addInjections("p", [shown("a"), shown("b"), shown("c", "s2")]);
      await ledger.addInjections("p", [injection("brief", "v1", { place: "session_start" })]);
      expect((await ledger.unjudged("p", "s1")).map(({ item }) => item)).toEqual(["a", "b"]);
      expect(await ledger.effects("p", ["a"])).toEqual(new Map());
      await ledger.judge("p", "s1", ["a", "nothing"]);
      expect(await ledger.unjudged("p", "s1")).toEqual([]);
      expect((await ledger.unjudged("p", "s2")).map(({ item }) => item)).toEqual(["c"]);
      expect((await ledger.recentInjections("p", 9)).map(({ item, used }) => [item, used])).toEqual([
        ["brief", undefined],
        ["c", undefined],
        ["b", false],
        ["a", true],
      ]);
      for (let n = 0; n < 2; n += 1) {
        await ledger.addInjections("p", [shown("a"), shown("b")]);
        await ledger.judge("p", "s1", []);
      }
      expect(await ledger.effects("p", ["a", "b", "c", "brief"])).toEqual(
        new Map([
          ["a", { judged: 3, used: 1, idle: 2 }],
          ["b", { judged: 3, used: 0, idle: 3 }],
        ]),
      );
      expect(await ledger.effects("q", ["a"])).toEqual(new Map());
    });

    withStore("remembers what a session saved, in order", async ({ ledger }) => {
      const saved = (
        path: string,
        at: string,
      ): { path: string; category: string; action: string; at: string } => ({
        path,
        category: "decision",
        action: "created",
        at,
      });
      await ledger.addSavedRecord("p", "s1", saved("decisions/b.json", "2026-01-01T00:00:00Z"));
      await ledger.addSavedRecord("p", "s1", saved("decisions/a.json", "2026-01-01T00:00:01Z"));
      expect((await ledger.savedRecords("p", "s1")).map(({ path }) => path)).toEqual([
        "decisions/b.json",
        "decisions/a.json",
      ]);
      expect(await ledger.savedRecords("p", "s2")).toEqual([]);
    });

    withStore("forgets sessions that were not seen for long, with everything of them", async ({ ledger }) => {
      const saved = { path: "decisions/a.json", category: "decision", action: "CREATE" };
      for (const [session, at] of [
        ["old", "2026-01-01T00:00:00Z"],
        ["resumed", "2026-01-02T00:00:00Z"],
        ["new", "2026-03-01T00:00:00Z"],
      ] as const) {
        await ledger.session("p", session, "c", at);
        await ledger.addTurn("p", [signal("h", { session })], { ...activity(1, 1), session });
        await ledger.addInjections("p", [injection("a", "v1", { session, at })]);
        await ledger.addSavedRecord("p", session, { ...saved, at });
      }
      await ledger.addInjections("q", [injection("b", "v1", { session: "never begun" })]);
      await ledger.session("p", "resumed", "c", "2026-02-20T00:00:00Z");

      expect(await ledger.prune("2025-12-31T00:00:00Z", 100)).toEqual({ sessions: 0, injections: 0 });
      expect(await ledger.prune("2026-02-01T00:00:00Z", 100)).toEqual({ sessions: 1, injections: 2 });
      expect((await ledger.recentSessions("p", 9)).map(({ session }) => session)).toEqual(["new", "resumed"]);
      for (const [session, left] of [
        ["old", 0],
        ["resumed", 1],
        ["new", 1],
      ] as const) {
        const { signals, activity: turns } = await ledger.pending("p", session, 0);
        expect([signals.length, turns.length]).toEqual([left, left]);
        expect(await ledger.savedRecords("p", session)).toHaveLength(left);
      }
      expect((await ledger.recentInjections("p", 9)).map(({ session }) => session)).toEqual(["new"]);
      expect(await ledger.recentInjections("q", 9)).toEqual([]);
      expect(await ledger.prune("2026-02-01T00:00:00Z", 100)).toEqual({ sessions: 0, injections: 0 });
    });

    withStore("forgets at most as much as it is told, the oldest first", async ({ ledger }) => {
      for (const day of ["03", "01", "02"]) await ledger.session("p", day, "c", `2026-01-${day}T00:00:00Z`);
      await ledger.addInjections(
        "p",
        ["a", "b", "c"].map((item) => injection(item, "v", { session: "none" })),
      );
      expect(await ledger.prune("2026-02-01T00:00:00Z", 2)).toEqual({ sessions: 2, injections: 2 });
      expect((await ledger.recentSessions("p", 9)).map(({ session }) => session)).toEqual(["03"]);
      expect((await ledger.recentInjections("p", 9)).map(({ item }) => item)).toEqual(["c"]);
    });

    withStore("takes hostile text as text", async ({ ledger }) => {
      for (const text of HOSTILE) {
        const wellFormed = text.toWellFormed();
        await ledger.session(text, text, text, "2026-01-01T00:00:00Z");
        await ledger.addTurn(text, [signal(text, { session: text, excerpt: text })], {
          ...activity(1, 1),
          session: text,
        });
        await ledger.addInjections(text, [injection(text, text, { session: text })]);
        const [pending] = (await ledger.pending(text, text, 0)).signals;
        expect(pending?.excerpt).toBe(wellFormed);
        expect(await ledger.shown(text, text)).toEqual(new Map([[wellFormed, wellFormed]]));
      }
    });

    withStore("survives closing and reopening", async (store) => {
      await store.ledger.addInjections("p", [injection("a", "v1")]);
      const again = await reopen();
      expect(await again.ledger.shown("p", "s1")).toEqual(new Map([["a", "v1"]]));
      expect(again.notices).toEqual([]);
      await again.close();
    });
  });
}
