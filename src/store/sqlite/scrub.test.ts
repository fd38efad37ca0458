import { Database } from "bun:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sampleMemory } from "../../memory/samples.ts";
import type { Store } from "../port.ts";
import { openSqliteStore } from "./open.ts";

let dir: string;
let store: Store;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "recollect-scrub-"));
  store = openSqliteStore({ path: join(dir, "m.db") });
});
afterEach(async () => {
  await store.close();
  rmSync(dir, { recursive: true, force: true });
});

/** Files in which a word stands, in any case. */
const holding = (word: string): string[] =>
  ["m.db", "m.db-wal", "m.db-shm"].filter(
    (name) =>
      existsSync(join(dir, name)) && readFileSync(join(dir, name), "latin1").toLowerCase().includes(word),
  );

const memories = Array.from({ length: 60 }, (_, n) =>
  sampleMemory({
    type: "semantic",
    content: `Rule ${n} of the house: the quokkaword${String(n).padStart(2, "0")} comes before the wallaby`,
  }),
);
const long = sampleMemory({
  type: "episodic",
  content: `zebrafinch ${"and so on ".repeat(1_000)} okapiword`,
});
const ids = memories.map(({ id }) => id);

describe("what was forgotten", () => {
  test("stands in no file of the database any more when it was written anew", async () => {
    await store.memories.put([...memories, long]);
    await store.memories.put([{ ...memories[3], content: "Rule 3 changed" } as (typeof memories)[0]]);
    expect(holding("quokkaword05")).not.toEqual([]);
    await store.memories.forget("p1", [...ids.slice(0, 30), long.id]);
    await store.scrub();
    for (const word of [
      "quokkaword05",
      "quokkaword03",
      "quokkaword29",
      "zebrafinch",
      "okapiword",
      ids[7] ?? "",
    ])
      expect([word, holding(word)]).toEqual([word, []]);
    expect(holding("quokkaword44")).toEqual(["m.db"]);
    expect(await store.memories.get("p1", ids)).toHaveLength(30);
  });

  test("that was the last of all, too", async () => {
    await store.memories.put(memories);
    await store.memories.forget("p1", ids);
    await store.scrub();
    expect(holding("wallaby")).toEqual([]);
    expect(holding("quokkaword")).toEqual([]);
  });

  test("is told to stand in the log while another process reads an older state", async () => {
    await store.memories.put(memories);
    using other = new Database(join(dir, "m.db"), { readonly: true });
    other.run("BEGIN");
    other.query("SELECT count(*) FROM semantic_memories").get();
    await store.memories.forget("p1", ids);
    await expect(store.scrub()).rejects.toMatchObject({ code: "LOCKED" });
    other.run("COMMIT");
    await store.scrub();
    expect(holding("wallaby")).toEqual([]);
  });
});

describe("a row that someone has spoilt", () => {
  test("is known by its id, and forgotten with what it was found by", async () => {
    await store.memories.put(memories.slice(0, 3));
    const [spoilt = "", ...whole] = ids.slice(0, 3);
    using other = new Database(join(dir, "m.db"));
    other.query("UPDATE semantic_memories SET source_sessions = '{}' WHERE id = ?").run(spoilt);
    expect(await store.memories.get("p1", [spoilt])).toEqual([]);
    expect(await store.memories.spoilt("p1")).toEqual([spoilt]);
    expect(await store.memories.spoilt("p2")).toEqual([]);
    expect(await store.memories.forget("p2", [spoilt])).toBe(0);
    expect(await store.memories.forget("p1", [spoilt])).toBe(1);
    expect(await store.memories.spoilt("p1")).toEqual([]);
    await store.scrub();
    expect(holding("quokkaword00")).toEqual([]);
    expect(await store.memories.get("p1", whole)).toHaveLength(2);
  });
});
