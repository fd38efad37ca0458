/** `--root`: the memory root that scripts name; without it that of the project around the current folder. */
import { dirname, relative, resolve } from "node:path";
import { openHost } from "../client/claude-code/program-host.ts";
import { type ProjectView, viewProject } from "../engine/project-view.ts";
import { type Workspace, withFiles } from "../engine/workspace.ts";
import { shortHash } from "../host/project.ts";
import { realFolder } from "../host/quick-fs.ts";
import { openRecordFiles } from "../store/files/record-files.ts";
import { currentFolder, openHere } from "./command.ts";

export const ROOT_ARG = {
  root: { type: "string", description: "Memory root (default: the project's, usually .claude/memory)" },
} as const;

/**
 * The workspace of a memory root: of the project that is configured to keep its records there, looked for around the
 * root and around the current folder. A root that no configuration names belongs to the folder two levels above it, as
 * `.claude/memory` does, or to the repository whose top it lies in.
 *
 * @throws RecordError as `openWorkspace` does.
 */
export function openRoot(root: string | undefined): Workspace {
  if (root === undefined) return openHere();
  const host = openHost();
  const absolute = resolve(root);
  const twoAbove = dirname(dirname(absolute));
  for (const from of [absolute, currentFolder(), twoAbove]) {
    const view = viewProject(host, from);
    if (keepsRecordsIn(view, absolute)) return withFiles(view);
  }
  const around = viewProject(host, absolute);
  return isTopFolderOf(around, absolute)
    ? withRoot(around, around.project.dir, absolute)
    : withRoot(viewProject(host, twoAbove), twoAbove, absolute);
}

/** Whether a project's configured memory root is this path. Links above the project do not matter, links below it do. */
function keepsRecordsIn({ project, config }: ProjectView, absolute: string): boolean {
  const top = resolve(absolute, config.memory_root.replace(/[^/]+/g, ".."));
  return resolve(top, config.memory_root) === absolute && realFolder(top) === project.dir;
}

const isTopFolderOf = ({ project }: ProjectView, absolute: string): boolean =>
  project.gitCommonDir !== undefined && realFolder(dirname(absolute)) === project.dir;

/** A view with another memory root than the configured one. */
function withRoot(view: ProjectView, projectDir: string, absolute: string): Workspace {
  const { categories, config, place } = view;
  const memoryRoot = relative(projectDir, absolute);
  const files = openRecordFiles({ projectDir, memoryRoot, categories });
  return {
    ...view,
    files,
    root: files.root,
    place: { ...place, root: shortHash(files.root) },
    config: { ...config, memory_root: memoryRoot },
  };
}
