/** The labelled sessions through the whole chain: what is kept of them is what should be, to the levels once reached. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Judged, judge, rates } from "../../bench/capture/figures.ts";
import { play } from "../../bench/capture/play.ts";
import { transcriptsOf } from "../../bench/capture/segments.ts";
import type { LabelledSession } from "../../bench/capture/session.ts";
import { LONG_SESSIONS, SHORT_SESSIONS } from "../../bench/capture/set.ts";
import type { Carry } from "../../src/capture/observation.ts";
import { observe } from "../../src/capture/observe/observe.ts";

const SESSIONS = [...SHORT_SESSIONS, ...LONG_SESSIONS];
let folder: string;
const judged: { readonly session: LabelledSession; readonly one: Judged }[] = [];
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "recollect-levels-"));
  for (const session of SESSIONS) judged.push({ session, one: judge(session, await play(session, folder)) });
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const half = (of: readonly LabelledSession[], held: boolean): Judged[] =>
  judged.filter(({ session }) => session.held === held && of.includes(session)).map(({ one }) => one);

describe("labelled sessions", () => {
  test("are many, and of some nothing is to be kept", () => {
    expect(SESSIONS.length).toBeGreaterThanOrEqual(24);
    expect(SESSIONS.filter(({ keep }) => keep.length === 0).length).toBeGreaterThanOrEqual(5);
    expect(new Set(SESSIONS.map(({ name }) => name)).size).toBe(SESSIONS.length);
  });

  test.each([
    ["short, that the rules were fitted to", SHORT_SESSIONS, false, 0.96, 0.87],
    ["short, held out", SHORT_SESSIONS, true, 0.9, 0.75],
    ["long, that the rules were fitted to", LONG_SESSIONS, false, 0.7, 0.52],
    ["long, held out", LONG_SESSIONS, true, 0.55, 0.43],
  ])("%s: precision and recall hold", (_, sessions, held, precision, recall) => {
    const found = rates(half(sessions, held));
    expect(found.precision).toBeGreaterThanOrEqual(precision);
    expect(found.recall).toBeGreaterThanOrEqual(recall);
  });

  test("what others say, and what tools bring, is never kept of the short ones that the rules were fitted to", () => {
    const found = half(SHORT_SESSIONS, false);
    expect(
      found.flatMap(({ session, forbidden }) => forbidden.map((words) => `${session}: ${words}`)),
    ).toEqual([]);
  });

  test("of long ones the same is noticed however often their reading stops and goes on", async () => {
    for (const session of LONG_SESSIONS.filter((_, at) => at % 4 === 0)) {
      for await (const { segments } of transcriptsOf(session, folder)) {
        const noticed = ({ observations }: ReturnType<typeof observe>): string[] =>
          observations.map(({ key, segment }) => `${segment} ${key}`);
        const at = { projectDir: session.project };
        const whole = noticed(observe(segments, {}, { ...at, done: segments.length }));
        let carry: Carry = {};
        const parts = segments.flatMap((segment, place) => {
          const read = observe(segments.slice(place, place + 2), carry, { ...at, done: 1 });
          carry = JSON.parse(JSON.stringify(read.carry)) as Carry;
          return noticed(read).filter((each) => each.startsWith(`${segment.id} `));
        });
        expect(parts).toEqual(whole);
      }
    }
  });

  test("importance is what it should be", () => {
    expect(judged.flatMap(({ one }) => one.misrated.map(({ kept }) => kept.text))).toEqual([]);
  });
});
