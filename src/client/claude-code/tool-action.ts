/** What a tool call of Claude Code was about, for capture. */
import type { ToolAction } from "../../capture/segment.ts";
import { excerpt } from "./excerpt.ts";

/** Most characters kept of a command, of what an edit takes away or puts in, and of a word on any other call. */
const COMMAND_MAX = 4_000;
const EDIT_MAX = 2_000;
const ABOUT_MAX = 1_000;

type Fields = { readonly [field: string]: unknown };

/** Anything may be passed: what is missing or of another type is left out. */
export function toolAction(name: string, input: Fields, cwd: string | undefined): ToolAction {
  const command = text(input.command);
  if (name === "Bash" && command) {
    const about = text(input.description);
    return {
      kind: "command",
      command: excerpt(command, COMMAND_MAX),
      ...(about ? { about: excerpt(about, ABOUT_MAX) } : {}),
    };
  }
  const path = placed(text(input.file_path) || text(input.notebook_path), cwd);
  if (path && READS.has(name)) return { kind: "read", path };
  if (path && WRITES.has(name)) return { kind: "edit", path, ...changeOf(input) };
  const about = ABOUT_FIELDS.map((field) => text(input[field])).find(Boolean) ?? questionOf(input);
  return { kind: "other", name, ...(about ? { about: excerpt(about, ABOUT_MAX) } : {}) };
}

const READS = new Set(["Read", "NotebookRead"]);
const WRITES = new Set(["Edit", "MultiEdit", "Write", "NotebookEdit"]);
/** The field that says best what a call is about, the best one first. */
const ABOUT_FIELDS = ["description", "query", "pattern", "url", "skill", "subject", "plan", "prompt"];

/** A question with choices, as a person was asked it. */
function questionOf(input: Fields): string {
  const [first] = Array.isArray(input.questions) ? (input.questions as readonly unknown[]) : [];
  return typeof first === "object" && first !== null ? text(Reflect.get(first, "question")) : "";
}

function changeOf(input: Fields): { before?: string; after?: string } {
  const edits = Array.isArray(input.edits) ? (input.edits as readonly unknown[]) : [input];
  const all = (...fields: readonly string[]): string =>
    edits
      .flatMap((edit) => (typeof edit === "object" && edit !== null ? [edit] : []))
      .flatMap((edit) => fields.map((field) => text(Reflect.get(edit, field))))
      .filter(Boolean)
      .join("\n");
  const before = all("old_string");
  const after = all("new_string", "content", "new_source");
  return {
    ...(before ? { before: excerpt(before, EDIT_MAX) } : {}),
    ...(after ? { after: excerpt(after, EDIT_MAX) } : {}),
  };
}

const placed = (path: string, cwd: string | undefined): string =>
  path === "" || /^(?:[/~]|[A-Za-z]:)/.test(path) || cwd === undefined ? path : `${cwd}/${path}`;

const text = (value: unknown): string => (typeof value === "string" ? value : "");
