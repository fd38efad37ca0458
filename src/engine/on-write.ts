/** Writes into the memory folder: refused before they happen, checked and quarantined if they happened all the same. */
import { relative } from "node:path";
import { loadConfig } from "../config/load.ts";
import { checkWrites } from "../guard/guard.ts";
import { findProject } from "../host/project.ts";
import type { EngineEvent, Host, Reply } from "./events.ts";

type WriteIntended = Extract<EngineEvent, { kind: "WriteIntended" }>;
type WriteDone = Extract<EngineEvent, { kind: "WriteDone" }>;

export function onWriteIntended({ origin, paths, shellCommand }: WriteIntended, host: Host): Reply {
  const project = findProject(origin.projectDir ?? origin.cwd);
  const { config } = loadConfig({ projectDir: project.dir, paths: host.paths, env: host.env });
  const verdict = checkWrites({
    paths,
    projectDir: project.dir,
    memoryRoot: config.memory_root,
    cwd: origin.cwd,
    staging: host.paths.staging,
    ...(shellCommand ? { shellCommand } : {}),
  });
  return verdict.allowed ? {} : { verdict: { permit: "deny", reason: verdict.reason } };
}

export async function onWriteDone({ origin, paths }: WriteDone, host: Host): Promise<Reply> {
  const project = findProject(origin.projectDir ?? origin.cwd);
  const { config } = loadConfig({ projectDir: project.dir, paths: host.paths, env: host.env });
  const where = { projectDir: project.dir, memoryRoot: config.memory_root, cwd: origin.cwd, staging: host.paths.staging };
  const bypassed = paths.filter((path) => !checkWrites({ ...where, paths: [path] }).allowed);
  if (bypassed.length === 0) return {};
  const { inspectWritten } = await import("./inspect.ts");
  const problems = inspectWritten(host, project.dir, origin.cwd, bypassed);
  for (const path of bypassed) {
    host.trace({
      level: "warning",
      part: "guard",
      message: `written past the guard: ${relative(project.dir, path)}`,
      project: project.id,
      session: origin.session,
    });
  }
  return problems.length > 0 ? { problem: problems.join("\n\n") } : {};
}
