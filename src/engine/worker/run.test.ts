import { Database } from "bun:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { hostPaths } from "../../host/paths.ts";
import type { TraceEntry } from "../../host/trace.ts";
import { StoreError } from "../../store/error.ts";
import type { Job, JobKind, NewJob } from "../../store/job-port.ts";
import type { Store } from "../../store/port.ts";
import { openSqliteStore } from "../../store/sqlite/open.ts";
import type { Host } from "../events.ts";
import { GiveUp, type JobBody } from "./job.ts";
import { LIMITS, type WorkerLimits } from "./limits.ts";
import { type Life, work } from "./run.ts";

let dir: string;
let store: Store;
let traced: Omit<TraceEntry, "at">[];
let host: Host;

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "recollect-worker-"));
  const paths = hostPaths({ RECOLLECT_HOME: dir });
  traced = [];
  host = { paths, env: {}, trace: (entry) => void traced.push(entry), now: () => new Date() };
  store = openSqliteStore({ path: paths.database });
});

afterEach(async () => {
  await store.close();
  rmSync(dir, { recursive: true, force: true });
});

const jobOf = (subject: string, more: Partial<NewJob> = {}): NewJob => ({
  kind: "capture",
  project: "p",
  subject,
  payload: { folder: "/" },
  at: new Date().toISOString(),
  ...more,
});

const NEVER = new AbortController().signal;
/** Nothing is waited for that a test does not wait for; and what other tests of the process take is no worker's. */
const QUICK: WorkerLimits = {
  ...LIMITS,
  lingerMs: 0,
  renewMs: 20,
  graceMs: 20,
  turnLookMs: 5,
  enoughBytes: Number.POSITIVE_INFINITY,
  mostBytes: Number.POSITIVE_INFINITY,
};

const lived = (
  body: JobBody,
  limits: Partial<WorkerLimits> = {},
  signal = NEVER,
  environment = "",
): Promise<Life | undefined> =>
  work({
    host,
    store,
    environment,
    formats: new Map(),
    handlers: { capture: async () => body, review: async () => body },
    signal,
    limits: { ...QUICK, ...limits },
  });

const jobs = (): Promise<Job[]> => store.jobs.list(100);
const seat = (): Promise<unknown> => store.jobs.seat(new Date().toISOString());
const levels = (): string[] => traced.map(({ level, message }) => `${level} ${message.split(":")[0]}`);
const done = (life: Life | undefined, kind: JobKind = "capture"): number => life?.done[kind] ?? 0;

