/** Writes into the memory folder: refused before they happen, checked and set aside if they happened all the same. */
import { loadConfig } from "../config/load.ts";
import { checkWrites, type GuardedProject } from "../guard/guard.ts";
import { shellWrites } from "../guard/shell-writes.ts";
import { findProject, type Project } from "../host/project.ts";
import type { EngineEvent, Host, Origin, Reply } from "./events.ts";

type WriteIntended = Extract<EngineEvent, { kind: "WriteIntended" }>;
type WriteDone = Extract<EngineEvent, { kind: "WriteDone" }>;

export function onWriteIntended({ origin, paths, shellCommand }: WriteIntended, host: Host): Reply {
  const verdict = checkWrites({
    ...guarded(projectOf(origin), host),
    cwd: origin.cwd,
    paths,
    ...(shellCommand ? { shellCommand } : {}),
  });
  return verdict.allowed ? {} : { verdict: { permit: "deny", reason: verdict.reason } };
}

export async function onWriteDone({ origin, paths, shellCommand = "" }: WriteDone, host: Host): Promise<Reply> {
  const project = projectOf(origin);
  const guard = guarded(project, host);
  const byShell = shellWrites(shellCommand, { cwd: origin.cwd, env: host.env });
  const written = [...paths, ...byShell.flatMap((write) => (write.kind === "path" ? [write.path] : []))];
  const bypassed = written.filter((path) => !checkWrites({ ...guard, cwd: origin.cwd, paths: [path] }).allowed);
  if (bypassed.length === 0) return {};
  const about = { part: "guard", project: project.id, session: origin.session };
  for (const path of bypassed) host.trace({ level: "warning", message: `written past the guard: ${path}`, ...about });
  const { inspectWritten } = await import("./inspect.ts");
  const problems = inspectWritten(host, project.dir, bypassed);
  return problems.length > 0 ? { problem: problems.join("\n\n") } : {};
}

const projectOf = (origin: Origin): Project => findProject(origin.projectDir ?? origin.cwd);

function guarded(project: Project, host: Host): GuardedProject {
  const { config } = loadConfig({ projectDir: project.dir, paths: host.paths, env: host.env });
  return {
    projectDir: project.dir,
    memoryRoot: config.memory_root,
    staging: host.paths.staging,
    env: host.env,
  };
}
