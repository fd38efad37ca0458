/** What a user is told at the beginning of their first session: what is kept, where, and how to have it otherwise. */
import { closeSync, constants, openSync } from "node:fs";
import { join } from "node:path";
import { ownFolder } from "../../host/private-files.ts";
import { isThere } from "../../host/quick-fs.ts";
import type { ProjectView } from "../project-view.ts";
import { storeUrl } from "../store-url.ts";

const toldFile = (state: string): string => join(state, "introduced");

/** Two lines, once per user, whichever session is the first to tell; undefined ever after. */
export function firstWords(view: ProjectView): string | undefined {
  const { paths } = view.host;
  if (isThere(toldFile(paths.state)) || !claim(paths.state)) return undefined;
  return `${kept(view)}\nKeep nothing for a while: recollect pause. Nothing in this project: recollect off. What is kept: recollect status`;
}

/** Whoever makes the file tells. Where it cannot be made nobody does: it would be told with every start. */
function claim(state: string): boolean {
  try {
    ownFolder(state);
    const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW = 0 } = constants;
    closeSync(openSync(toldFile(state), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600));
    return true;
  } catch {
    return false;
  }
}

function kept(view: ProjectView): string {
  const { config, host } = view;
  const { capture, review, memory_root } = config;
  const home = host.env.HOME;
  const { database } = host.paths;
  const where =
    storeUrl(view) === undefined
      ? home && database.startsWith(`${home}/`)
        ? `~${database.slice(home.length)}, on this machine`
        : `${database}, on this machine`
      : "your PostgreSQL database";
  const judged = review.executor === "heuristic" ? "; no model is asked" : "";
  return capture.memories && capture.mode !== "off"
    ? `Recollect remembers what your sessions decide, fix and learn, privately, in ${where}${judged}; records that you save lie in the project's ${memory_root}.`
    : `Recollect recalls the records in the project's ${memory_root} and what you tell it to remember, kept in ${where}; sessions are not captured.`;
}
