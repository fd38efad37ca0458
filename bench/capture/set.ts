/**
 * All sessions of the set: whatever lies in `sessions/`, by name. Those in `sessions/long` were written by people who had not
 * seen the rules, each as long as a day's work; a folder is what one of them wrote.
 */
import { readdirSync } from "node:fs";
import type { LabelledSession } from "./session.ts";

const FOLDER = `${import.meta.dirname}/sessions`;

const inFolder = (folder: string): Promise<LabelledSession[]> =>
  Promise.all(
    readdirSync(folder)
      .filter((file) => file.endsWith(".ts"))
      .sort()
      .map(async (file) => ((await import(`${folder}/${file}`)) as { default: LabelledSession }).default),
  );

export const SHORT_SESSIONS: readonly LabelledSession[] = await inFolder(FOLDER);
/** By author. */
export const LONG_BY_AUTHOR: ReadonlyMap<string, readonly LabelledSession[]> = new Map(
  await Promise.all(
    readdirSync(`${FOLDER}/long`)
      .sort()
      .map(async (author) => [author, await inFolder(`${FOLDER}/long/${author}`)] as const),
  ),
);
export const LONG_SESSIONS: readonly LabelledSession[] = [...LONG_BY_AUTHOR.values()].flat();
