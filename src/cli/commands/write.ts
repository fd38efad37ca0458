/** `write`: one schema-checked write of a record, for scripts and agents that hold the whole JSON. */
import { realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { sep } from "node:path";
import type { WriteResult } from "../../consolidate/types.ts";
import {
  archiveRecord,
  createRecord,
  purgeRecord,
  restoreRecord,
  retireRecord,
  unarchiveRecord,
  updateRecord,
  type WriteContext,
} from "../../consolidate/write.ts";
import { writeContext } from "../../engine/records/write-context.ts";
import { writeErr } from "../../host/terminal.ts";
import { RecordError } from "../../record/error.ts";
import { readPlainFile } from "../../store/files/read.ts";
import type { RecordTransaction } from "../../store/files/transaction.ts";
import { knownCategory } from "../category.ts";
import { type Command, JSON_FLAG, scriptCommand } from "../command.ts";
import { oneOf, parseJson, readInput } from "../input.ts";
import { write } from "../output.ts";
import { openRoot, ROOT_ARG } from "../root.ts";

const ACTIONS = ["create", "update", "delete", "retire", "archive", "unarchive", "restore", "purge"] as const;
type Action = (typeof ACTIONS)[number];
/** Most bytes of an input file: a record's limit with room for formatting. */
const INPUT_MAX = 4_000_000;

export const writeCommand: Command = scriptCommand({
  name: "write",
  // The projection is not brought up to date here: the next prompt sees by the folder's time that it has to be.
  description: "Create, update or move a record, from JSON in a file or on standard input",
  args: {
    action: { type: "string", description: ACTIONS.join(", "), required: true },
    category: { type: "string", description: "Category; required for create" },
    target: { type: "string", description: "Path or id of the record; create finds one itself" },
    input: {
      type: "string",
      description: "JSON file in the temporary or staging folder, or - for standard input",
    },
    hash: {
      type: "string",
      description: "MD5 of the file as it was read: the update is refused if it has changed",
    },
    reason: { type: "string", description: "Reason of a retirement or archiving" },
    summary: { type: "string", description: "What an update changes, for the history" },
    ...ROOT_ARG,
    ...JSON_FLAG,
  },
  async run({ args }) {
    const ws = openRoot(args.root);
    const action = oneOf("--action", ACTIONS, args.action.toLowerCase());
    const category = knownCategory(ws, args.category)?.name;
    const needsInput = action === "create" || action === "update";
    const input = needsInput ? await inputOf(args.input, ws.host.paths.staging) : undefined;
    const request = {
      category,
      target: args.target,
      input: input?.value,
      hash: args.hash,
      reason: args.reason,
      summary: args.summary,
    };
    if (action === "create") ws.files.ensure();
    const written = await ws.files.transact((tx) => perform(tx, writeContext(ws), action, request));
    input?.discard();
    const { record: _, fixes, warnings, ...result } = written;
    for (const { field, what } of fixes) writeErr(`[AUTO-FIX] ${field}: ${what}\n`);
    for (const warning of warnings) writeErr(`WARNING: ${warning}\n`);
    write(
      JSON.stringify({
        ...result,
        ...(fixes.length > 0 ? { fixes } : {}),
        ...(warnings.length > 0 ? { warnings } : {}),
      }),
    );
    return 0;
  },
});

interface Request {
  category: string | undefined;
  target: string | undefined;
  input: unknown;
  hash: string | undefined;
  reason: string | undefined;
  summary: string | undefined;
}

function perform(tx: RecordTransaction, ctx: WriteContext, action: Action, request: Request): WriteResult {
  const { input, hash, reason, summary } = request;
  const category = request.category === undefined ? {} : { category: request.category };
  if (action === "create") {
    const name = request.category ?? missing("--category", "the category of the new record");
    return createRecord(tx, ctx, {
      category: name,
      input,
      ...(request.target ? { target: request.target } : {}),
    });
  }
  const target = request.target ?? missing("--target", "the record's path or id");
  const why = reason === undefined ? {} : { reason };
  switch (action) {
    case "update":
      return updateRecord(tx, ctx, {
        target,
        input,
        ...category,
        ...(hash ? { hash } : {}),
        ...(summary ? { summary } : {}),
      });
    case "delete":
    case "retire":
      return retireRecord(tx, ctx, { target, ...category, ...why });
    case "archive":
      return archiveRecord(tx, ctx, { target, ...category, ...why });
    case "unarchive":
      return unarchiveRecord(tx, ctx, { target, ...category });
    case "restore":
      return restoreRecord(tx, ctx, { target, ...category });
    case "purge":
      return purgeRecord(tx, ctx, { target, ...category });
  }
}

function missing(field: string, expected: string): never {
  throw new RecordError("INPUT_ERROR", { field, expected, got: "nothing" }, `Pass ${field}`);
}

/** The JSON to write. A file must lie in the temporary or the staging folder, and is removed after success. */
async function inputOf(
  path: string | undefined,
  staging: string,
): Promise<{ value: unknown; discard: () => void }> {
  if (path === undefined) missing("--input", "a JSON file, or -");
  if (path === "-")
    return { value: parseJson("standard input", await readInput()), discard: () => undefined };
  if (path.split(/[\\/]/).includes("..")) throw outside(path);
  const real = realOr(path);
  const allowed = [tmpdir(), "/tmp", staging].map(realOr);
  if (!allowed.some((folder) => real.startsWith(folder + sep))) throw outside(path);
  const file = readPlainFile(real, INPUT_MAX);
  if (!file || "problem" in file) {
    throw new RecordError(
      "INPUT_ERROR",
      { field: "--input", expected: "a readable JSON file", got: file?.problem ?? `no file ${path}` },
      "Write the JSON to that file first",
    );
  }
  return {
    value: parseJson(path, new TextDecoder().decode(file.bytes)),
    discard: () => rmSync(real, { force: true }),
  };
}

const realOr = (path: string): string => {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
};

const outside = (path: string): RecordError =>
  new RecordError(
    "SECURITY_ERROR",
    {
      field: "--input",
      expected: "a file in the temporary folder or in Recollect's staging folder, without ..",
      got: path,
    },
    `Write the JSON to a file in ${tmpdir()}, or pass it on standard input with --input -`,
  );
