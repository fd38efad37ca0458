/** Workers as real processes, killed without warning. */
import { expect, test } from "bun:test";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hostPaths } from "../../host/paths.ts";
import { readTrace } from "../../host/trace.ts";
import type { Store } from "../../store/port.ts";
import { openSqliteStore } from "../../store/sqlite/open.ts";

const PROCESS = join(import.meta.dir, "../../../test/support/worker-process.ts");
const JOBS = 40;

interface Scene {
  readonly home: string;
  readonly notes: string;
  readonly store: Store;
  start(): Bun.Subprocess;
  /** Who began and ended what, in order. */
  noted(): { what: string; pid: number; subject: string }[];
}

async function withScene(work: (scene: Scene) => Promise<void>): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), "recollect-killed-"));
  const notes = join(home, "notes");
  const store = openSqliteStore({ path: hostPaths({ RECOLLECT_HOME: home }).database, busyTimeout: 5_000 });
  try {
    await work({
      home,
      notes,
      store,
      start: () =>
        Bun.spawn([process.execPath, PROCESS, home, notes], { stdio: ["ignore", "inherit", "inherit"] }),
      noted: () =>
        (existsSync(notes) ? readFileSync(notes, "utf8") : "")
          .split("\n")
          .filter(Boolean)
          .map((line) => {
            const [what = "", pid, subject = ""] = line.split(" ");
            return { what, pid: Number(pid), subject };
          }),
    });
  } finally {
    await store.close();
    rmSync(home, { recursive: true, force: true });
  }
}

const ask = (store: Store, subject: string, ms: number): Promise<{ readonly manned: boolean }> =>
  store.jobs.add({ kind: "capture", project: "p", subject, payload: { ms }, at: new Date().toISOString() });

test("whenever a worker is killed, the next one does the rest, and nothing is lost or given up", async () => {
  await withScene(async ({ store, start, noted }) => {
    for (let n = 0; n < JOBS; n += 1) await ask(store, `job-${n}`, n % 3 === 0 ? 20 : 1);
    for (let kills = 0; kills < 12; kills += 1) {
      const worker = start();
      const began = noted().length;
      while (noted().length === began && worker.exitCode === null) await Bun.sleep(2);
      await Bun.sleep(Math.random() * 30);
      worker.kill("SIGKILL");
      await worker.exited;
    }
    expect(await start().exited).toBe(0);
    const ended = noted().filter(({ what }) => what === "end");
    expect(new Set(ended.map(({ subject }) => subject)).size).toBe(JOBS);
    expect(await store.jobs.list(100)).toEqual([]);
    expect(await store.jobs.seat(new Date().toISOString())).toBeUndefined();
  });
}, 60_000);

test("of many workers started at once one works, and no job is done by two at a time", async () => {
  await withScene(async ({ home, store, start, noted }) => {
    for (let n = 0; n < JOBS; n += 1) await ask(store, `job-${n}`, 2);
    const workers = Array.from({ length: 8 }, start);
    expect(await Promise.all(workers.map(({ exited }) => exited))).toEqual(Array(8).fill(0));
    const all = noted();
    for (const [n, { what, pid, subject }] of all.entries()) {
      if (what === "begin") expect(all[n + 1]).toEqual({ what: "end", pid, subject });
    }
    expect(all).toHaveLength(2 * JOBS);
    expect(readTrace(hostPaths({ RECOLLECT_HOME: home }).log, 10)).toEqual([]);
  });
}, 60_000);

test("what is asked for while a worker is about to leave is done: by it, or by one that is started because it has left", async () => {
  await withScene(async ({ store, start, noted }) => {
    const workers: Bun.Subprocess[] = [];
    for (let n = 0; n < JOBS; n += 1) {
      const { manned } = await ask(store, `job-${n}`, 0);
      if (!manned) workers.push(start());
      await Bun.sleep(Math.random() * 60);
    }
    await Promise.all(workers.map(({ exited }) => exited));
    expect(new Set(noted().map(({ subject }) => subject)).size).toBe(JOBS);
    expect(await store.jobs.list(100)).toEqual([]);
  });
}, 60_000);
