/** A worker's life in this process. */
import { constants, setPriority } from "node:os";
import type { SessionFormat } from "../capture/types.ts";
import { CLIENT_NAME } from "../client/claude-code/decode.ts";
import { claudeCodeSession } from "../client/claude-code/transcript-events.ts";
import type { Host } from "../engine/events.ts";
import { viewProject } from "../engine/project-view.ts";
import { openStore } from "../engine/with-store.ts";
import { labelOf } from "../engine/worker/environment.ts";
import { HANDLERS } from "../engine/worker/handlers.ts";
import { noteLife } from "../engine/worker/last-life.ts";
import { type Life, type Worker, work } from "../engine/worker/run.ts";

/** How each client writes its transcripts. */
const FORMATS: ReadonlyMap<string, SessionFormat> = new Map([[CLIENT_NAME, claudeCodeSession]]);

/** Milliseconds for which another process's write is waited for: nobody waits for this one. */
const PATIENCE = 5_000;

/** The database is the user's, whatever the project: seen from no project's folder. */
const NOWHERE = "/";

/**
 * Does what is to be done; undefined where another worker is at it.
 *
 * @throws StoreError
 */
export async function live(
  given: Host,
  signal: AbortSignal,
  options: Pick<Worker, "limits"> & Partial<Pick<Worker, "handlers">> = {},
): Promise<Life | undefined> {
  yieldToOthers();
  const host = { ...given, patience: PATIENCE };
  const view = viewProject(host, NOWHERE);
  // Now: who asks an address past the proxies says so in the environment of this process.
  const environment = labelOf(view);
  const store = await openStore(view);
  try {
    const life = await work({
      handlers: HANDLERS,
      ...options,
      host,
      store,
      environment,
      formats: FORMATS,
      signal,
    });
    if (life) noteLife(host, life);
    return life;
  } finally {
    await store.close();
  }
}

/** People's own programs go first. */
function yieldToOthers(): void {
  try {
    setPriority(constants.priority.PRIORITY_LOW);
  } catch {
    // not everyone may
  }
}
