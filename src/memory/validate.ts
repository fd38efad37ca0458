/** Whether a memory is one: by the table of fields, every wrong field named with what it should hold. */
import { type FieldIssue, RecordError } from "../record/error.ts";
import { describeValue, isObject } from "../record/value.ts";
import {
  ENTRY_MAX,
  type Field,
  type Kind,
  LIST_MAX,
  MEMORY_FIELDS,
  OBJECT_MAX,
  TITLE_MAX,
} from "./fields.ts";
import { MEMORY_TYPES, type Memory, type MemoryType } from "./types.ts";

/** RFC 3339 with a date and a time: https://www.rfc-editor.org/rfc/rfc3339#section-5.6 */
const RFC_3339 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/;

/** Ids stand beside texts in what models and people are shown, so that they cannot hold any. */
const ID = /^[0-9a-z][0-9a-z_-]{0,79}$/;

const KEY: { readonly [field: string]: Field } = {
  id: { kind: { is: "id" }, required: true },
  project: { kind: { is: "text", max: 80 }, required: true },
};

/** What is wrong with it, a line per field; nothing for a sound memory. */
export function memoryIssues(value: unknown): FieldIssue[] {
  if (!isObject(value)) return [issue("", "an object", value, "Pass a memory")];
  const type = MEMORY_TYPES.find((known) => known === value.type);
  if (!type) return [issue("type", `one of ${MEMORY_TYPES.join(", ")}`, value.type, "Name its type")];
  const fields = new Map(entriesOf(type));
  const known = [...fields].flatMap(([name, field]) => fieldIssues(name, field, value[name]));
  const strange = Object.keys(value).filter((name) => name !== "type" && !fields.has(name));
  const unknown = strange.map((name) =>
    issue(name, `a field of ${article(type)} memory`, value[name], `Remove ${name}`),
  );
  return [...known, ...unknown, ...(known.length === 0 ? contradictions(value as unknown as Memory) : [])];
}

const ENTRIES = new Map<MemoryType, readonly (readonly [string, Field])[]>();

/** The fields of a type with their names; made once, because recall asks it of every memory that it reads. */
function entriesOf(type: MemoryType): readonly (readonly [string, Field])[] {
  const known = ENTRIES.get(type);
  if (known) return known;
  const entries = Object.entries({ ...KEY, ...MEMORY_FIELDS[type] });
  ENTRIES.set(type, entries);
  return entries;
}

/** Whether nothing is wrong with it, without a word on what. */
export function isMemory(value: { readonly type: MemoryType; readonly [field: string]: unknown }): boolean {
  let given = 1;
  for (const [name, { kind, required }] of entriesOf(value.type)) {
    const field = value[name];
    if (field === undefined ? required : !fits(kind, field)) return false;
    if (name in value) given += 1;
  }
  return given === Object.keys(value).length && contradictions(value as unknown as Memory).length === 0;
}

/** @throws RecordError VALIDATION_ERROR with every wrong field */
export function assertMemory(value: unknown): asserts value is Memory {
  const [first, ...rest] = memoryIssues(value);
  if (first) throw RecordError.validation([first, ...rest]);
}

const article = (type: MemoryType): string => (type === "episodic" ? `an ${type}` : `a ${type}`);

const issue = (field: string, expected: string, value: unknown, fix = `Change ${field}`): FieldIssue => ({
  field,
  expected,
  got: describeValue(value),
  fix,
});

function fieldIssues(name: string, { kind, required }: Field, value: unknown): FieldIssue[] {
  if (value === undefined) return required ? [issue(name, expectation(kind), undefined, `Add ${name}`)] : [];
  return fits(kind, value) ? [] : [issue(name, expectation(kind), value)];
}

