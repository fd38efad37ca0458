/** Taking a promotion back: the memories are what they were, and the record is as before. */
import { updateRecord } from "../../consolidate/write.ts";
import type { Memory } from "../../memory/types.ts";
import { RecordError } from "../../record/error.ts";
import type { ProjectRecord } from "../../record/types.ts";
import { isProblem } from "../../store/files/read.ts";
import type { Store } from "../../store/port.ts";
import type { Proposal } from "../../store/proposal-port.ts";
import { writeTriggers } from "../intentions/write-triggers.ts";
import { refreshIndex } from "../records/save.ts";
import { writeContext } from "../records/write-context.ts";
import type { Workspace } from "../workspace.ts";
import { draftBodyOf, type Undo } from "./body.ts";
import type { Desk } from "./items.ts";
import type { Decider } from "./promote.ts";

export interface Undone {
  /** Ids of what is back. */
  readonly restored: readonly string[];
  /** What was done, a sentence each. */
  readonly done: readonly string[];
}

const BY_CONFIGURATION: Decider = "by configuration";

/**
 * Takes an accepted promotion back. It waits again, unless it was accepted by configuration alone: then it is rejected, or the
 * next maintenance would do the same once more.
 *
 * @throws RecordError OCC_CONFLICT where someone has changed the record since; StoreError
 */
export async function undoPromotion({ ws, store }: Desk, proposal: Proposal): Promise<Undone> {
  const { project, id, result } = proposal;
  const body = draftBodyOf(proposal);
  if (proposal.state !== "accepted" || result === undefined || !body?.undo) {
    throw new RecordError(
      "NOT_FOUND",
      { target: id, problem: "it is no promotion that can be taken back" },
      "Retire the record by hand: recollect retire",
    );
  }
  const { undo } = body;
  const done = await recordAsBefore(ws, result, undo);
  const restored = await store.alone(project, (own) => memoriesAsBefore(own, project, result, undo));
  await store.proposals.reopen(project, id);
  if (proposal.reason === BY_CONFIGURATION) {
    const decision = {
      state: "rejected",
      decided_at: ws.host.now().toISOString(),
      reason: "taken back",
    } as const;
    await store.proposals.decide(project, id, decision);
  }
  await writeTriggers(ws, store);
  return { restored, done };
}

async function memoriesAsBefore(
  store: Store,
  project: string,
  path: string,
  { changed }: Undo,
): Promise<string[]> {
  const memories = await store.memories.get(project, Object.keys(changed));
  const back = memories
    .filter(({ promoted_to }) => promoted_to === path)
    .map(
      ({ promoted_to: _, ...memory }) =>
        ({ ...memory, updated_at: changed[memory.id] ?? memory.updated_at }) as Memory,
    );
  await store.memories.put(back);
  return back.map(({ id }) => id);
}

async function recordAsBefore(ws: Workspace, path: string, { before, written }: Undo): Promise<string[]> {
  const file = ws.files.read(ws.files.locate(path));
  if (!file || isProblem(file) || file.record.record_status !== "active") return [`${path} is gone already`];
  if (written !== undefined && file.hash !== written) {
    throw new RecordError(
      "OCC_CONFLICT",
      { target: path, problem: "the record was changed since" },
      "Retire or mend it by hand: recollect history",
    );
  }
  // A new record is as it was written, and the proposal says what it said: nothing is lost with the file.
  await ws.files.transact((tx) =>
    before
      ? updateRecord(tx, writeContext(ws), {
          target: file.path,
          input: versionOf(before),
          hash: file.hash,
          summary: "The promotion was taken back",
        })
      : tx.remove(file.path),
  );
  await refreshIndex(ws);
  return [before ? `${path} says what it said before` : `${path} is gone again`];
}

/** What a record says; its name and the times of its life are its own. */
const versionOf = ({
  title,
  tags,
  content,
  confidence,
  related_files,
  related_records,
}: ProjectRecord): object => ({
  title,
  tags,
  content,
  ...(confidence === undefined ? {} : { confidence }),
  ...(related_files ? { related_files } : {}),
  ...(related_records ? { related_records } : {}),
});
