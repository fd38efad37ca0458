import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { MatchStrategy } from "../config/types.ts";
import { BUILT_IN_CATEGORIES, type CategoryName } from "../record/category.ts";
import type { ProjectRecord } from "../record/types.ts";
import type { Place, Store } from "../store/port.ts";
import { projected, sampleRecord } from "../store/sample.ts";
import { openSqliteStore } from "../store/sqlite/open.ts";
import { type RecalledItem, type RecallRequest, recallRecords } from "./select.ts";

const NOW = new Date("2026-06-01T00:00:00Z");
const ALL = new Set<CategoryName>(BUILT_IN_CATEGORIES);

let dir: string;
let store: Store;
let places = 0;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), "recollect-recall-"));
  store = openSqliteStore({ path: join(dir, "r.db") });
});
afterAll(async () => {
  await store.close();
  rmSync(dir, { recursive: true, force: true });
});

/** A place of its own with these records. */
async function placeWith(...records: ProjectRecord[]): Promise<Place> {
  places += 1;
  const place = { project: `p${places}`, root: "r" };
  await store.projection.apply(place, {
    put: records.map((each) => projected(each)),
    remove: [],
    folders: new Map(),
  });
  return place;
}

const recall = (
  place: Place,
  prompt: string,
  over: Partial<RecallRequest> = {},
  strategy: MatchStrategy = "full_text",
): Promise<RecalledItem[]> =>
  recallRecords({
    projection: store.projection,
    place,
    prompt,
    now: NOW,
    settings: { max_inject: 5, match_strategy: strategy },
    shown: new Map(),
    enabledCategories: ALL,
    ...over,
  });
const ids = (items: readonly RecalledItem[]): string[] => items.map(({ record }) => record.id);

const old = { created_at: "2025-01-01T00:00:00Z", updated_at: "2025-01-01T00:00:00Z" };
const kafka = sampleRecord("kafka", {
  title: "Kafka carries domain events",
  tags: ["kafka"],
  content: { decision: "Kafka" },
  ...old,
});
const tabs = sampleRecord("tabs", {
  title: "Indent with tabs",
  tags: ["style"],
  content: { decision: "Tabs" },
  ...old,
});

describe("full_text", () => {
  test("returns what is relevant and nothing else", async () => {
    const place = await placeWith(kafka, tabs);
    expect(ids(await recall(place, "why do we use kafka?"))).toEqual(["kafka"]);
    expect(await recall(place, "write a haiku about autumn")).toEqual([]);
    expect(await recall(place, "please use the new function and fix the file")).toEqual([]);
  });

  test("works in a store with a single record", async () => {
    const place = await placeWith(kafka);
    expect(ids(await recall(place, "where does kafka fit in?"))).toEqual(["kafka"]);
    expect(await recall(place, "center a div")).toEqual([]);
  });

  test("says why", async () => {
    const [item] = await recall(await placeWith(kafka, tabs), "which domain events does kafka carry?");
    expect(item?.explain.matched).toEqual(["domain", "event", "kafka", "carri"]);
    expect(item?.explain.coverage).toBeGreaterThan(0.8);
    expect(item?.explain.mass ?? 0).toBeGreaterThanOrEqual(
      item?.explain.required ?? Number.POSITIVE_INFINITY,
    );
    expect(item?.score).toBeGreaterThan(0);
    expect(item?.score).toBeLessThanOrEqual(10);
  });

  test("leaves out what the session has seen in the same version, and its place goes to the next", async () => {
    const more = [1, 2, 3].map((i) =>
      sampleRecord(`k${i}`, {
        title: `Kafka topic naming rule ${i}`,
        tags: ["kafka"],
        content: { text: `zone${i} alpha${i} beta${i} gamma${i}` },
      }),
    );
    const place = await placeWith(...more, tabs);
    const settings = { max_inject: 1, match_strategy: "full_text" as const };
    const [first] = await recall(place, "kafka topic naming", { settings });
    const shown = new Map([[first?.item ?? "", first?.version ?? ""]]);
    const [second] = await recall(place, "kafka topic naming", { settings, shown });
    expect(second?.item).not.toBe(first?.item);
    const changed = new Map([[first?.item ?? "", "an older version"]]);
    expect((await recall(place, "kafka topic naming", { settings, shown: changed }))[0]?.item).toBe(
      first?.item ?? "",
    );
  });

  test("shows one of two records that say the same", async () => {
    const twin = { ...kafka, id: "kafka-again" };
    expect(await recall(await placeWith(kafka, twin, tabs), "why kafka?")).toHaveLength(1);
  });

  test("leaves out retired records and disabled categories", async () => {
    const place = await placeWith(
      { ...kafka, record_status: "retired" },
      { ...kafka, id: "c", category: "constraint" },
      tabs,
    );
    expect(ids(await recall(place, "why kafka?"))).toEqual(["c"]);
    expect(await recall(place, "why kafka?", { enabledCategories: new Set(["decision"]) })).toEqual([]);
  });

  test("decides between equals by category, recency and confidence", async () => {
    const same = (id: string, over: Partial<ProjectRecord>): ProjectRecord =>
      sampleRecord(id, {
        title: "Kafka retention",
        content: { text: `${id}one ${id}two ${id}three ${id}four` },
        ...old,
        ...over,
      });
    const best = async (...records: ProjectRecord[]): Promise<string | undefined> =>
      ids(await recall(await placeWith(...records, tabs), "kafka retention"))[0];
    expect(await best(same("a", {}), same("b", { updated_at: "2026-05-31T00:00:00Z" }))).toBe("b");
    expect(await best(same("a", { confidence: 0.1 }), same("b", { confidence: 1 }))).toBe("b");
    expect(await best(same("a", { category: "tech_debt" }), same("b", {}))).toBe("b");
  });

  test("an important, fresh record about something else never outranks a match", async () => {
    const fresh = sampleRecord("fresh", {
      title: "Deploy window",
      confidence: 1,
      updated_at: NOW.toISOString(),
      content: { text: "kafka is mentioned in passing among many other words about deploys" },
    });
    const match = sampleRecord("match", {
      category: "session_summary",
      title: "Kafka retention period",
      confidence: 0.1,
      ...old,
    });
    expect(ids(await recall(await placeWith(fresh, match, tabs), "kafka retention period"))[0]).toBe("match");
  });

  test("takes prompts of a megabyte, of operators, of nothing", async () => {
    const place = await placeWith(kafka, tabs);
    expect(ids(await recall(place, `why kafka? ${"x y z ".repeat(200_000)}`))).toEqual(["kafka"]);
    for (const prompt of [
      "",
      " ",
      "the and of",
      '" OR * NEAR( ^',
      "'); DROP TABLE records; --",
      "\0\u202e\ud800",
      "?!".repeat(9_999),
    ]) {
      expect(await recall(place, prompt)).toEqual([]);
    }
    expect(
      await recall(place, "why kafka?", { settings: { max_inject: 0, match_strategy: "full_text" } }),
    ).toEqual([]);
    expect(await recall({ project: "none", root: "none" }, "why kafka?")).toEqual([]);
  });

  test("an error code or path pasted with a long log finds its runbook", async () => {
    const runbook = sampleRecord("busy", {
      category: "runbook",
      title: "SQLITE_BUSY in the queue",
      content: { steps: ["serialise writes in OfflineQueue.ts"] },
    });
    const log = Array.from(
      { length: 60 },
      (_, i) => `at step${i} (node:internal/modules/cjs/loader:${i}:14) request failed`,
    ).join("\n");
    const place = await placeWith(runbook, kafka, tabs);
    expect(
      ids(await recall(place, `this happens since today\nError: SQLITE_BUSY in OfflineQueue.ts\n${log}`)),
    ).toEqual(["busy"]);
  });
});

