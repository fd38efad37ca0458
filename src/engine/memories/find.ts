/** Memories by id, and in the order of time. */

import { nameOf } from "../../memory/create.ts";
import { isVisible } from "../../memory/lifecycle.ts";
import type { Memory } from "../../memory/types.ts";
import { RecordError } from "../../record/error.ts";
import { snippet } from "../../record/sanitize.ts";
import { type MemoryAccess, viewpointOf } from "./access.ts";
import { checkBounds } from "./limits.ts";
import type { MemoryFilter } from "./requests.ts";

/** Characters of an id that a beginning must have at least. */
const PREFIX_MIN = 6;
const ID_LENGTH = 26;
/** Most memories named that a beginning may mean. */
const NAMED_MAX = 5;
/** Most memories looked at of a beginning: others' may come before one's own. */
const LOOKED_AT = 1_000;

/** Whether a text may be a memory's id, or the beginning of one. */
export const mayBeMemoryId = (text: string): boolean =>
  new RegExp(`^[0-9a-hjkmnp-tv-z]{${PREFIX_MIN},${ID_LENGTH}}$`, "i").test(text.trim());

/**
 * The memory of an id, or of the only one that begins so.
 *
 * @throws RecordError NOT_FOUND, INPUT_ERROR for a beginning that is too short or not of one alone
 */
export async function findMemory(access: MemoryAccess, target: string): Promise<Memory> {
  const id = target.trim().toLowerCase();
  const project = access.view.project.id;
  const [whole] = await access.store.memories.get(project, [id]);
  if (whole && sees(access, whole)) return whole;
  if (id.length < PREFIX_MIN) {
    const expected = `an id, or at least the first ${PREFIX_MIN} characters of one`;
    throw new RecordError(
      "INPUT_ERROR",
      { field: "id", expected, got: snippet(target) },
      "Pass more of the id",
    );
  }
  const found = (await access.store.memories.beginning(project, id, LOOKED_AT)).filter((memory) =>
    sees(access, memory),
  );
  const [only, ...others] = found;
  if (!only) {
    throw new RecordError(
      "NOT_FOUND",
      { target: snippet(target), problem: "no memory has this id" },
      "List what is there: recollect memories",
    );
  }
  if (others.length > 0) {
    const named = found.slice(0, NAMED_MAX).map((memory) => `${memory.id} (${snippet(nameOf(memory), 40)})`);
    throw new RecordError(
      "INPUT_ERROR",
      { field: "id", expected: "the id of one memory", got: `${id}, which begins ${named.join(", ")}` },
      "Pass more of the id",
    );
  }
  return only;
}

/** A person sees what every session remembered, a session what is its own, its project's and the user's. */
export const sees = (access: MemoryAccess, memory: Memory): boolean =>
  access.caller.isPerson || isVisible(memory, viewpointOf(access));

/** The newest first: an episode by when it happened, everything else by when it was made. */
export async function listMemories(access: MemoryAccess, filter: MemoryFilter): Promise<Memory[]> {
  checkBounds(filter);
  return access.store.memories.find(viewpointOf(access), { ...filter, everySession: access.caller.isPerson });
}
