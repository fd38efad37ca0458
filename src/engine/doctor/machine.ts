/** What the doctor finds on this machine: the runtime, the client's plugin, folders. */
import { accessSync, constants, existsSync, statfsSync, statSync } from "node:fs";
import { dirname } from "node:path";
import type { Workspace } from "../workspace.ts";
import { bad, type Check, ok } from "./check.ts";

/** How the installation into a client stands, as the client's adapter found it. */
export interface Installation {
  /** The client's name for people. */
  client: string;
  /** Version of the installed plugin; absent where none is installed. */
  version?: string;
  problems: readonly { state: "warning" | "error"; found: string; fix: string }[];
}

export const runtime = (): Check => ok("runtime", `Bun ${Bun.version} at ${process.execPath}`);

/** That nothing is installed is no fault: the command line works without it, and a plugin can be loaded otherwise. */
export function installed({ client, version, problems }: Installation): Check[] {
  if (problems.length > 0) return problems.map(({ state, found, fix }) => bad(client, state, found, fix));
  return version === undefined
    ? [bad(client, "warning", "the plugin is not installed", "Run `recollect install`")]
    : [ok(client, `plugin ${version} installed and switched on`)];
}

export function folders(ws: Workspace): Check[] {
  const { data, state, config } = ws.host.paths;
  return [
    ["data folder", data],
    ["state folder", state],
    ["configuration folder", config],
  ].map(([name = "", path = ""]) => {
    const existing = nearestExisting(path);
    try {
      accessSync(existing, constants.W_OK);
    } catch {
      return bad(
        name,
        name === "configuration folder" ? "warning" : "error",
        `${path} cannot be written to`,
        "Give yourself permission, or set RECOLLECT_HOME to a folder of yours",
      );
    }
    const left = roomAt(existing);
    if (left < ROOM_BYTES) {
      return bad(
        name,
        "error",
        `there is hardly any room left at ${path}: ${Math.floor(left / 1_024)} KiB`,
        "Make room; what sessions went through meanwhile is read then",
      );
    }
    const mode = existsSync(path) ? statSync(path).mode & 0o077 : 0;
    return mode !== 0 && name !== "configuration folder"
      ? bad(name, "warning", `${path} can be read by others`, `chmod 700 ${path}`)
      : ok(name, path);
  });
}

/** Bytes that the least work takes: the database's log alone grows to a megabyte. */
const ROOM_BYTES = 2 * 2 ** 20;

/** Bytes that may still be written; without end where nobody says. */
function roomAt(path: string): number {
  try {
    const { bavail, bsize } = statfsSync(path);
    return bavail * bsize;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

const nearestExisting = (path: string): string => (existsSync(path) ? path : nearestExisting(dirname(path)));