function fits(kind: Kind, value: unknown): boolean {
  switch (kind.is) {
    case "id":
      return typeof value === "string" && ID.test(value);
    case "text":
      return isText(value, kind.max);
    case "one of":
      return typeof value === "string" && kind.values.includes(value);
    case "integer":
      return Number.isInteger(value) && Number(value) >= kind.from && Number(value) <= kind.to;
    case "number":
      return typeof value === "number" && value >= kind.from && value <= kind.to;
    case "time":
      return typeof value === "string" && RFC_3339.test(value) && !Number.isNaN(Date.parse(value));
    case "texts":
      return isList(value) && value.every((entry) => isText(entry, ENTRY_MAX));
    case "steps":
      return isList(value) && value.length > 0 && value.every(isStep);
    case "object":
      return isObject(value) && JSON.stringify(value).length <= OBJECT_MAX;
    case "provenance":
      return isObject(value) && isProvenance(value);
  }
}

const isText = (value: unknown, max: number): boolean =>
  typeof value === "string" && value.trim() !== "" && value.length <= max && value.isWellFormed();

const isList = (value: unknown): value is unknown[] => Array.isArray(value) && value.length <= LIST_MAX;

const isStep = (value: unknown): boolean =>
  isObject(value) &&
  isText(value.action, ENTRY_MAX) &&
  (value.detail === undefined || isText(value.detail, ENTRY_MAX)) &&
  Object.keys(value).every((key) => key === "action" || key === "detail");

/** What else an object of it holds is not looked at: a later version may say more. */
const isProvenance = ({
  by,
  session,
  turn,
  agent,
  why,
  said,
  ...more
}: {
  readonly [field: string]: unknown;
}): boolean =>
  isText(by, TITLE_MAX) &&
  [session, agent].every((id) => id === undefined || isText(id, TITLE_MAX)) &&
  (turn === undefined || (Number.isInteger(turn) && Number(turn) >= 1)) &&
  (why === undefined || isText(why, ENTRY_MAX)) &&
  (said === undefined || said === "user" || said === "assistant") &&
  JSON.stringify(more).length <= OBJECT_MAX;

function expectation(kind: Kind): string {
  switch (kind.is) {
    case "id":
      return "an id of lower-case letters, digits, - and _, 80 at most";
    case "text":
      return `a text of at most ${kind.max} characters`;
    case "one of":
      return `one of ${kind.values.join(", ")}`;
    case "integer":
      return `a whole number ${range(kind)}`;
    case "number":
      return `a number ${range(kind)}`;
    case "time":
      return "a time such as 2026-01-31T12:00:00Z";
    case "texts":
      return `a list of at most ${LIST_MAX} texts`;
    case "steps":
      return `a list of 1–${LIST_MAX} steps, each with an action`;
    case "object":
      return `an object of at most ${OBJECT_MAX} characters as JSON`;
    case "provenance":
      return "an object with by, and perhaps session, turn (from 1), agent, said (user or assistant) and why";
  }
}

const range = ({ from, to }: { from: number; to: number }): string =>
  to === Number.MAX_SAFE_INTEGER ? `of at least ${from}` : `from ${from} to ${to}`;

/** Fields that are right each by itself and wrong together. */
function contradictions(memory: Memory): FieldIssue[] {
  const found: FieldIssue[] = [];
  const { valid_from: from, valid_to: to } = memory;
  if (from && to && Date.parse(to) < Date.parse(from))
    found.push(issue("valid_to", `a time after valid_from (${from})`, to));
  if (memory.status === "superseded" && memory.superseded_by === undefined)
    found.push(issue("superseded_by", "the id of what took its place", undefined, "Add superseded_by"));
  if (memory.superseded_by === memory.id)
    found.push(issue("superseded_by", "another memory's id", memory.superseded_by));
  if (memory.type === "prospective" && memory.trigger_type === "time" && !memory.due_at)
    found.push(issue("due_at", "a time, as it is due by time", undefined, "Add due_at"));
  if (memory.type === "procedural" && memory.success_count > memory.usage_count)
    found.push(issue("success_count", `at most usage_count (${memory.usage_count})`, memory.success_count));
  return found;
}
