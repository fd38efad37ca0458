/**
 * A server that let a hook wait in vain is not asked by the hooks of the next moments: a session may read a file a second,
 * and each of them would wait as long.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { shortHash } from "../host/project.ts";
import { timeOf } from "../host/quick-fs.ts";
import { StoreError } from "../store/error.ts";
import type { Host } from "./events.ts";

/** Milliseconds. */
export const REST_MS = 30_000;

/** Opens a server's store, unless it was mute a moment ago. Rejects with a StoreError. */
export async function openUnlessMute<T>(host: Host, url: string, open: () => Promise<T>): Promise<T> {
  const mark = join(host.paths.state, `mute-${shortHash(url)}`);
  const waited = timeOf(mark);
  if (waited !== undefined && Math.abs(host.now().getTime() - waited) < REST_MS) throw resting();
  try {
    return await open();
  } catch (error) {
    if (isTimeout(error)) note(mark);
    throw error;
  }
}

const resting = (): StoreError =>
  new StoreError(
    "UNREACHABLE",
    "store.url",
    `The database server has just let a hook wait in vain, so that hooks do without it for ${REST_MS / 1_000} s`,
    "See whether it runs and the address is right; `recollect doctor` asks it at once.",
  );

/** The driver is a bundle of its own in the plugin, with a class of errors of its own. */
const isTimeout = (error: unknown): boolean =>
  error instanceof Error && error.name === "StoreError" && (error as StoreError).code === "TIMEOUT";

function note(mark: string): void {
  try {
    mkdirSync(dirname(mark), { recursive: true, mode: 0o700 });
    writeFileSync(mark, "", { mode: 0o600 });
  } catch {
    // the next hook waits again, then
  }
}
