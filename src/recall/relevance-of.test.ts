import { expect, test } from "bun:test";
import { archive } from "../memory/lifecycle.ts";
import { AT, sampleMemory } from "../memory/samples.ts";
import { relevanceOf } from "./relevance-of.ts";

const fact = (content: string, more: object = {}) => sampleMemory({ type: "semantic", content, ...more });
const of = (query: string, content: string, more: object = {}): number =>
  relevanceOf(fact(content, more), query, AT.now);

test("the better a memory answers, the more relevant it is, and what answers nothing is not", () => {
  const high = of("How to fix CI failures", "To fix CI failures: check logs, fix issues, rerun tests");
  const medium = of("authentication implementation", "User authentication requires validation");
  expect(high).toBeGreaterThan(medium);
  expect(medium).toBeGreaterThan(0);
  expect(high).toBeLessThanOrEqual(10);
  expect(of("database optimization", "Frontend styling guidelines")).toBe(0);
});

test("queries that ask about nothing, and memories that are not recalled, come to nothing", () => {
  for (const query of ["", "the and of", "?!*", `"; DROP TABLE x; --`])
    expect(of(query, "Webhooks arrive out of order")).toBe(0);
  const old = archive(fact("Webhooks arrive out of order"), AT.now);
  expect(relevanceOf(old, "webhook order", AT.now)).toBe(0);
});

test("importance decides between equals", () => {
  const [more, less] = [9, 2].map((importance) =>
    of("webhook order", "Webhooks arrive out of order", { importance }),
  );
  expect(more).toBeGreaterThan(less ?? 10);
});
