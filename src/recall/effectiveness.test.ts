import { expect, test } from "bun:test";
import type { Injection } from "../store/port.ts";
import { effectivenessOf } from "./effectiveness.ts";

const shown = (used?: boolean): Injection => ({
  session: "s",
  item: "decisions/a.json",
  version: "1",
  place: "prompt",
  score: 5,
  characters: 80,
  tokens: 20,
  at: "2026-11-22T10:00:00.000Z",
  ...(used === undefined ? {} : { used }),
});

test("the share is that of what was judged; what was not judged counts with its tokens only", () => {
  expect(effectivenessOf([shown(true), shown(false), shown(false), shown(true), shown()])).toEqual({
    injections: 5,
    tokens: 100,
    judged: 4,
    used: 2,
    share: 0.5,
  });
});

test("no share is told while nothing was judged", () => {
  expect(effectivenessOf([shown()])).toEqual({ injections: 1, tokens: 20, judged: 0, used: 0 });
  expect(effectivenessOf([])).toEqual({ injections: 0, tokens: 0, judged: 0, used: 0 });
});
