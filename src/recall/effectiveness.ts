/** Whether recall was of use: what was put before models, and how much of it their answers drew on. */
import type { Injection } from "../store/port.ts";

export interface Effectiveness {
  /** Items that were put before a model, wherever; and their tokens (estimated). */
  readonly injections: number;
  readonly tokens: number;
  /** Of those that came with a prompt: how many were judged by the answer, and how many it drew on. */
  readonly judged: number;
  readonly used: number;
  /** `used / judged`, 0–1; absent while nothing was judged. */
  readonly share?: number;
}

export function effectivenessOf(injections: readonly Injection[]): Effectiveness {
  const judged = injections.filter(({ used }) => used !== undefined);
  const used = judged.filter((injection) => injection.used);
  return {
    injections: injections.length,
    tokens: injections.reduce((sum, { tokens }) => sum + tokens, 0),
    judged: judged.length,
    used: used.length,
    ...(judged.length > 0 ? { share: used.length / judged.length } : {}),
  };
}
