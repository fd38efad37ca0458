/** All sessions of the set: whatever lies in `sessions/`, by name. */
import { readdirSync } from "node:fs";
import type { LabelledSession } from "./session.ts";

const FOLDER = `${import.meta.dirname}/sessions`;

export const SESSIONS: readonly LabelledSession[] = await Promise.all(
  readdirSync(FOLDER)
    .filter((file) => file.endsWith(".ts"))
    .sort()
    .map(async (file) => ((await import(`${FOLDER}/${file}`)) as { default: LabelledSession }).default),
);
