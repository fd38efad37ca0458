/** What was written into the memory folder past the guard is checked, and set aside if it is no valid record. */
import { checkWrites } from "../guard/guard.ts";
import { shellWrites } from "../guard/shell-writes.ts";
import type { EngineEvent, Host, Reply } from "./events.ts";
import { guarded, projectOf } from "./on-write.ts";

type WriteDone = Extract<EngineEvent, { kind: "WriteDone" }>;

export async function onWriteDone(
  { origin, paths, shellCommand = "" }: WriteDone,
  host: Host,
): Promise<Reply> {
  const project = projectOf(origin);
  const guard = guarded(project, host);
  const byShell = shellWrites(shellCommand, { cwd: origin.cwd, env: host.env });
  const written = [...paths, ...byShell.flatMap((write) => (write.kind === "path" ? [write.path] : []))];
  const bypassed = written.filter(
    (path) => !checkWrites({ ...guard, cwd: origin.cwd, paths: [path] }).allowed,
  );
  if (bypassed.length === 0) return {};
  const about = { part: "guard", project: project.id, session: origin.session };
  for (const path of bypassed)
    host.trace({ level: "warning", message: `written past the guard: ${path}`, ...about });
  const { inspectWritten } = await import("./inspect.ts");
  const problems = inspectWritten(host, project.dir, bypassed);
  return problems.length > 0 ? { problem: problems.join("\n\n") } : {};
}
