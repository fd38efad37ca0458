/** Where a memory came from, and why it is kept, in words. */
import type { Memory } from "./types.ts";

const BY: { readonly [by: string]: string } = {
  person: "a person said so",
  agent: "a model was told to, or chose to",
  capture: "captured from a session",
  task: "from the tasks of a session",
  promotion: "made of memories",
};

/** `captured from a session 3f2a…, turn 4: the person said how they want it`; before that was noted nobody knows. */
export function originOf({ provenance }: Memory): string {
  if (!provenance) return "not noted";
  const { by, session, turn, agent, why } = provenance;
  const where = [
    ...(session === undefined ? [] : [`session ${session}`]),
    ...(turn === undefined ? [] : [`turn ${turn}`]),
    ...(agent === undefined ? [] : [`subagent ${agent}`]),
  ].join(", ");
  return `${BY[by] ?? by}${where === "" ? "" : ` (${where})`}${why === undefined ? "" : `: ${why}`}`;
}

/** `capture, turn 4`: a hint beside something else. */
export function shortOrigin({ provenance }: Memory): string {
  if (!provenance) return "";
  return provenance.turn === undefined ? provenance.by : `${provenance.by}, turn ${provenance.turn}`;
}
