/** What is left of jobs when the processes that do them are killed: the same suite for every driver. */
import { afterAll, describe, expect, test } from "bun:test";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Line, timeOf } from "../../test/support/job-worker.ts";
import type { Store } from "./port.ts";

export interface KilledSubject {
  readonly name: string;
  /** Opens a store on an empty database, and says where that is. */
  open(): Promise<{ readonly store: Store; readonly where: string }>;
}

const WORKER = join(import.meta.dir, "../../test/support/job-worker.ts");
const SUBJECTS = ["s1", "s2"];
const ROUNDS = 6;

export function killedConformance({ name, open }: KilledSubject): void {
  const dir = mkdtempSync(join(tmpdir(), "recollect-killed-"));
  afterAll(() => rmSync(dir, { recursive: true, force: true }));

  /** Jobs in a database of their own, and what came of them. */
  async function scene(log: string) {
    const { store, where } = await open();
    for (const subject of SUBJECTS)
      await store.jobs.add({ kind: "capture", project: "p1", subject, payload: { n: 0 }, at: timeOf(0) });
    return {
      store,
      lines: (): Line[] =>
        existsSync(log)
          ? readFileSync(log, "utf8")
              .split("\n")
              // What a line has not ended yet is being written.
              .slice(0, -1)
              .map((line) => JSON.parse(line) as Line)
          : [],
      work: (owner: string, round: number, killAt = 0) =>
        Bun.spawn([process.execPath, WORKER, where, owner, String(round), String(killAt), log], {
          stdin: "ignore",
          stdout: "ignore",
          stderr: "pipe",
        }),
    };
  }

  describe(`${name}: workers that are killed`, () => {
    test("at any point leave their jobs to the next, who does all that was asked for", async () => {
      let killed = 0;
      for (let killAt = 1; ; killAt += 1) {
        const { store, lines, work } = await scene(join(dir, `at-${killAt}`));
        const first = work("first", 0, killAt);
        await first.exited;
        const second = work("second", 1);
        expect({ code: await second.exited, said: await new Response(second.stderr).text() }).toEqual({
          code: 0,
          said: "",
        });
        expect(await store.jobs.list(10)).toEqual([]);
        expect(await store.jobs.seat(timeOf(1))).toBeUndefined();
        await store.close();
        expectNothingLost(lines());
        expectOneAtATime(lines());
        if (first.signalCode !== "SIGKILL") break;
        killed += 1;
      }
      expect(killed).toBeGreaterThan(20);
    }, 120_000);

    test("while others work never make two have the same job, and lose nothing", async () => {
      const { store, lines, work } = await scene(join(dir, "several"));
      for (let round = 0; round < ROUNDS; round += 1) {
        const workers = ["a", "b", "c"].map((owner) => work(`${owner}${round}`, round));
        // Wherever that finds them, the last of them at work.
        const [a, b, c] = workers.map(({ exited }) => exited);
        await Promise.race([a, b, c, until(() => lines().some((line) => line.round === round))]);
        for (const worker of workers) {
          worker.kill("SIGKILL");
          await Bun.sleep(Math.random() * 10);
        }
        await Promise.all([a, b, c]);
        for (const subject of SUBJECTS)
          await store.jobs.add({
            kind: "capture",
            project: "p1",
            subject,
            payload: { n: 0 },
            at: timeOf(round + 1),
          });
      }
      const last = [work("x", ROUNDS), work("y", ROUNDS)];
      for (const { exited } of last) expect(await exited).toBe(0);
      expect(await store.jobs.list(10)).toEqual([]);
      await store.close();
      expectOneAtATime(lines());
      const done = lines().filter(({ deed, round }) => deed === "done" && round === ROUNDS);
      expect([...new Set(done.map(({ subject }) => subject))].sort()).toEqual(SUBJECTS);
    }, 60_000);
  });
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await Bun.sleep(1);
}

/** Whatever was acknowledged as asked for was done after that, in what it said or in what it said later. */
function expectNothingLost(lines: readonly Line[]): void {
  const asked = lines.flatMap((line, at) => (line.deed === "asked" ? [{ ...line, at }] : []));
  expect(asked.length).toBeGreaterThan(0);
  for (const { subject, n, at } of asked) {
    const after = lines.slice(at);
    expect(after.some((line) => line.deed === "done" && line.subject === subject && line.n >= n)).toBe(true);
  }
  for (const subject of SUBJECTS)
    expect(lines.some((line) => line.deed === "done" && line.subject === subject)).toBe(true);
}

/** Within a round no lease runs out: who begins a job comes after whoever let it go. */
function expectOneAtATime(lines: readonly Line[]): void {
  const owners = new Map<string, string>();
  for (const { round, owner, deed, subject } of lines) {
    const job = `${round} ${subject}`;
    if (deed === "begun") {
      expect([job, owners.get(job)]).toEqual([job, undefined]);
      owners.set(job, owner);
    } else {
      expect([job, owners.get(job)]).toEqual([job, owner]);
      if (deed !== "asked") owners.delete(job);
    }
  }
}
