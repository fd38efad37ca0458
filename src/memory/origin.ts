/** Where a memory came from, and why it is kept, in words. */
import { isObject } from "../record/value.ts";
import type { Memory } from "./types.ts";

const BY: { readonly [by: string]: string } = {
  person: "a person said so",
  agent: "a model was told to, or chose to",
  capture: "captured from a session",
  task: "from the tasks of a session",
  import: "imported",
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

const METRICS = ["importance", "relevance", "novelty"] as const;

/**
 * Who judged it and how, a line for the panel and one for each who answered: `heuristic, 3/3 agents: importance 7, relevance 6`,
 * `analyzer: store, importance 7: a rule`. What someone said to remember, nobody judged.
 */
export function judgementOf({ review }: Memory): string[] {
  if (!review) return ["nobody judged it"];
  const { executor, model, consensus, agent_scores: scores } = review;
  const by = [executor, model, consensus].filter((each) => typeof each === "string").join(", ");
  const averages = ratings((metric) => review[`avg_${metric}`]);
  return [
    [by, averages].filter((part) => part !== "").join(": "),
    ...(Array.isArray(scores) ? scores.filter(isObject).map(scoreText) : []),
  ];
}

const scoreText = ({ agent, verdict, reason, ...rated }: { readonly [field: string]: unknown }): string =>
  [`${agent}: ${verdict}`, ...[ratings((metric) => rated[metric])].filter((part) => part !== "")].join(", ") +
  (typeof reason === "string" && reason !== "" ? `: ${reason}` : "");

const ratings = (of: (metric: string) => unknown): string =>
  METRICS.flatMap((metric) => (typeof of(metric) === "number" ? [`${metric} ${of(metric)}`] : [])).join(", ");
