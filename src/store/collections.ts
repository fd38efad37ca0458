/** Names of the collections that items are searched in: each has statistics of its own. */
import { sessionOf } from "../memory/lifecycle.ts";
import type { Memory } from "../memory/types.ts";
import type { Viewpoint } from "./memory-port.ts";
import type { Place } from "./port.ts";

/** The active records of a place. */
export const recordCollection = ({ project, root }: Place): string => `records/${project}/${root}`;

/** Where a memory is searched: among its session's, its project's or the user's. */
export function memoryCollection(memory: Memory): string {
  if (memory.type !== "working" && memory.scope === "user") return USERS_OWN;
  if (memory.type !== "working" && memory.scope === "project") return ofProject(memory.project);
  return ofSession(memory.project, sessionOf(memory) ?? "");
}

/** What a session may see: its own memories, its project's, the user's. */
export const memoryCollections = ({ project, session }: Viewpoint): string[] => [
  ofSession(project, session),
  ofProject(project),
  USERS_OWN,
];

/** How the collections of a project's sessions begin. */
export const sessionCollections = (project: string): string => ofSession(project, "");

const USERS_OWN = "memories";
const ofProject = (project: string): string => `memories/${project}`;
const ofSession = (project: string, session: string): string => `memories/${project}/${session}`;
