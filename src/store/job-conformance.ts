/** What every driver does with jobs and the worker's seat: the same suite for each. */
import { describe, expect } from "bun:test";
import fc from "fast-check";
import type { ConformanceSubject } from "./conformance.ts";
import { JOB_KINDS, type Job, type JobKey, type JobStore, type NewJob, type Post } from "./job-port.ts";
import { onTwoConnections } from "./two-connections.ts";

/** A time by its seconds after some midnight. */
const at = (seconds: number): string => new Date(Date.UTC(2026, 2, 7) + seconds * 1_000).toISOString();

const LEASE = 60;
const lease = (owner: string, now: number) => ({ owner, now: at(now), until: at(now + LEASE) });
const key = (subject: string, over: Partial<JobKey> = {}): JobKey => ({
  kind: "capture",
  project: "p1",
  subject,
  ...over,
});
const job = (subject: string, now: number, over: Partial<NewJob> = {}): NewJob => ({
  ...key(subject),
  payload: { folder: "/home/me/project" },
  at: at(now),
  ...over,
});
const keyOf = ({ kind, project, subject }: JobKey): JobKey => ({ kind, project, subject });
const subjects = (jobs: readonly Job[]): string[] => jobs.map(({ subject }) => subject);

export function jobConformance(subject: ConformanceSubject): void {
  environments(subject);
  const { name } = subject;
  const withJobs = onTwoConnections(subject, ({ jobs }) => jobs);

  describe(`${name}: a job`, () => {
    withJobs("is had with all that was said, by whoever asks", async (jobs, others) => {
      const payload = { folder: "/a", ended: true, list: [1, "zwei", null], nul: "a\0b", inner: { é: "😀" } };
      await jobs.add(job("s1", 0, { payload, due: at(5) }));
      expect(await others.list(10)).toEqual([
        { ...key("s1"), payload, state: "waiting", due: at(5), attempts: 0, created_at: at(0) },
      ]);
      expect(await others.lease(lease("a", 4))).toBeUndefined();
      const leased = { owner: "a", leased_until: at(5 + LEASE), state: "leased", attempts: 1 } as const;
      expect(await others.lease(lease("a", 5))).toEqual({
        ...key("s1"),
        ...leased,
        payload,
        due: at(5),
        created_at: at(0),
      });
      expect(await jobs.list(10)).toMatchObject([leased]);
    });

    withJobs("of every kind is taken, of every project", async (jobs) => {
      for (const kind of JOB_KINDS) await jobs.add(job("", 0, { kind, project: "" }));
      await jobs.add(job("", 0, { project: "p2" }));
      expect(await jobs.list(10)).toHaveLength(JOB_KINDS.length + 1);
    });

    withJobs("that waits is asked for once: the newest payload, the earlier time", async (jobs, others) => {
      await jobs.add(job("s1", 0, { payload: { n: 1 }, due: at(50) }));
      await others.add(job("s1", 1, { payload: { n: 2 }, due: at(20) }));
      await jobs.add(job("s1", 2, { payload: { n: 3 }, due: at(90) }));
      expect(await jobs.list(10)).toMatchObject([
        { payload: { n: 3 }, due: at(20), created_at: at(0), attempts: 0 },
      ]);
    });

    withJobs(
      "under way is no one else's, and done once more after it when asked for meanwhile",
      async (jobs, others) => {
        await jobs.add(job("s1", 0, { payload: { n: 1 } }));
        await jobs.lease(lease("a", 0));
        await others.add(job("s1", 1, { payload: { n: 2 }, due: at(40) }));
        await others.add(job("s1", 2, { payload: { n: 3 }, due: at(30) }));
        await others.add(job("s1", 3, { payload: { n: 4 }, due: at(50) }));
        expect(await others.lease(lease("b", 50))).toBeUndefined();
        expect(await jobs.list(10)).toHaveLength(1);
        await jobs.finish(key("s1"), "a");
        const [again] = await others.list(10);
        expect(again).toMatchObject({ state: "waiting", payload: { n: 4 }, due: at(30), attempts: 0 });
        expect(again?.owner).toBeUndefined();
        await others.lease(lease("b", 30));
        await others.finish(key("s1"), "b");
        expect(await jobs.list(10)).toEqual([]);
      },
    );

    withJobs("that is done is forgotten, and can be asked for anew", async (jobs) => {
      await jobs.add(job("s1", 0));
      await jobs.lease(lease("a", 0));
      await jobs.finish(key("s1"), "a");
      expect(await jobs.list(10)).toEqual([]);
      await jobs.add(job("s1", 9));
      expect(await jobs.list(10)).toMatchObject([{ created_at: at(9), attempts: 0 }]);
    });

    withJobs(
      "that has been due for longest is first, and one that is not due is none's",
      async (jobs, others) => {
        await jobs.add(job("later", 0, { due: at(30) }));
        await jobs.add(job("second", 1, { due: at(10) }));
        await jobs.add(job("first", 2, { due: at(5) }));
        await jobs.add(job("asked before", 0, { due: at(10) }));
        expect(subjects(await jobs.list(10))).toEqual(["first", "asked before", "second", "later"]);
        expect(subjects(await jobs.list(2))).toEqual(["first", "asked before"]);
        const taken: (string | undefined)[] = [];
        for (const each of [jobs, others, jobs, others])
          taken.push((await each.lease(lease("a", 20)))?.subject);
        expect(taken).toEqual(["first", "asked before", "second", undefined]);
      },
    );

    withJobs(
      "whose owner let its lease run out is another's, who waits behind those due before",
      async (jobs, others) => {
        await jobs.add(job("deadly", 0));
        await jobs.lease(lease("a", 0));
        await jobs.add(job("harmless", 10));
        expect((await others.lease(lease("b", LEASE)))?.subject).toBe("harmless");
        expect(await others.lease(lease("b", LEASE))).toMatchObject({
          subject: "deadly",
          owner: "b",
          attempts: 2,
        });
        expect(await jobs.renew(key("deadly"), lease("a", LEASE))).toBe(false);
        await jobs.finish(key("deadly"), "a");
        await jobs.fail(key("deadly"), "a", "too late", "give up");
        expect(await jobs.list(10)).toMatchObject([
          { subject: "deadly", owner: "b" },
          { subject: "harmless", owner: "b" },
        ]);
      },
    );

    withJobs(
      "is its owner's for longer, though the lease had run out when none was faster",
      async (jobs, others) => {
        await jobs.add(job("s1", 0));
        await jobs.lease(lease("a", 0));
        expect(await jobs.renew(key("s1"), lease("a", LEASE - 1))).toBe(true);
        expect(await others.lease(lease("b", LEASE))).toBeUndefined();
        expect(await jobs.renew(key("s1"), lease("a", 3 * LEASE))).toBe(true);
        expect(await others.lease(lease("b", 3 * LEASE))).toBeUndefined();
        expect(await others.renew(key("s1"), lease("b", 3 * LEASE))).toBe(false);
        expect(await others.renew(key("nothing"), lease("b", 0))).toBe(false);
      },
    );

    withJobs("that failed is tried again at its time, says why, and counts its tries", async (jobs) => {
      await jobs.add(job("s1", 0));
      await jobs.lease(lease("a", 0));
      await jobs.fail(key("s1"), "a", "no answer", { at: at(100) });
      const failed = { state: "waiting", error: "no answer", due: at(100), attempts: 1 } as const;
      expect(await jobs.list(10)).toMatchObject([failed]);
      expect(await jobs.lease(lease("b", 99))).toBeUndefined();
      expect(await jobs.lease(lease("b", 100))).toMatchObject({
        attempts: 2,
        error: "no answer",
        owner: "b",
      });
    });

    withJobs("that was given up stays, and is tried again when it is asked for", async (jobs) => {
      await jobs.add(job("s1", 0));
      await jobs.lease(lease("a", 0));
      await jobs.fail(key("s1"), "a", "no answer", "give up");
      expect(await jobs.list(10)).toMatchObject([{ state: "dead", error: "no answer", attempts: 1 }]);
      expect(await jobs.lease(lease("b", 10_000))).toBeUndefined();
      await jobs.add(job("s1", 200));
      expect(await jobs.list(10)).toMatchObject([{ state: "waiting", attempts: 0, due: at(200) }]);
      expect(await jobs.lease(lease("b", 200))).toMatchObject({ attempts: 1 });
    });

    describe("that failed after it was asked for again", () => {
      const failing = async (jobs: JobStore, retry: { at: string } | "give up"): Promise<Job | undefined> => {
        await jobs.add(job("s1", 0));
        await jobs.lease(lease("a", 0));
        await jobs.add(job("s1", 10, { payload: { n: 2 }, due: at(20) }));
        await jobs.fail(key("s1"), "a", "no answer", retry);
        return (await jobs.list(10))[0];
      };

      withJobs("is not given up", async (jobs) => {
        expect(await failing(jobs, "give up")).toMatchObject({
          state: "waiting",
          attempts: 0,
          due: at(20),
          payload: { n: 2 },
        });
      });

      withJobs("is tried at the earlier of both times", async (jobs) => {
        expect(await failing(jobs, { at: at(500) })).toMatchObject({ due: at(20), attempts: 1 });
        await jobs.drop(key("s1"));
        expect(await failing(jobs, { at: at(15) })).toMatchObject({ due: at(15), attempts: 1 });
      });
    });

    withJobs("is forgotten by its key, or with its project", async (jobs) => {
      for (const project of ["p1", "p2"])
        for (const subject of ["s1", "s2"]) await jobs.add(job(subject, 0, { project }));
      expect(await jobs.drop(key("s1"))).toBe(1);
      expect(await jobs.drop(key("s1"))).toBe(0);
      expect(await jobs.drop({ project: "p2" })).toBe(2);
      expect((await jobs.list(10)).map(keyOf)).toEqual([key("s2")]);
    });

    withJobs("forgotten under way is not brought back by its owner", async (jobs, others) => {
      await jobs.add(job("s1", 0));
      await jobs.lease(lease("a", 0));
      await others.drop(key("s1"));
      expect(await jobs.renew(key("s1"), lease("a", 1))).toBe(false);
      await jobs.finish(key("s1"), "a");
      await jobs.fail(key("s1"), "a", "gone", { at: at(5) });
      expect(await jobs.list(10)).toEqual([]);
    });

    withJobs("is had by one, however many reach for it", async (jobs, others) => {
      const wanted = Array.from({ length: 12 }, (_, n) => `s${n}`);
      await Promise.all(
        wanted.flatMap((subject) => [jobs.add(job(subject, 0)), others.add(job(subject, 0))]),
      );
      const taken = await Promise.all(
        [...wanted, ...wanted].map((_, n) => (n % 2 === 0 ? jobs : others).lease(lease(`o${n}`, 0))),
      );
      // Who finds everything in other hands gets nothing, though there may be something a moment later.
      for (let more = await jobs.lease(lease("last", 0)); more; more = await jobs.lease(lease("last", 0)))
        taken.push(more);
      expect(taken.flatMap((each) => each?.subject ?? []).sort()).toEqual(wanted.sort());
    });

    withJobs("is never lost between one who finishes and one who asks", async (jobs, others) => {
      for (let n = 0; n < 20; n += 1) {
        await jobs.add(job("s1", n));
        await jobs.lease(lease("a", n));
        await Promise.all([jobs.finish(key("s1"), "a"), others.add(job("s1", n))]);
        expect(await jobs.list(10)).toMatchObject([{ state: "waiting", attempts: 0 }]);
      }
    });
  });

  describe(`${name}: jobs in any order of events`, () => {
    withJobs(
      "have one owner at most, are one for each key, and none asked for is lost",
      async (jobs, others) => {
        await fc.assert(
          fc.asyncProperty(fc.array(event, { maxLength: 40 }), async (events) => {
            for (const each of await jobs.list(1_000)) await jobs.drop(each);
            const model = new Model();
            for (const [n, each] of events.entries()) await model.play(n % 2 === 0 ? jobs : others, each);
            expect(await jobs.list(1_000)).toEqual(model.list());
            await model.finishAll(jobs);
            expect(await jobs.list(1_000)).toEqual([]);
          }),
          { numRuns: 60 },
        );
      },
    );
  });

  describe(`${name}: the seat`, () => {
    withJobs("is one's at a time, and kept by its owner", async (jobs, others) => {
      expect(await jobs.seat(at(0))).toBeUndefined();
      expect(await jobs.takeSeat(lease("a", 0))).toBe(true);
      expect(await others.takeSeat(lease("b", 1))).toBe(false);
      expect(await others.seat(at(1))).toEqual({ owner: "a", until: at(LEASE) });
      expect(await jobs.takeSeat(lease("a", 30))).toBe(true);
      expect(await others.seat(at(LEASE))).toEqual({ owner: "a", until: at(30 + LEASE) });
    });

    withJobs("is free when its owner's time is over", async (jobs, others) => {
      await jobs.takeSeat(lease("a", 0));
      expect(await others.seat(at(LEASE))).toBeUndefined();
      expect(await others.takeSeat(lease("b", LEASE))).toBe(true);
      expect(await jobs.takeSeat(lease("a", LEASE))).toBe(false);
    });

    withJobs("is taken from one that is gone, and from no other", async (jobs, others) => {
      await jobs.takeSeat(lease("a", 0));
      expect(await others.clearSeat("b")).toBe(false);
      expect(await others.clearSeat("a")).toBe(true);
      expect(await others.clearSeat("a")).toBe(false);
      expect(await others.takeSeat(lease("b", 1))).toBe(true);
    });

    withJobs("is seen by whoever asks for work", async (jobs, others) => {
      expect(await others.add(job("s1", 0))).toEqual({ manned: false });
      await jobs.takeSeat(lease("a", 0));
      expect(await others.add(job("s1", 1))).toEqual({ manned: true });
      expect(await others.add(job("s2", LEASE))).toEqual({ manned: false });
    });

    withJobs("is not left while work is due, whoever's turn it was", async (jobs, others) => {
      await jobs.takeSeat(lease("a", 0));
      await others.add(job("due", 0));
      expect(await jobs.leaveSeat("a", at(0))).toBe(false);
      expect(await jobs.seat(at(0))).toMatchObject({ owner: "a" });
      await others.lease(lease("b", 0));
      expect(await jobs.leaveSeat("a", at(LEASE))).toBe(false);
      expect(await jobs.leaveSeat("a", at(1))).toBe(true);
      expect(await jobs.seat(at(1))).toBeUndefined();
    });

    withJobs("is left though something is given up, or due later", async (jobs) => {
      await jobs.takeSeat(lease("a", 0));
      await jobs.add(job("dead", 0));
      await jobs.lease(lease("a", 0));
      await jobs.fail(key("dead"), "a", "no answer", "give up");
      await jobs.add(job("later", 0, { due: at(10) }));
      expect(await jobs.leaveSeat("a", at(9))).toBe(true);
    });

    withJobs("that another has is no reason to stay, and stays the other's", async (jobs, others) => {
      await others.takeSeat(lease("b", 0));
      await jobs.add(job("s1", 0));
      expect(await jobs.leaveSeat("a", at(0))).toBe(true);
      expect(await jobs.seat(at(0))).toMatchObject({ owner: "b" });
    });

    withJobs("that nobody has is no excuse to go while work is due", async (jobs) => {
      await jobs.add(job("s1", 0));
      expect(await jobs.leaveSeat("a", at(0))).toBe(false);
    });

    withJobs("is never left by one while another is told that it is taken", async (jobs, others) => {
      for (let n = 0; n < 30; n += 1) {
        await jobs.takeSeat(lease("a", 0));
        const [left, { manned }] = await Promise.all([
          jobs.leaveSeat("a", at(1)),
          others.add(job(`s${n}`, 1)),
        ]);
        expect([left, manned]).toEqual([!manned, manned]);
        await jobs.drop({ project: "p1" });
        await jobs.clearSeat("a");
      }
    });
  });
}

