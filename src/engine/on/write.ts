/** Writes into the memory folder are refused before they happen. */
import { loadConfig } from "../../config/load.ts";
import { type GuardedProject, guardOf, writesOfCall } from "../../guard/guard.ts";
import { findProject, type Project } from "../../host/project.ts";
import type { EngineEvent, Host, Origin, Reply } from "../events.ts";

type WriteIntended = Extract<EngineEvent, { kind: "WriteIntended" }>;

export function onWriteIntended({ origin, paths, shellCommand }: WriteIntended, host: Host): Reply {
  const writes = writesOfCall({
    cwd: origin.cwd,
    env: host.env,
    paths,
    ...(shellCommand ? { shellCommand } : {}),
  });
  // Most commands only read: what the project guards need not be known then.
  if (writes.length === 0) return {};
  const verdict = guardOf(guarded(projectOf(origin), host))(writes);
  return verdict.allowed ? {} : { verdict: { permit: "deny", reason: verdict.reason } };
}

/** The project an event is about. */
export const projectOf = (origin: Origin): Project => findProject(origin.projectDir ?? origin.cwd);

/** What the guard protects in a project. */
export function guarded(project: Project, host: Host): GuardedProject {
  const { config } = loadConfig({ projectDir: project.dir, paths: host.paths, env: host.env });
  return {
    projectDir: project.dir,
    memoryRoot: config.memory_root,
    staging: host.paths.staging,
    env: host.env,
  };
}
