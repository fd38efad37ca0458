import { expect, test } from "bun:test";
import fc from "fast-check";
import { openEngine } from "../../../test/support/engine.ts";
import { conflictProposal } from "../../consolidate/conflict.ts";
import { DAY_MS } from "../../record/time.ts";
import { inboxNotice, isDueToTell } from "./notice.ts";

const DAY = new Date("2026-03-02T09:00:00Z").getTime();
const day = (n: number): string => new Date(DAY + n * DAY_MS).toISOString();

test("what waits is told at the first session after it came, and then once a week at most, however many sessions begin", () => {
  fc.assert(
    fc.property(
      fc.float({ min: 0, max: 3, noNaN: true }),
      fc.array(fc.float({ min: Math.fround(0.01), max: 10, noNaN: true }), { minLength: 1, maxLength: 60 }),
      (created, pauses) => {
        let at = 0;
        let before: string | undefined;
        const told: number[] = [];
        for (const pause of pauses) {
          at += pause;
          const now = day(at);
          if (at >= created && isDueToTell(day(created), before, now)) told.push(at);
          before = now;
        }
        const first = told[0];
        if (at >= created) expect(first).toBeDefined();
        expect(told.length).toBeLessThanOrEqual(Math.floor((at - created) / 7) + 1);
      },
    ),
  );
});

test("an empty inbox says nothing, and what waits is a line for the person", async () => {
  using stage = openEngine();
  const told = async (session: string): Promise<string | undefined> =>
    (await stage.hook("SessionStart", { source: "startup", session_id: session })).notice;
  await told("first"); // which says what a new user has to know
  expect(await told("a")).toBeUndefined();
  const { project } = stage.view();
  const side = (ref: string): Parameters<typeof conflictProposal>[1]["newer"] => ({
    kind: "memory",
    ref,
    title: ref,
    said: ref,
    version: ref,
    at: day(0),
  });
  const conflict = { newer: side("b"), older: side("a"), found: { rule: "value", why: "so" } } as const;
  await stage.store(({ proposals }) => proposals.propose(conflictProposal(project.id, conflict, stage.now)));
  expect(await told("b")).toContain("1 proposal waits for your yes or no: recollect inbox");
  expect(await told("c")).toBeUndefined();
  stage.now = new Date(stage.now.getTime() + 8 * DAY_MS);
  expect(await told("d")).toContain("1 proposal waits");
  expect(await told("e")).toBeUndefined();
  expect(await stage.store((store) => inboxNotice(stage.view(), store, "nobody"))).toBeUndefined();
});
