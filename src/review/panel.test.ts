import { describe, expect, test } from "bun:test";
import { askPanel } from "./panel.ts";
import { METRICS, type Panel, type Reviewer } from "./types.ts";

type Answer = Reviewer["review"];

const panelOf = (answers: readonly Answer[], timeoutMs = 5_000): Panel => ({
  timeoutMs,
  reviewers: answers.map((review, place) => ({
    name: `reviewer ${place + 1}`,
    metric: METRICS[place] ?? "importance",
    executor: "endpoint",
    review,
  })),
});
const rates =
  (importance: number): Answer =>
  async () => ({
    verdict: "abstain",
    trivial: false,
    importance,
    reason: "",
  });
const hangs: Answer = () => new Promise(() => {});
const ask = (panel: Panel, signal?: AbortSignal): ReturnType<typeof askPanel> =>
  askPanel(panel, "Webhooks arrive out of order", "semantic", signal);
const oks = (outcomes: Awaited<ReturnType<typeof askPanel>>): boolean[] => outcomes.map(({ ok }) => ok);

test("all are asked at once: each answers only when all have been asked", async () => {
  let asked = 0;
  const everyone = Promise.withResolvers<void>();
  const waits: Answer = async (...given) => {
    asked += 1;
    if (asked === 3) everyone.resolve();
    await everyone.promise;
    return rates(7)(...given);
  };
  expect(oks(await ask(panelOf([waits, waits, waits])))).toEqual([true, true, true]);
});

test("each is told what to judge and as what", async () => {
  const heard: unknown[] = [];
  const listens: Answer = async (content, type) => {
    heard.push([content, type]);
    return '{"importance": 6}';
  };
  const [outcome] = await ask(panelOf([listens]));
  expect(heard).toEqual([["Webhooks arrive out of order", "semantic"]]);
  expect(outcome).toMatchObject({ ok: true, answer: { importance: 6 }, name: "reviewer 1" });
});

describe("one that", () => {
  const cases: [string, Answer, string][] = [
    ["rejects", () => Promise.reject(new Error("rate limited")), "rate limited"],
    [
      "throws before it promises anything",
      () => {
        throw new Error("not configured");
      },
      "not configured",
    ],
    ["hangs", hangs, "no answer within 20 ms"],
    ["answers nonsense", async () => "I like it", "got no JSON object"],
    [
      "answers ten megabytes",
      async () => `{"importance": 8, "x": "${"y".repeat(10_000_000)}"}`,
      "characters",
    ],
    ["answers nothing", (async () => undefined) as unknown as Answer, "got nothing"],
  ];
  test.each(cases)("%s has failed, and the others count", async (_, answer, error) => {
    const outcomes = await ask(panelOf([rates(8), answer, rates(7)], 20));
    expect(oks(outcomes)).toEqual([true, false, true]);
    expect(outcomes[1]).toMatchObject({ error: expect.stringContaining(error) });
  });
});

test("who runs out of time is told to give up, and what it says later is not heard", async () => {
  let toldToStop = false;
  const late = Promise.withResolvers<string>();
  const slow: Answer = (_content, _type, signal) => {
    signal.addEventListener("abort", () => {
      toldToStop = true;
    });
    return late.promise;
  };
  const outcomes = await ask(panelOf([slow], 10));
  expect(toldToStop).toBe(true);
  late.reject(new Error("too late to matter"));
  await Bun.sleep(0);
  expect(oks(outcomes)).toEqual([false]);
});

test("the whole review can be called off, even before it begins", async () => {
  const control = new AbortController();
  const running = ask(panelOf([hangs, rates(8)]), control.signal);
  await Bun.sleep(0);
  control.abort();
  expect(await running).toMatchObject([{ ok: false, error: "called off" }, { ok: true }]);
  expect(await ask(panelOf([hangs]), AbortSignal.abort())).toMatchObject([{ error: "called off" }]);
});
