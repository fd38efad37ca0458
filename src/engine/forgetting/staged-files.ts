/** Excerpts of conversations that lie in files, for drafting subagents and on their way to one. */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { sessionFolder } from "../../capture/staging.ts";
import { speaksOf } from "./meant.ts";

/** Folders of these sessions, and the files of any that speak of the words. */
export const stagedFiles = (
  staging: string,
  sessions: readonly string[],
  words: readonly string[] | undefined,
): string[] => [
  ...sessions.map((session) => sessionFolder(staging, session)).filter((folder) => existsSync(folder)),
  ...(words ? filesIn(staging).filter((path) => speaksOf(textOf(path), words)) : []),
];

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: "utf8" })
      .map((name) => join(folder, name))
      .filter((path) => statSync(path).isFile());
  } catch {
    return [];
  }
}

function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
