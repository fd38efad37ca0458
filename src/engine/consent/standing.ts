/**
 * What the user has said about being remembered: a pause of everything that is kept, and projects in which Recollect is off.
 * It stands in files of the user's own state folder, never in a repository: a clone must not be able to speak for its user.
 *
 * Hooks ask with every event, so that it is a look or two at files that are mostly not there. What cannot be read counts
 * as a pause: nothing is kept that somebody may have asked not to keep.
 */
import { join } from "node:path";
import type { Project } from "../../host/project.ts";
import { isThere, mapFile, realFolder, timeOf } from "../../host/quick-fs.ts";
import { isObject } from "../../record/value.ts";
import type { Host } from "../events.ts";

/** What a project's user wants: `paused` keeps nothing new and recalls, `off` does neither. */
export interface Consent {
  readonly state: "on" | "paused" | "off";
  /** Since when, RFC 3339. */
  readonly since?: string;
  /** When a pause is over by itself. */
  readonly until?: string;
  /** What could not be read. */
  readonly problem?: string;
}

type At = Pick<Host, "paths" | "now">;

export const consentFolder = ({ paths }: Pick<Host, "paths">): string => join(paths.state, "consent");

export const pauseFile = (host: Pick<Host, "paths">): string => join(consentFolder(host), "paused.json");

/** Projects that are off, by id: that the file is there says it. */
export const offFolder = (host: Pick<Host, "paths">): string => join(consentFolder(host), "off");
export const offFile = (host: Pick<Host, "paths">, project: string): string =>
  join(offFolder(host), `${project}.json`);

/** More than the files ever hold. */
const FILE_MAX = 4_096;

export function consentOf(host: At, project: string): Consent {
  const sealed = [host.paths.state, consentFolder(host), offFolder(host)].find(isSealed);
  if (sealed !== undefined) return { state: "paused", problem: `${sealed} cannot be looked into` };
  if (!isThere(consentFolder(host))) return ON;
  const off = offFile(host, project);
  if (isThere(off)) return { state: "off", since: sinceOf(off) };
  const pause = pauseIn(pauseFile(host));
  return pause && !isOver(pause, host.now()) ? { state: "paused", ...pause } : ON;
}

/** Of what a view of a project has. */
interface Asked {
  readonly host: At;
  readonly project: Pick<Project, "id">;
}

/** Whether anything new may be kept of what happens in the project: nothing is paused, and the project is not off. */
export const mayCapture = ({ host, project }: Asked): boolean => consentOf(host, project.id).state === "on";

/** Whether anything may be recalled in the project: it is not off. */
export const mayRecall = ({ host, project }: Asked): boolean => consentOf(host, project.id).state !== "off";

/** Whether anyone has said anything at all. */
export const isAnySaid = (host: Pick<Host, "paths">): boolean => isThere(consentFolder(host));

const ON: Consent = { state: "on" };

/** A folder that is there and cannot be entered, or something else in its place. */
const isSealed = (path: string): boolean => isThere(path) && realFolder(path) === undefined;

export type Pause = Omit<Consent, "state" | "since"> & { readonly since: string };

export const isOver = ({ until }: Pause, now: Date): boolean =>
  until !== undefined && Date.parse(until) <= now.getTime();

/** The pause that a file tells of, over or not; undefined where there is no file. */
export function pauseIn(path: string): Pause | undefined {
  if (!isThere(path)) return undefined;
  const said = read(path);
  if (!said) return { since: sinceOf(path), problem: `${path} cannot be read` };
  const { until } = said;
  if (until === undefined) return { since: sinceOf(path) };
  return isTime(until)
    ? { since: sinceOf(path), until }
    : { since: sinceOf(path), problem: `${path} does not say until when` };
}

/** As the file says, or when it was written. */
export function sinceOf(path: string): string {
  const since = read(path)?.since;
  return isTime(since) ? since : new Date(timeOf(path) ?? 0).toISOString();
}

const isTime = (value: unknown): value is string =>
  typeof value === "string" && !Number.isNaN(Date.parse(value));

function read(path: string): { readonly [field: string]: unknown } | undefined {
  const bytes = mapFile(path, FILE_MAX);
  if (!bytes) return undefined;
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