const NOBODYS = at(-1);
/** Who works in an environment, and does not look at what others left. */
const post = (env: string, strays = NOBODYS): Post => ({ env, strays });

function environments(subject: ConformanceSubject): void {
  const { name } = subject;
  const withJobs = onTwoConnections(subject, ({ jobs }) => jobs);

  describe(`${name}: an environment`, () => {
    withJobs("has its own jobs done, and no other's", async (jobs, others) => {
      await jobs.add(job("plain", 0));
      await jobs.add(job("a", 1, { env: "a" }));
      await jobs.add(job("b", 2, { env: "b" }));
      expect(await others.lease(lease("w", 5), post("b"))).toMatchObject({ subject: "b", env: "b" });
      expect(await others.lease(lease("w", 5), post("b"))).toBeUndefined();
      const plain = await others.lease(lease("w", 5), post(""));
      expect(plain).toMatchObject({ subject: "plain" });
      expect(plain).not.toHaveProperty("env");
      expect(await others.lease(lease("w", 5), post(""))).toBeUndefined();
      expect((await others.lease(lease("w", 5)))?.subject).toBe("a");
    });

    withJobs("does what its settings are enough for, whichever models it names", async (jobs) => {
      await jobs.add(job("settings", 0, { env: "a" }));
      await jobs.add(job("one", 1, { env: "a.one" }));
      await jobs.add(job("other", 2, { env: "a.other" }));
      await jobs.add(job("longer", 3, { env: "ab" }));
      await jobs.add(job("plain", 4));
      const taken: (string | undefined)[] = [];
      for (let n = 0; n < 3; n += 1) taken.push((await jobs.lease(lease("w", 9), post("a.one")))?.subject);
      expect(taken).toEqual(["settings", "one", undefined]);
      expect((await jobs.lease(lease("w", 9), post(".one")))?.subject).toBe("plain");
    });

    withJobs("is that of the last asking", async (jobs, others) => {
      await jobs.add(job("s1", 0, { env: "a" }));
      await others.add(job("s1", 1, { env: "b" }));
      expect(await jobs.lease(lease("w", 2), post("a"))).toBeUndefined();
      await others.add(job("s1", 2));
      expect(await jobs.lease(lease("w", 2), post(""))).toMatchObject({ subject: "s1" });
    });

    withJobs("that nobody comes for leaves its jobs to anyone in the end", async (jobs) => {
      await jobs.add(job("s1", 10, { env: "a" }));
      expect(await jobs.lease(lease("w", 99), post("b", at(9)))).toBeUndefined();
      expect(await jobs.lease(lease("w", 99), post("b", at(10)))).toMatchObject({ env: "a" });
    });

    withJobs("has a seat of its own", async (jobs, others) => {
      expect(await jobs.takeSeat(lease("a", 0), "a")).toBe(true);
      expect(await others.takeSeat(lease("b", 1), "b")).toBe(true);
      expect(await others.takeSeat(lease("c", 2), "a")).toBe(false);
      expect([await jobs.seat(at(3)), await jobs.seat(at(3), "a")]).toMatchObject([
        undefined,
        { owner: "a" },
      ]);
      expect(await others.seats(at(LEASE))).toEqual([{ env: "b", owner: "b", until: at(LEASE + 1) }]);
      expect(await jobs.clearSeat("b")).toBe(true);
      expect(await jobs.seat(at(3), "b")).toBeUndefined();
      expect(await jobs.seat(at(3), "a")).toMatchObject({ owner: "a" });
    });

    withJobs(
      "is manned where its worker is, and where one is that its settings are enough for",
      async (jobs) => {
        await jobs.takeSeat(lease("a", 0), "a.one");
        const manned = async (env?: string): Promise<boolean> =>
          (await jobs.add(job("s1", 1, env === undefined ? {} : { env }))).manned;
        expect([await manned("a.one"), await manned("a")]).toEqual([true, true]);
        expect([await manned(), await manned("b"), await manned("a.other")]).toEqual([false, false, false]);
        await jobs.takeSeat(lease("b", 0), ".one");
        expect([await manned(), await manned("a.other")]).toEqual([true, false]);
      },
    );

    withJobs("is left though others have work, and not while it has some itself", async (jobs, others) => {
      await jobs.takeSeat(lease("a", 0), "a");
      await jobs.takeSeat(lease("b", 0), "b");
      await others.add(job("b", 0, { env: "b" }));
      expect(await jobs.leaveSeat("b", at(1), post("b"))).toBe(false);
      expect(await jobs.leaveSeat("a", at(1), post("a", at(0)))).toBe(false);
      expect(await jobs.leaveSeat("a", at(1), post("a"))).toBe(true);
      expect((await jobs.seats(at(1))).map(({ env }) => env)).toEqual(["b"]);
    });

    withJobs("is never left by one while another is told that it is manned", async (jobs, others) => {
      for (let n = 0; n < 30; n += 1) {
        await jobs.takeSeat(lease("a", 0), "a.one");
        const [left, { manned }] = await Promise.all([
          jobs.leaveSeat("a", at(1), post("a.one")),
          others.add(job(`s${n}`, 1, { env: "a" })),
        ]);
        expect([left, manned]).toEqual([!manned, manned]);
        await jobs.drop({ project: "p1" });
        await jobs.clearSeat("a");
      }
    });
  });

  describe(`${name}: the last time that something was done`, () => {
    withJobs("is told of each project and kind", async (jobs, others) => {
      expect(await jobs.lastRun("maintain", "p1")).toBeUndefined();
      await jobs.noteRun("maintain", "p1", at(0));
      await others.noteRun("maintain", "p1", at(5));
      await jobs.noteRun("sweep", "p1", at(7));
      expect(await others.lastRun("maintain", "p1")).toBe(at(5));
      expect(await others.lastRun("maintain", "p2")).toBeUndefined();
    });
  });
}

