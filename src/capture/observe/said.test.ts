import { describe, expect, test } from "bun:test";
import { noticedIn } from "./fixtures/noticed-in.ts";
import { SAID } from "./fixtures/said.ts";

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
