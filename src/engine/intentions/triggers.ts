/**
 * What intentions wait for, in a small file per project beside the database: hooks that run with every command look at it
 * without opening the database. Derived from the store, and absent where nothing is waited for.
 */
import { join } from "node:path";
import { isThere, mapFile } from "../../host/quick-fs.ts";
import { isObject } from "../../record/value.ts";
import type { Host } from "../events.ts";

/** An intention that waits for something to happen. */
export interface Trigger {
  readonly id: string;
  readonly condition: string;
  /** Whose intention it is, where it is not everyone's. */
  readonly session?: string;
}

/** Most bytes that are read: more than the most intentions with the longest conditions. */
const FILE_MAX = 4 * 1024 * 1024;

/** Of each database its own: what one waits for says nothing of another that a program or a variable names. */
export const triggersFolder = ({ paths }: Pick<Host, "paths">): string => `${paths.database}-triggers`;

/** The project's intentions; and the user's own, which are looked for from every project. */
export const triggerFiles = (host: Pick<Host, "paths">, project: string): { own: string; user: string } => ({
  own: join(triggersFolder(host), `${project}.json`),
  user: join(triggersFolder(host), "user.json"),
});

/** Whether anyone waits for anything at all; asked with every command. */
export const mayFire = (host: Pick<Host, "paths">): boolean => isThere(triggersFolder(host));

/** What the project and its user wait for. A file that is no such file says nothing. */
export function readTriggers(host: Pick<Host, "paths">, project: string): Trigger[] {
  const { own, user } = triggerFiles(host, project);
  return [own, user].flatMap(read);
}

function read(path: string): Trigger[] {
  const bytes = mapFile(path, FILE_MAX);
  if (!bytes) return [];
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return Array.isArray(value) ? value.flatMap(triggerOf) : [];
  } catch {
    return [];
  }
}

function triggerOf(value: unknown): Trigger[] {
  if (!isObject(value) || typeof value.id !== "string" || typeof value.condition !== "string") return [];
  const session = typeof value.session === "string" ? { session: value.session } : {};
  return [{ id: value.id, condition: value.condition, ...session }];
}
