/** Several machines at one database: what is done for one is not done, and not undone, by another. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { canServe, sharedPostgres } from "../../../test/support/postgres.ts";
import type { NewJob } from "../job-port.ts";
import type { Store } from "../port.ts";
import { openPostgresStore } from "./open-postgres.ts";

const TIME = "2026-03-07T12:00:00.000Z";
const LATER = "2026-03-07T12:01:00.000Z";
const MARK = {
  ...{ project: "p", session: "s", source: "main", client: "claude-code" },
  ...{ path: "/t.jsonl", folder: "/p", at: TIME },
} as const;
const job = (home: string): NewJob => ({
  ...{ kind: "capture", project: "p", subject: "s", payload: { home }, at: TIME },
});

describe.skipIf(!canServe())("two homes that share a database", () => {
  let laptop: Store;
  let tower: Store;
  beforeEach(async () => {
    const url = (await sharedPostgres()).freshUrl();
    laptop = await openPostgresStore({ url, home: "0123456789abcdef" });
    tower = await openPostgresStore({ url, home: "fedcba9876543210" });
  });
  afterEach(async () => {
    await laptop.close();
    await tower.close();
  });
  const lease = (owner: string) => ({ owner, now: TIME, until: LATER });

  test("have a worker each, at once", async () => {
    expect(await laptop.jobs.takeSeat(lease("laptop:1:a"))).toBe(true);
    expect(await tower.jobs.takeSeat(lease("tower:1:a"))).toBe(true);
    expect((await tower.jobs.seat(TIME))?.owner).toBe("tower:1:a");
    expect(await tower.jobs.clearSeat("laptop:1:a")).toBe(false);
    expect(await laptop.jobs.leaveSeat("laptop:1:a", TIME)).toBe(true);
    expect(await laptop.jobs.seat(TIME)).toBeUndefined();
    expect((await tower.jobs.seat(TIME))?.owner).toBe("tower:1:a");
  });

  test("do each what was asked for there, also of a session that both know by the same name", async () => {
    expect(await laptop.jobs.add(job("laptop"))).toEqual({ manned: false });
    expect(await tower.jobs.lease(lease("tower:1:a"))).toBeUndefined();
    expect(await tower.jobs.leaveSeat("tower:1:a", TIME)).toBe(true);
    await tower.jobs.add(job("tower"));
    expect((await tower.jobs.lease(lease("tower:1:a")))?.payload).toEqual({ home: "tower" });
    expect((await laptop.jobs.lease(lease("laptop:1:a")))?.payload).toEqual({ home: "laptop" });
    await tower.jobs.finish(job("tower"), "tower:1:a");
    expect(await tower.jobs.list(10)).toEqual([]);
    expect(await laptop.jobs.renew(job("laptop"), lease("laptop:1:a"))).toBe(true);
    await tower.jobs.drop({ project: "p" });
    await laptop.jobs.fail(job("laptop"), "laptop:1:a", "no", "give up");
    expect(await laptop.jobs.list(10)).toMatchObject([{ state: "dead", payload: { home: "laptop" } }]);
  });

  test("read their own transcripts, and close none of the other's for not finding it", async () => {
    await laptop.marks.begin(MARK);
    expect([await tower.marks.of("p", "s"), await tower.marks.open(10)]).toEqual([[], []]);
    await tower.marks.begin({ ...MARK, path: "/other.jsonl" });
    await tower.marks.put({ ...MARK, offset: 9, turns: 1, carry: { a: 1 }, closed: true });
    expect(await laptop.marks.of("p", "s")).toMatchObject([
      { path: "/t.jsonl", offset: 0, closed: false, carry: {} },
    ]);
    expect(await tower.marks.of("p", "s")).toMatchObject([{ offset: 9, closed: true }]);
  });

  test("share what they remember", async () => {
    await laptop.ledger.session("p", "s", "claude-code", TIME);
    expect(await tower.ledger.recentSessions("p", 5)).toMatchObject([{ session: "s" }]);
  });
});

test("a home's id is no way into a statement", async () => {
  const opened = openPostgresStore({ url: "postgres://nobody@localhost/none", home: "' OR ''='" });
  await expect(opened).rejects.toThrow("no home's id");
});
