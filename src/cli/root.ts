/** `--root`: the memory root that scripts name; without it that of the project around the current folder. */
import { dirname, relative, resolve } from "node:path";
import { openWorkspace, type Workspace } from "../engine/workspace.ts";
import { openRecordFiles } from "../store/files/record-files.ts";
import { openHere, openHost } from "./command.ts";

export const ROOT_ARG = {
  root: { type: "string", description: "Memory root (default: the project's, usually .claude/memory)" },
} as const;

/** The workspace of a memory root. A root other than the configured one belongs to the folder two levels above it. */
export function openRoot(root: string | undefined): Workspace {
  if (root === undefined) return openHere();
  const absolute = resolve(root);
  const ws = openWorkspace(openHost(), dirname(dirname(absolute)));
  if (ws.files.root === absolute) return ws;
  const projectDir = dirname(dirname(absolute));
  const memoryRoot = relative(projectDir, absolute);
  return {
    ...ws,
    files: openRecordFiles({ projectDir, memoryRoot, categories: ws.categories }),
    config: { ...ws.config, memory_root: memoryRoot },
  };
}
