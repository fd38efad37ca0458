/**
 * Tasks of subagents on their way. What an agent is to do is said when it is called, and not when it starts; between the two
 * it waits in a file of the session's staging folder. Agents that are called together may start in any order, so that a
 * task is found by the type of its agent, the first called first.
 */
import { readdirSync, readFileSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import { openSessionFolder, type SessionStaging, sessionFolder } from "../../capture/staging.ts";
import { writeFresh } from "../../host/private-files.ts";
import { shortHash } from "../../host/project.ts";

/** Milliseconds after which a task was none: its call was refused. */
export const TASK_STALE_MS = 300_000;
/** What recall looks at of a text, in characters: its beginning and its end. */
const HEAD = 4_000;
const TAIL = 2_000;

/** A session's agents at a time. */
export interface Calling extends SessionStaging {
  readonly now: Date;
}

/** @throws RecordError `SECURITY_ERROR` when the folder is not the user's own, or as the file system does */
export function noteTask({ now, ...at }: Calling, type: string, task: string): void {
  const folder = openSessionFolder(at);
  for (const { name, isStale } of tasksIn(folder, now)) if (isStale) take(join(folder, name));
  const time = String(now.getTime()).padStart(15, "0");
  writeFresh(join(folder, `task-${time}-${shortHash(type)}-${crypto.randomUUID()}.txt`), headAndTail(task));
}

/** The task of an agent that starts; it is gone then. Undefined where none was noted. */
export function takeTask({ staging, session, now }: Calling, type: string): string | undefined {
  const folder = sessionFolder(staging, session);
  for (const { name, type: noted, isStale } of tasksIn(folder, now)) {
    if (noted !== shortHash(type)) continue;
    const task = take(join(folder, name));
    if (task !== undefined && !isStale) return task;
  }
  return undefined;
}

interface Waiting {
  readonly name: string;
  /** Hash of the agent's type. */
  readonly type: string;
  readonly isStale: boolean;
}

/** The first called first. */
function tasksIn(folder: string, now: Date): Waiting[] {
  let names: string[];
  try {
    names = readdirSync(folder);
  } catch {
    return [];
  }
  return names.sort().flatMap((name) => {
    const [, time, type] = /^task-(\d{15})-([0-9a-f]{16})-/.exec(name) ?? [];
    if (time === undefined || type === undefined) return [];
    return [{ name, type, isStale: Math.abs(now.getTime() - Number(time)) > TASK_STALE_MS }];
  });
}

/** Of two that want it, the one whose removal succeeds has it. */
function take(path: string): string | undefined {
  try {
    const task = readFileSync(path, "utf8");
    unlinkSync(path);
    return task;
  } catch {
    return undefined;
  }
}

const headAndTail = (task: string): string =>
  task.length <= HEAD + TAIL ? task : `${task.slice(0, HEAD)}\n${task.slice(-TAIL)}`;
