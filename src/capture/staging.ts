/** Where a session's files for drafting subagents lie. */
import { join } from "node:path";
import { shortHash } from "../host/project.ts";

/** The session's own folder below the staging folder; the name gives nothing away and cannot leave it. */
export const sessionFolder = (staging: string, session: string): string =>
  join(staging, `session-${shortHash(session)}`);
