/**
 * Reading one record file: plain files only, bounded, and checked for its shape without a schema library, because
 * hooks that wait for no one read records too.
 */
import { isUtf8 } from "node:buffer";
import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { systemCode } from "../../host/fs-error.ts";
import type { CategoryName } from "../../record/category.ts";
import { type ProjectRecord, RECORD_STATUSES } from "../../record/types.ts";
import { isObject } from "../../record/value.ts";
import type { FileStamp } from "../port.ts";
import { idOf, type RecordPath } from "./layout.ts";

/** Largest record file that is read, in bytes. */
export const RECORD_MAX_BYTES = 2_000_000;

/** A record and the file it stands in. */
export interface StoredRecord {
  path: RecordPath;
  /** MD5 of the file's bytes, hex. */
  hash: string;
  stamp: FileStamp;
  /**
   * Checked for what search and display need: the fields' presence and types, the category of the folder. The file's name
   * is its identity: `id` is always the name without `.json`.
   */
  record: ProjectRecord;
  /** The `id` that the file states, where that differs from its name. */
  statedId?: string;
}

/** A file that stands where a record should and is none. */
export interface FileProblem {
  path: RecordPath;
  /** What is wrong, in a sentence without a full stop. */
  problem: string;
}

export const isProblem = (file: StoredRecord | FileProblem): file is FileProblem => "problem" in file;

export interface PlainFile {
  bytes: Buffer;
  stamp: FileStamp;
}

/** The bytes of a plain file of at most `maxBytes`; undefined if there is none. Links are not followed. */
export function readPlainFile(path: string, maxBytes: number): PlainFile | { problem: string } | undefined {
  const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
  let file: number;
  try {
    file = openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  } catch (error) {
    const code = systemCode(error);
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    if (code === "ELOOP") return { problem: "the file is a symbolic link" };
    return { problem: `the file cannot be opened (${code ?? String(error)})` };
  }
  try {
    const stat = fstatSync(file, { bigint: true });
    if (!stat.isFile()) return { problem: "it is not a plain file" };
    if (stat.size > maxBytes) return { problem: `the file has more than ${maxBytes} bytes` };
    const stamp = { mtime: stat.mtimeNs.toString(), size: Number(stat.size) };
    return { bytes: readFully(file, stamp.size), stamp };
  } catch (error) {
    return { problem: `the file cannot be read (${systemCode(error) ?? String(error)})` };
  } finally {
    closeSync(file);
  }
}

function readFully(file: number, size: number): Buffer {
  const bytes = Buffer.allocUnsafe(size);
  let done = 0;
  while (done < size) {
    const got = readSync(file, bytes, done, size - done, done);
    if (got === 0) break;
    done += got;
  }
  return bytes.subarray(0, done);
}

export const md5 = (bytes: Uint8Array): string => new Bun.CryptoHasher("md5").update(bytes).digest("hex");

/** What the bytes of a file at `path` hold. */
export function parseStored(
  path: RecordPath,
  category: CategoryName,
  file: PlainFile,
): StoredRecord | FileProblem {
  const { bytes, stamp } = file;
  if (!isUtf8(bytes)) return { path, problem: "the file is not UTF-8" };
  const text = bytes.toString("utf8").replace(/^\ufeff/, "");
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { path, problem: "the file is not JSON" };
  }
  const problem = shapeProblem(value, category) ?? depthProblem(value, text);
  if (problem) return { path, problem };
  const stated = value as ProjectRecord;
  const id = idOf(path);
  return {
    path,
    hash: md5(bytes),
    stamp,
    record: { ...stated, id, record_status: stated.record_status ?? "active" },
    ...(stated.id === id ? {} : { statedId: stated.id }),
  };
}

function shapeProblem(value: unknown, category: CategoryName): string | undefined {
  if (!isObject(value)) return "the file holds no JSON object";
  for (const field of ["id", "title", "category", "created_at", "updated_at"]) {
    if (typeof value[field] !== "string") return `${field} is missing or no text`;
  }
  if (value.category !== category) {
    return `category is ${shown(value.category)}, but the folder is that of ${category}`;
  }
  const status = value.record_status ?? "active";
  if (!RECORD_STATUSES.some((known) => known === status)) return `record_status is ${shown(status)}`;
  if (!isListOf(value.tags, isText)) return "tags is missing or no list of texts";
  if (!isObject(value.content)) return "content is missing or no object";
  if (value.changes !== undefined && !isListOf(value.changes, isObject)) {
    return "changes is no list of objects";
  }
  // What other tools write for an optional field without a value is null.
  const { confidence, related_files, related_records } = value;
  if (isGiven(confidence) && typeof confidence !== "number") return "confidence is no number";
  if (isGiven(related_files) && !isListOf(related_files, isText)) return "related_files is no list of texts";
  if (isGiven(related_records) && !isListOf(related_records, isObject)) {
    return "related_records is no list of objects";
  }
  return undefined;
}

const isText = (value: unknown): boolean => typeof value === "string";
const isGiven = (value: unknown): boolean => value !== undefined && value !== null;
const isListOf = (value: unknown, check: (item: unknown) => boolean): boolean =>
  Array.isArray(value) && value.every(check);

/** Deeper values can be parsed and then overflow the stack of whatever walks or writes them. */
const LEVELS_MAX = 100;

/** Only what has so many brackets can be so deep, which spares walking nearly all. */
function depthProblem(value: unknown, text: string): string | undefined {
  const brackets = text.split("{").length + text.split("[").length;
  return brackets > LEVELS_MAX && isDeeperThan(value, LEVELS_MAX)
    ? `it has more than ${LEVELS_MAX} levels of nesting`
    : undefined;
}

const isDeeperThan = (value: unknown, levels: number): boolean =>
  typeof value === "object" &&
  value !== null &&
  (levels === 0 || Object.values(value).some((inner) => isDeeperThan(inner, levels - 1)));

const shown = (value: unknown): string => JSON.stringify(value).slice(0, 60);
