import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { MEMORY_FIELDS } from "../../memory/fields.ts";
import { MEMORY_TYPES } from "../../memory/types.ts";
import { columnsOf, TABLES } from "../memory-rows.ts";
import { migrate } from "./migrations.ts";

interface Column {
  name: string;
  notnull: number;
  dflt_value: string | null;
  pk: number;
}

function migrated(): Database {
  const db = new Database(":memory:");
  migrate(db);
  return db;
}

test.each([...MEMORY_TYPES])(
  "the table of %s memories has the columns and the defaults of the fields",
  (type) => {
    using db = migrated();
    const columns = db.query<Column, []>(`PRAGMA table_info(${TABLES[type]})`).all();
    expect(columns.map(({ name }) => name).sort()).toEqual(columnsOf(type).sort());
    expect(columns.filter(({ pk }) => pk > 0).map(({ name }) => name)).toEqual(["project", "id"]);
    const byName = new Map(columns.map((column) => [column.name, column]));
    for (const [name, field] of Object.entries(MEMORY_FIELDS[type])) {
      const column = byName.get(field.column ?? name);
      expect([name, column?.notnull]).toEqual([name, field.required ? 1 : 0]);
      if (field.default === undefined) continue;
      const stated = column?.dflt_value?.replaceAll("'", "");
      expect([name, typeof field.default === "number" ? Number(stated) : stated]).toEqual([
        name,
        field.default,
      ]);
    }
  },
);

test("there are the original's indexes, by project first", () => {
  using db = migrated();
  const indexes = db
    .query<{ name: string; sql: string }, []>(
      "SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND name LIKE 'idx%' ORDER BY name",
    )
    .all();
  const expected = {
    episodic: ["session", "importance", "timestamp"],
    semantic: ["concept", "category", "importance", "confidence"],
    prospective: ["session", "status", "priority", "due"],
    procedural: ["name", "category", "usage", "success"],
    working: ["session", "todo", "expires", "cleared"],
    links: ["source", "target"],
  };
  const names = Object.entries(expected).flatMap(([table, own]) => own.map((name) => `idx_${table}_${name}`));
  expect(names).toHaveLength(21);
  expect(indexes.map(({ name }) => name)).toEqual(names.sort());
  for (const { sql } of indexes) expect(sql).toContain("(project, ");
});
