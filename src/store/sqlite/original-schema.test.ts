/** The tables of the original design, column by column, as a tool that reads the database may count on them. */
import { Database } from "bun:sqlite";
import { afterAll, describe, expect, test } from "bun:test";
import { createLink } from "../../memory/links.ts";
import { AT, sampleOfEach } from "../../memory/samples.ts";
import type { Memory } from "../../memory/types.ts";
import { sqliteMemories } from "./memories.ts";
import { migrate } from "./migrations.ts";

/** `!` stands for NOT NULL, `=` for a default; lists and objects are JSON in text. */
const TABLES: { readonly [table: string]: string } = {
  episodic_memories: `id! session_id! agent_id! timestamp! event_type! title! content! context emotional_valence:INTEGER
    importance:INTEGER tags created_at! accessed_at! access_count:INTEGER=0`,
  semantic_memories: `id! concept! category! content! confidence:REAL=1.0 source_sessions evidence_count:INTEGER=1
    related_concepts importance:INTEGER tags created_at! updated_at! accessed_at! access_count:INTEGER=0`,
  prospective_memories: `id! session_id! agent_id! intention_type! title! content! trigger_condition trigger_type
    priority:INTEGER=3 status='pending' due_at completed_at importance:INTEGER tags created_at! accessed_at!`,
  procedural_memories: `id! procedure_name! category! steps! prerequisites success_conditions failure_patterns
    performance_metrics usage_count:INTEGER=0 success_rate:REAL=1.0 last_used_at importance:INTEGER tags created_at!
    updated_at! accessed_at!`,
  working_memories: `id! session_id! agent_id! todo_id context_type! content! scope! priority:INTEGER=3 created_at!
    accessed_at! expires_at! cleared_at`,
  memory_links: "source_id! target_id! link_type! strength:REAL=1.0 created_at!",
};
const COUNTS = [14, 14, 16, 16, 12, 5];

/** What a column takes, and what it does not. */
type Trial = readonly [table: string, column: string, taken: readonly unknown[], refused: readonly unknown[]];
const VALUES: readonly Trial[] = [
  [
    "episodic_memories",
    "event_type",
    ["user_query", "agent_response", "decision", "error"],
    ["thought", null],
  ],
  ["episodic_memories", "emotional_valence", [-2, 0, 2, null], [-3, 3]],
  ["episodic_memories", "context", ['{"branch":"main"}', null], ["{not json"]],
  ["semantic_memories", "category", ["pattern", "fact", "principle", "domain_knowledge"], ["workflow", null]],
  ["semantic_memories", "confidence", [0, 0.5, 1], [-0.1, 1.1]],
  ["semantic_memories", "source_sessions", ["[]", '["s1"]'], ["s1"]],
  ["prospective_memories", "intention_type", ["todo", "reminder", "followup", "commitment"], ["wish", null]],
  ["prospective_memories", "trigger_type", ["time", "event", "context", null], ["mood"]],
  ["prospective_memories", "priority", [1, 5], [0, 6]],
  ["prospective_memories", "status", ["pending", "active", "completed", "cancelled"], ["archived", null]],
  ["procedural_memories", "category", ["workflow", "pattern", "technique", "tool_usage"], ["fact", null]],
  ["procedural_memories", "success_rate", [0, 1], [-0.1, 1.1]],
  ["procedural_memories", "steps", ['[{"action":"run"}]'], ["run", null]],
  ["procedural_memories", "performance_metrics", ["{}"], ["fast"]],
  ["working_memories", "context_type", ["task_context", "variables", "state", "references"], ["mood", null]],
  ["working_memories", "scope", ["task", "subtask", "session"], ["project", null]],
  ["working_memories", "priority", [1, 5], [0, 6]],
  ["memory_links", "link_type", ["reinforces", "contradicts", "extends", "refines"], ["likes", null]],
  ["memory_links", "strength", [0, 1], [-0.1, 1.1]],
  ...Object.keys(TABLES)
    .filter((table) => table !== "memory_links")
    .flatMap((table): Trial[] => [
      [table, "importance", [1, 10], [0, 11]],
      [table, "tags", ["[]", '["a"]'], ["a,b"]],
    ]),
];

const db = new Database(":memory:");
migrate(db);
const memories = sqliteMemories(db, async (work) => work());
const samples = sampleOfEach();
const [one, two] = samples as [Memory, Memory];
await memories.put(samples, [
  createLink({ source_id: one.id, target_id: two.id, link_type: "extends", strength: 0.5 }, AT.now),
]);
afterAll(() => db.close());

interface Column {
  name: string;
  type: string;
  notnull: number;
  dflt_value: string | null;
}

describe("the original's tables", () => {
  test("have each of their columns, with its kind, its default and what it may not lack", () => {
    for (const [n, [table, stated]] of Object.entries(TABLES).entries()) {
      const expected = stated.trim().split(/\s+/);
      expect(expected).toHaveLength(COUNTS[n] ?? 0);
      const columns = new Map(
        db
          .query<Column, []>(`PRAGMA table_info(${table})`)
          .all()
          .map((column) => [column.name, column]),
      );
      for (const each of expected) {
        const [, name = "", isNeeded, type = "TEXT", preset] =
          /^(\w+)(!)?(?::(\w+))?(?:=(.+))?$/.exec(each) ?? [];
        const column = columns.get(name);
        expect([table, name, column?.type]).toEqual([table, name, type]);
        if (isNeeded) expect([table, name, column?.notnull]).toEqual([table, name, 1]);
        if (preset !== undefined) expect([table, name, column?.dflt_value]).toEqual([table, name, preset]);
      }
    }
  });

  test.each(VALUES)("%s.%s takes %j and refuses %j", (table, column, taken, refused) => {
    const change = db.query<unknown, [string | number | null]>(`UPDATE ${table} SET ${column} = ?`);
    db.run("SAVEPOINT tried");
    for (const value of taken) expect(change.run(value as string).changes).toBe(1);
    for (const value of refused) expect(() => change.run(value as string)).toThrow("constraint failed");
    db.run("ROLLBACK TO tried");
  });

  test("hold each memory in the table of its type, with one link of a type from one to another", () => {
    for (const memory of samples) {
      const row = db.query(`SELECT id FROM ${memory.type}_memories`).all();
      expect(row).toEqual([{ id: memory.id }]);
    }
    const insert = db.query(
      "INSERT INTO memory_links SELECT project, source_id, target_id, ?, 1, created_at FROM memory_links",
    );
    db.run("SAVEPOINT tried");
    insert.run("refines");
    expect(() => insert.run("refines")).toThrow("constraint failed");
    db.run("ROLLBACK TO tried");
  });

  test("hold times as RFC 3339 in UTC, and lists and objects as JSON", () => {
    for (const table of Object.keys(TABLES)) {
      const rows = db.query<{ [column: string]: unknown }, []>(`SELECT * FROM ${table}`).all();
      for (const row of rows) {
        for (const [column, value] of Object.entries(row)) {
          if (value === null) continue;
          if (/(?:_at|^timestamp)$/.test(column))
            expect(String(value)).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/);
          if (/^(?:tags|steps|context|prerequisites|performance_metrics|.*_sessions)$/.test(column))
            expect(() => JSON.parse(String(value))).not.toThrow();
        }
      }
    }
  });
});
