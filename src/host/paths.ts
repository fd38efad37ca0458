/**
 * Where Recollect keeps things on this machine, after the XDG base directory specification.
 * `RECOLLECT_HOME` puts everything below one folder: for tests, containers and read-only homes.
 */
import { homedir, tmpdir, userInfo } from "node:os";
import { basename, join } from "node:path";

export interface HostPaths {
  /** Database, runtime, installed plugin. */
  data: string;
  /** User-level configuration. */
  config: string;
  /** Log and staging. */
  state: string;
  /** The database file. */
  database: string;
  /** The trace that `doctor` reads. */
  log: string;
  /** Per-session folders for triage contexts and drafts. */
  staging: string;
}

export type Environment = { readonly [name: string]: string | undefined };

/**
 * Paths for this environment. Relative XDG values are ignored, as the specification asks.
 * Without HOME the password database's home is used, and without that a folder of the user's own in the
 * temporary folder, so that hooks still work.
 */
export function hostPaths(env: Environment = process.env): HostPaths {
  const only = env.RECOLLECT_HOME;
  const base = (variable: string, fallback: string): string => {
    if (only) return join(only, basename(fallback).replace(".", ""));
    const value = env[variable];
    return value?.startsWith("/") ? join(value, "recollect") : join(homeFolder(env), fallback, "recollect");
  };
  const data = base("XDG_DATA_HOME", ".local/share");
  const state = base("XDG_STATE_HOME", ".local/state");
  return {
    data,
    config: base("XDG_CONFIG_HOME", ".config"),
    state,
    database: env.RECOLLECT_DATABASE || join(data, "recollect.db"),
    log: join(state, "recollect.log"),
    staging: join(state, "staging"),
  };
}

/** Folders that a client's transcripts may lie in: the user's home and the temporary folder. */
export const transcriptRoots = (env: Environment): string[] => [
  homeFolder(env),
  env.TMPDIR || (process.platform === "win32" ? tmpdir() : "/tmp"),
];

/** The user's home folder, absolute. */
export function homeFolder(env: Environment): string {
  if (env.HOME) return env.HOME;
  if (env.USERPROFILE) return env.USERPROFILE;
  try {
    const { homedir: fromPasswd } = userInfo();
    if (fromPasswd && fromPasswd !== "/") return fromPasswd;
  } catch {
    // no entry for this user
  }
  return homedir() || join(tmpdir(), `recollect-${process.getuid?.() ?? "user"}`);
}
