/** `usage`: what models were asked, and what it cost. */

import { dollars, summed, type UsageReport, usageLine, usageReport } from "../../engine/status/usage.ts";
import { withStore } from "../../engine/with-store.ts";
import { count } from "../../record/value.ts";
import { type Command, command, JSON_FLAG, openHere } from "../command.ts";
import { numberOf } from "../input.ts";
import { emit, paint, table } from "../output.ts";

export const usageCommand: Command = command({
  name: "usage",
  description: "What models were asked to judge or draft, what it cost, and what is left of today",
  args: {
    days: { type: "string", description: "Days to tell of, today included, 1–366 (default: 7)" },
    ...JSON_FLAG,
  },
  async run({ args }) {
    const days = args.days === undefined ? undefined : numberOf("--days", args.days);
    const view = openHere();
    const report = await withStore(view, (store) => usageReport(view, store, days));
    emit(args.json, report, () => render(report));
    return 0;
  },
});

const HEADER = ["day", "who", "model", "for", "calls", "failed", "tokens in", "tokens out", "cost"];

function render(report: UsageReport): string {
  const { rows, days } = report;
  const line = `${paint("bold", "models")}  ${usageLine(report)}`;
  if (rows.length === 0) return `${line}\n${paint("dim", `No model was called in ${count(days, "day")}.`)}`;
  const { calls, tokens, usd } = summed(rows);
  return [
    line,
    "",
    table([
      HEADER.map((word) => paint("dim", word)),
      ...rows.map((row) => [
        row.day,
        row.executor,
        row.model,
        row.purpose,
        String(row.calls),
        String(row.failed),
        String(row.tokens_in),
        String(row.tokens_out),
        dollars(row.usd),
      ]),
    ]),
    "",
    paint(
      "dim",
      `${count(calls, "call")}, ${tokens} tokens, ${dollars(usd)} in ${count(days, "day")}, all projects`,
    ),
  ].join("\n");
}
