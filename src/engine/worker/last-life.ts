/** What the last worker did, for people who ask: a small file in the state folder, replaced at the end of each life. */
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { writeAtomic } from "../../host/atomic.ts";
import { messageOf } from "../../host/trace.ts";
import type { Host } from "../events.ts";
import type { Life } from "./run.ts";

const fileOf = ({ paths }: Pick<Host, "paths">): string => join(paths.state, "worker.json");

export function noteLife(host: Host, life: Life): void {
  try {
    mkdirSync(host.paths.state, { recursive: true, mode: 0o700 });
    writeAtomic(fileOf(host), `${JSON.stringify(life)}\n`, { mode: 0o600, flush: "later" });
  } catch (error) {
    host.trace({ level: "warning", part: "worker", message: messageOf(error) });
  }
}

/** Undefined where there was none, or its file says nothing. */
export function lastLife(host: Pick<Host, "paths">): Life | undefined {
  try {
    const life = JSON.parse(readFileSync(fileOf(host), "utf8")) as Life;
    return typeof life?.began === "string" && typeof life.ended === "string" ? life : undefined;
  } catch {
    return undefined;
  }
}
