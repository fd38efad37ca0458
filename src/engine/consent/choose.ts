/** The user's word on being remembered, given and taken back. What lay in between stays out of memory for good. */
import { removeDurably, writeAtomic } from "../../host/atomic.ts";
import { ownFolder } from "../../host/private-files.ts";
import { isThere } from "../../host/quick-fs.ts";
import type { Host } from "../events.ts";
import type { ProjectView } from "../project-view.ts";
import { addStretch } from "./add-stretch.ts";
import {
  consentFolder,
  isOver,
  offFile,
  offFolder,
  type Pause,
  pauseFile,
  pauseIn,
  sinceOf,
} from "./standing.ts";

/**
 * Nothing new is kept of any session from now on, until `until` (RFC 3339) or until someone resumes. A pause that is going
 * on goes on, to another end.
 *
 * @throws RecordError `SECURITY_ERROR`, `WRITE_ERROR`
 */
export function pause(host: Host, until?: string): Pause {
  const now = host.now();
  const before = pauseIn(pauseFile(host));
  const goesOn = before !== undefined && !isOver(before, now);
  if (before && !goesOn) endPause(host, before);
  const since = goesOn ? before.since : now.toISOString();
  const next: Pause = { since, ...(until === undefined ? {} : { until }) };
  write(host, pauseFile(host), next);
  return next;
}

/** The pause that was ended; undefined where there was none. */
export function resume(host: Host): Pause | undefined {
  const before = pauseIn(pauseFile(host));
  if (!before) return undefined;
  endPause(host, before);
  removeDurably(pauseFile(host));
  return isOver(before, host.now()) ? undefined : before;
}

/** First the stretch, then its end: whoever is killed in between has said nothing that is not so. */
function endPause(host: Host, before: Pause): void {
  const now = host.now();
  const to = before.until && isOver(before, now) ? before.until : now.toISOString();
  addStretch(host, { from: before.since, to });
}

/** In this project nothing is kept and nothing recalled from now on. False where it was so already. */
export function turnOff({ host, project }: ProjectView): boolean {
  const path = offFile(host, project.id);
  if (isThere(path)) return false;
  write(host, path, { since: host.now().toISOString(), folder: project.dir });
  return true;
}

/** False where the project was not off. */
export function turnOn({ host, project }: ProjectView): boolean {
  const path = offFile(host, project.id);
  if (!isThere(path)) return false;
  addStretch(host, { from: sinceOf(path), to: host.now().toISOString(), project: project.id });
  removeDurably(path);
  return true;
}

function write(host: Host, path: string, value: object): void {
  for (const folder of [consentFolder(host), offFolder(host)]) ownFolder(folder);
  writeAtomic(path, `${JSON.stringify(value)}\n`, { mode: 0o600 });
}
