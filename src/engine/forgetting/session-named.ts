/** Which session somebody means: by its id, by the beginning of one that is known, or the last there was. */
import { RecordError } from "../../record/error.ts";
import { snippet } from "../../record/sanitize.ts";
import type { MemoryAccess } from "../memories/access.ts";
import { SESSIONS_MOST } from "./plan.ts";

/** Characters that a beginning must have at least. */
const PREFIX_MIN = 6;

/** An id that nobody knows is taken as it is: memories may have come from another machine. @throws RecordError */
export async function sessionNamed({ store, view }: MemoryAccess, name: string): Promise<string> {
  const known = (await store.ledger.recentSessions(view.project.id, SESSIONS_MOST)).map(
    ({ session }) => session,
  );
  const wanted = name.trim();
  if (wanted === "last") {
    const [last] = known;
    if (last !== undefined) return last;
    throw new RecordError(
      "NOT_FOUND",
      { target: "last", problem: "no session of this project is known" },
      "Pass its id",
    );
  }
  if (known.includes(wanted)) return wanted;
  const found = wanted.length < PREFIX_MIN ? [] : known.filter((session) => session.startsWith(wanted));
  const [only, ...others] = found;
  if (others.length > 0) {
    throw new RecordError(
      "INPUT_ERROR",
      {
        field: "--session",
        expected: "the id of one session",
        got: `${snippet(wanted)}, which begins ${found.length}`,
      },
      "Pass more of the id",
    );
  }
  if (only === undefined && wanted.length < PREFIX_MIN) {
    throw new RecordError(
      "INPUT_ERROR",
      { field: "--session", expected: `an id, ${PREFIX_MIN} characters of one, or last`, got: snippet(name) },
      "Pass more of the id; recollect show ID tells which session a memory came from",
    );
  }
  return only ?? wanted;
}
