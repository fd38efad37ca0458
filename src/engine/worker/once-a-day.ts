/** What is done for a project once a day, kept in a small file: the projects of the last day, each with the time. */
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { writeAtomic } from "../../host/atomic.ts";
import { DAY_MS } from "../../record/time.ts";
import { isObject } from "../../record/value.ts";
import type { Host } from "../events.ts";

/** Whether it has not been done for the project in the last day; from now on it has. Two processes may both do it. */
export function isDueToday({ paths, now }: Pick<Host, "paths" | "now">, project: string): boolean {
  const file = join(paths.state, "maintained.json");
  const at = now();
  const lately = Object.entries(read(file)).filter(([, time]) => isWithinADay(time, at));
  if (lately.some(([id]) => id === project)) return false;
  mkdirSync(paths.state, { recursive: true, mode: 0o700 });
  const text = JSON.stringify(Object.fromEntries([...lately, [project, at.toISOString()]]));
  writeAtomic(file, `${text}\n`, { mode: 0o600, flush: "later" });
  return true;
}

/** A time ahead of the clock is a wrong one. */
function isWithinADay(time: unknown, now: Date): boolean {
  const ago = typeof time === "string" ? now.getTime() - Date.parse(time) : Number.NaN;
  return ago >= 0 && ago < DAY_MS;
}

function read(file: string): { readonly [project: string]: unknown } {
  try {
    const value: unknown = JSON.parse(readFileSync(file, "utf8"));
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}
