/** A session's transcripts as the segments that capture looks at. */
import { join } from "node:path";
import { readEvents } from "../../src/capture/read-events.ts";
import type { Segment } from "../../src/capture/segment.ts";
import { openSegments } from "../../src/capture/segments.ts";
import type { TranscriptOwner } from "../../src/capture/types.ts";
import { claudeCodeSession } from "../../src/client/claude-code/transcript-events.ts";
import type { LabelledSession } from "./session.ts";

/** Its own and those of its subagents, each read from a file in the folder. `source` is `main` or a subagent's id. */
export async function* transcriptsOf(
  session: LabelledSession,
  folder: string,
): AsyncGenerator<{ readonly source: string; readonly segments: readonly Segment[] }> {
  for (const [source, transcript] of [["main", session.main] as const, ...session.agents]) {
    const path = join(folder, `${session.name}-${source}.jsonl`);
    transcript.write(path);
    yield { source, segments: await segmentsOf(path, folder, source === "main" ? "main" : "agent") };
  }
}

async function segmentsOf(path: string, root: string, owner: TranscriptOwner): Promise<Segment[]> {
  const reading = await readEvents(path, { offset: 0, format: claudeCodeSession, owner, roots: [root] });
  const open = openSegments(0, owner);
  const found: Segment[] = [];
  for (const { events } of reading?.pieces ?? []) {
    for (const { event, from } of events) {
      const ended = open.take(event, from);
      if (ended) found.push(ended.segment);
    }
  }
  const last = open.last();
  return last ? [...found, last.segment] : found;
}
