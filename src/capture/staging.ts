/** Where files lie that a session's agents read, and that wait for them: one folder a session, the user's alone. */
import { join } from "node:path";
import { ownFolder } from "../host/private-files.ts";
import { shortHash } from "../host/project.ts";

export interface SessionStaging {
  /** Staging folder of the user. */
  readonly staging: string;
  readonly session: string;
}

/** The session's own folder below the staging folder; the name gives nothing away and cannot leave it. */
export const sessionFolder = (staging: string, session: string): string =>
  join(staging, `session-${shortHash(session)}`);

/**
 * Makes the folder, and makes sure that nobody else can look into it.
 *
 * @throws RecordError `SECURITY_ERROR` when it is not the user's own
 */
export function openSessionFolder({ staging, session }: SessionStaging): string {
  const folder = sessionFolder(staging, session);
  ownFolder(staging);
  ownFolder(folder);
  return folder;
}
