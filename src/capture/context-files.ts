/**
 * Files that hand a category's excerpts to drafting subagents. They hold conversation, so they lie in a folder of the
 * user's own (0700), one per session, and never under a name that someone else could have prepared.
 */
import { lstatSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { writeFresh } from "../host/private-files.ts";
import type { Category, CategoryName, CategoryTable } from "../record/category.ts";
import { DAY_MS } from "../record/time.ts";
import type { StoredSignal } from "../store/port.ts";
import { describeActivity } from "./score.ts";
import { openSessionFolder } from "./staging.ts";
import type { Activity, TriagedCategory } from "./types.ts";

/** Most bytes of a context file. */
export const CONTEXT_MAX_BYTES = 50_000;
const TRUNCATED = "[Truncated: context exceeded 50KB]";
/** Days after which a session's folder is removed. */
export const STAGING_DAYS = 7;

export interface ContextFilesInput {
  /** Staging folder of the user; made when missing. */
  staging: string;
  session: string;
  proposed: readonly TriagedCategory[];
  signals: readonly StoredSignal[];
  activity: Activity;
  categories: CategoryTable;
}

/**
 * Writes one file per proposed category. Returns their paths; a file that could not be written is left out.
 * Throws `SECURITY_ERROR` when the folder is not the user's own.
 */
export function writeContextFiles(input: ContextFilesInput): Map<CategoryName, string> {
  const folder = openSessionFolder(input);
  const written = new Map<CategoryName, string>();
  for (const proposed of input.proposed) {
    if (!/^[a-z][a-z0-9_]{0,39}$/.test(proposed.category)) continue;
    const path = join(folder, `context-${proposed.category}.txt`);
    const text = contextText(
      proposed,
      input.categories.get(proposed.category),
      input.signals,
      input.activity,
    );
    try {
      writeFresh(path, text);
      written.set(proposed.category, path);
    } catch {
      // The request goes out without this file; the skill skips the category with a warning.
    }
  }
  return written;
}

/** Removes session folders untouched for `STAGING_DAYS`; what cannot be removed stays. Returns how many went. */
export function removeOldStaging(staging: string, now: Date): number {
  let removed = 0;
  for (const name of attempt(() => readdirSync(staging)) ?? []) {
    if (!/^session-[0-9a-f]{16}$/.test(name)) continue;
    const path = join(staging, name);
    const stat = attempt(() => lstatSync(path));
    if (!stat?.isDirectory() || now.getTime() - stat.mtimeMs < STAGING_DAYS * DAY_MS) continue;
    attempt(() => {
      rmSync(path, { recursive: true, force: true });
      removed += 1;
    });
  }
  return removed;
}

/** The text of a context file, at most `CONTEXT_MAX_BYTES` bytes of UTF-8. */
export function contextText(
  proposed: TriagedCategory,
  category: Category | undefined,
  signals: readonly StoredSignal[],
  activity: Activity,
): string {
  const head = [
    `Category: ${proposed.category}`,
    `Score: ${proposed.score.toFixed(2)}`,
    ...(category?.description ? [`Description: ${inert(category.description)}`] : []),
    ...(proposed.lifecycleEvent ? [`Lifecycle event: ${proposed.lifecycleEvent}`] : []),
    "",
    "<transcript_data>",
    "",
  ].join("\n");
  const tail = [
    "",
    "</transcript_data>",
    "",
    "Key snippets:",
    ...proposed.snippets.map((snippet) => `- ${inert(snippet)}`),
    "",
  ].join("\n");
  const body =
    proposed.category === "session_summary"
      ? `Activity: ${describeActivity(activity)}\nTools: ${activity.tools.map(inert).join(", ")}`
      : mergedExcerpts(signals.filter((signal) => signal.category === proposed.category));
  return head + within(body, CONTEXT_MAX_BYTES - byteLength(head) - byteLength(tail)) + tail;
}

/** Excerpts in their order, without those that an earlier one already holds. */
function mergedExcerpts(signals: readonly StoredSignal[]): string {
  const kept: string[] = [];
  for (const signal of [...signals].sort((a, b) => a.message - b.message)) {
    const excerpt = inert(signal.excerpt);
    if (!kept.some((other) => other.includes(excerpt))) kept.push(excerpt);
  }
  return kept.join("\n---\n");
}

/** Stored text is escaped already; this makes sure of it where a tag of ours is concerned. */
const inert = (text: string): string => text.replace(/<(?=\s*\/?\s*transcript_data)/gi, "&lt;");

const byteLength = (text: string): number => Buffer.byteLength(text, "utf8");

function within(text: string, bytes: number): string {
  if (byteLength(text) <= bytes) return text;
  const room = Math.max(0, bytes - byteLength(TRUNCATED) - 1);
  // A character cut in two would decode to U+FFFD.
  const cut = Buffer.from(text, "utf8")
    .subarray(0, room)
    .toString("utf8")
    .replace(/\ufffd+$/, "");
  return `${cut}\n${TRUNCATED}`;
}

function attempt<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}
