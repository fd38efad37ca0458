/** What was written into the memory folder past the guard: valid records stay, everything else is set aside. */
import { readFileSync } from "node:fs";
import { isAbsolute, relative, resolve } from "node:path";
import { messageOf } from "../host/trace.ts";
import type { Category } from "../record/category.ts";
import { recordIssues } from "../record/schema.ts";
import { quarantine } from "../store/files/maintenance.ts";
import type { Host } from "./events.ts";
import { openWorkspace, type Workspace } from "./workspace.ts";

const USE_OUR_TOOLS = "Use the memory_save tool, or `recollect write`, which merge, validate and keep the history.";

/** One text for the model per file that may not stay as it is. */
export function inspectWritten(host: Host, projectDir: string, cwd: string, paths: readonly string[]): string[] {
  const ws = openWorkspace(host, projectDir);
  return paths.flatMap((path) => {
    const absolute = isAbsolute(path) ? path : resolve(cwd, path);
    const inside = relative(ws.files.root, absolute);
    if (inside.startsWith("..") || isAbsolute(inside)) return [];
    if (!inside.endsWith(".json")) return [`${inside}: only records belong into the memory folder. ${USE_OUR_TOOLS}`];
    const why = fault(ws, absolute, inside);
    if (why === undefined) return [];
    const aside = setAside(host, absolute);
    return [`${inside} is not a valid record: ${why}. ${aside} ${USE_OUR_TOOLS}`];
  });
}

function fault(ws: Workspace, absolute: string, inside: string): string | undefined {
  const category = categoryOfFolder(ws, inside.split(/[\\/]/)[0] ?? "");
  if (!category) return "its folder belongs to no category";
  try {
    const [issue] = recordIssues(JSON.parse(readFileSync(absolute, "utf8")), category);
    return issue ? `${issue.field}: expected ${issue.expected}, got ${issue.got}` : undefined;
  } catch (error) {
    return messageOf(error);
  }
}

const categoryOfFolder = (ws: Workspace, folder: string): Category | undefined =>
  [...ws.categories.values()].find((category) => category.folder === folder);

function setAside(host: Host, absolute: string): string {
  try {
    return `It was set aside as ${quarantine(absolute, host.now())}.`;
  } catch (error) {
    host.trace({ level: "error", part: "guard", message: `quarantine of ${absolute}: ${messageOf(error)}` });
    return "It could not be set aside.";
  }
}
