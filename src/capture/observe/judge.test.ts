import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { createMemory } from "../../memory/create.ts";
import { AT as CIRCUMSTANCES } from "../../memory/samples.ts";
import type { Observation } from "../observation.ts";
import type { Segment } from "../segment.ts";
import { FACTS, INTENTIONS, WISHES } from "./fixtures/talk.ts";
import { byRulesAlone } from "./judge.ts";
import { observe, observing } from "./observe.ts";

const AT = "2026-03-02T09:00:00.000Z";
const turn = (number: number, request: string, answer: string): Segment => ({
  id: `turn-${number}`,
  turn: number,
  began: AT,
  ended: AT,
  request,
  synthetic: false,
  steps: [{ kind: "said", text: answer, at: AT }],
  answer,
  interrupted: false,
});

interface Talk {
  readonly before?: string;
  readonly answer?: string;
  readonly next?: string;
}
const sessionOf = (request: string, { before, answer, next }: Talk): Segment[] => [
  turn(1, "Go on with the parser.", before ?? "The parser reads the file."),
  turn(2, request, answer ?? "Noted."),
  turn(3, next ?? "thanks, next: the parser", "Done."),
];
const PLACE = { done: 3, projectDir: "/p" };
const kept = (request: string, talk: Talk = {}): readonly Observation[] =>
  observe(sessionOf(request, talk), {}, PLACE).observations;
const keptByRules = (request: string, talk: Talk = {}): readonly Observation[] =>
  observing(byRulesAlone)(sessionOf(request, talk), {}, PLACE).observations;

/** That no rule knows the words of. */
const UNKNOWN = "from april the registry only takes signed images, so ours must be by then";
const REMARK = "Went well btw, they liked the chart";
const REMARKED: Talk = { answer: "Good to hear. Next is the legend. Shall I?", next: "no" };

test("what is said in so many words is not weighed, however little was made of it", () => {
  for (const [kind, request] of [
    ["decision", "Let's use SQLite for the queue instead of Redis, because Redis loses jobs on a reboot."],
    ["correction", "We no longer deploy staging from develop. Staging is deployed from the main branch now."],
    ["preference", "Never push to main."],
    ["intention", "Remind me to rotate the keys tomorrow."],
  ]) {
    const last = [turn(1, request ?? "", "")];
    const { observations } = observe(last, {}, { done: 1, projectDir: "/p" });
    expect(observations.map((one) => one.kind as string)).toEqual([kind ?? ""]);
  }
});

describe("what no rule knows", () => {
  test("is no fact where it says what to do, whatever it names", () => {
    for (const request of [
      "Look at the certificate cohort gateway warehouse partition checkout ledger producer worker webhook audit.",
      "Check the billing of customers in production, the invoice service, the tenant ledger and the staging cluster.",
    ])
      expect(kept(request)).toEqual([]);
  });

  test("is kept for its weight, with the features that spoke for it", () => {
    expect(keptByRules(UNKNOWN)).toEqual([]);
    const [found, ...others] = kept(UNKNOWN);
    expect(others).toEqual([]);
    expect(found).toMatchObject({
      kind: "intention",
      role: "user",
      why: expect.stringMatching(/^weighed as an intention: .+/),
      draft: {
        type: "prospective",
        content: "From april the registry only takes signed images, so ours must be by then.",
      },
    });
  });

  test("is no question", () => {
    expect(kept(`${UNKNOWN}?`)).toEqual([]);
  });

  test("is never the agent's: what it says of worth, rules know", () => {
    expect(kept("go on", { answer: `${UNKNOWN[0]?.toUpperCase()}${UNKNOWN.slice(1)}.` })).toEqual([]);
  });

  test("keeps its key when the session is read on", () => {
    const segments = sessionOf(UNKNOWN, {});
    const first = observe(segments.slice(0, 2), {}, { ...PLACE, done: 1 });
    const again = observe(segments.slice(1), first.carry, { ...PLACE, done: 2 });
    expect(again.observations.map(({ key }) => key)).toEqual(kept(UNKNOWN).map(({ key }) => key));
  });
});

describe("what a rule took", () => {
  test("is dropped where it weighs too little", () => {
    expect(keptByRules(REMARK, REMARKED).map(({ kind }) => kind)).toEqual(["learning"]);
    expect(kept(REMARK, REMARKED)).toEqual([]);
  });

  test("stands in scripts that nothing was fitted to", () => {
    const wish = "提交信息用中文写,不要用英文";
    expect(keptByRules(wish)).toHaveLength(1);
    expect(kept(wish)).toEqual([...keptByRules(wish)]);
  });
});

test("whatever is said, observations are drafts that can be stored, and the same each time", () => {
  const known = [...FACTS, ...INTENTIONS, ...WISHES].map(({ text }) => text);
  const said = fc.array(fc.oneof(fc.constantFrom(...known), fc.string({ maxLength: 60 })), { maxLength: 4 });
  fc.assert(
    fc.property(said, fc.constantFrom(...known), (request, answer) => {
      const talk = { answer };
      const found = kept(request.join(". "), talk);
      expect(kept(request.join(". "), talk)).toEqual([...found]);
      for (const { draft } of found)
        expect(createMemory(draft, { ...CIRCUMSTANCES, session: "s" }).importance).toBeGreaterThan(0);
    }),
    { numRuns: 60 },
  );
});
