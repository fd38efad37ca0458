/** What the start of a session clears away and makes good: real hooks on real files. */
import { Database } from "bun:sqlite";
import { describe, expect, test } from "bun:test";
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import type { MemoryDraft } from "../../src/memory/create.ts";
import type { Memory } from "../../src/memory/types.ts";
import { retire } from "../../src/record/lifecycle.ts";
import type { ProjectRecord } from "../../src/record/types.ts";
import { sampleRecord } from "../support/records.ts";
import { openStage, pluginOfThisFile, type Stage } from "./support.ts";

const plugin = pluginOfThisFile();

const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString();
const aged = (days: number): { created_at: string; updated_at: string } => ({
  created_at: daysAgo(days),
  updated_at: daysAgo(days),
});
const retired = (title: string, days: number): ProjectRecord =>
  retire(sampleRecord(title, aged(days + 1)), { now: daysAgo(days), reason: "Obsolete" }).record;

const stateOf = (path: string): string =>
  (JSON.parse(readFileSync(path, "utf8")) as ProjectRecord).record_status;
const start = (stage: Stage, session = "s1"): Promise<{ context: string }> =>
  stage.hook("SessionStart", { session_id: session, source: "startup" });
const upkeep = (stage: Stage): string[] =>
  stage.trace().flatMap(({ part, level, message }) => (part === "upkeep" ? [`${level}: ${message}`] : []));

describe("the start of a session", () => {
  test("retires what nobody updated for longer than its retention, and says so in the trace", async () => {
    using stage = openStage(plugin());
    stage.configure({ categories: { runbook: { retention_days: 60 } } });
    const old = stage.plant(sampleRecord("Old fix", { category: "runbook", ...aged(61) }));
    const young = stage.plant(sampleRecord("Young fix", { category: "runbook", ...aged(59) }));
    const other = stage.plant(sampleRecord("Old decision", aged(900)));
    await start(stage);
    expect([old, young, other].map(stateOf)).toEqual(["retired", "active", "active"]);
    expect(upkeep(stage)).toContainEqual(
      "info: retired .claude/memory/runbooks/old-fix.json (Retention: not updated for 60 days)",
    );
    expect(await stage.prompt("s1", "What was the old fix?")).not.toContain("Old fix");
  });

  test("keeps the window of session summaries", async () => {
    using stage = openStage(plugin());
    stage.configure({ categories: { session_summary: { max_retained: 2 } } });
    const paths = [4, 3, 2, 1].map((days) =>
      stage.plant(sampleRecord(`Session ${days} days ago`, { category: "session_summary", ...aged(days) })),
    );
    await start(stage);
    expect(paths.map(stateOf)).toEqual(["retired", "retired", "active", "active"]);
  });

  test("after months away still begins with where the work stood", async () => {
    using stage = openStage(plugin());
    const path = stage.plant(sampleRecord("Half a year ago", { category: "session_summary", ...aged(180) }));
    expect((await start(stage)).context).toContain("Ship it");
    expect(stateOf(path)).toBe("retired");
    expect((await start(stage, "s2")).context).not.toContain("Ship it");
  });

  test("leaves disabled categories alone", async () => {
    using stage = openStage(plugin());
    stage.configure({ categories: { runbook: { retention_days: 60, enabled: false } } });
    const old = stage.plant(sampleRecord("Old fix", { category: "runbook", ...aged(61) }));
    await start(stage);
    expect(stateOf(old)).toBe("active");
  });

  test.each([
    [true, "archived", "info: archived"],
    [false, "gone", "info: deleted"],
  ] as const)(
    "clears away what is past its grace period (archive_retired %p)",
    async (archive_retired, then, said) => {
      using stage = openStage(plugin());
      stage.configure({ delete: { archive_retired } });
      const past = stage.plant(retired("Past it", 31));
      const within = stage.plant(retired("Within it", 29));
      await start(stage);
      expect(existsSync(past) ? stateOf(past) : "gone").toBe(then);
      expect(stateOf(within)).toBe("retired");
      expect(upkeep(stage)).toContainEqual(
        `${said} .claude/memory/decisions/past-it.json: retired more than 30 days ago`,
      );
    },
  );

  test("makes the index.md that a fresh clone does not have, and the one that a pull left behind", async () => {
    using stage = openStage(plugin());
    stage.plant(sampleRecord("Use SQLite for the ledger"));
    const before = await stage.json<{ attention: string[] }>(["status"]);
    expect(before.attention).toEqual([]);
    await start(stage);
    expect(readFileSync(join(stage.memory, "index.md"), "utf8")).toContain("Use SQLite for the ledger");
    expect((await stage.cli(["index", "--validate"])).code).toBe(0);
    stage.plant(sampleRecord("Retry webhooks three times"));
    await start(stage, "s2");
    expect((await stage.cli(["index", "--validate"])).code).toBe(0);
  });

  test("touches nothing, not even the lock, when nothing is due", async () => {
    using stage = openStage(plugin());
    stage.plant(sampleRecord("Use SQLite for the ledger"));
    await start(stage);
    rmSync(join(stage.memory, ".lock"));
    const { mtimeNs } = statSync(stage.memory, { bigint: true });
    await start(stage, "s2");
    expect(statSync(stage.memory, { bigint: true }).mtimeNs).toBe(mtimeNs);
    expect(existsSync(join(stage.memory, ".lock"))).toBe(false);
  });

  test("in a folder that cannot be written to still gives the brief", async () => {
    if (process.getuid?.() === 0) return; // root may write anywhere
    using stage = openStage(plugin());
    stage.plant(sampleRecord("No network", { category: "constraint" }));
    chmodSync(stage.memory, 0o500);
    expect((await start(stage)).context).toContain("No network");
    chmodSync(stage.memory, 0o700);
  });

  test("forgets conversations that nobody went on with for 30 days", async () => {
    using stage = openStage(plugin());
    stage.plant(sampleRecord("Use SQLite for the ledger"));
    for (const session of ["long-ago", "lately"]) {
      await start(stage, session);
      await stage.prompt(session, "Why do we use SQLite for the ledger?");
    }
    const db = new Database(stage.database);
    db.query("UPDATE sessions SET seen_at = ? WHERE session = 'long-ago'").run(daysAgo(31));
    db.query("UPDATE sessions SET seen_at = ? WHERE session = 'lately'").run(daysAgo(29));
    db.query(
      `INSERT INTO signals(project, session, hash, turn, message, category, boosted, snippet, excerpt, state)
       SELECT project, session, 'h', 1, 1, 'decision', 1, 'said', 'what was said', 'pending' FROM sessions`,
    ).run();
    await start(stage, "now");
    const sessions = (table: string): string[] =>
      db
        .query<{ session: string }, []>(`SELECT DISTINCT session FROM ${table} ORDER BY session`)
        .all()
        .map(({ session }) => session);
    expect(sessions("sessions")).toEqual(["lately", "now"]);
    expect(sessions("signals")).toEqual(["lately"]);
    expect(sessions("injections")).toEqual(["lately"]);
    db.close();
  });
});

