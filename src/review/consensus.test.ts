import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { consensus, type Decision } from "./consensus.ts";
import { METRICS, type Metric, type Outcome, type ReviewAnswer, VERDICTS } from "./types.ts";

const NAMES: { readonly [metric in Metric]: string } = {
  importance: "analyzer",
  relevance: "patterns",
  novelty: "knowledge-archaeologist",
};

const answered = (metric: Metric, answer: Partial<ReviewAnswer>): Outcome => ({
  name: NAMES[metric],
  metric,
  executor: "endpoint",
  ok: true,
  answer: { verdict: "abstain", trivial: false, reason: "", ...answer },
});
const failed = (metric: Metric): Outcome => ({
  name: NAMES[metric],
  metric,
  executor: "endpoint",
  ok: false,
  error: "no answer within 2000 ms",
});

/** Three reviewers that all rate importance; undefined for one that failed. */
const rating = (...scores: (number | undefined)[]): Decision =>
  consensus(
    scores.map((importance, place) => {
      const metric = METRICS[place] ?? "importance";
      return importance === undefined ? failed(metric) : answered(metric, { importance });
    }),
    false,
  );

describe("three answers", () => {
  test("of 8, 7 and 9 store with importance 8", () => {
    expect(rating(8, 7, 9)).toMatchObject({
      action: "store",
      status: "active",
      importance: 8,
      review: { avg_importance: 8, consensus: "3/3 agents", executor: "endpoint" },
    });
  });

  test("of 2, 3 and 2 reject, and say by what", () => {
    expect(rating(2, 3, 2)).toMatchObject({
      action: "reject",
      reason: "Low scores: importance=2.3, relevance=unrated",
    });
  });

  test("count each metric by those who rated it alone", () => {
    const { review, ...decision } = consensus(
      [
        answered("importance", { importance: 9 }),
        answered("relevance", { relevance: 6 }),
        answered("novelty", { novelty: 8 }),
      ],
      false,
    );
    expect(decision).toMatchObject({ action: "store", importance: 9 });
    expect(review).toMatchObject({ avg_importance: 9, avg_relevance: 6, avg_novelty: 8 });
  });

  test("round half up", () => {
    expect(rating(6, 7, undefined)).toMatchObject({ importance: 7 });
    expect(rating(7, 7, 6)).toMatchObject({ importance: 7 });
    expect(rating(4, 4, 5)).toMatchObject({ importance: 4 });
  });

  test("reject what two call trivial, however they rate it", () => {
    const trivial = { trivial: true, importance: 9 };
    expect(
      consensus(
        [
          answered("importance", trivial),
          answered("relevance", trivial),
          answered("novelty", { novelty: 9 }),
        ],
        false,
      ),
    ).toMatchObject({ action: "reject", reason: "Trivial (2/3 agents agreed)" });
  });

  test("reject what two vote against, and heed one vote no further", () => {
    const against = (count: number): Decision =>
      consensus(
        METRICS.map((metric, place) =>
          answered(metric, { verdict: place < count ? "reject" : "store", [metric]: 8 }),
        ),
        false,
      );
    expect(against(2)).toMatchObject({ action: "reject", reason: "Rejected (2/3 agents agreed)" });
    expect(against(1).action).toBe("store");
  });

  test("reject what is no useful pattern", () => {
    expect(
      consensus([answered("importance", { importance: 6 }), answered("relevance", { relevance: 4 })], false),
    ).toMatchObject({ action: "reject", reason: "Low scores: importance=6.0, relevance=4.0" });
  });

  test("send what is known to what knows it, instead of rejecting it", () => {
    const known = (novelty: number): string =>
      consensus([answered("importance", { importance: 6 }), answered("novelty", { novelty })], false).action;
    expect([known(1), known(3), known(3.1), known(9)]).toEqual(["reinforce", "reinforce", "store", "store"]);
  });

  test("that rate no importance give none", () => {
    const decision = consensus(
      [answered("relevance", { relevance: 8 }), answered("novelty", { novelty: 8 })],
      false,
    );
    expect(decision.action).toBe("store");
    expect(decision).not.toHaveProperty("importance");
    expect(decision.review.avg_importance).toBeNull();
  });
});

test("two answers are enough, and the third's failure is told", () => {
  expect(rating(8, undefined, 7)).toMatchObject({
    action: "store",
    importance: 8,
    review: {
      consensus: "2/3 agents",
      avg_importance: 7.5,
      failed: { patterns: "no answer within 2000 ms" },
    },
  });
});

