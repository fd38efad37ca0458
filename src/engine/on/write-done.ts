/** What was written into the memory folder past the guard is checked, and set aside if it is no valid record. */
import { guardOf, writesOfCall } from "../../guard/guard.ts";
import type { EngineEvent, Host, Reply } from "../events.ts";
import { guarded, projectOf } from "./write.ts";

type WriteDone = Extract<EngineEvent, { kind: "WriteDone" }>;

export async function onWriteDone(
  { origin, paths, shellCommand = "" }: WriteDone,
  host: Host,
): Promise<Reply> {
  const writes = writesOfCall({ cwd: origin.cwd, env: host.env, paths, shellCommand });
  const written = writes.flatMap((write) => (write.kind === "path" ? [write.path] : []));
  if (written.length === 0) return {};
  const project = projectOf(origin);
  const guard = guardOf(guarded(project, host));
  // Only files can be looked into, so a folder counts when it lies in the memory, not when it holds it.
  const bypassed = written.filter((path) => !guard([{ kind: "path", path, tree: false }]).allowed);
  if (bypassed.length === 0) return {};
  const about = { part: "guard", project: project.id, session: origin.session };
  for (const path of bypassed)
    host.trace({ level: "warning", message: `written past the guard: ${path}`, ...about });
  const { inspectWritten } = await import("../records/inspect.ts");
  const problems = inspectWritten(host, project.dir, bypassed);
  return problems.length > 0 ? { problem: problems.join("\n\n") } : {};
}
