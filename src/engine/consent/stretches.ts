/**
 * Stretches of time of which nothing is kept, however late a transcript is read: pauses, times in which a project was off,
 * and what was forgotten. Transcripts hold what was said in them all the same, and are read after the fact.
 *
 * One file for all, to which lines are only ever added: a process that is killed takes nothing away, and none undoes
 * another's.
 */
import { join } from "node:path";
import { isThere, mapFile, sizeOf, timeOf } from "../../host/quick-fs.ts";
import { isObject } from "../../record/value.ts";
import type { Host } from "../events.ts";
import {
  consentFolder,
  consentOf,
  isOver,
  offFile,
  type Pause,
  pauseFile,
  pauseIn,
  sinceOf,
} from "./standing.ts";

export interface Stretch {
  /** RFC 3339; from ever, and still going on, where absent. */
  readonly from?: string;
  readonly to?: string;
  /** Whose: every project's, and every session's, where absent. */
  readonly project?: string;
  readonly session?: string;
}

/** When something happened in a session. */
export interface Span {
  readonly session: string;
  /** RFC 3339. */
  readonly began: string;
  readonly ended: string;
}

/** More than hundreds of years of pauses. */
const FILE_MAX = 16 * 1024 * 1024;

export const stretchesFile = (host: Pick<Host, "paths">): string => join(consentFolder(host), "apart.jsonl");

/** Those of a project, what goes on now included. */
export function stretchesOf(host: Pick<Host, "paths" | "now">, project: string): Stretch[] {
  const past = read(stretchesFile(host)).filter(
    (each) => each.project === undefined || each.project === project,
  );
  const off = offFile(host, project);
  const pause = pauseIn(pauseFile(host));
  return [
    ...past,
    ...(isThere(off) ? [{ from: sinceOf(off) }] : []),
    ...(pause ? [ofPause(pause, host.now())] : []),
    // Where it cannot be told what was said, all of it may have been.
    ...(consentOf(host, project).problem !== undefined ? [{}] : []),
  ];
}

/** The end of a pause that goes on has not come. */
const ofPause = (pause: Pause, now: Date): Stretch => ({
  from: pause.since,
  ...(pause.until && isOver(pause, now) ? { to: pause.until } : {}),
});

/** Whether any of it lies in a stretch: half of a turn may tell the other half. */
export const isApart = (stretches: readonly Stretch[], { session, began, ended }: Span): boolean =>
  stretches.some(
    (each) =>
      (each.session === undefined || each.session === session) &&
      (each.from === undefined || Date.parse(ended) >= Date.parse(each.from)) &&
      (each.to === undefined || Date.parse(began) <= Date.parse(each.to)),
  );

/** What was said in a session at a time or, where nobody knows when, at some time since another. */
export interface Saying {
  readonly session: string;
  readonly at: string | undefined;
  readonly since: string;
}

export function wasApart(host: Pick<Host, "now">, stretches: readonly Stretch[], saying: Saying): boolean {
  const { session, at, since } = saying;
  return isApart(stretches, { session, began: at ?? since, ended: at ?? host.now().toISOString() });
}

/** A line that cannot be read may have said anything of the time before the file was last written. */
function read(path: string): Stretch[] {
  if (!isThere(path) || sizeOf(path) === 0) return [];
  const unread: Stretch = { to: new Date(timeOf(path) ?? 0).toISOString() };
  const bytes = mapFile(path, FILE_MAX);
  if (!bytes) return [unread];
  const lines = new TextDecoder().decode(bytes).split("\n");
  return lines.filter((line) => line !== "").map((line) => parsed(line) ?? unread);
}

function parsed(line: string): Stretch | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) && ["from", "to"].every((field) => isTimeOrNone(value[field])) ? value : undefined;
  } catch {
    return undefined;
  }
}

const isTimeOrNone = (value: unknown): boolean =>
  value === undefined || (typeof value === "string" && !Number.isNaN(Date.parse(value)));
