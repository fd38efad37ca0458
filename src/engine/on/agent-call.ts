/** A subagent is about to be called: what it is to do is kept until it starts. */
import type { EngineEvent, Host, Reply } from "../events.ts";
import { masking } from "../privacy.ts";
import { canTell, viewProject } from "../project-view.ts";

type SubagentIntended = Extract<EngineEvent, { kind: "SubagentIntended" }>;

export async function onSubagentIntended(
  { origin, type, task }: SubagentIntended,
  host: Host,
): Promise<Reply> {
  if (task.trim() === "") return {};
  const view = viewProject(host, origin.projectDir ?? origin.cwd);
  if (!canTell(view, "subagent")) return {};
  const { noteTask } = await import("./agent-tasks.ts");
  noteTask(
    { staging: host.paths.staging, session: origin.session, now: host.now() },
    type,
    masking(view)(task),
  );
  return {};
}
