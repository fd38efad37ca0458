/** A model under caps: each call is booked before it is made, and what it came to is noted after it. */
import { startOfDay } from "../record/time.ts";
import type { Caps, Purpose, UsageStore } from "../store/usage-port.ts";
import { estimateTokens } from "../text/tokens.ts";
import { ModelError } from "./error.ts";
import type { Model, ModelAnswer, Question, Spent } from "./model.ts";

export interface Meter {
  readonly usage: UsageStore;
  readonly project: string;
  readonly purpose: Purpose;
  readonly limits: {
    readonly calls_per_day: number;
    readonly tokens_per_day: number;
    readonly usd_per_day: number;
  };
  readonly now: () => Date;
}

/** The same model; what the caps leave no room for is not asked, and rejects as `capped`. */
export const metered = (model: Model, meter: Meter): Model => ({
  ...model,
  ask: (question, signal) => book(model, meter, question, signal),
});

async function book(
  model: Model,
  meter: Meter,
  question: Question,
  signal: AbortSignal,
): Promise<ModelAnswer> {
  const { usage, project, purpose, limits, now } = meter;
  const { executor, name } = model;
  const at = now();
  const id = crypto.randomUUID();
  const planned = plannedFor(model, question);
  const { refused } = await usage.book(
    { id, at: at.toISOString(), project, purpose, executor, model: name, ...planned },
    capsOf(limits, at),
  );
  if (refused)
    throw new ModelError("capped", `limits.${refused}_per_day leaves no room for another call today`);
  const begun = performance.now();
  try {
    const answer = await model.ask(question, signal);
    const { tokens_in, tokens_out, usd, ms } = answer;
    await usage.settle(id, { ok: true, tokens_in, tokens_out, usd, ms });
    return answer;
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    const ms = Math.round(performance.now() - begun);
    // What may have been worked on counts as booked: whoever is paid for it does not ask whether we heard the end.
    const spent = error.spent ?? (error.mayHaveWorked ? planned : NOTHING);
    await usage.settle(id, { ok: false, ...spent, ms, error: error.message });
    throw error;
  }
}

const NOTHING: Spent = { tokens_in: 0, tokens_out: 0, usd: 0 };

function plannedFor(model: Model, { system, prompt, maxTokensOut }: Question): Spent {
  const tokens_in = estimateTokens(system) + estimateTokens(prompt);
  return { tokens_in, tokens_out: maxTokensOut, usd: model.price(tokens_in, maxTokensOut) };
}

/** What may be spent today, as the user's clock has it. */
export const capsOf = (limits: Meter["limits"], now: Date): Caps => ({
  since: startOfDay(now).toISOString(),
  calls: limits.calls_per_day,
  tokens: limits.tokens_per_day,
  usd: limits.usd_per_day,
});
