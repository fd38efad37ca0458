/** An observer for tests of reading: it keeps what the model marks as a note, and what each segment came to. */
import type { Observation, Observe } from "../../src/capture/observation.ts";
import type { Segment } from "../../src/capture/segment.ts";

/** Keeps `NOTE: …` lines as facts, `LATER: …` lines as intentions and the last answer as the outcome; counts segments that are over. */
export const observeNotes: Observe = (segments, carry, { done }) => ({
  observations: segments.flatMap((segment, index) =>
    observationsOf(segment, Number(carry.over ?? 0) + index),
  ),
  carry: { over: Number(carry.over ?? 0) + done, last: segments[done - 1]?.answer ?? carry.last ?? "" },
});

function observationsOf(segment: Segment, before: number): Observation[] {
  const said = segment.steps.flatMap((step) => (step.kind === "said" ? step.text.split("\n") : []));
  const made = (name: string, draft: Observation["draft"]): Observation => ({
    kind: "learning",
    key: `${segment.id}:${name}`,
    segment: segment.id,
    turn: segment.turn,
    at: segment.ended,
    draft,
    files: segment.steps.flatMap((step) =>
      step.kind === "tool" && step.action.kind === "edit" ? [step.action.path] : [],
    ),
    why: `said in segment ${before + 1}`,
  });
  const marked = (mark: string): string[] =>
    said.filter((line) => line.startsWith(mark)).map((line) => line.slice(mark.length));
  const outcome = segment.answer.split("\n").at(-1) ?? "";
  return [
    ...marked("NOTE: ").map((content, n) => made(`note-${n}`, { type: "semantic", content, importance: 6 })),
    ...marked("LATER: ").map((content, n) => made(`later-${n}`, { type: "prospective", content })),
    ...(outcome.startsWith("OUTCOME: ")
      ? [
          made("outcome", {
            type: "episodic",
            event_type: "agent_response",
            content: outcome,
            scope: "project",
          }),
        ]
      : []),
  ];
}
