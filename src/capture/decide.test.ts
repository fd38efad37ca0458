import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { defaultConfig } from "../config/defaults.ts";
import type { Config } from "../config/types.ts";
import type { StoredSignal } from "../store/port.ts";
import { type DecideInput, type Decision, decide, SUMMARY_ALONE_FROM_TURN } from "./decide.ts";
import { SIGNAL_TABLES } from "./patterns.ts";

const signal = (hash: string, turn = 1): StoredSignal => ({
  session: "s",
  turn,
  message: turn,
  category: "decision",
  boosted: true,
  snippet: `decided ${hash}`,
  excerpt: "",
  hash,
  state: "pending",
});

const input = (more: Partial<DecideInput> = {}): DecideInput => ({
  state: { turns: 1, requests: 0 },
  config: defaultConfig(),
  tables: SIGNAL_TABLES,
  signals: [signal("a")],
  activity: [],
  attended: true,
  stopHookActive: false,
  synthetic: false,
  underway: false,
  ...more,
});

const busy = (turn: number): DecideInput["activity"][number] => ({
  session: "s",
  turn,
  message: turn,
  tool_uses: 9,
  tools: ["Bash", "Edit", "Read"],
  exchanges: 4,
});

describe("a session summary", () => {
  test("alone is worth asking for only once the session has gone on for a while", () => {
    const alone = { signals: [], activity: [busy(1)] };
    expect(decide(input(alone))).toEqual({ silent: "summary_alone" });
    const later = decide(input({ ...alone, state: { turns: SUMMARY_ALONE_FROM_TURN, requests: 0 } }));
    expect(later).toMatchObject({ propose: [{ category: "session_summary" }] });
  });

  test("goes along with anything else", () => {
    const both = decide(input({ activity: [busy(1)] }));
    expect("propose" in both && both.propose.map(({ category }) => category).sort()).toEqual([
      "decision",
      "session_summary",
    ]);
  });
});

test("nothing is asked while the turn goes on", () => {
  expect(decide(input({ underway: true }))).toEqual({ silent: "turn_underway" });
});

const configured = (change: (config: Config) => void): Config => {
  const config = defaultConfig();
  change(config);
  return config;
};

test("a turn with enough signals is proposed", () => {
  expect(decide(input())).toMatchObject({ propose: [{ category: "decision", snippets: ["decided a"] }] });
});

describe("silence", () => {
  const cases: readonly [string, string, Partial<DecideInput>][] = [
    ["while a hook keeps the model going", "stop_hook_active", { stopHookActive: true }],
    ["in turns that the client began", "synthetic_turn", { synthetic: true }],
    ["without a person", "unattended", { attended: false }],
    ["when capture is off", "capture_off", { config: configured((config) => (config.capture.mode = "off")) }],
    [
      "when triage is off",
      "triage_disabled",
      { config: configured((config) => (config.triage.enabled = false)) },
    ],
    ["too soon after a request", "too_soon", { state: { turns: 10, requests: 1, last_request_turn: 1 } }],
    [
      "after the session's share",
      "session_limit",
      { state: { turns: 99, requests: 4, last_request_turn: 1 } },
    ],
    ["without signals", "nothing_new", { signals: [] }],
    ["for what was proposed before", "nothing_new", { signals: [{ ...signal("a"), state: "proposed" }] }],
    [
      "for categories not captured by themselves",
      "nothing_new",
      {
        config: configured((config) =>
          Object.assign(config.categories.decision ?? {}, { auto_capture: false }),
        ),
      },
    ],
    [
      "for disabled categories",
      "nothing_new",
      { config: configured((config) => Object.assign(config.categories.decision ?? {}, { enabled: false })) },
    ],
  ];
  for (const [name, silent, more] of cases) {
    test(name, () => expect(decide(input(more))).toEqual({ silent } as Decision));
  }
});

test("without a person it speaks when the configuration allows it", () => {
  const config = configured((changed) => (changed.capture.unattended = true));
  expect(decide(input({ attended: false, config }))).toHaveProperty("propose");
});

test("after enough turns it speaks again", () => {
  expect(decide(input({ state: { turns: 11, requests: 1, last_request_turn: 1 } }))).toHaveProperty(
    "propose",
  );
});

describe("whatever the turns of a session are like", () => {
  const turn = fc.record({
    fresh: fc.nat(3),
    attended: fc.boolean(),
    stopHookActive: fc.boolean(),
    synthetic: fc.boolean(),
  });
  const limits = fc.record({ between: fc.integer({ min: 1, max: 6 }), most: fc.nat(4) });

  test("requests keep their distance and number, and nothing is proposed twice", () => {
    fc.assert(
      fc.property(fc.array(turn, { maxLength: 60 }), limits, (turns, { between, most }) => {
        const config = configured((changed) => {
          changed.capture.turns_between_requests = between;
          changed.capture.requests_per_session = most;
        });
        let state: DecideInput["state"] = { turns: 0, requests: 0 };
        let pending: StoredSignal[] = [];
        let made = 0;
        const proposed: string[] = [];
        const requestTurns: number[] = [];
        for (const { fresh, ...circumstances } of turns) {
          state = { ...state, turns: state.turns + 1 };
          for (let i = 0; i < fresh; i += 1) pending.push(signal(`h${made++}`, state.turns));
          const decision = decide(input({ ...circumstances, state, config, signals: pending }));
          if ("silent" in decision) continue;
          expect(circumstances).toEqual({ attended: true, stopHookActive: false, synthetic: false });
          proposed.push(...decision.propose.flatMap(({ snippets }) => snippets));
          requestTurns.push(state.turns);
          state = { ...state, requests: state.requests + 1, last_request_turn: state.turns };
          pending = [];
        }
        expect(requestTurns.length).toBeLessThanOrEqual(most);
        for (const [index, at] of requestTurns.entries()) {
          if (index > 0) expect(at - (requestTurns[index - 1] ?? 0)).toBeGreaterThanOrEqual(between);
        }
        expect(new Set(proposed).size).toBe(proposed.length);
      }),
      { numRuns: 300 },
    );
  });
});