describe("title_tags", () => {
  const prompt = (place: Place, text: string): Promise<RecalledItem[]> =>
    recall(place, text, {}, "title_tags");

  test("scores as the keyword scorer does, with a point for recency", async () => {
    const recent = { ...kafka, id: "recent", updated_at: "2026-05-20T00:00:00Z" };
    const found = await prompt(await placeWith(kafka, recent, tabs), "kafka events please");
    expect(found.map(({ record, score }) => [record.id, score])).toEqual([
      ["recent", 8],
      ["kafka", 7],
    ]);
  });

  test("breaks ties by category, then path", async () => {
    const place = await placeWith(
      { ...kafka, id: "z", category: "session_summary" },
      { ...kafka, id: "y", category: "constraint" },
      { ...kafka, id: "x" },
      { ...kafka, id: "a" },
    );
    expect(ids(await prompt(place, "kafka events"))).toEqual(["a", "x", "y", "z"]);
  });

  test("passes over prompts of fewer than ten characters", async () => {
    const place = await placeWith(kafka);
    expect(await prompt(place, "kafka ok?")).toEqual([]);
    expect(ids(await prompt(place, "kafka, ok?"))).toEqual(["kafka"]);
  });

  test("does not see the content", async () => {
    const place = await placeWith({ ...tabs, content: { text: "kafka" } });
    expect(await prompt(place, "kafka in the content")).toEqual([]);
  });
});

interface FixtureRecord {
  id: string;
  category: CategoryName;
  title: string;
  tags: string[];
  text: string;
}
interface FixturePrompt {
  prompt: string;
  relevant: string[];
}

const lines = <T>(name: string): T[] =>
  readFileSync(join(import.meta.dir, "fixtures", name), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as T);

test("a developer's prompts bring back what they are about, and unanswerable ones nothing", async () => {
  const records = lines<FixtureRecord>("developer-records.jsonl");
  const prompts = lines<FixturePrompt>("developer-prompts.jsonl");
  const place = await placeWith(
    ...records.map(({ id, category, title, tags, text }) =>
      sampleRecord(id, { category, title, tags, content: { text }, ...old }),
    ),
  );
  let answerable = 0;
  let unanswerable = 0;
  let silent = 0;
  let found = 0;
  let first = 0;
  let returned = 0;
  let right = 0;
  for (const { prompt, relevant } of prompts) {
    const got = ids(await recall(place, prompt));
    if (relevant.length === 0) {
      unanswerable += 1;
      silent += got.length === 0 ? 1 : 0;
      continue;
    }
    answerable += 1;
    const hits = got.filter((id) => relevant.includes(id)).length;
    returned += got.length;
    right += hits;
    found += hits > 0 ? 1 : 0;
    first += relevant.includes(got[0] ?? "") ? 1 : 0;
  }
  expect(records.length).toBeGreaterThanOrEqual(60);
  expect(prompts.length).toBeGreaterThanOrEqual(80);
  expect(unanswerable / prompts.length).toBeGreaterThanOrEqual(1 / 3);
  expect(silent / unanswerable).toBeGreaterThanOrEqual(0.95);
  expect(found / answerable).toBeGreaterThanOrEqual(0.93);
  expect(first / answerable).toBeGreaterThanOrEqual(0.9);
  expect(right / returned).toBeGreaterThanOrEqual(0.8);
});
