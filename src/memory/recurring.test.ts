import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { analyze } from "../text/analyze.ts";
import { jaccard } from "../text/similarity.ts";
import { createMemory } from "./create.ts";
import { patternOf, type Recurrence, recurrences } from "./recurring.ts";
import { AT, sampleMemory } from "./samples.ts";
import type { EpisodicMemory } from "./types.ts";

const at = (minutes: number): string => new Date(AT.now.getTime() + minutes * 60_000).toISOString();
let minute = 0;
const event = (content: string, session: string, more: Partial<EpisodicMemory> = {}): EpisodicMemory => {
  minute += 1;
  return {
    ...sampleMemory({ type: "episodic", content, timestamp: at(minute) }, { session }),
    ...more,
  };
};

const FLAKY = [
  event("The checkout test failed since the browser timed out", "s1"),
  event("Checkout test failed: the browser timed out again", "s2"),
  event("The checkout test failed as the browser timed out in CI", "s3"),
];

describe("events", () => {
  test("alike in three sessions have recurred", () => {
    const others = [event("The release notes were written", "s1"), event("A branch was merged", "s2")];
    expect(recurrences([...others, ...FLAKY])).toEqual([{ events: FLAKY, sessions: ["s1", "s2", "s3"] }]);
  });

  test("alike in two have not, however often they happened there", () => {
    const often = FLAKY.map((one, n) => ({ ...one, session_id: n === 0 ? "s1" : "s2" }));
    expect(recurrences([...often, ...often.map((one) => ({ ...one, id: `${one.id}x` }))])).toEqual([]);
  });

  test("that say the opposite are not alike", () => {
    const [first, second] = FLAKY as [EpisodicMemory, EpisodicMemory];
    const never = event("The checkout test never failed as the browser timed out", "s4");
    expect(recurrences([first, second, never])).toEqual([]);
  });

  test("alike to what was promoted join it, in whatever session", () => {
    const before = FLAKY.map((one) => ({ ...one, promoted_to: "pattern" }));
    const again = event("The checkout test failed since the browser timed out", "s9");
    expect(recurrences([...before, again])).toEqual([
      { events: [again], sessions: ["s1", "s2", "s3", "s9"], into: "pattern" },
    ]);
    expect(recurrences(before)).toEqual([]);
  });

  test("that were put away happened all the same, and stay where they are", () => {
    const [first, second, third] = FLAKY as [EpisodicMemory, EpisodicMemory, EpisodicMemory];
    const away = [first, second].map((one) => ({ ...one, status: "archived" as const }));
    expect(recurrences([...away, third])).toEqual([{ events: [third], sessions: ["s1", "s2", "s3"] }]);
    expect(recurrences([...away, { ...third, status: "archived" }])).toEqual([]);
  });

  test("that are digests, wait for review or say too little do not count", () => {
    const [first, second, third] = FLAKY as [EpisodicMemory, EpisodicMemory, EpisodicMemory];
    const odd: EpisodicMemory[] = [
      { ...first, status: "staged" },
      { ...first, context: { digest_of: ["x"] } },
    ];
    for (const one of odd) expect(recurrences([one, second, third])).toEqual([]);
    expect(recurrences(["s1", "s2", "s3"].map((session) => event("Tests failed", session)))).toEqual([]);
  });
});

test("the pattern speaks in the words of the most typical event, and is the surer the more sessions there were", () => {
  const [recurrence] = recurrences(
    FLAKY.map((one, n) => ({ ...one, importance: 4 + n, tags: n === 0 ? ["ci", "odd"] : ["ci"] })),
  );
  if (!recurrence) throw new Error("nothing recurred");
  const pattern = patternOf(recurrence);
  expect(FLAKY.map(({ content }) => content)).toContain(pattern.content);
  expect(pattern).toMatchObject({
    evidence_count: 3,
    source_sessions: ["s1", "s2", "s3"],
    importance: 6,
    tags: ["ci"],
  });
  expect(pattern.confidence).toBeCloseTo(1 - 0.5 * (2 / 3) ** 2);
  expect(createMemory(pattern, AT)).toMatchObject({
    type: "semantic",
    scope: "project",
    category: "pattern",
  });
});

/** The same without any shortcut: every event is held against the first of every cluster. */
function recurrencesSlowly(events: readonly EpisodicMemory[]): Recurrence[] {
  const terms = new Map(events.map((one) => [one, new Set(analyze(one.content))]));
  const alike = (a: EpisodicMemory, b: EpisodicMemory): number =>
    jaccard(terms.get(a) ?? new Set(), terms.get(b) ?? new Set());
  const found: [EpisodicMemory, ...EpisodicMemory[]][] = [];
  for (const one of events) {
    const [best] = found
      .map((cluster) => ({ cluster, likeness: alike(one, cluster[0]) }))
      .filter(({ likeness }) => likeness >= 0.5)
      .sort((a, b) => b.likeness - a.likeness);
    if (best) best.cluster.push(one);
    else found.push([one]);
  }
  return found
    .map((own) => ({ events: own, sessions: [...new Set(own.map(({ session_id }) => session_id))] }))
    .filter(({ sessions }) => sessions.length >= 3);
}

test("whatever happened, no event recurs twice, and each recurrence is of three sessions", () => {
  const words = fc.subarray(["checkout", "test", "failed", "browser", "merge", "queue", "stalled", "index"], {
    minLength: 3,
  });
  const happened = fc.array(fc.tuple(words, fc.integer({ min: 1, max: 5 })), { maxLength: 40 });
  fc.assert(
    fc.property(happened, (all) => {
      const events = all.map(([said, session]) => event(said.join(" "), `s${session}`));
      const found = recurrences(events);
      const ids = found.flatMap((each) => each.events.map(({ id }) => id));
      expect(new Set(ids).size).toBe(ids.length);
      for (const { sessions, events: own } of found) {
        expect(new Set(own.map(({ session_id }) => session_id))).toEqual(new Set(sessions));
        expect(sessions.length).toBeGreaterThanOrEqual(3);
      }
      expect(recurrences([...events].reverse())).toEqual(found);
      expect(found).toEqual(recurrencesSlowly(events));
    }),
  );
});
