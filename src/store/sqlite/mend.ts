/** A damaged database: what can be made anew is, any other is kept for a person to look at. */
import type { Database } from "bun:sqlite";
import { existsSync, lstatSync, renameSync, rmSync, type Stats } from "node:fs";
import { COMPANIONS, hasCode, SQLITE, SUSPECT } from "./database.ts";

/**
 * Looks for damage. That in the search index alone is healed by making it anew, and by forgetting the projection, which is
 * rebuilt from the files; any other is for setting aside.
 */
export function heal(db: Database): "sound" | "healed" | "beyond mending" {
  if (problems(db).length === 0) return "sound";
  db.transaction(() => {
    const { text } = require("./text-tables.ts") as typeof import("./text-tables.ts");
    db.run("DROP TABLE text_fts; DROP TABLE text_terms; DROP TABLE texts; DROP TABLE text_collections");
    db.run(`${text}; DELETE FROM records; DELETE FROM places`);
    const { fileMemories } = require("./memories.ts") as typeof import("./memories.ts");
    fileMemories(db);
  }).immediate();
  return problems(db).length === 0 ? "healed" : "beyond mending";
}

/** What the check finds wrong; a check that cannot be carried through is a finding too. */
function problems(db: Database): string[] {
  try {
    const rows = db.query<{ quick_check: string }, []>("PRAGMA quick_check").all();
    return rows.map((row) => row.quick_check).filter((line) => line !== "ok");
  } catch (error) {
    if (hasCode(error, SQLITE.BUSY, SQLITE.LOCKED)) throw error;
    return [String(error)];
  }
}

/** Renames the damaged file and its companions; nothing is deleted. */
export function setAside(path: string, opened: Stats, now: Date): string {
  const present = lstatSync(path, { throwIfNoEntry: false });
  // Another process may have set it aside in the meantime: what stands there now is the new one.
  if (!present || present.ino !== opened.ino) return `${path} was damaged; another process set it aside.`;
  const stamp = now.toISOString().replace(/[:.]/g, "-");
  const kept = `${path}.corrupt-${stamp}`;
  for (const suffix of COMPANIONS) if (existsSync(path + suffix)) renameSync(path + suffix, kept + suffix);
  renameSync(path, kept);
  rmSync(path + SUSPECT, { force: true });
  return `${path} was damaged. It was kept as ${kept} and a new database begun; records are read again from their files, memories stay in the one that was kept.`;
}