describe("one answer alone", () => {
  const alone = (metric: Metric, answer: Partial<ReviewAnswer>): Decision =>
    consensus([answered(metric, answer), failed("relevance"), failed("novelty")], false);

  test("is believed from 5 on in what it was asked, and marked", () => {
    expect(alone("importance", { importance: 5 })).toMatchObject({
      action: "store",
      status: "active",
      importance: 5,
      reason: "Single agent (partial failure), cautious acceptance",
      review: { partial_consensus: true, consensus: "1/3 agents" },
    });
    expect(alone("importance", { importance: 4 })).toMatchObject({
      action: "reject",
      reason: "Single agent (partial failure), low importance: 4",
    });
    expect(alone("relevance", { relevance: 4 })).toMatchObject({ action: "reject" });
    expect(alone("relevance", { relevance: 7, importance: 9 })).not.toHaveProperty("importance");
    expect(alone("novelty", { novelty: 2 })).toMatchObject({ action: "reinforce" });
  });

  test("rejects what it calls trivial", () => {
    expect(alone("importance", { importance: 9, trivial: true }).action).toBe("reject");
    expect(alone("importance", { importance: 9, verdict: "reject" }).action).toBe("reject");
  });

  test("without its own score leaves it for later", () => {
    expect(alone("importance", { verdict: "store", relevance: 9 })).toMatchObject({
      status: "staged",
      importance: 3,
    });
  });
});

describe("no answer at all", () => {
  const none = METRICS.map(failed);

  test("stages it with low importance, and says that rules alone let it in", () => {
    expect(consensus(none, false)).toMatchObject({
      action: "store",
      status: "staged",
      importance: 3,
      reason: "All agents failed, heuristic accepted with low importance",
      review: { executor: "heuristic", fallback: true, consensus: "0/3 agents" },
    });
  });

  test("rejects what the filter calls trivial", () => {
    expect(consensus(none, true)).toMatchObject({
      action: "reject",
      reason: "All agents failed, heuristic filter rejected",
      review: { fallback: true },
    });
  });
});

test("who judged is who answered", () => {
  const mixed = consensus(
    [
      { ...answered("importance", { importance: 7 }), executor: "heuristic" },
      answered("relevance", { relevance: 7 }),
      { ...failed("novelty"), executor: "client" },
    ],
    false,
  );
  expect(mixed.review.executor).toBe("endpoint+heuristic");
});

describe("whatever they answer", () => {
  const score = fc.option(fc.double({ min: 1, max: 10, noNaN: true }), { nil: undefined });
  const answer = fc
    .record({
      verdict: fc.constantFrom(...VERDICTS),
      trivial: fc.boolean(),
      importance: score,
      relevance: score,
      novelty: score,
    })
    .map((given) => Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)));
  const outcomes = fc.tuple(fc.option(answer), fc.option(answer), fc.option(answer)).map((answers) =>
    answers.map((given, place) => {
      const metric = METRICS[place] ?? "importance";
      return given ? answered(metric, given) : failed(metric);
    }),
  );
  const answersOf = (all: readonly Outcome[]): ReviewAnswer[] =>
    all.flatMap((outcome) => (outcome.ok ? [outcome.answer] : []));

  test("a higher score never turns storing into rejecting", () => {
    const raise = fc.record({
      place: fc.nat(2),
      metric: fc.constantFrom(...METRICS),
      by: fc.double({ min: 0, max: 9, noNaN: true }),
    });
    fc.assert(
      fc.property(outcomes, raise, (all, { place, metric, by }) => {
        const raised = all.map((outcome, at) => {
          const before = outcome.ok ? outcome.answer[metric] : undefined;
          if (!outcome.ok || at !== place || before === undefined) return outcome;
          return { ...outcome, answer: { ...outcome.answer, [metric]: Math.min(10, before + by) } };
        });
        if (consensus(all, false).action === "reject") return;
        expect(consensus(raised, false).action).not.toBe("reject");
      }),
    );
  });

  test("what two call trivial is never stored", () => {
    fc.assert(
      fc.property(outcomes, (all) => {
        if (answersOf(all).filter(({ trivial }) => trivial).length < 2) return;
        expect(consensus(all, false).action).toBe("reject");
      }),
    );
  });

  test("no metric is made up, and importance comes from those who rated it", () => {
    fc.assert(
      fc.property(outcomes, (all) => {
        const decision = consensus(all, false);
        for (const metric of METRICS) {
          const scores = answersOf(all).flatMap((given) => given[metric] ?? []);
          const average = decision.review[`avg_${metric}`];
          if (scores.length === 0) expect(average).toBeNull();
          else {
            expect(average).toBeGreaterThanOrEqual(Math.min(...scores) - 1e-9);
            expect(average).toBeLessThanOrEqual(Math.max(...scores) + 1e-9);
          }
        }
        if (decision.action === "reject" || decision.importance === undefined) return;
        const { importance, status, review } = decision;
        expect(Number.isInteger(importance)).toBe(true);
        if (status === "staged") expect(importance).toBe(3);
        else expect(Math.abs(importance - (review.avg_importance ?? Number.NaN))).toBeLessThanOrEqual(0.5);
      }),
    );
  });

  test("the order of the reviewers makes no difference", () => {
    fc.assert(
      fc.property(outcomes, (all) => {
        const { action, reason } = consensus(all, false);
        expect(consensus([...all].reverse(), false)).toMatchObject({ action, reason });
      }),
    );
  });
});
