/** Which files a tool call of Claude Code means to write. */
import type { Environment } from "../../host/paths.ts";

const PATH_FIELDS: Readonly<{ [tool: string]: string }> = {
  Write: "file_path",
  Edit: "file_path",
  MultiEdit: "file_path",
  NotebookEdit: "notebook_path",
};

/**
 * Absolute paths, `..` and links still in them; none for tools that do not name a file to write. A shell command is
 * for the guard, which reads it. Anything may be passed: fields that are missing or of another type mean that nothing
 * can be told.
 */
export function intendedWrites(
  toolName: unknown,
  toolInput: unknown,
  cwd: string,
  env: Environment = process.env,
): string[] {
  if (typeof toolName !== "string" || typeof toolInput !== "object" || toolInput === null) return [];
  const pathField = Object.hasOwn(PATH_FIELDS, toolName) ? PATH_FIELDS[toolName] : undefined;
  const given =
    pathField !== undefined && Object.hasOwn(toolInput, pathField)
      ? Reflect.get(toolInput, pathField)
      : undefined;
  return typeof given === "string" && given !== "" ? [absolutePath(given, cwd, env)] : [];
}

/** A path as a tool names it. */
export function absolutePath(given: string, cwd: string, env: Environment): string {
  const path = given.replace(/^~(?=\/|$)/, env.HOME ?? "~");
  return path.startsWith("/") ? path : `${cwd}/${path}`;
}
