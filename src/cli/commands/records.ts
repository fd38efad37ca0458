/** `list`, `show`, `history`, `search`: looking at records. */

import { withMemories } from "../../engine/memories/access.ts";
import { findMemory, mayBeMemoryId } from "../../engine/memories/find.ts";
import { contradicting } from "../../engine/memories/links.ts";
import { type Use, useOf } from "../../engine/memories/use.ts";
import { maskedFields } from "../../engine/privacy.ts";
import {
  type FoundRecord,
  findRecord,
  listRecords,
  searchRecords,
  toFound,
} from "../../engine/records/records.ts";
import { savedBy } from "../../engine/records/saved-by.ts";
import type { Workspace } from "../../engine/workspace.ts";
import type { Memory } from "../../memory/types.ts";
import { RecordError } from "../../record/error.ts";
import { type ProjectRecord, RECORD_STATUSES, type RecordStatus } from "../../record/types.ts";
import { knownCategory } from "../category.ts";
import { type Command, command, JSON_FLAG, openHere } from "../command.ts";
import { oneOf } from "../input.ts";
import { memoryLine, renderMemory } from "../memory-lines.ts";
import { cliCaller } from "../memory-options.ts";
import { emit, paint } from "../output.ts";
import { renderHistory, renderRecord } from "../render-record.ts";

const CATEGORY = { category: { type: "string", description: "Only this category" } } as const;
/** Most results of a search when none are asked for. */
const SEARCH_LIMIT = 10;

export const listCommand: Command = command({
  name: "list",
  description: "List records",
  args: {
    ...CATEGORY,
    status: { type: "string", description: "active (default), retired, archived or all", default: "active" },
    ...JSON_FLAG,
  },
  run({ args }) {
    const ws = openHere();
    const category = knownCategory(ws, args.category)?.name;
    const statuses = statusesOf(args.status);
    const records = listRecords(ws, { statuses, ...(category ? { category } : {}) }).map((found) =>
      toFound(ws, found),
    );
    emit(args.json, records, () =>
      records.length === 0 ? paint("dim", "No records.") : records.map(line).join("\n"),
    );
    return 0;
  },
});

export const searchCommand: Command = command({
  name: "search",
  description: "Search records by title, tags and text",
  joinsWords: true,
  args: {
    query: { type: "positional", description: "Words, identifiers, error messages", required: true },
    ...CATEGORY,
    limit: { type: "string", description: "Most results, 1–50", default: String(SEARCH_LIMIT) },
    "include-retired": { type: "boolean", description: "Retired and archived records too" },
    ...JSON_FLAG,
  },
  async run({ args }) {
    const ws = openHere();
    const category = knownCategory(ws, args.category)?.name;
    const query = [args.query, ...args._.slice(1)].join(" ");
    const found = await searchRecords(ws, {
      query,
      limit: limitOf(args.limit),
      includeInactive: args["include-retired"] === true,
      ...(category ? { category } : {}),
    });
    emit(args.json, found, () =>
      found.length === 0
        ? paint("dim", "No record matches.")
        : found.map((record) => `${line(record)}\n    ${record.gist}`).join("\n"),
    );
    return 0;
  },
});

export const showCommand: Command = command({
  name: "show",
  description: "Show one record or memory whole",
  args: {
    target: {
      type: "positional",
      description: "Id or path; of a memory its first 6 characters do",
      required: true,
    },
    ...JSON_FLAG,
  },
  async run({ args }) {
    const ws = openHere();
    const { record, path, memory } = await showable(ws, args.target);
    if (memory) {
      const { use } = memory;
      const shown = maskedFields(ws, memory.memory);
      const others = await withMemories(ws, cliCaller(), (access) => contradicting(access, shown.id));
      const against = others.map((other) => `${paint("yellow", "contradicts")} ${memoryLine(other, paint)}`);
      emit(
        args.json,
        { ...shown, use, ...(others.length > 0 ? { contradicts: others.map(({ id }) => id) } : {}) },
        () => [renderMemory(shown, use, paint), ...(against.length > 0 ? ["", ...against] : [])].join("\n"),
      );
    } else {
      const shown = maskedFields(ws, record);
      const sessions = args.json ? [] : await savedBy(ws, path);
      emit(args.json, shown, () => renderRecord(path, shown, { sessions, paint }));
    }
    return 0;
  },
});

type Showable =
  | { record: ProjectRecord; path: string; memory?: undefined }
  | { memory: { memory: Memory; use: Use }; record?: undefined; path?: undefined };

/** A record, or else a memory, of this id. */
async function showable(ws: Workspace, target: string): Promise<Showable> {
  const isMissing = (error: unknown): boolean => error instanceof RecordError && error.code === "NOT_FOUND";
  try {
    return findRecord(ws, target);
  } catch (noRecord) {
    if (!isMissing(noRecord) || !mayBeMemoryId(target)) throw noRecord;
    try {
      const found = await withMemories(ws, cliCaller(), async (access) => {
        const memory = await findMemory(access, target);
        return { memory, use: await useOf(access, memory) };
      });
      return { memory: found };
    } catch (error) {
      // It is missing from either: the first to say so names both.
      throw isMissing(error) ? noRecord : error;
    }
  }
}

export const historyCommand: Command = command({
  name: "history",
  description: "Show what changed in a record, and when",
  args: { target: { type: "positional", description: "Id or path", required: true }, ...JSON_FLAG },
  run({ args }) {
    const ws = openHere();
    const record = maskedFields(ws, findRecord(ws, args.target).record);
    const changes = record.changes ?? [];
    emit(
      args.json,
      { id: record.id, created_at: record.created_at, times_updated: record.times_updated ?? 0, changes },
      () => renderHistory(record, paint),
    );
    return 0;
  },
});

const line = ({ display, title, path, status }: FoundRecord): string => {
  const state = status === "active" ? "" : paint("yellow", ` ${status}`);
  return `${paint("cyan", display.padEnd(15))} ${paint("bold", title)}${state}  ${paint("dim", path)}`;
};

function statusesOf(text: string): readonly RecordStatus[] {
  const status = oneOf("--status", [...RECORD_STATUSES, "all"], text);
  return status === "all" ? RECORD_STATUSES : [status];
}

function limitOf(text: string): number {
  const limit = Number(text);
  if (Number.isInteger(limit) && limit >= 1 && limit <= 50) return limit;
  throw new RecordError(
    "INPUT_ERROR",
    { field: "--limit", expected: "a whole number from 1 to 50", got: text },
    "Pass such a number",
  );
}
