/** Transcripts of subagents: `<session>/subagents/agent-<id>.jsonl` beside `<session>.jsonl`. */
import { closeSync, openSync, readdirSync, readSync } from "node:fs";
import { join } from "node:path";
import type { AgentTranscript } from "../../capture/types.ts";
import { PLUGIN } from "./names.ts";

const NAME = /^agent-([\w-]{1,80})\.jsonl$/;
/** How far into a transcript its first answer is looked for: a task and what hooks add to it come before. */
const HEAD_BYTES = 256 * 1024;

/** Those of a session, without our own agents'. Who has not answered yet is met another time. */
export function agentTranscripts(path: string): AgentTranscript[] {
  const folder = join(path.replace(/\.jsonl$/, ""), "subagents");
  const found: AgentTranscript[] = [];
  for (const name of namesIn(folder)) {
    const agent = NAME.exec(name)?.[1];
    const file = join(folder, name);
    if (agent !== undefined && isOthers(headOf(file))) found.push({ agent, path: file });
  }
  return found;
}

/** Answers say whose they are: `"attributionAgent":"memory:drafter"`. Older versions do not, and ran no agents of ours. */
const isOthers = (head: string): boolean =>
  head.includes('"type":"assistant"') && !head.includes(`"attributionAgent":"${PLUGIN}:`);

/** Regular files only: what a link leads to is not looked into, and reading from a pipe would hang. */
function namesIn(folder: string): string[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    return entries.flatMap((entry) => (entry.isFile() ? [entry.name] : [])).sort();
  } catch {
    return [];
  }
}

function headOf(path: string): string {
  try {
    const file = openSync(path, "r");
    try {
      const head = Buffer.alloc(HEAD_BYTES);
      return head.toString("latin1", 0, readSync(file, head, 0, HEAD_BYTES, 0));
    } finally {
      closeSync(file);
    }
  } catch {
    return "";
  }
}
