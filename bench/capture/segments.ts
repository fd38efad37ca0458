/** A transcript's file as the segments that capture looks at. */
import { readEvents } from "../../src/capture/read-events.ts";
import type { Segment } from "../../src/capture/segment.ts";
import { openSegments } from "../../src/capture/segments.ts";
import type { TranscriptOwner } from "../../src/capture/types.ts";
import { claudeCodeSession } from "../../src/client/claude-code/transcript-events.ts";

export async function segmentsOf(path: string, root: string, owner: TranscriptOwner): Promise<Segment[]> {
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