describe("a worker", () => {
  test("does what is due, one after the other, what was asked for first being done first, and is gone", async () => {
    const order: string[] = [];
    for (const [n, subject] of ["a", "b", "c"].entries()) {
      await store.jobs.add(jobOf(subject, { at: new Date(Date.now() - 1_000 + n).toISOString() }));
    }
    await store.jobs.add(jobOf("tomorrow", { due: new Date(Date.now() + 86_400_000).toISOString() }));
    const life = await lived(async ({ job }) => void order.push(job.subject));
    expect(order).toEqual(["a", "b", "c"]);
    expect(life).toMatchObject({ done: { capture: 3 }, failed: 0, end: "nothing to do" });
    expect((await jobs()).map(({ subject }) => subject)).toEqual(["tomorrow"]);
    expect(await seat()).toBeUndefined();
  });

  test("does what was asked for while it was at work", async () => {
    await store.jobs.add(jobOf("first"));
    const life = await lived(async ({ job }) => {
      if (job.subject === "first") expect(await store.jobs.add(jobOf("second"))).toEqual({ manned: true });
    });
    expect(done(life)).toBe(2);
  });

  test("is not one of two: the second leaves at once and touches nothing", async () => {
    await store.jobs.add(jobOf("slow"));
    let second: Promise<Life | undefined> | undefined;
    const first = lived(async () => {
      second = lived(async () => expect.unreachable());
      expect(await second).toBeUndefined();
    });
    expect(done(await first)).toBe(1);
  });

  test("tries a job that failed again later, each time later, and gives it up after the last time", async () => {
    await store.jobs.add(jobOf("poison"));
    const waits: number[] = [];
    let now = Date.now();
    host = { ...host, now: () => new Date(now) };
    for (let tries = 0; tries < 10; tries += 1) {
      await lived(() => Promise.reject(new Error("the reader tripped")));
      const [job] = await jobs();
      if (job?.state !== "waiting") break;
      waits.push(Date.parse(job.due) - now);
      now = Date.parse(job.due);
    }
    expect(waits).toEqual([...LIMITS.backoffMs]);
    expect(await jobs()).toMatchObject([{ state: "dead", attempts: 5, error: "the reader tripped" }]);
    expect(levels()).toEqual([...Array(4).fill("warning capture"), "error capture"]);
  });

  test("tries no further where that would not help", async () => {
    await store.jobs.add(jobOf("gone"));
    await store.jobs.add(jobOf("unknown", { kind: "draft" }));
    await lived(() => Promise.reject(new GiveUp("The project is gone")));
    expect((await jobs()).map(({ state, error }) => [state, error])).toEqual([
      ["dead", "The project is gone"],
      ["dead", "This version of Recollect does no jobs of the kind draft"],
    ]);
  });

  test.each<[string, unknown]>([
    ["a text", "the reader tripped"],
    ["nothing", undefined],
    ["an object without a name", Object.create(null)],
    ["a symbol", Symbol("tripped")],
    [
      "what cannot be told",
      {
        toString() {
          throw new Error("no");
        },
      },
    ],
  ])("takes %s that is thrown for a failure like any other", async (_, thrown) => {
    await store.jobs.add(jobOf("odd"));
    await store.jobs.add(jobOf("even"));
    const life = await lived(({ job }) =>
      job.subject === "odd" ? Promise.reject(thrown) : Promise.resolve(undefined),
    );
    expect(life).toMatchObject({ done: { capture: 1 }, failed: 1, end: "nothing to do" });
    expect(await jobs()).toMatchObject([{ subject: "odd", state: "waiting", error: expect.any(String) }]);
  });

  test("does the others' jobs where one kind cannot be loaded, as while an update is installed", async () => {
    await store.jobs.add(jobOf("unloadable"));
    await store.jobs.add(jobOf("", { kind: "review" }));
    const life = await work({
      environment: "",
      ...{ host, store, formats: new Map(), signal: NEVER, limits: QUICK },
      handlers: {
        capture: () => Promise.reject(new Error("Cannot find module")),
        review: async () => () => {
          throw new Error("at once");
        },
        sweep: async () => async () => undefined,
      },
    });
    expect(life).toMatchObject({ failed: 2, end: "nothing to do" });
    expect((await jobs()).map(({ state, error }) => [state, error])).toEqual([
      ["waiting", "Cannot find module"],
      ["waiting", "at once"],
    ]);
  });

  test("does ten thousand jobs that wait", async () => {
    await store.alone("p", async (own) => {
      for (let n = 0; n < 10_000; n += 1) await own.jobs.add(jobOf(`s${n}`));
    });
    const life = await lived(async () => undefined);
    expect(done(life)).toBe(10_000);
    expect(await jobs()).toEqual([]);
  }, 60_000);

  test("waits for no job that a clock set back has put into the future, once it is asked for again", async () => {
    await store.jobs.add(jobOf("later", { at: new Date(Date.now() + 3_600_000).toISOString() }));
    expect(done(await lived(async () => undefined))).toBe(0);
    await store.jobs.add(jobOf("later"));
    expect(done(await lived(async () => undefined))).toBe(1);
  });

  test("does what is left when the clock is set back under it", async () => {
    let now = Date.now();
    host = { ...host, now: () => new Date(now) };
    for (const subject of ["a", "b"])
      await store.jobs.add(jobOf(subject, { at: "2026-01-01T00:00:00.000Z" }));
    const life = await lived(async () => {
      now -= 7_200_000;
    });
    expect(life).toMatchObject({ done: { capture: 2 }, failed: 0, end: "nothing to do" });
    expect(await seat()).toBeUndefined();
  });

  test("leaves its job to the next one where another process has the database to itself", async () => {
    await store.jobs.add(jobOf("waits"));
    using other = new Database(host.paths.database);
    const failure = await lived(async () => {
      other.run("BEGIN EXCLUSIVE");
    }).then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(failure).toBeInstanceOf(StoreError);
    other.run("COMMIT");
    expect(await jobs()).toMatchObject([{ subject: "waits" }]);
    const later = Date.now() + LIMITS.leaseMs + 1_000;
    host = { ...host, now: () => new Date(later) };
    expect(done(await lived(async () => undefined))).toBe(1);
  });

  test("waits for a job that failed and is due again in a moment", async () => {
    await store.jobs.add(jobOf("shaky"));
    let tries = 0;
    const body: JobBody = async () => {
      tries += 1;
      if (tries === 1) throw new Error("locked");
    };
    const life = await lived(body, { backoffMs: [30, 60_000], lingerMs: 1_000 });
    expect(life).toMatchObject({ done: { capture: 1 }, failed: 1 });
  });

  test("stops a job that takes too long, and tries it again later", async () => {
    await store.jobs.add(jobOf("endless"));
    await store.jobs.add(jobOf("short"));
    const life = await lived(
      ({ job, signal }) =>
        job.subject === "short"
          ? Promise.resolve()
          : new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
      { jobMs: 30 },
    );
    expect(life).toMatchObject({ done: { capture: 1 }, failed: 1, end: "nothing to do" });
    expect(await jobs()).toMatchObject([
      { subject: "endless", state: "waiting", error: "It took longer than 0 s" },
    ]);
  });

  test("ends its life when a job does not stop when it is told to", async () => {
    await store.jobs.add(jobOf("deaf"));
    const life = await lived(() => new Promise(() => undefined), { jobMs: 10 });
    expect(life).toMatchObject({ end: "stuck", failed: 1 });
    expect(await jobs()).toMatchObject([{ state: "waiting" }]);
    expect(await seat()).toBeUndefined();
  });

  test("keeps its lease and its seat for as long as a job takes", async () => {
    await store.jobs.add(jobOf("long"));
    const before = (await store.jobs.add(jobOf("long"))).manned;
    const life = await lived(
      async () => {
        await Bun.sleep(250);
        const now = new Date().toISOString();
        expect(await store.jobs.lease({ owner: "other", now, until: now })).toBeUndefined();
        expect(await store.jobs.takeSeat({ owner: "other", now, until: now })).toBe(false);
      },
      { leaseMs: 100 },
    );
    expect([before, done(life)]).toEqual([false, 1]);
  });

  test("tells a job to stop that another has taken over, and leaves its end to the other", async () => {
    await store.jobs.add(jobOf("taken"));
    let told: unknown;
    const life = await lived(async ({ signal, job }) => {
      // As another worker would whose clock is ahead.
      const now = new Date(Date.now() + 3_600_000).toISOString();
      const until = new Date(Date.now() + 3_660_000).toISOString();
      expect(await store.jobs.lease({ owner: "other:1:0", now, until })).toMatchObject({
        subject: job.subject,
      });
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
      told = signal.reason;
    });
    expect(String(told)).toContain("Another worker has the job");
    expect(life).toMatchObject({ done: {}, failed: 0 });
    expect(await jobs()).toMatchObject([{ owner: "other:1:0", state: "leased" }]);
  });

  test("ends when its seat is lost", async () => {
    await store.jobs.add(jobOf("first"));
    await store.jobs.add(jobOf("second"));
    const life = await lived(async ({ signal }) => {
      const now = new Date(Date.now() + 3_600_000).toISOString();
      expect(await store.jobs.takeSeat({ owner: "other:1:0", now, until: now })).toBe(true);
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
      throw signal.reason;
    });
    expect(life).toMatchObject({ end: "seat lost", failed: 1 });
    expect(await jobs()).toHaveLength(2);
  });

  test("ends in good order when it is told to: the job is for the next one", async () => {
    await store.jobs.add(jobOf("interrupted"));
    const over = new AbortController();
    const life = await lived(
      ({ signal }) => {
        over.abort(new Error("The machine is shut down"));
        return Promise.reject(signal.reason);
      },
      {},
      over.signal,
    );
    expect(life).toMatchObject({ end: "told to", failed: 1 });
    expect(await jobs()).toMatchObject([{ state: "waiting", error: "The machine is shut down" }]);
    expect(await seat()).toBeUndefined();
  });

  test.each([
    ["time", { lifeMs: 0 }],
    ["memory", { enoughBytes: 1 }],
  ] as const)("begins nothing when its %s is up", async (end, limits) => {
    await store.jobs.add(jobOf("left"));
    expect(await lived(async () => expect.unreachable(), limits)).toMatchObject({ end, done: {} });
    expect(await jobs()).toMatchObject([{ state: "waiting", attempts: 0 }]);
    expect(await seat()).toBeUndefined();
  });

  test("stops a job that takes more memory than any should", async () => {
    await store.jobs.add(jobOf("greedy"));
    await lived(
      ({ signal }) =>
        new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
      {
        mostBytes: 1,
      },
    );
    const [job] = await jobs();
    expect(job?.error).toStartWith("It took more than");
  });
});

