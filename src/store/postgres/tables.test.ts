import { beforeAll, describe, expect, test } from "bun:test";
import { canServe, sharedPostgres, type TestServer } from "../../../test/support/postgres.ts";
import { MEMORY_FIELDS } from "../../memory/fields.ts";
import { MEMORY_TYPES } from "../../memory/types.ts";
import { columnsOf, TABLES } from "../memory-rows.ts";
import { openPostgresStore } from "./open-postgres.ts";

const SCHEMA = "tables";

describe.skipIf(!canServe())("the tables", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await sharedPostgres();
    await (await openPostgresStore({ url: server.urlOf(SCHEMA) })).close();
  });

  test.each([...MEMORY_TYPES])(
    "of %s memories have the columns and the defaults of the fields",
    async (type) => {
      const columns = await server.sql(
        `SELECT column_name AS name, is_nullable = 'NO' AS required, column_default AS stated
       FROM information_schema.columns WHERE table_schema = '${SCHEMA}' AND table_name = '${TABLES[type]}'`,
      );
      expect(columns.map(({ name }) => name).sort()).toEqual(columnsOf(type).sort());
      const byName = new Map(columns.map((column) => [column.name, column]));
      for (const [name, field] of Object.entries(MEMORY_FIELDS[type])) {
        const column = byName.get(field.column ?? name);
        expect([name, column?.required]).toEqual([name, field.required]);
        if (field.default === undefined) continue;
        expect([name, String(column?.stated).replace(/^'|'::.*$/g, "")]).toEqual([
          name,
          String(field.default),
        ]);
      }
    },
  );

  test("have the original's indexes, by project first", async () => {
    const expected = {
      episodic: ["session", "importance", "timestamp"],
      semantic: ["concept", "category", "importance", "confidence"],
      prospective: ["session", "status", "priority", "due"],
      procedural: ["name", "category", "usage", "success"],
      working: ["session", "todo", "expires", "cleared"],
      links: ["source", "target"],
    };
    const names = Object.entries(expected).flatMap(([table, own]) =>
      own.map((name) => `idx_${table}_${name}`),
    );
    const indexes = await server.sql(
      `SELECT indexname AS name, indexdef AS sql FROM pg_indexes WHERE schemaname = '${SCHEMA}' AND indexname LIKE 'idx%'`,
    );
    expect(names).toHaveLength(21);
    expect(indexes.map(({ name }) => name).sort()).toEqual(names.sort());
    for (const { sql } of indexes) expect(sql).toContain("(project, ");
  });

  test("can be spread over servers by project: it leads every key and is part of all that is unique", async () => {
    const tables = await server.sql(
      `SELECT c.relname AS name FROM pg_class c WHERE c.relkind = 'r' AND c.relnamespace = '${SCHEMA}'::regnamespace`,
    );
    const unique = await server.sql(
      `SELECT c.relname AS table, i.indisprimary AS is_key,
         ARRAY(SELECT a.attname::text FROM unnest(i.indkey) WITH ORDINALITY k(no, ord)
               JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.no ORDER BY k.ord) AS columns
       FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid
       WHERE i.indisunique AND c.relkind = 'r' AND c.relnamespace = '${SCHEMA}'::regnamespace`,
    );
    expect(tables.length).toBeGreaterThan(12);
    expect(unique.filter(({ columns }) => (columns as string[])[0] !== "project")).toEqual([]);
    const keyed = unique.filter(({ is_key }) => is_key).map(({ table }) => table);
    expect(keyed.sort()).toEqual(tables.map(({ name }) => name).sort());
    const foreign = await server.sql(
      `SELECT conname FROM pg_constraint WHERE connamespace = '${SCHEMA}'::regnamespace AND contype NOT IN ('p', 'c', 'u')`,
    );
    expect(foreign).toEqual([]);
  });

  test("have their terms in a GIN index", async () => {
    const [found] = await server.sql(
      `SELECT indexdef FROM pg_indexes WHERE schemaname = '${SCHEMA}' AND tablename = 'texts' AND indexdef LIKE '%gin%'`,
    );
    expect(String(found?.indexdef)).toContain("USING gin (terms)");
  });
});