describe("memories that aged", () => {
  const event = (content: string, days: number): MemoryDraft => ({
    type: "episodic",
    content,
    timestamp: daysAgo(days),
    created_at: daysAgo(days),
  });
  const TALES = ["The importer was tried out", "A branch was cut for it", "Somebody asked for its colours"];
  const FLAKY = "The checkout test failed since the browser timed out";
  const old = (stage: Stage): Promise<Memory[]> =>
    stage.remember("old", ...TALES.map((tale) => event(tale, 60)));

  /** The worker, until there is nothing to do. */
  const work = (stage: Stage): Promise<unknown> => stage.cli(["work"]);

  interface Told {
    memories: { promoted: { id: string; events: string[] }[]; digests: { id: string; sources: string[] }[] };
  }

  test("become digests, and what comes back becomes known, apart from any session, without any record", async () => {
    using stage = openStage(plugin());
    await old(stage);
    for (const session of ["a", "b", "c"]) await stage.remember(session, event(FLAKY, 1));
    await start(stage);
    expect(upkeep(stage)).toEqual([]); // nobody should wait for it
    await work(stage);
    expect(upkeep(stage)).toEqual([
      expect.stringMatching(/^info: promoted events to \w{26} \(3 sessions\)$/),
      expect.stringMatching(/^info: put old events into \w{26} \(3\)$/),
    ]);
    expect(await stage.prompt("d", "Why did the checkout test fail in the browser?")).toContain(FLAKY);
    await start(stage, "s2");
    await work(stage);
    expect(upkeep(stage)).toHaveLength(2);
  });

  test("are left alone where that is switched off", async () => {
    using stage = openStage(plugin());
    stage.configure({ memory: { compress_after_days: 0 } });
    await old(stage);
    await start(stage);
    await work(stage);
    expect(upkeep(stage)).toEqual([]);
  });

  test("are told by gc before and after, and come back when their digest is undone", async () => {
    using stage = openStage(plugin());
    const events = (await old(stage)).map(({ id }) => id);
    const preview = await stage.json<Told>(["gc", "--dry-run"]);
    expect(new Set(preview.memories.digests[0]?.sources)).toEqual(new Set(events));
    const done = await stage.json<Told>(["gc"]);
    expect(done.memories).toEqual(preview.memories);
    expect((await stage.json<Told>(["gc"])).memories).toMatchObject({
      promoted: [],
      digests: [],
      purged: [],
    });
    const id = done.memories.digests[0]?.id ?? "";
    const undone = await stage.json<{ restored: string[] }>(["gc", "--undo", id]);
    expect(new Set(undone.restored)).toEqual(new Set(events));
    expect((await stage.cli(["gc"])).out).toContain("0 promotions, 0 digests");
    const { code, err } = await stage.cli(["gc", "--undo", id]);
    expect([code, err]).toEqual([3, expect.stringContaining("nothing here that can be undone")]);
  });

  test("wait while the database cannot be used, and records are cleared away all the same", async () => {
    using stage = openStage(plugin());
    const past = stage.plant(retired("Past it", 31));
    mkdirSync(stage.database, { recursive: true });
    const { code, out } = await stage.cli(["gc"]);
    expect(code).toBe(0);
    expect(out).toContain("WARNING: memories were left as they are");
    expect(stateOf(past)).toBe("archived");
  });
});