describe("what others left behind", () => {
  const hour = (n: number): string => new Date(Date.now() + n * 3_600_000).toISOString();
  /** Of this machine, a process that has ended. */
  async function deadOwner(): Promise<string> {
    const child = Bun.spawn(["true"]);
    await child.exited;
    const { processName } = await import("../../host/process-name.ts");
    return processName().replace(`:${process.pid}:`, `:${child.pid}:`);
  }
  const take = async (owner: string, until: string): Promise<void> => {
    const now = new Date().toISOString();
    expect(await store.jobs.takeSeat({ owner, now, until })).toBe(true);
    expect(await store.jobs.lease({ owner, now, until })).toBeDefined();
  };

  test("is taken over at once where the process is gone", async () => {
    await store.jobs.add(jobOf("left"));
    await take(await deadOwner(), hour(1));
    expect(done(await lived(async () => undefined))).toBe(1);
    expect(await jobs()).toEqual([]);
  });

  test("is given up when the process is gone each time", async () => {
    await store.jobs.add(jobOf("deadly"));
    const owner = await deadOwner();
    for (let tries = 0; tries < 5; tries += 1) {
      await take(owner, hour(1));
      await store.jobs.clearSeat(owner);
      await store.jobs.fail(jobOf("deadly"), owner, "The worker ended while it was at it", { at: hour(-1) });
    }
    await lived(async () => expect.unreachable());
    expect(await jobs()).toMatchObject([{ state: "dead", error: "The worker ended while it was at it" }]);
  });

  test("is left alone where the process is one of another machine, until its time is over", async () => {
    await store.jobs.add(jobOf("theirs"));
    const soon = new Date(Date.now() + 300).toISOString();
    await take(`${hostname()}-00000000:1:00`, soon);
    expect(await lived(async () => expect.unreachable())).toBeUndefined();
    await Bun.sleep(320);
    expect(done(await lived(async () => undefined))).toBe(1);
  });

  test("is taken over from a machine whose clock is far ahead, if nothing is heard of it", async () => {
    await take2("silent-00000000:1:00");
    const life = await lived(async () => undefined, { leaseMs: 100 });
    expect(life?.end).toBe("nothing to do");
  });

  test("is not taken over from a machine whose clock is far ahead and that lives", async () => {
    const owner = "living-00000000:1:00";
    await take2(owner);
    let ahead = 1;
    const renewing = setInterval(() => {
      ahead += 1;
      void store.jobs.takeSeat({ owner, now: hour(ahead), until: hour(ahead + 1) });
    }, 20);
    const life = await lived(async () => undefined, { leaseMs: 100 });
    clearInterval(renewing);
    expect(life).toBeUndefined();
  });

  const take2 = async (owner: string): Promise<void> => {
    expect(await store.jobs.takeSeat({ owner, now: hour(0), until: hour(1) })).toBe(true);
  };

  test("is forgotten when it was given up long ago", async () => {
    const long = new Date(Date.now() - 31 * 86_400_000).toISOString();
    await store.jobs.add(jobOf("old", { at: long }));
    await store.jobs.add(jobOf("new"));
    await lived(() => Promise.reject(new GiveUp("no")));
    expect(await jobs()).toHaveLength(2);
    await lived(async () => undefined);
    expect((await jobs()).map(({ subject }) => subject)).toEqual(["new"]);
  });
});

