import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { transcript } from "../../test/support/transcript.ts";
import { transcriptEvents } from "../client/claude-code/transcript-events.ts";
import type { Segment, TranscriptEvent } from "./segment.ts";
import { openSegments, type PlacedSegment, STEPS_MAX } from "./segments.ts";
import type { TranscriptOwner } from "./types.ts";

type Placed = readonly [event: TranscriptEvent, from: number];

/** All segments of events, the one under way last. */
function segmentsOf(events: readonly Placed[], owner: TranscriptOwner = "main", turns = 0): PlacedSegment[] {
  const segments = openSegments(turns, owner);
  const ended = events.flatMap(([event, from]) => segments.take(event, from) ?? []);
  const last = segments.last();
  return last ? [...ended, last] : ended;
}

const told = (lines: readonly object[], owner: TranscriptOwner = "main"): Placed[] =>
  lines.flatMap((line, index) => transcriptEvents(line, owner).map((event): Placed => [event, index * 100]));

const read = (lines: readonly object[], owner: TranscriptOwner = "main"): Segment[] =>
  segmentsOf(told(lines, owner), owner).map(({ segment }) => segment);

describe("a segment", () => {
  test("is what a person asked, what was done and how it ended", () => {
    const [segment, ...others] = read(
      transcript()
        .prompt("Make the tests pass")
        .said("I will run them first.")
        .ran("npm test", "1 failing", 1)
        .edited("/p/src/a.ts", "one", "two")
        .ran("npm test", "all passing")
        .said("They pass now.").lines,
    );
    expect(others).toEqual([]);
    expect(segment).toMatchObject({
      id: "a-00001",
      turn: 1,
      began: "2026-03-02T09:00:01.000Z",
      ended: "2026-03-02T09:00:09.000Z",
      request: "Make the tests pass",
      synthetic: false,
      answer: "They pass now.",
      interrupted: false,
      cwd: "/p",
      branch: "main",
    });
    expect(segment?.steps).toMatchObject([
      { kind: "said", text: "I will run them first." },
      {
        action: { kind: "command", command: "npm test" },
        outcome: "failed",
        output: "Exit code 1\n1 failing",
      },
      { action: { kind: "edit", path: "/p/src/a.ts", before: "one", after: "two" }, outcome: "ok" },
      { action: { kind: "command" }, outcome: "ok", output: "all passing" },
      { kind: "said" },
    ]);
  });

  test("ends where the next request begins", () => {
    const segments = read(transcript().prompt("One").said("1.").prompt("Two").said("2.").lines);
    expect(segments.map(({ turn, request, answer }) => [turn, request, answer])).toEqual([
      [1, "One", "1."],
      [2, "Two", "2."],
    ]);
  });

  test("goes on with what the client itself began", () => {
    const segments = read(
      transcript().prompt("Look it up").said("Started.").notified("found it").said("It is 42.").lines,
    );
    expect(segments).toMatchObject([{ request: "Look it up", answer: "It is 42." }]);
  });

  test("knows that it was stopped, and what was refused with which words", () => {
    const [segment] = read(
      transcript().prompt("Clean up").refused("Bash", { command: "rm -rf /p/build" }).interrupted(true).lines,
    );
    expect(segment).toMatchObject({ interrupted: true, steps: [{ outcome: "refused", output: "" }] });
  });

  test("holds what a compaction made of all before", () => {
    const [segment] = read(
      transcript().prompt("Go on").said("Yes.").compacted("We chose Postgres.").said("Done.").lines,
    );
    expect(segment).toMatchObject({ request: "Go on", summary: "We chose Postgres.", answer: "Done." });
  });

  test("has a tool running whose result did not come", () => {
    const [segment] = read(transcript().prompt("Wait").called("Bash", { command: "sleep 9" }).lines);
    expect(segment?.steps).toMatchObject([{ outcome: "running", output: "" }]);
  });

  test("is what a slash command began, with what it was given", () => {
    const [segment] = read(transcript().command("/review", "the parser").said("Reviewed.").lines);
    expect(segment).toMatchObject({ request: "/review the parser", synthetic: false, answer: "Reviewed." });
  });

  test("of a subagent has its task as request, and no person's", () => {
    const { lines } = transcript({ agent: "b2" }).prompt("Find the bug").said("Found.");
    expect(read(lines, "agent")).toMatchObject([
      { request: "Find the bug", synthetic: true, answer: "Found." },
    ]);
    expect(read(lines, "main")).toEqual([]);
  });

  test("begins without a request where the transcript's beginning is lost", () => {
    const segments = read(transcript().said("So we use pnpm.").prompt("Good").lines);
    expect(segments).toMatchObject([
      { request: "", synthetic: true, turn: 1, answer: "So we use pnpm." },
      { request: "Good", turn: 2 },
    ]);
  });

  test("that goes on for days is cut, so that none grows without bounds", () => {
    const long = transcript().prompt("Do all of it");
    for (let n = 0; n < STEPS_MAX + 10; n += 1) long.ran(`step ${n}`);
    const segments = read(long.lines);
    expect(segments.map(({ turn, request, steps }) => [turn, request, steps.length])).toEqual([
      [1, "Do all of it", STEPS_MAX],
      [2, "", 10],
    ]);
    expect(new Set(segments.map(({ id }) => id)).size).toBe(2);
  });
});

