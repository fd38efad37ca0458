import { expect, test } from "bun:test";
import { createMemory } from "./create.ts";
import { digestible, digestOf } from "./digest.ts";
import { createLink, neighboursOf, strengthened } from "./links.ts";
import { AT, sampleMemory } from "./samples.ts";
import type { EpisodicMemory } from "./types.ts";

const day = (n: number): string => new Date(AT.now.getTime() + n * 86_400_000).toISOString();
const episode = (content: string, at: string, importance = 3, session = "s1"): EpisodicMemory =>
  sampleMemory(
    { type: "episodic", content, timestamp: at, accessed_at: at, importance, tags: [content.slice(0, 3)] },
    { session },
  );

const old = [
  episode("the third thing", day(-40)),
  episode("the first thing", day(-60), 6),
  episode("the second thing", day(-50)),
];

test("old episodes of a session are put together, and no others", () => {
  const others = [
    episode("something recent", day(-3)),
    episode("something important", day(-60), 9),
    episode("another session", day(-60), 3, "s2"),
    { ...episode("looked at lately", day(-60)), accessed_at: day(-1) },
  ];
  const found = digestible([...old, ...others], AT.now);
  expect([...found.keys()]).toEqual(["s1"]);
  expect(found.get("s1")?.map(({ content }) => content)).toEqual([
    "the first thing",
    "the second thing",
    "the third thing",
  ]);
});

test("a digest says what happened in order, and knows what it was made of", () => {
  const own = digestible(old, AT.now).get("s1") ?? [];
  const digest = digestOf(own, AT.now);
  expect(digest.content.split("\n")).toEqual([
    `${day(-60).slice(0, 10)} the first thing`,
    `${day(-50).slice(0, 10)} the second thing`,
    `${day(-40).slice(0, 10)} the third thing`,
  ]);
  expect(digest.context.digest_of).toEqual(own.map(({ id }) => id));
  expect(createMemory(digest, AT)).toMatchObject({ importance: 6, timestamp: day(-40) });
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

test("links join two memories, of a known kind, and grow with what is seen again", () => {
  const link = createLink({ source_id: "a", target_id: "b", link_type: "extends", strength: 0.4 }, AT.now);
  expect(strengthened(link).strength).toBeCloseTo(0.6);
  for (const wrong of [{ target_id: "a" }, { link_type: "likes" }, { strength: 2 }, { strength: Number.NaN }])
    expect(() =>
      createLink({ source_id: "a", target_id: "b", link_type: "extends", ...wrong }, AT.now),
    ).toThrow();
  expect(neighboursOf("b", [link])).toMatchObject([{ id: "a", outgoing: false }]);
  expect(neighboursOf("c", [link])).toEqual([]);
});