const OWNERS = ["a", "b", "c"] as const;
const SUBJECTS = ["s1", "s2"] as const;

type Event =
  | { readonly is: "add"; readonly subject: string; readonly in: number }
  | { readonly is: "wait"; readonly for: number }
  | { readonly is: "lease"; readonly owner: string }
  | Ending;

type Ending = { readonly owner: string; readonly subject: string } & (
  | { readonly is: "renew" | "finish" | "give up" }
  | { readonly is: "fail"; readonly in: number }
);

const seconds = fc.integer({ min: 0, max: 100 });
const by = { owner: fc.constantFrom(...OWNERS), subject: fc.constantFrom(...SUBJECTS) };

const event: fc.Arbitrary<Event> = fc.oneof(
  fc.record({ is: fc.constant("add" as const), subject: by.subject, in: seconds }),
  fc.record({ is: fc.constant("wait" as const), for: seconds }),
  fc.record({ is: fc.constant("lease" as const), owner: by.owner }),
  fc.record({ is: fc.constantFrom("renew" as const, "finish" as const, "give up" as const), ...by }),
  fc.record({ is: fc.constant("fail" as const), ...by, in: seconds }),
);

interface Known {
  readonly subject: string;
  payload: { n: number };
  created: number;
  due: number;
  attempts: number;
  state: "waiting" | "leased" | "dead";
  owner?: string;
  until?: number;
  error?: string;
  /** What was asked for while it was under way, to be asked for right after it. */
  meanwhile?: { due: number };
}

