/** Changing the projection, within a transaction of the caller's: loaded when records have changed. */
import type { Database } from "bun:sqlite";
import { recordCollection } from "../collections.ts";
import type { Place, ProjectionChange } from "../port.ts";
import { indexWriter } from "./index-writer.ts";
import { textWriter } from "./text-writer.ts";

/** Places whose projection is kept; the one used longest ago makes room. */
export const PLACES_MAX = 40;

export function applyChange(db: Database, place: Place, change: ProjectionChange, now: Date): void {
  const no = ensurePlace(db, place, now);
  const index = indexWriter(db, no, recordCollection(place));
  for (const path of change.remove) index.remove(path);
  for (const projected of change.put) index.put(projected);
  index.finish();
  db.query("UPDATE places SET folders = ?, used_at = ? WHERE no = ?").run(
    JSON.stringify(Object.fromEntries(change.folders)),
    now.getTime(),
    no,
  );
}

/** The number of the place; a new one takes the room of those beyond the limit. */
function ensurePlace(db: Database, place: Place, now: Date): number {
  const known = db
    .query<{ no: number }, [string, string]>("SELECT no FROM places WHERE project = ? AND root = ?")
    .get(place.project, place.root);
  if (known) return known.no;
  const stale = db
    .query<NumberedPlace, [number]>(
      "SELECT no, project, root FROM places ORDER BY used_at DESC, no DESC LIMIT -1 OFFSET ?",
    )
    .all(PLACES_MAX - 1);
  for (const old of stale) forgetPlace(db, old);
  const made = db
    .query<{ no: number }, [string, string, number]>(
      "INSERT INTO places(project, root, used_at) VALUES(?, ?, ?) RETURNING no",
    )
    .get(place.project, place.root, now.getTime());
  return made?.no ?? 0;
}

export interface NumberedPlace extends Place {
  readonly no: number;
}

export function forgetPlace(db: Database, place: NumberedPlace): void {
  const text = textWriter(db);
  text.clear(recordCollection(place));
  text.finish();
  db.query("DELETE FROM records WHERE place = ?").run(place.no);
  db.query("DELETE FROM places WHERE no = ?").run(place.no);
}
