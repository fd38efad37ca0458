/** What models were asked, what it cost, and what is left of today: for people. */
import type { Config } from "../../config/types.ts";
import { capsOf } from "../../models/metered.ts";
import { RecordError } from "../../record/error.ts";
import { startOfDay } from "../../record/time.ts";
import { count, describeValue } from "../../record/value.ts";
import type { Store } from "../../store/port.ts";
import type { UsageRow } from "../../store/usage-port.ts";
import type { ProjectView } from "../project-view.ts";

export interface UsageSum {
  readonly calls: number;
  readonly failed: number;
  /** In and out together. */
  readonly tokens: number;
  readonly usd: number;
}

export interface UsageReport {
  /** Who judges, as configured; nobody is called for `heuristic`. */
  readonly executor: Config["review"]["executor"];
  readonly limits: Config["limits"];
  /** Since the user's midnight, of every project: what the limits are for. */
  readonly today: UsageSum;
  readonly days: number;
  /** Calls of these days, of every project, by day (UTC), executor, model and purpose. */
  readonly rows: readonly UsageRow[];
}

/** Days that are kept (and so can be asked for). */
const DAYS_MAX = 366;
const DAYS = 7;

/** @throws RecordError INPUT_ERROR; StoreError */
export async function usageReport(
  { host, config }: Pick<ProjectView, "host" | "config">,
  { usage }: Pick<Store, "usage">,
  days: number = DAYS,
): Promise<UsageReport> {
  if (!Number.isInteger(days) || days < 1 || days > DAYS_MAX) {
    throw new RecordError(
      "INPUT_ERROR",
      { field: "days", expected: `a whole number from 1 to ${DAYS_MAX}`, got: describeValue(days) },
      "Choose another",
    );
  }
  const now = host.now();
  const today = await usage.sums(capsOf(config.limits, now).since);
  const first = startOfDay(now);
  first.setDate(first.getDate() - (days - 1));
  const rows = days === 1 ? today : await usage.sums(first.toISOString());
  return { executor: config.review.executor, limits: config.limits, today: summed(today), days, rows };
}

export const summed = (rows: readonly UsageRow[]): UsageSum => ({
  calls: rows.reduce((sum, { calls }) => sum + calls, 0),
  failed: rows.reduce((sum, { failed }) => sum + failed, 0),
  tokens: rows.reduce((sum, { tokens_in, tokens_out }) => sum + tokens_in + tokens_out, 0),
  usd: rows.reduce((sum, { usd }) => sum + usd, 0),
});

/** One line: `endpoint: 3 of 100 calls, 1200 of 50000 tokens, $0.0123 of $1 today`. */
export function usageLine({
  executor,
  limits,
  today,
}: Pick<UsageReport, "executor" | "limits" | "today">): string {
  const { calls, failed, tokens, usd } = today;
  const shut = (["calls_per_day", "tokens_per_day"] as const).find((limit) => limits[limit] === 0);
  if (calls === 0 && shut !== undefined) return `none is called (limits.${shut} is 0)`;
  const spent = [
    `${calls} of ${count(limits.calls_per_day, "call")}${failed > 0 ? ` (${failed} failed)` : ""}`,
    `${tokens} of ${count(limits.tokens_per_day, "token")}`,
    `${dollars(usd)} of ${dollars(limits.usd_per_day)}`,
  ];
  // Where rules judge, it is drafts that models are called for.
  return `${executor === "heuristic" ? "" : `${executor}: `}${spent.join(", ")} today`;
}

/** Cents where they tell, and less where a cent is much. */
export const dollars = (usd: number): string =>
  `$${usd >= 0.1 || usd === 0 ? usd.toFixed(2) : usd.toPrecision(2)}`;