/** Jobs as they should be. */
class Model {
  private readonly known = new Map<string, Known>();
  private now = 0;
  private asked = 0;

  async play(jobs: JobStore, event: Event): Promise<void> {
    if (event.is === "wait") this.now += event.for;
    else if (event.is === "add") await this.add(jobs, event.subject, this.now + event.in);
    else if (event.is === "lease") await this.lease(jobs, event.owner);
    else {
      const mine = this.known.get(event.subject);
      const isMine = mine?.state === "leased" && mine.owner === event.owner;
      await this.end(jobs, event, isMine ? mine : undefined);
    }
  }

  private async add(jobs: JobStore, subject: string, due: number): Promise<void> {
    this.asked += 1;
    const payload = { n: this.asked };
    await jobs.add(job(subject, this.now, { payload, due: at(due) }));
    this.ask(subject, due, payload);
  }

  private ask(subject: string, due: number, payload: { n: number }): void {
    const known = this.known.get(subject);
    if (!known) {
      this.known.set(subject, { subject, payload, created: this.now, due, attempts: 0, state: "waiting" });
      return;
    }
    known.payload = payload;
    if (known.state === "leased") known.meanwhile = { due: Math.min(due, known.meanwhile?.due ?? due) };
    else if (known.state === "waiting") known.due = Math.min(known.due, due);
    else Object.assign(known, { state: "waiting", attempts: 0, due });
  }

