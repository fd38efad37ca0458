/**
 * The trace: one JSON line per thing that went wrong (or was worth telling) where no one could be told.
 * Hooks fail open; this is where `recollect doctor` and `status` learn of it. Writing it never throws.
 */
import { appendFileSync, mkdirSync, readFileSync, renameSync, statSync } from "node:fs";
import { dirname } from "node:path";

/** The file is moved to `<name>.1` beyond this size, so two files bound the disk used. */
const MAX_BYTES = 1_000_000;

export type TraceLevel = "error" | "warning" | "info";

export interface TraceEntry {
  /** RFC 3339, UTC. */
  at: string;
  level: TraceLevel;
  /** Part that speaks, e.g. `hook:UserPromptSubmit`, `store`, `commit`. */
  part: string;
  message: string;
  project?: string;
  session?: string;
  /** Milliseconds, where a duration is of interest. */
  ms?: number;
}

export type Trace = (entry: Omit<TraceEntry, "at">) => void;

/** A trace into a file (mode 0600, folder 0700). */
export function fileTrace(path: string, now: () => Date = () => new Date()): Trace {
  return (entry) => {
    try {
      const message = redacted(entry.message).slice(0, 2_000);
      const line = `${JSON.stringify({ at: now().toISOString(), ...entry, message })}\n`;
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
      if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > MAX_BYTES) renameSync(path, `${path}.1`);
      appendFileSync(path, line, { mode: 0o600 });
    } catch {
      // A trace that cannot be written must not become the failure.
    }
  };
}

/** What failed may name what it failed on. Loaded here: most processes have nothing to tell. */
function redacted(message: string): string {
  const { redactQuick } = require("../privacy/quick.ts") as typeof import("../privacy/quick.ts");
  return redactQuick(message.slice(0, 10_000)).text;
}

/** The newest entries, oldest first; lines that are not entries are passed over. */
export function readTrace(path: string, limit: number): TraceEntry[] {
  const lines: string[] = [];
  for (const file of [`${path}.1`, path]) {
    try {
      lines.push(...readFileSync(file, "utf8").split("\n"));
    } catch {
      // no such file
    }
  }
  const entries: TraceEntry[] = [];
  for (let i = lines.length - 1; i >= 0 && entries.length < limit; i -= 1) {
    try {
      const entry = JSON.parse(lines[i] ?? "") as TraceEntry;
      if (typeof entry?.at === "string" && typeof entry.message === "string") entries.unshift(entry);
    } catch {
      // torn or foreign line
    }
  }
  return entries;
}

/** Text of anything thrown. */
export function messageOf(error: unknown): string {
  try {
    return error instanceof Error ? error.message : String(error);
  } catch {
    // Anything can be thrown, and not all of it can be told.
    return "Something that is no error was thrown";
  }
}
