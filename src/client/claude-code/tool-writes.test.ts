import { describe, expect, test } from "bun:test";
import { ownToolName } from "./own-tools.ts";
import { intendedWrites } from "./tool-writes.ts";

const env = { HOME: "/home/ann" };
const writes = (tool: unknown, input: unknown): string[] => intendedWrites(tool, input, "/work dir", env);

describe("the writes of a tool call", () => {
  test("are the file of Write, Edit, MultiEdit and NotebookEdit, relative ones from the current folder", () => {
    expect(writes("Write", { file_path: "/a/b.json", content: "" })).toEqual(["/a/b.json"]);
    expect(writes("Edit", { file_path: "b.json" })).toEqual(["/work dir/b.json"]);
    expect(writes("MultiEdit", { file_path: "~/b.json" })).toEqual(["/home/ann/b.json"]);
    expect(writes("NotebookEdit", { notebook_path: "/a/n.ipynb" })).toEqual(["/a/n.ipynb"]);
  });

  test("do not tell of a shell command, which the guard reads itself", () => {
    expect(writes("Bash", { command: "rm ~/b" })).toEqual([]);
  });

  test.each([
    ["Read", { file_path: "/a" }],
    ["Write", {}],
    ["Write", { file_path: 3 }],
    ["Write", { file_path: "" }],
    ["Write", null],
    ["Write", []],
    ["Write", "x"],
    ["Bash", { command: ["rm"] }],
    ["constructor", { file_path: "/a" }],
    [undefined, { file_path: "/a" }],
    [7, 7],
  ])("of %p with %p are none", (tool, input) => {
    expect(writes(tool, input)).toEqual([]);
  });
});

test("our own tools are known by plugin and server, not by likeness", () => {
  expect(ownToolName("mcp__plugin_memory_recollect__memory_save")).toBe("memory_save");
  expect(ownToolName("mcp__plugin_memory_recollect__memory_retire")).toBe("memory_retire");
  for (const other of [
    "memory_save",
    "mcp__memory__memory_save",
    "mcp__plugin_memory_evil_recollect__memory_save",
    "mcp__plugin_memory_recollect__exec",
    "mcp__plugin_memory_recollect__",
    "Write",
    "",
  ])
    expect(ownToolName(other)).toBeUndefined();
});
