import { expect, test } from "bun:test";
import type { ObservationKind } from "../observation.ts";
import type { Segment, Step } from "../segment.ts";
import { CORRECTIONS, DECISIONS, FACTS, INTENTIONS, REVERSALS, type Talk, WISHES } from "./fixtures/talk.ts";
import { byRulesAlone } from "./judge.ts";
import { observing } from "./observe.ts";

/** A sentence without a session weighs nothing to speak of: what the rules make of it is asked here. */
const observe = observing(byRulesAlone);

const AT = "2026-03-02T09:00:00.000Z";

const segment = (turn: number, request: string, said: string, steps: readonly Step[] = []): Segment => ({
  id: `turn-${turn}`,
  turn,
  began: AT,
  ended: AT,
  request,
  synthetic: false,
  steps: [...steps, { kind: "said", text: said, at: AT }],
  answer: said,
  interrupted: false,
});

const edit: Step = {
  kind: "tool",
  action: { kind: "edit", path: "/p/src/app.ts" },
  outcome: "ok",
  output: "",
  at: AT,
};

/** What is noticed in it, said in the middle of a session that says nothing else; what a turn came to is not asked here. */
function noticedIn({ by, text, after }: Talk): ObservationKind[] {
  const said = by === "user" ? "I have done that." : text;
  const segments = [
    segment(1, "Go on with the parser.", after ?? "The parser reads the file and builds the tree."),
    segment(2, by === "user" ? text : "Go on with the next part.", said, [edit]),
    segment(3, "and now the next thing on our list", "I have done that, too."),
  ];
  const { observations } = observe(segments, {}, { done: 3, projectDir: "/p" });
  return observations.filter(({ kind }) => kind !== "outcome").map(({ kind }) => kind);
}

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
