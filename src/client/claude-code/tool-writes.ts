/** Which paths a tool call of Claude Code means to write. */
import { shellWrites } from "../../guard/shell-writes.ts";
import type { Environment } from "../../host/paths.ts";

const PATH_FIELDS: Readonly<{ [tool: string]: string }> = {
  Write: "file_path",
  Edit: "file_path",
  MultiEdit: "file_path",
  NotebookEdit: "notebook_path",
};

/**
 * Absolute paths, `..` and links still in them; none for tools that do not write. Of a shell command those that can be
 * told exactly: patterns and what cannot be told are for the guard, which reads the command itself. Anything may be
 * passed: fields that are missing or of another type mean that nothing can be told.
 */
export function intendedWrites(
  toolName: unknown,
  toolInput: unknown,
  cwd: string,
  env: Environment = process.env,
): string[] {
  if (typeof toolName !== "string" || typeof toolInput !== "object" || toolInput === null) return [];
  const field = (name: string): unknown =>
    Object.hasOwn(toolInput, name) ? Reflect.get(toolInput, name) : undefined;
  if (toolName === "Bash") {
    const command = field("command");
    if (typeof command !== "string") return [];
    return shellWrites(command, { cwd, env }).flatMap((write) => (write.kind === "path" ? [write.path] : []));
  }
  const pathField = Object.hasOwn(PATH_FIELDS, toolName) ? PATH_FIELDS[toolName] : undefined;
  const given = pathField === undefined ? undefined : field(pathField);
  if (typeof given !== "string" || given === "") return [];
  const path = given.replace(/^~(?=\/|$)/, env.HOME ?? "~");
  return [path.startsWith("/") ? path : `${cwd}/${path}`];
}
