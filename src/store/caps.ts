/** What may still be spent. */
import type { Cap, Caps, PlannedUse } from "./usage-port.ts";

/** What was booked since the caps count. */
export interface Spent {
  readonly calls: number;
  readonly tokens: number;
  readonly usd: number;
}

/** Sums of prices are off by their last digits. */
const A_HAIR = 1e-9;

/** The cap that keeps a call from being made, if any. */
export function inTheWay(spent: Spent, use: PlannedUse, caps: Caps): Cap | undefined {
  if (spent.calls + 1 > caps.calls) return "calls";
  if (spent.tokens + use.tokens_in + use.tokens_out > caps.tokens) return "tokens";
  if (spent.usd + use.usd > caps.usd + A_HAIR) return "usd";
  return undefined;
}
