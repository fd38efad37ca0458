/** What of a project's state wants a person's attention, a sentence each. */
import { snippet } from "../../record/sanitize.ts";
import { count } from "../../record/value.ts";
import { jobsThatAre } from "../worker/report.ts";
import type { Workspace } from "../workspace.ts";
import type { StatusReport } from "./status.ts";

/** Leeches that are told one by one. */
const LEECHES_TOLD = 5;
/** Share of `max_memories_per_category` from which a category counts as nearly full. */
const NEARLY_FULL = 0.9;

export function attentionOf(ws: Workspace, report: Omit<StatusReport, "attention">): string[] {
  const said: string[] = [];
  const most = ws.config.max_memories_per_category;
  for (const { category, active } of report.records.categories) {
    if (active >= most * NEARLY_FULL) said.push(`${category}: ${active} of ${most} active records`);
  }
  if (ws.files.exists()) said.push(...report.records.issues);
  if (report.consent.problem !== undefined)
    said.push(`${report.consent.problem}: it counts as a pause until \`recollect resume\``);
  if (!report.store.ok) said.push(`the database cannot be used: ${report.store.problem}`);
  if (report.configProblems.length > 0) {
    said.push(
      `${count(report.configProblems.length, "problem")} in the configuration: run \`recollect config validate\``,
    );
  }
  const dead = report.worker ? jobsThatAre(report.worker, "dead").length : 0;
  if (dead > 0) said.push(`${count(dead, "job")} given up: run \`recollect worker status\``);
  const { conflict, leeches } = report.inbox;
  if (conflict > 0) said.push(`${count(conflict, "contradiction")}: run \`recollect inbox\``);
  for (const { title, why, fix } of leeches.slice(0, LEECHES_TOLD))
    said.push(`“${snippet(title)}” was ${why}; ${fix}`);
  const errors = report.failures.filter(({ level }) => level === "error").length;
  if (errors > 0) said.push(`${count(errors, "error")} in the last 7 days: run \`recollect doctor\``);
  return said;
}
