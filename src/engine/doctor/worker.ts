/** What the doctor finds of what is done apart from sessions. */
import { spokenName } from "../../host/process-name.ts";
import { count } from "../../record/value.ts";
import { tryStore } from "../with-store.ts";
import { jobsThatAre, nameOfJob, workerLine, workerReport } from "../worker/report.ts";
import type { Workspace } from "../workspace.ts";
import { bad, type Check, ok } from "./check.ts";

export async function worker(ws: Workspace): Promise<Check> {
  const name = "worker";
  const asked = await tryStore(ws, (open) => workerReport(open, ws));
  if (!asked.ok)
    return bad(name, "warning", "unknown, as the database cannot be used", "See to the database");
  const report = asked.value;
  const { seat } = report;
  const [dead] = jobsThatAre(report, "dead");
  if (dead) {
    const number = jobsThatAre(report, "dead").length;
    return bad(
      name,
      "warning",
      `${count(number, "job")} given up; ${nameOfJob(dead)}: ${dead.error ?? "no reason"}`,
      "`recollect worker retry` tries again, `recollect worker drop` forgets; `recollect worker status` shows all",
    );
  }
  if (seat?.silent && seat.where === "here") {
    return bad(
      name,
      "warning",
      `${spokenName(seat.owner)} is at work and has not been heard of for a while`,
      `If it stays so, end that process; what it had is done by the next one`,
    );
  }
  const now = ws.host.now().getTime();
  const allLate = jobsThatAre(report, "waiting").filter(({ due }) => now - Date.parse(due) > LATE_MS);
  const late = allLate.find(({ elsewhere }) => !elsewhere);
  if (late && !seat) {
    return bad(
      name,
      "warning",
      `${nameOfJob(late)} waits since ${late.due}, and no worker has come`,
      "`recollect worker run` does it now and tells what is wrong; hooks start none where RECOLLECT_WORKER is off",
    );
  }
  const [stray] = allLate;
  if (stray?.elsewhere) {
    return bad(
      name,
      "warning",
      `${nameOfJob(stray)} waits since ${stray.due} for a session with the environment that it was asked for in`,
      "`recollect worker run` does it where the variables are as they were; after 7 days rules judge what is to be judged, and the rest is given up",
    );
  }
  return ok(name, workerLine(report));
}

/** Milliseconds after which a job that nobody is at has been overlooked. */
const LATE_MS = 3_600_000;
