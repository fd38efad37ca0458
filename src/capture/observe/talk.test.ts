import { expect, test } from "bun:test";
import type { ObservationKind } from "../observation.ts";
import { noticedIn } from "./fixtures/noticed-in.ts";
import { CORRECTIONS, DECISIONS, FACTS, INTENTIONS, REVERSALS, WISHES } from "./fixtures/talk.ts";
import type { Talk } from "./fixtures/talking.ts";

const isRight = (expect: Talk["expect"], found: readonly ObservationKind[]): boolean =>
  expect.length === 0
    ? found.length === 0
    : found.length === 1 && found.every((kind) => expect.includes(kind));

const GROUPS = {
  "facts told in passing": FACTS,
  "what is for another time": INTENTIONS,
  "decisions in a few words": DECISIONS,
  "decisions taken back": REVERSALS,
  "what the agent got wrong": CORRECTIONS,
  "how the person wants things": WISHES,
};

/** By rules alone: what a rule would need a phrase of its own for, it does not hear, and is left to weights. */
test.each([
  ["facts told in passing", 0.95, 0.9],
  ["what is for another time", 0.6, 0.3],
  ["decisions in a few words", 0.95, 0.6],
  ["decisions taken back", 0.95, 0.95],
  ["what the agent got wrong", 0.9, 0.4],
  ["how the person wants things", 0.8, 0.4],
] as const)("%s: precision %p and recall %p hold", (group, precision, recall) => {
  const judged = GROUPS[group].map((talk) => ({ talk, found: noticedIn(talk) }));
  const kept = judged.filter(({ found }) => found.length > 0);
  const wanted = judged.filter(({ talk }) => talk.expect.length > 0);
  const right = wanted.filter(({ talk, found }) => isRight(talk.expect, found));
  expect(right.length / kept.length).toBeGreaterThanOrEqual(precision);
  expect(right.length / wanted.length).toBeGreaterThanOrEqual(recall);
});
