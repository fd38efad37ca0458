/** Adding a stretch of which nothing is kept. Apart from the looking, which hooks do. */
import { closeSync, constants, fsyncSync, openSync, writeSync } from "node:fs";
import { ownFolder } from "../../host/private-files.ts";
import type { Host } from "../events.ts";
import { consentFolder } from "./standing.ts";
import { type Stretch, stretchesFile } from "./stretches.ts";

/** @throws RecordError `SECURITY_ERROR` when the folder is not the user's own, or as the file system does */
export function addStretch(host: Pick<Host, "paths">, stretch: Stretch): void {
  ownFolder(consentFolder(host));
  const { O_WRONLY, O_APPEND, O_CREAT, O_NOFOLLOW = 0 } = constants;
  const file = openSync(stretchesFile(host), O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW, 0o600);
  try {
    // The line break before ends a line that a killed process has left torn.
    writeSync(file, `\n${JSON.stringify(stretch)}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
