/** `worker`: what is done apart from sessions, and what to do where it fails. */
import { defineCommand } from "citty";
import { openHost } from "../../client/claude-code/program-host.ts";
import { withStore } from "../../engine/with-store.ts";
import {
  dropJobs,
  nameOfJob,
  retryJobs,
  type WorkerReport,
  workerLine,
  workerReport,
} from "../../engine/worker/report.ts";
import type { Life } from "../../engine/worker/run.ts";
import { spokenName } from "../../host/process-name.ts";
import { oneLine } from "../../record/sanitize.ts";
import { count } from "../../record/value.ts";
import type { Job } from "../../store/job-port.ts";
import { live } from "../../worker/live.ts";
import { type Command, command, JSON_FLAG, openHere } from "../command.ts";
import { EXIT, emit, paint, table } from "../output.ts";

const WHAT = {
  what: {
    type: "positional",
    description: "A kind of job, or how a session's id begins (default: all that were given up)",
    required: false,
  },
} as const;

const runCommand: Command = command({
  name: "run",
  description: "Do what waits, here and now",
  args: { ...JSON_FLAG },
  async run({ args }) {
    const over = new AbortController();
    process.once("SIGINT", () => over.abort(new Error("The worker was told to end")));
    const life = await live(openHost(), over.signal);
    emit(args.json, life ?? null, () => (life ? lifeLine(life) : "Another worker is at it."));
    if (life?.end === "stuck") process.exit(EXIT.error); // nothing else ends the job
    return EXIT.ok;
  },
});

const statusCommand: Command = command({
  name: "status",
  description: "What waits, what was given up and why, and who is at work",
  args: { ...JSON_FLAG },
  async run({ args }) {
    const report = await reportHere();
    emit(args.json, report, () => render(report));
    return EXIT.ok;
  },
});

const retryCommand: Command = command({
  name: "retry",
  description: "Try jobs again that were given up, or do at once what waits",
  args: { ...WHAT, ...JSON_FLAG },
  async run({ args }) {
    const again = await withStore(openHere(), (store) => retryJobs(store, openHost(), args.what));
    emit(args.json, again, () => listed(again, "asked for once more", "Nothing was given up."));
    return EXIT.ok;
  },
});

const dropCommand: Command = command({
  name: "drop",
  description: "Forget jobs: what they would have done is not done",
  args: { ...WHAT, ...JSON_FLAG },
  async run({ args }) {
    const over = await withStore(openHere(), (store) => dropJobs(store, args.what));
    emit(args.json, over, () => listed(over, "forgotten", "Nothing was given up."));
    return EXIT.ok;
  },
});

export const workerCommand: Command = defineCommand({
  meta: { name: "worker", description: "What is done apart from sessions, and what to do where it fails" },
  subCommands: { status: statusCommand, run: runCommand, retry: retryCommand, drop: dropCommand },
}) as Command;

async function reportHere(): Promise<WorkerReport> {
  const ws = openHere();
  return withStore(ws, (store) => workerReport(store, ws));
}

const listed = (jobs: readonly Job[], done: string, none: string): string =>
  jobs.length === 0
    ? paint("dim", none)
    : jobs.map((job) => `${paint("green", done)} ${oneLine(nameOfJob(job))}`).join("\n");

function render(report: WorkerReport): string {
  const { jobs, seat, last } = report;
  const rows = jobs.map((job) => [
    paint(job.state === "dead" ? "red" : "cyan", STATES[job.state]),
    oneLine(nameOfJob(job)),
    job.state === "dead" ? "" : job.due,
    paint("dim", [job.elsewhere ? "for another environment" : "", triesOf(job)].filter(Boolean).join("; ")),
  ]);
  return [
    workerLine(report),
    ...(rows.length > 0 ? ["", table(rows)] : []),
    ...(seat?.where === "gone"
      ? [
          paint(
            "yellow",
            `! ${spokenName(seat.owner)} has ended without leaving; the next worker takes its place`,
          ),
        ]
      : []),
    ...(last ? ["", paint("dim", `last: ${lifeLine(last)}`)] : []),
  ].join("\n");
}

const triesOf = ({ attempts, error = "" }: Job): string =>
  attempts === 0 ? "" : [count(attempts, "try", "tries"), oneLine(error)].filter(Boolean).join(": ");

const STATES: { readonly [state in Job["state"]]: string } = {
  waiting: "waiting",
  leased: "under way",
  dead: "given up",
};

function lifeLine({ done, failed, began, ended, end }: Life): string {
  const kinds = Object.entries(done).map(([kind, times]) => `${kind} ${times}`);
  const ms = Date.parse(ended) - Date.parse(began);
  return [
    `${kinds.join(", ") || "nothing"} done`,
    ...(failed > 0 ? [`${failed} failed`] : []),
    `in ${(ms / 1_000).toFixed(1)} s`,
    ...(end === "nothing to do" ? [] : [`ended early: ${end}`]),
  ].join(", ");
}