  private async lease(jobs: JobStore, owner: string): Promise<void> {
    const taken = await jobs.lease(lease(owner, this.now));
    const first = this.inOrder().find((each) => each.state !== "dead" && since(each) <= this.now);
    expect(taken?.subject).toBe(first?.subject as string);
    if (!first) return;
    // Whoever had it, had it no longer.
    expect(first.until ?? 0).toBeLessThanOrEqual(this.now);
    first.due = first.meanwhile?.due ?? first.due;
    delete first.meanwhile;
    Object.assign(first, { state: "leased", owner, until: this.now + LEASE, attempts: first.attempts + 1 });
    expect(taken).toEqual(jobAsIs(first));
  }

  private async end(jobs: JobStore, event: Ending, mine: Known | undefined): Promise<void> {
    const { owner, subject } = event;
    if (event.is === "renew") {
      expect(await jobs.renew(key(subject), lease(owner, this.now))).toBe(mine !== undefined);
      if (mine) mine.until = this.now + LEASE;
      return;
    }
    if (event.is === "finish") await jobs.finish(key(subject), owner);
    else {
      const retry = event.is === "fail" ? { at: at(this.now + event.in) } : event.is;
      await jobs.fail(key(subject), owner, `no ${this.asked}`, retry);
    }
    if (!mine) return;
    const { meanwhile, payload } = mine;
    delete mine.meanwhile;
    delete mine.owner;
    delete mine.until;
    if (event.is === "finish") {
      if (meanwhile === undefined) this.known.delete(subject);
      else Object.assign(mine, { state: "waiting", attempts: 0, due: meanwhile.due, error: undefined });
      return;
    }
    mine.error = `no ${this.asked}`;
    if (event.is === "fail") Object.assign(mine, { state: "waiting", due: this.now + event.in });
    else mine.state = "dead";
    if (meanwhile) this.ask(subject, meanwhile.due, payload);
  }

