import { describe, expect, test } from "bun:test";
import type { ObservationKind } from "../observation.ts";
import type { Segment, Step } from "../segment.ts";
import { SAID, type Said } from "./fixtures/said.ts";
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

/** The sentence in the middle of a session that says nothing else; what a turn came to is not what is asked here. */
function noticedIn({ by, text }: Said): ObservationKind[] {
  const said = by === "user" ? "I have done that." : text;
  const segments = [
    segment(1, "Go on with the parser.", "The parser reads the file and builds the tree."),
    segment(2, by === "user" ? text : "Go on with the next part.", said, [edit]),
    segment(3, "and now the next thing on our list", "I have done that, too."),
  ];
  const { observations } = observe(segments, {}, { done: 3, projectDir: "/p" });
  return observations.filter(({ kind }) => kind !== "outcome").map(({ kind }) => kind);
}

const judged = SAID.map((said) => ({ said, found: noticedIn(said) }));
const wanted = judged.filter(({ said }) => said.expect.length > 0);
const kept = judged.filter(({ found }) => found.length > 0);
const isRight = ({ said, found }: (typeof judged)[number]): boolean =>
  found.length === 1 && found.every((kind) => said.expect.includes(kind));

describe("single sentences", () => {
  test("that matter are told from those that do not", () => {
    for (const one of judged) {
      if (one.said.expect.length === 0 ? one.found.length > 0 : !isRight(one))
        console.log(
          `${one.said.text} → ${one.found.join(", ") || "nothing"}, not ${one.said.expect.join("/") || "nothing"}`,
        );
    }
    const right = wanted.filter(isRight).length;
    console.log(
      `precision ${(right / kept.length).toFixed(3)} recall ${(right / wanted.length).toFixed(3)} of ${judged.length}`,
    );
    expect(right / kept.length).toBeGreaterThanOrEqual(0.9);
    expect(right / wanted.length).toBeGreaterThanOrEqual(0.8);
  });
});
