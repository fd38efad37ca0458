/**
 * Memories as lines of JSON, to take them elsewhere and back: one that says what it is, one per memory, one per link. The same
 * memories give the same bytes.
 */
import { type FieldIssue, RecordError } from "../record/error.ts";
import { describeValue, isObject } from "../record/value.ts";
import { contentHash } from "./create.ts";
import { MEMORY_FIELDS } from "./fields.ts";
import { LINK_TYPES, type Memory, type MemoryLink } from "./types.ts";
import { inUtc } from "./utc.ts";
import { assertMemory } from "./validate.ts";

export const TRANSFER_FORMAT = "recollect-memories";
/** Grows when older programs could not read a line any more. */
export const TRANSFER_VERSION = 1;

export interface TransferHeader {
  readonly format: typeof TRANSFER_FORMAT;
  readonly version: number;
  /** The project that all of it is of: its id, and its name for people. */
  readonly project: string;
  readonly name: string;
}

export type TransferItem =
  | { readonly is: "memory"; readonly memory: Memory }
  | { readonly is: "link"; readonly link: MemoryLink };

export const headerLine = (project: string, name: string): string =>
  JSON.stringify({
    format: TRANSFER_FORMAT,
    version: TRANSFER_VERSION,
    project,
    name,
  } satisfies TransferHeader);

/** A memory with its fields in the order of their table; its project stands in the header. */
export function memoryLine(memory: Memory): string {
  const fields = memory as unknown as { readonly [field: string]: unknown };
  const ordered = Object.keys(MEMORY_FIELDS[memory.type]).map((field) => [field, fields[field]]);
  return JSON.stringify({ memory: { type: memory.type, id: memory.id, ...Object.fromEntries(ordered) } });
}

export const linkLine = ({ source_id, target_id, link_type, strength, created_at }: MemoryLink): string =>
  JSON.stringify({ link: { source_id, target_id, link_type, strength, created_at } });

/** @throws RecordError INPUT_ERROR for what is no export, or one of a newer version */
export function readHeader(line: string): TransferHeader {
  const value = jsonOf(line);
  if (!isObject(value) || value.format !== TRANSFER_FORMAT || typeof value.project !== "string") {
    throw new RecordError(
      "INPUT_ERROR",
      {
        field: "line 1",
        expected: `{"format": "${TRANSFER_FORMAT}", …}`,
        got: value === undefined ? "no JSON" : describeValue(value),
      },
      "Pass a file that `recollect export` wrote",
    );
  }
  const { version, project, name } = value;
  if (version !== TRANSFER_VERSION) {
    throw new RecordError(
      "INPUT_ERROR",
      { field: "line 1", expected: `version ${TRANSFER_VERSION}`, got: describeValue(version) },
      "Update recollect, or export it again with this version",
    );
  }
  return { format: TRANSFER_FORMAT, version, project, name: typeof name === "string" ? name : project };
}

/**
 * What a line after the first holds; a memory becomes the given project's. What can be derived of a memory is derived
 * anew: people edit such files.
 *
 * @throws RecordError VALIDATION_ERROR
 */
export function readLine(line: string, project: string): TransferItem {
  const value = jsonOf(line);
  if (value === undefined) throw wrong("", "JSON", undefined, "a line that is none");
  const [kind, ...more] = isObject(value) ? Object.keys(value) : [];
  if (!isObject(value) || more.length > 0 || (kind !== "memory" && kind !== "link"))
    throw wrong("", 'an object with "memory" or "link"', value);
  return kind === "memory" ? readMemory(value.memory, project) : readLink(value.link);
}

function readMemory(value: unknown, project: string): TransferItem {
  if (!isObject(value)) throw wrong("memory", "an object", value);
  const memory = { ...value, project, content_hash: "-" };
  assertMemory(memory);
  return { is: "memory", memory: inUtc({ ...memory, content_hash: contentHash(memory) }) };
}

const ID_MAX = 80;

function readLink(value: unknown): TransferItem {
  if (!isObject(value)) throw wrong("link", "an object", value);
  const { source_id, target_id, strength, created_at } = value;
  for (const [field, id] of Object.entries({ source_id, target_id })) {
    if (typeof id !== "string" || id === "" || id.length > ID_MAX) throw wrong(field, "a memory's id", id);
  }
  const link_type = LINK_TYPES.find((type) => type === value.link_type);
  if (!link_type) throw wrong("link_type", `one of ${LINK_TYPES.join(", ")}`, value.link_type);
  if (typeof strength !== "number" || !(strength >= 0 && strength <= 1))
    throw wrong("strength", "a number from 0 to 1", strength);
  if (typeof created_at !== "string" || Number.isNaN(Date.parse(created_at)))
    throw wrong("created_at", "a time such as 2026-01-31T12:00:00Z", created_at);
  const ends = { source_id: String(source_id), target_id: String(target_id) };
  return { is: "link", link: { ...ends, link_type, strength, created_at } };
}

/** Undefined for what is no JSON. */
function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

const wrong = (field: string, expected: string, value: unknown, got = describeValue(value)): RecordError =>
  RecordError.validation([
    { field, expected, got, fix: "Correct the line, or take it out" } satisfies FieldIssue,
  ]);

/** Whether two memories say the same of themselves; how often they were looked at is no part of that. */
export const sameMemory = (a: Memory, b: Memory): boolean => memoryLine(unseen(a)) === memoryLine(unseen(b));

const unseen = (memory: Memory): Memory => ({ ...memory, access_count: 0, accessed_at: memory.created_at });
