/**
 * What was written into the memory folder past the guard: valid records stay, what stands in the place of one is set aside,
 * and of everything else, the configuration and schemas included, the model is told.
 */
import { realpathSync } from "node:fs";
import { relative } from "node:path";
import { messageOf } from "../../host/trace.ts";
import { RecordError } from "../../record/error.ts";
import { recordIssues } from "../../record/schema.ts";
import { CONFIG_FILE } from "../../store/files/layout.ts";
import { quarantine } from "../../store/files/maintenance.ts";
import { isProblem } from "../../store/files/read.ts";
import type { Host } from "../events.ts";
import { openWorkspace, type Workspace } from "../workspace.ts";

const USE_OUR_TOOLS =
  "Use the memory_save tool, or `recollect write`, which merge, validate and keep the history.";

/** One text for the model per file (absolute paths) that may not stay as it is. */
export function inspectWritten(host: Host, projectDir: string, paths: readonly string[]): string[] {
  const ws = openWorkspace(host, projectDir);
  return paths.flatMap((path) => {
    const inside = relative(ws.files.root, realOrSame(path)).replaceAll("\\", "/");
    if (inside.startsWith("..")) return [];
    if (inside === CONFIG_FILE)
      return [`${inside} was written by hand. Use \`recollect config set\`, which checks what it is given.`];
    if (!isRecordPlace(ws, inside))
      return [`${inside}: only records belong into the memory folder. ${USE_OUR_TOOLS}`];
    const fault = faultOf(ws, inside);
    return fault === undefined
      ? []
      : [`${inside} is not a valid record: ${fault}. ${setAside(ws, inside)} ${USE_OUR_TOOLS}`];
  });
}

/** `<folder of a category>/<name>.json`. */
function isRecordPlace(ws: Workspace, path: string): boolean {
  const [folder = "", name = "", ...rest] = path.split("/");
  return rest.length === 0 && name.endsWith(".json") && ws.files.layout.byFolder.has(folder);
}

const realOrSame = (path: string): string => {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
};

/** A record that cannot be judged, because its category's schema is unusable, is not at fault. */
function faultOf(ws: Workspace, path: string): string | undefined {
  try {
    const found = ws.files.read(path);
    if (!found) return undefined;
    if (isProblem(found)) return found.problem;
    const category = ws.categories.get(found.record.category);
    const [issue] = category ? recordIssues(found.record, category) : [];
    return issue && `${issue.field}: expected ${issue.expected}, got ${issue.got}`;
  } catch (error) {
    const why = error instanceof RecordError ? error.block().replaceAll("\n", "; ") : messageOf(error);
    ws.host.trace({ level: "warning", part: "guard", message: `${path} could not be checked: ${why}` });
    return undefined;
  }
}

function setAside(ws: Workspace, path: string): string {
  try {
    return `It was set aside as ${quarantine(`${ws.files.root}/${path}`, ws.host.now())}.`;
  } catch (error) {
    ws.host.trace({ level: "error", part: "guard", message: `quarantine of ${path}: ${messageOf(error)}` });
    return "It could not be set aside.";
  }
}
