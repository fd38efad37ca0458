/** The tables of memories, made of the table of fields. Every one is keyed by project first. */
import { type Field, MEMORY_FIELDS } from "../../memory/fields.ts";
import { LINK_TYPES, MEMORY_TYPES, type MemoryType } from "../../memory/types.ts";
import { TABLES } from "../memory-rows.ts";

/** Texts compare by their bytes, whatever the database's language: ids and times sort the same in every database. */
export const TEXT: string = 'TEXT COLLATE "C"';

/** The indexes of the original, by the column after the project. */
const INDEXES: { readonly [type in MemoryType]: { readonly [name: string]: string } } = {
  episodic: { session: "session_id", importance: "importance", timestamp: "timestamp" },
  semantic: { concept: "concept", category: "category", importance: "importance", confidence: "confidence" },
  prospective: { session: "session_id", status: "status", priority: "priority", due: "due_at" },
  procedural: {
    name: "procedure_name",
    category: "category",
    usage: "usage_count",
    success: "success_rate",
  },
  working: { session: "session_id", todo: "todo_id", expires: "expires_at", cleared: "cleared_at" },
};

export const oneOf = (values: readonly string[]): string => values.map((value) => `'${value}'`).join(", ");

function typeOf({ kind }: Field, column: string): string {
  switch (kind.is) {
    case "one of":
      return `${TEXT} CHECK("${column}" IN (${oneOf(kind.values)}))`;
    case "integer":
      return kind.to === Number.MAX_SAFE_INTEGER
        ? "BIGINT"
        : `SMALLINT CHECK("${column}" BETWEEN ${kind.from} AND ${kind.to})`;
    case "number":
      return `DOUBLE PRECISION CHECK("${column}" BETWEEN ${kind.from} AND ${kind.to})`;
    case "texts":
    case "steps":
    case "object":
    case "provenance":
      return "JSONB";
    default:
      return TEXT;
  }
}

/** What a list or an object of the original's tables holds where nothing is said. */
function defaultOf(name: string, { kind, required, default: stated }: Field): string {
  if (stated !== undefined) return ` DEFAULT ${typeof stated === "number" ? stated : `'${stated}'`}`;
  if (!required || name === "steps") return "";
  return kind.is === "texts" ? " DEFAULT '[]'" : kind.is === "object" ? " DEFAULT '{}'" : "";
}

function table(type: MemoryType): string {
  const columns = Object.entries(MEMORY_FIELDS[type]).map(([name, field]) => {
    const column = field.column ?? name;
    return `  "${column}" ${typeOf(field, column)}${field.required ? " NOT NULL" : ""}${defaultOf(name, field)}`;
  });
  return `CREATE TABLE ${TABLES[type]}(
  project ${TEXT} NOT NULL,
  id ${TEXT} NOT NULL,
${columns.join(",\n")},
  PRIMARY KEY(project, id));`;
}

const indexes = (type: MemoryType): string =>
  Object.entries(INDEXES[type])
    .map(([name, column]) => `CREATE INDEX idx_${type}_${name} ON ${TABLES[type]}(project, "${column}");`)
    .join("\n");

/** The user's own memories are found without going through everyone's, and all by what they say. */
const further = (type: MemoryType): string =>
  type === "working"
    ? ""
    : `CREATE INDEX users_${type} ON ${TABLES[type]}(id) WHERE scope = 'user';
CREATE INDEX ${type}_by_hash ON ${TABLES[type]}(project, content_hash);`;

export const memoryTables = (): string => `
${MEMORY_TYPES.map((type) => [table(type), indexes(type), further(type)].join("\n")).join("\n")}
CREATE TABLE memory_links(
  project ${TEXT} NOT NULL,
  source_id ${TEXT} NOT NULL,
  target_id ${TEXT} NOT NULL,
  link_type ${TEXT} NOT NULL CHECK(link_type IN (${oneOf(LINK_TYPES)})),
  strength DOUBLE PRECISION NOT NULL DEFAULT 1 CHECK(strength BETWEEN 0 AND 1),
  created_at ${TEXT} NOT NULL,
  PRIMARY KEY(project, source_id, target_id, link_type));
CREATE INDEX idx_links_source ON memory_links(project, source_id);
CREATE INDEX idx_links_target ON memory_links(project, target_id);
CREATE TABLE refusals(
  project ${TEXT} NOT NULL,
  hash ${TEXT} NOT NULL,
  reason ${TEXT} NOT NULL,
  at ${TEXT} NOT NULL,
  PRIMARY KEY(project, hash));
`;