describe("reading in pieces", () => {
  const at = fc.date({ min: new Date("2026-01-01"), max: new Date("2026-12-31"), noInvalidDate: true });
  const event = (kinds: readonly number[]): fc.Arbitrary<TranscriptEvent> =>
    fc.tuple(at, fc.constantFrom(...kinds), fc.nat(9)).map(([date, kind, n]): TranscriptEvent => {
      const when = { at: date.toISOString() };
      switch (kind) {
        case 0:
          return { kind: "prompt", id: `p${n}`, text: `ask ${n}`, synthetic: false, ...when };
        case 1:
          return { kind: "prompt", text: "", synthetic: true, ...when };
        case 2:
          return { kind: "said", id: `m${n}`, text: `said ${n}`, ...when };
        case 3:
          return { kind: "call", id: `t${n}`, action: { kind: "command", command: `run ${n}` }, ...when };
        case 4:
          return { kind: "result", id: `t${n}`, ok: n % 2 === 0, refused: false, text: `out ${n}`, ...when };
        case 5:
          return { kind: "interrupted", ...when };
        default:
          return { kind: "summary", text: `sum ${n}`, ...when };
      }
    });
  /** A line tells of one prompt, or of several other things. */
  const line = fc.oneof(
    fc.tuple(event([0, 1])),
    fc.array(event([2, 3, 4, 5, 6]), { minLength: 1, maxLength: 3 }),
  );
  const lines = fc.array(line, { maxLength: 60 });
  const placed = (from: number, all: readonly (readonly TranscriptEvent[])[]): Placed[] =>
    all.flatMap((each, index) => each.map((one): Placed => [one, (from + index) * 10]));
  const owners = fc.constantFrom<TranscriptOwner>("main", "agent");

  test("gives the same segments as reading at once, wherever it stops", () => {
    fc.assert(
      fc.property(lines, owners, fc.nat(60), (all, owner, stop) => {
        const whole = segmentsOf(placed(0, all), owner);
        const first = segmentsOf(placed(0, all.slice(0, stop)), owner);
        const last = first.at(-1);
        // What was under way is read again, from the line that began it.
        const from = last ? last.from / 10 : Math.min(stop, all.length);
        const turns = last ? last.segment.turn - 1 : 0;
        const second = segmentsOf(placed(from, all.slice(from)), owner, turns);
        expect([...first.slice(0, -1), ...second]).toEqual(whole);
      }),
      { numRuns: 500 },
    );
  });

  test("never gives two segments the same place, and counts them from 1", () => {
    fc.assert(
      fc.property(lines, owners, (all, owner) => {
        const found = segmentsOf(placed(0, all), owner);
        expect(found.map(({ segment }) => segment.turn)).toEqual(found.map((_, index) => index + 1));
        expect(new Set(found.map(({ from }) => from)).size).toBe(found.length);
      }),
    );
  });
});
