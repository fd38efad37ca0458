import { expect, test } from "bun:test";
import fc from "fast-check";
import { bodyOf, createMemory } from "./create.ts";
import { type Digestible, digestible, digestOf, sourcesOf } from "./digest.ts";
import { createLink, neighboursOf } from "./links.ts";
import { AT, sampleMemory } from "./samples.ts";
import type { EpisodicMemory } from "./types.ts";

const day = (n: number): string => new Date(AT.now.getTime() + n * 86_400_000).toISOString();
const episode = (content: string, at: string, importance = 3, session = "s1"): EpisodicMemory =>
  sampleMemory(
    { type: "episodic", content, timestamp: at, created_at: at, importance, tags: [content.slice(0, 3)] },
    { session },
  );

const old = [
  episode("the third thing", day(-40)),
  episode("the first thing", day(-60), 6),
  episode("the second thing", day(-50)),
];

const told = (groups: readonly Digestible[]): string[][] =>
  groups.map(({ episodes }) => episodes.map(({ content }) => content));

test("old episodes of a session are put together, and no others", () => {
  const others = [
    episode("something recent", day(-3)),
    episode("something important", day(-60), 9),
    episode("another session", day(-60), 3, "s2"),
    { ...episode("looked at lately", day(-60)), accessed_at: day(-1) },
    { ...episode("changed lately", day(-60)), updated_at: day(-1) },
    { ...episode("become something else", day(-60)), promoted_to: "a pattern" },
    { ...episode("put away", day(-60)), status: "archived" as const },
    { ...episode("for the whole project", day(-60)), scope: "project" as const },
  ];
  const groups = digestible([...old, ...others], AT.now, 30);
  expect(told(groups)).toEqual([["the first thing", "the second thing", "the third thing"]]);
  expect(groups[0]).toMatchObject({ session: "s1", scope: "session" });
  expect(told(digestible(old, AT.now, 45))).toEqual([]);
});

test("a digest says what happened in order, and knows what it was made of", () => {
  const own = digestible(old, AT.now, 30)[0]?.episodes ?? [];
  const digest = digestOf(own, AT.now);
  expect(digest.content.split("\n")).toEqual([
    `${day(-60).slice(0, 10)} the first thing`,
    `${day(-50).slice(0, 10)} the second thing`,
    `${day(-40).slice(0, 10)} the third thing`,
  ]);
  const memory = createMemory(digest, AT);
  expect(memory).toMatchObject({ importance: 6, timestamp: day(-40) });
  expect(sourcesOf(memory)).toEqual(own.map(({ id }) => id));
  expect(
    digestible(Array(5).fill({ ...memory, created_at: day(-40), updated_at: day(-40) }), AT.now, 30),
  ).toEqual([]);
});

test("however many there are, each is in one digest that is a sound memory of bounded size", () => {
  fc.assert(
    fc.property(fc.integer({ min: 3, max: 1_300 }), fc.integer({ min: 1, max: 2 }), (count, sessions) => {
      const episodes = Array.from({ length: count }, (_, n) =>
        episode(`thing ${n} ${"x".repeat(n % 300)}`, day(-90 - (n % 7)), 2, `s${n % sessions}`),
      );
      const groups = digestible(episodes, AT.now, 30);
      const sources = groups.flatMap((group) => {
        const memory = createMemory(digestOf(group.episodes, AT.now), { ...AT, session: group.session });
        expect(bodyOf(memory).length).toBeLessThan(4_500);
        return sourcesOf(memory);
      });
      expect(new Set(sources).size).toBe(sources.length);
      const perSession = Map.groupBy(episodes, ({ session_id }) => session_id);
      const due = [...perSession.values()].filter(({ length }) => length >= 3).flat();
      expect(new Set(sources)).toEqual(new Set(due.map(({ id }) => id)));
    }),
    { numRuns: 25 },
  );
});

test("a digest of very many names the most important and says how many are left", () => {
  const many = Array.from({ length: 300 }, (_, n) =>
    episode(`thing ${n} ${"x".repeat(400)}`, day(-90), n === 250 ? 7 : 2),
  );
  const { content, context } = digestOf(many, AT.now);
  expect(content).toContain("thing 250 ");
  expect(content).toEndWith("and 280 more");
  expect(content.length).toBeLessThan(5_000);
  expect(context.digest_of).toHaveLength(300);
});

test("links join two memories, of a known kind", () => {
  const link = createLink({ source_id: "a", target_id: "b", link_type: "extends", strength: 0.4 }, AT.now);
  for (const wrong of [{ target_id: "a" }, { link_type: "likes" }, { strength: 2 }, { strength: Number.NaN }])
    expect(() =>
      createLink({ source_id: "a", target_id: "b", link_type: "extends", ...wrong }, AT.now),
    ).toThrow();
  expect(neighboursOf("b", [link])).toMatchObject([{ id: "a", outgoing: false }]);
  expect(neighboursOf("c", [link])).toEqual([]);
});
