/** `status`: what is kept, what happened last, what wants attention. */
import { countOf, INDEX_TO_COME, type StatusReport, statusOf } from "../../engine/status.ts";
import { MEMORY_STATUSES, MEMORY_TYPES } from "../../memory/types.ts";
import { type Command, command, JSON_FLAG, openHere } from "../command.ts";
import { emit, paint, table } from "../output.ts";

export const statusCommand: Command = command({
  name: "status",
  description: "Show what this project's memory holds and how it is doing",
  args: { ...JSON_FLAG },
  async run({ args }) {
    const report = await statusOf(openHere());
    emit(args.json, report, () => render(report));
    return 0;
  },
});

function indexState({ records: { index, totals } }: StatusReport): string {
  if (index.ok || (!index.present && totals.active === 0)) return "index in step";
  return index.present ? paint("yellow", "index out of step") : paint("dim", `index.md is ${INDEX_TO_COME}`);
}

const database = (store: StatusReport["store"]): string =>
  store.ok
    ? `${(store.bytes / 1000).toFixed(0)} KB, ${store.system}, ${store.ms} ms  ${paint("dim", store.where)}`
    : paint("red", store.problem);

/** `12 active (9 episodic, 3 semantic), 2 staged; judged by heuristic 4`. */
function memories({ memories: kept }: StatusReport): string {
  const types = MEMORY_TYPES.flatMap((type) => {
    const active = kept.counts.find((each) => each.type === type && each.status === "active");
    return active ? `${active.count} ${type}` : [];
  });
  const rest = MEMORY_STATUSES.flatMap((status) => {
    const count = status === "active" ? 0 : countOf(kept, status);
    return count > 0 ? `${count} ${status}` : [];
  });
  const active = `${countOf(kept, "active")} active${types.length > 0 ? ` (${types.join(", ")})` : ""}`;
  const judged = Object.entries(kept.judged).map(([executor, count]) => `${executor} ${count}`);
  return [active, ...rest].join(", ") + (judged.length > 0 ? `; judged by ${judged.join(", ")}` : "");
}

function render(report: StatusReport): string {
  const { project, records, disabled, sessions, injections, failures } = report;
  const shown = records.categories.filter(
    ({ category, active, retired, archived }) =>
      !disabled.includes(category) || active + retired + archived > 0,
  );
  const last = sessions[0];
  const recalled = injections[0];
  return [
    `${paint("bold", project.name)}  ${paint("dim", `${project.dir}/${report.memoryRoot}`)}`,
    "",
    table([
      ["", "active", "retired", "archived"].map((head) => paint("dim", head)),
      ...shown.map(({ category, active, retired, archived }) => [
        category + (disabled.includes(category) ? paint("dim", " (off)") : ""),
        String(active),
        String(retired),
        String(archived),
      ]),
    ]),
    "",
    `records      ${records.totals.active} active; ${indexState(report)}`,
    `memories     ${memories(report)}`,
    `database     ${database(report.store)}`,
    `capture      ${report.captureMode}`,
    `last session ${last ? `${last.started_at}, ${last.turns} turns, ${last.requests} requests to save` : "none yet"}`,
    `last recall  ${recalled ? `${recalled.at}  ${recalled.item}` : "none yet"}`,
    `failures     ${failures.filter(({ level }) => level === "error").length} errors, ${failures.filter(({ level }) => level === "warning").length} warnings in 7 days`,
    ...report.attention.map((line) => `${paint("yellow", "!")} ${line}`),
  ].join("\n");
}
