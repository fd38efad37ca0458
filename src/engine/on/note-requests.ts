/** Before a context is lost: what the session was asked last, for the one who goes on without it. */
import { readTranscript } from "../../capture/transcript.ts";
import { transcriptRoots } from "../../host/paths.ts";
import { updateMemory } from "../../memory/lifecycle.ts";
import { isSessionState, requestsDraft } from "../../memory/session-state.ts";
import { keptNow } from "../../memory/tasks.ts";
import type { Store } from "../../store/port.ts";
import { stretchesOf, wasApart } from "../consent/stretches.ts";
import type { Origin } from "../events.ts";
import { masking } from "../privacy.ts";
import type { ProjectView } from "../project-view.ts";
import { memoryMaker } from "../work/make-memory.ts";
import { workingOf } from "../work/working.ts";

/** How much of the transcript's end is read. */
const READ_BYTES = 1024 * 1024;
const READ_MESSAGES = 60;

/** What has no time was said at any. */
const EVER = new Date(0).toISOString();

/** One memory per session, which says anew what was asked each time. */
export async function noteRequests(view: ProjectView, store: Store, origin: Origin): Promise<void> {
  if (!origin.transcript) return;
  const { messages } = await readTranscript(origin.transcript.path, {
    offset: 0,
    format: origin.transcript.format,
    roots: transcriptRoots(view.host.env),
    maxBytes: READ_BYTES,
    maxMessages: READ_MESSAGES,
  });
  const redact = masking(view);
  const { session } = origin;
  const stretches = stretchesOf(view.host, view.project.id);
  const asked = messages.filter(
    ({ role, at }) => role === "user" && !wasApart(view.host, stretches, { session, at, since: EVER }),
  );
  const draft = requestsDraft(asked.map(({ text }) => redact(text)));
  if (!draft) return;
  const now = view.host.now();
  await store.alone(view.project.id, async (own) => {
    const before = (await workingOf(view, own, origin.session)).find(
      (memory) => isSessionState(memory) && memory.cleared_at === undefined,
    );
    const memory = before
      ? keptNow(updateMemory(before, { content: draft.content }, now), now)
      : memoryMaker(view, origin.session, {
          by: "task",
          why: "the last requests before the context was compacted",
        })(draft);
    await own.memories.put([memory]);
  });
}
