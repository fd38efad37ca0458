/** JSON files that belong to the person or to Claude Code: read with care, changed key by key, or not at all. */
import { readFileSync } from "node:fs";
import { messageOf } from "../../../host/trace.ts";
import { RecordError } from "../../../record/error.ts";
import { JsonEditError, valueAt } from "./json-edit.ts";

export interface ForeignJson {
  path: string;
  /** The text as it is; undefined where the file does not exist. */
  before: string | undefined;
  /** The text to edit. */
  text: string;
}

/** Reads a file for editing; throws CONFIG_ERROR with advice when it is not a JSON object. An empty file counts as `{}`. */
export function readForeignJson(path: string, advice: string): ForeignJson {
  const before = readText(path);
  const text = before === undefined || before.trim() === "" ? "{}\n" : before;
  try {
    valueAt(text, []);
  } catch (error) {
    throw new RecordError(
      "CONFIG_ERROR",
      { problem: `it is not plain JSON, so it is left untouched (${messageOf(error)})`, file: path },
      advice,
    );
  }
  return { path, before, text };
}

/** Runs an edit; a JsonEditError becomes a CONFIG_ERROR with advice. */
export function editForeign(file: ForeignJson, advice: string, edit: (text: string) => string): ForeignJson {
  try {
    return { ...file, text: edit(file.text) };
  } catch (error) {
    if (!(error instanceof JsonEditError)) throw error;
    throw new RecordError("CONFIG_ERROR", { problem: error.message, file: file.path }, advice);
  }
}

export function readText(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw new RecordError(
      "READ_ERROR",
      { problem: messageOf(error), file: path },
      "Make the file readable for you, and run this again",
    );
  }
}
