/** A project opened for work on its records. */
import { openRecordFiles, type RecordFiles } from "../store/files/record-files.ts";
import type { Host } from "./events.ts";
import { type ProjectView, viewProject } from "./project-view.ts";

export interface Workspace extends ProjectView {
  files: RecordFiles;
}

/** @throws RecordError `PATH_ERROR`, `SECURITY_ERROR` when the memory root cannot be trusted. */
export const openWorkspace = (host: Host, from: string): Workspace => withFiles(viewProject(host, from));

export function withFiles(view: ProjectView): Workspace {
  const { project, config, categories } = view;
  const files = openRecordFiles({ projectDir: project.dir, memoryRoot: config.memory_root, categories });
  return { ...view, files };
}
