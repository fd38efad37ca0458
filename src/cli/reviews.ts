/** Who judged a memory, and how, for people. */
import { dollars } from "../engine/status/usage.ts";
import type { Memory } from "../memory/types.ts";
import { oneLine } from "../record/sanitize.ts";
import { isObject } from "../record/value.ts";
import type { Review } from "../review/consensus.ts";
import { METRICS } from "../review/types.ts";
import type { Paint } from "./output.ts";

/** Columns of the names of fields. */
const WIDTH = 20;

/** The verdict in a line, and a line for each reviewer. What someone said to remember, nobody judged. */
export function reviewLines({ review }: Memory, paint: Paint): string[] {
  const line = (name: string, text: string): string => `${paint("dim", name.padEnd(WIDTH))} ${oneLine(text)}`;
  if (!isObject(review)) return [line("judged by", "nobody")];
  const { agent_scores: scores, failed, ...judged } = review as Partial<Review>;
  return [
    line("judged by", verdict(judged)),
    ...(scores ?? []).map((each) => line(`  ${each.agent}`, opinion(each))),
    ...Object.entries(isObject(failed) ? failed : {}).map(([agent, why]) =>
      line(`  ${agent}`, `failed: ${why}`),
    ),
  ];
}

/** `endpoint (small-1), 3/3 agents, 840 ms, 390 tokens, $0.0004: 3/3 agents agreed`. */
function verdict(review: Partial<Review>): string {
  const { executor, model, consensus, fallback, ms, tokens_in = 0, tokens_out = 0, usd, reason } = review;
  const parts = [
    `${executor}${model ? ` (${model})` : ""}`,
    ...(fallback ? ["instead of models, which did not answer"] : [`${consensus}`]),
    ...(ms === undefined ? [] : [`${ms} ms`, `${tokens_in + tokens_out} tokens`]),
    ...(usd ? [dollars(usd)] : []),
  ];
  return `${parts.join(", ")}${reason ? `: ${reason}` : ""}`;
}

function opinion(score: Review["agent_scores"][number]): string {
  const rated = METRICS.flatMap((metric) =>
    score[metric] === undefined ? [] : [`${metric} ${score[metric]}`],
  );
  const votes = [
    ...(score.trivial ? ["trivial"] : []),
    ...(score.verdict === "abstain" ? [] : [score.verdict]),
  ];
  return `${[...rated, ...votes].join(", ")}${score.reason ? `: ${score.reason}` : ""}`;
}
