/** `status`: what is kept, what happened last, what wants attention. */

import type { Consent } from "../../engine/consent/standing.ts";
import { countOf, INDEX_TO_COME, type StatusReport, statusOf } from "../../engine/status/status.ts";
import { usageLine } from "../../engine/status/usage.ts";
import { workerLine } from "../../engine/worker/report.ts";
import { nameOf } from "../../memory/create.ts";
import { MEMORY_STATUSES, MEMORY_TYPES } from "../../memory/types.ts";
import { snippet } from "../../record/sanitize.ts";
import { count } from "../../record/value.ts";
import { type Command, command, JSON_FLAG, openHere } from "../command.ts";
import { dueText } from "../memory-lines.ts";
import { emit, localTime, paint, table } from "../output.ts";

/** Characters of a task or an intention that are shown. */
const NAME_MAX = 60;

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

function render(report: StatusReport): string {
  const { project, records, sessions, injections, failures } = report;
  const last = sessions[0];
  const recalled = injections[0];
  const kinds = (level: string): number => failures.filter((failure) => failure.level === level).length;
  return [
    `${paint("bold", project.name)}  ${paint("dim", `${project.dir}/${report.memoryRoot}`)}`,
    ...consentLine(report.consent),
    "",
    recordTable(report),
    "",
    ...memoryTable(report),
    `records      ${records.totals.active} active; ${indexState(report)}`,
    `memories     ${memories(report)}`,
    ...openLines(report),
    ...inboxLine(report),
    ...refusedLine(report),
    `database     ${database(report.store)}`,
    `capture      ${report.captureMode}; ${report.captured ? `last ${report.captured.at}` : "none yet"}`,
    ...(report.usage ? [`models       ${usageLine(report.usage)}`] : []),
    ...(report.worker ? [`worker       ${workerLine(report.worker)}`] : []),
    `last session ${last ? `${last.started_at}, ${count(last.turns, "turn")}, ${count(last.requests, "request")} to save` : "none yet"}`,
    `last recall  ${recalled ? `${recalled.at}  ${recalled.item}` : "none yet"}`,
    `recall       ${effectiveness(report)}`,
    `failures     ${count(kinds("error"), "error")}, ${count(kinds("warning"), "warning")} in 7 days`,
    ...report.attention.map((line) => `${paint("yellow", "!")} ${line}`),
  ].join("\n");
}

/** Nothing where everything is as it is without anyone's word. */
function consentLine(consent: Consent): string[] {
  switch (consent.state) {
    case "on":
      return [];
    case "paused": {
      const end = consent.until === undefined ? "" : ` until ${localTime(consent.until)}`;
      return [paint(["bold", "yellow"], `paused${end}: nothing new is kept (recollect resume)`)];
    }
    case "off":
      return [
        paint(["bold", "yellow"], "off in this project: nothing is kept, nothing recalled (recollect on)"),
      ];
  }
}

/** `12 active; judged by heuristic 4`. */
function memories({ memories: kept, store }: StatusReport): string {
  if (!store.ok) return UNKNOWN;
  const judged = Object.entries(kept.judged).map(([executor, times]) => `${executor} ${times}`);
  return `${countOf(kept, "active")} active${judged.length > 0 ? `; judged by ${judged.join(", ")}` : ""}`;
}

const UNKNOWN = "unknown, as the database cannot be used";

const header = (words: readonly string[]): string[] => words.map((word) => paint("dim", word));

function recordTable({ records, disabled }: StatusReport): string {
  const shown = records.categories.filter(
    ({ category, active, retired, archived }) =>
      !disabled.includes(category) || active + retired + archived > 0,
  );
  return table([
    header(["records", "active", "retired", "archived"]),
    ...shown.map(({ category, active, retired, archived }) => [
      category + (disabled.includes(category) ? paint("dim", " (off)") : ""),
      String(active),
      String(retired),
      String(archived),
    ]),
  ]);
}

/** A column for each status that anything has, `active` always among them. */
function memoryTable({ memories: { counts }, store }: StatusReport): string[] {
  if (!store.ok) return [];
  if (counts.length === 0) return [NO_MEMORIES, ""];
  const found = new Set(counts.map(({ status }) => status));
  const statuses = [
    "active" as const,
    ...MEMORY_STATUSES.filter((each) => each !== "active" && found.has(each)),
  ];
  const cell = (type: string, status: string): string =>
    String(counts.find((each) => each.type === type && each.status === status)?.count ?? 0);
  const rows = MEMORY_TYPES.map((type) => [type, ...statuses.map((status) => cell(type, status))]);
  return [table([header(["memories", ...statuses]), ...rows]), ""];
}

const NO_MEMORIES =
  "No memories yet: sessions make them by themselves, you by `recollect remember`, `remind` and `task begin`.";

/** What is under way and what is to be remembered, the first of each by name. */
function openLines({ memories: { tasks, intentions } }: StatusReport): string[] {
  const [task] = tasks;
  const [intention] = intentions;
  return [
    ...(task ? [`tasks        ${tasks.length} open, first: ${snippet(nameOf(task), NAME_MAX)}`] : []),
    ...(intention
      ? [
          `intentions   ${intentions.length} open, next: ${snippet(nameOf(intention), NAME_MAX)}${paint("dim", `  ${dueText(intention)}`)}`.trimEnd(),
        ]
      : []),
  ];
}

/** `2 records proposed, 1 contradiction`; nothing where nothing waits. */
function inboxLine({ inbox: { promotion, draft, conflict, staged } }: StatusReport): string[] {
  const parts = [
    ...(promotion + draft > 0 ? [`${count(promotion + draft, "record")} proposed`] : []),
    ...(conflict > 0 ? [count(conflict, "contradiction")] : []),
    ...(staged > 0 ? [`${staged} staged`] : []),
  ];
  return parts.length > 0 ? [`inbox        ${parts.join(", ")}: recollect inbox`] : [];
}

/** What was kept out, without a word of it. */
const refusedLine = ({ refusedCredentials: { count: times, last } }: StatusReport): string[] =>
  last
    ? [`refused      ${count(times, "text")} with a credential, last: ${last.kind}  ${paint("dim", last.at)}`]
    : [];

function indexState({ records: { index, totals } }: StatusReport): string {
  if (index.ok || (!index.present && totals.active === 0)) return "index in step";
  return index.present ? paint("yellow", "index out of step") : paint("dim", `index.md is ${INDEX_TO_COME}`);
}

const database = (store: StatusReport["store"]): string =>
  store.ok
    ? `${(store.bytes / 1000).toFixed(0)} KB, ${store.system}, ${store.ms} ms  ${paint("dim", store.where)}`
    : paint("red", store.problem);

/** Retrieval effectiveness: what it cost, and what it was good for. */
function effectiveness({
  effectiveness: { days, injections, tokens, judged, used, share },
  store,
}: StatusReport): string {
  if (!store.ok) return UNKNOWN;
  if (injections === 0) return `nothing put before a model in ${days} days`;
  const cost = `${count(injections, "item")}, ${tokens} tokens in ${days} days`;
  return share === undefined
    ? `${cost}; no answer was judged yet`
    : `${cost}; answers drew on ${used} of ${judged} (${Math.round(100 * share)} %)`;
}