  /** A worker comes that does everything that was not given up. */
  async finishAll(jobs: JobStore): Promise<void> {
    const end = this.now + 10 * LEASE;
    for (const each of this.known.values())
      if (each.state === "dead") await jobs.add(job(each.subject, end, { payload: each.payload }));
    const payloads: unknown[] = [];
    for (let next = await jobs.lease(lease("z", end)); next; next = await jobs.lease(lease("z", end))) {
      payloads.push(next.payload);
      await jobs.finish(next, "z");
    }
    const wanted = [...this.known.values()].map(({ payload }) => payload);
    expect(payloads.toSorted(byNumber)).toEqual(wanted.toSorted(byNumber));
  }

  list(): Job[] {
    return this.inOrder().map(jobAsIs);
  }

  private inOrder(): Known[] {
    return [...this.known.values()].sort(
      (a, b) => since(a) - since(b) || a.created - b.created || (a.subject < b.subject ? -1 : 1),
    );
  }
}

const byNumber = (a: unknown, b: unknown): number => (a as { n: number }).n - (b as { n: number }).n;

const since = ({ until, due }: Known): number => until ?? due;

const jobAsIs = ({
  subject,
  payload,
  created,
  due,
  attempts,
  state,
  owner,
  until,
  error,
  meanwhile,
}: Known): Job => ({
  ...key(subject),
  payload,
  state,
  due: at(meanwhile?.due ?? due),
  attempts,
  ...(owner === undefined ? {} : { owner }),
  ...(until === undefined ? {} : { leased_until: at(until) }),
  ...(error === undefined ? {} : { error }),
  created_at: at(created),
});