describe("a worker in an environment", () => {
  const DAYS_AGO = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString();
  const livedIn = (environment: string, body: JobBody): Promise<Life | undefined> =>
    lived(body, {}, NEVER, environment);

  test("does what was asked for there, leaves the rest, and is gone", async () => {
    for (const env of ["", "a", "a.one", "b"]) await store.jobs.add(jobOf(`of ${env}`, { env }));
    const seen: string[] = [];
    const life = await livedIn("a.one", async ({ job, stray }) => {
      seen.push(job.subject);
      expect(stray).toBeUndefined();
    });
    expect(seen.sort()).toEqual(["of a", "of a.one"]);
    expect(life).toMatchObject({ end: "nothing to do", failed: 0 });
    expect((await jobs()).map(({ subject, state, attempts }) => [subject, state, attempts])).toEqual([
      ["of ", "waiting", 0],
      ["of b", "waiting", 0],
    ]);
  });

  test("waits until another's has left, and is the only one in its own", async () => {
    await store.jobs.add(jobOf("b", { env: "b" }));
    await store.jobs.add(jobOf("a", { env: "a" }));
    const order: string[] = [];
    let next: Promise<Life | undefined> | undefined;
    const life = await livedIn("a", async () => {
      next = livedIn("b", async () => void order.push("b"));
      expect(await livedIn("a", async () => undefined)).toBeUndefined();
      await Bun.sleep(30);
      order.push("a");
    });
    expect([done(life), done(await next)]).toEqual([1, 1]);
    expect(order).toEqual(["a", "b"]);
    expect(await store.jobs.seats(new Date().toISOString())).toEqual([]);
  });

  test("leaves when its turn does not come", async () => {
    await store.jobs.add(jobOf("b", { env: "b" }));
    await store.jobs.add(jobOf("a", { env: "a" }));
    await livedIn("a", async () => {
      expect(await lived(async () => undefined, { lifeMs: 20 }, NEVER, "b")).toBeUndefined();
    });
    expect((await jobs()).map(({ subject }) => subject)).toEqual(["b"]);
    expect(await store.jobs.seats(new Date().toISOString())).toEqual([]);
  });

  test("does not wait for what another's is to try again", async () => {
    await store.jobs.add(jobOf("b", { env: "b" }));
    const failing = { lingerMs: 60_000, backoffMs: [50_000] };
    await lived(
      async () => {
        throw new Error("no");
      },
      { ...failing, lingerMs: 0 },
      NEVER,
      "b",
    );
    // Longer than a test may take.
    expect(await lived(async () => undefined, failing, NEVER, "a")).toMatchObject({ end: "nothing to do" });
  });

  test("gives up for another's what nobody has come for in a week, and says so", async () => {
    await store.jobs.add(jobOf("late", { env: "b", at: DAYS_AGO(8) }));
    await store.jobs.add(jobOf("in time", { env: "b", at: DAYS_AGO(6) }));
    expect(
      await livedIn("a", async () => {
        throw new Error("never begun");
      }),
    ).toMatchObject({ end: "nothing to do", failed: 1 });
    expect((await jobs()).map(({ subject, state, error = "" }) => [subject, state, error])).toEqual([
      ["late", "dead", "no session with the environment that it was asked for in has come within 7 days"],
      ["in time", "waiting", ""],
    ]);
    expect(levels()).toEqual(["error capture"]);
  });

  test("lets go of what any session asks for when it starts", async () => {
    for (const kind of ["sweep", "maintain"] as const)
      await store.jobs.add(jobOf("", { kind, env: "b", at: DAYS_AGO(8) }));
    expect(await livedIn("a", async () => undefined)).toMatchObject({ done: {}, failed: 0 });
    expect([await jobs(), levels()]).toEqual([[], []]);
  });

  test("has another's memories judged in the end, and is told that nothing of its own is to be used", async () => {
    await store.jobs.add(jobOf("b", { kind: "review", env: "b", at: DAYS_AGO(8) }));
    const told: (string | undefined)[] = [];
    const life = await livedIn("a", async ({ stray }) => void told.push(stray));
    expect(done(life, "review")).toBe(1);
    expect(told).toEqual(["no session with the environment that it was asked for in has come within 7 days"]);
  });
});
