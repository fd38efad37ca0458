/**
 * Times in which the configuration said that sessions are not kept as memories: switched on again, capture does not fetch what
 * was said meanwhile. Noticed by hooks as they come by; a file for each project, to which lines are only ever added.
 */
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { projectConfigFile, userConfigFile } from "../../config/load.ts";
import { ownFolder } from "../../host/private-files.ts";
import { isThere, mapFile, timeOf } from "../../host/quick-fs.ts";
import { isObject } from "../../record/value.ts";
import type { Host } from "../events.ts";
import type { ProjectView } from "../project-view.ts";
import type { Stretch } from "./stretches.ts";

interface Switch {
  /** Whether sessions are kept from then on. */
  readonly keeps: boolean;
  /** RFC 3339. */
  readonly since: string;
}

const folderOf = ({ paths }: Pick<Host, "paths">): string => join(paths.state, "switched");
const fileOf = (host: Pick<Host, "paths">, project: string): string =>
  join(folderOf(host), `${project}.jsonl`);

/** More than thousands of switches. */
const FILE_MAX = 1024 * 1024;

/** One look at a file that is mostly not there. @throws as the file system does */
export function noteSwitch({ host, project, config }: ProjectView): void {
  const { memories, mode } = config.capture;
  const keeps = memories && mode !== "off";
  const path = fileOf(host, project.id);
  if (keeps && !isThere(path)) return;
  const last = read(path).at(-1);
  if ((last?.keeps ?? true) === keeps) return;
  ownFolder(folderOf(host));
  const since = new Date(changedAt({ host, project }, last));
  const next: Switch = { keeps, since: since.toISOString() };
  appendFileSync(path, `\n${JSON.stringify(next)}\n`, { mode: 0o600 });
}

/** When the configuration was last changed, as far as that can be told: the hook that sees it may come much later. */
function changedAt({ host, project }: Pick<ProjectView, "host" | "project">, last?: Switch): number {
  const now = host.now().getTime();
  const files = [projectConfigFile(project.dir), userConfigFile(host.paths)];
  const changed = Math.max(...files.map((path) => timeOf(path) ?? Number.NEGATIVE_INFINITY));
  return changed <= now && changed >= Date.parse(last?.since ?? "1970-01-01") ? changed : now;
}

/** Those of a project, what goes on now included. */
export function switchedOff(host: Pick<Host, "paths">, project: string): Stretch[] {
  const path = fileOf(host, project);
  if (!isThere(path)) return [];
  const stretches: Stretch[] = [];
  let from: string | undefined;
  for (const { keeps, since } of read(path)) {
    if (!keeps) from ??= since;
    else if (from !== undefined) {
      stretches.push({ from, to: since });
      from = undefined;
    }
  }
  return from === undefined ? stretches : [...stretches, { from }];
}

/** A line that a killed process has left torn said nothing that the next hook does not say again. */
function read(path: string): Switch[] {
  const bytes = mapFile(path, FILE_MAX);
  if (!bytes) return [];
  const lines = new TextDecoder().decode(bytes).split("\n");
  return lines.map(parsed).filter((line) => line !== undefined);
}

function parsed(line: string): Switch | undefined {
  try {
    const value: unknown = JSON.parse(line);
    if (!isObject(value)) return undefined;
    const { keeps, since } = value;
    const isTime = typeof since === "string" && !Number.isNaN(Date.parse(since));
    return typeof keeps === "boolean" && isTime ? { keeps, since } : undefined;
  } catch {
    return undefined;
  }
}
