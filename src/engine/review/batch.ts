/**
 * Memories handed to agents of a session, to be judged. What the agents read lies in the session's staging folder, beside a
 * note of what they were asked about: their answers count for nothing else.
 */
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { removeOldStaging } from "../../capture/context-files.ts";
import { openSessionFolder, type SessionStaging, sessionFolder } from "../../capture/staging.ts";
import { writeFresh } from "../../host/private-files.ts";
import { isObject } from "../../record/value.ts";
import { type LabelledItem, questionFor } from "../../review/question.ts";
import { RUBRICS } from "../../review/rubrics.ts";

/** A memory as it was when it was handed out. */
export interface HandedOut {
  readonly id: string;
  /** Of its content. */
  readonly hash: string;
}

export interface Batch {
  /** How it is called in the request and in the answer. */
  readonly name: string;
  readonly project: string;
  readonly items: readonly HandedOut[];
}

const NAME = /^[0-9a-f]{8}$/;
const fileOf = (name: string): string => `review-${name}.json`;
const BATCH_FILE = /^review-([0-9a-f]{8})\.json$/;

/**
 * Names of the files that the agents read: for those who need not know what is remembered, and for the one who does. By how
 * they begin the client knows that our hook is to be asked.
 */
export const filesOf = (name: string): { readonly plain: string; readonly known: string } => ({
  plain: `context-review-${name}.txt`,
  known: `context-review-${name}-known.txt`,
});

/**
 * Writes a batch down. Returns the folder that it lies in.
 *
 * @throws RecordError `SECURITY_ERROR` when the folder is not the user's own, or as the file system does
 */
export function writeBatch(
  { now, ...at }: SessionStaging & { readonly now: Date },
  batch: Batch,
  items: readonly LabelledItem[],
): string {
  const folder = openSessionFolder(at);
  const { plain, known } = filesOf(batch.name);
  writeFresh(join(folder, plain), textOf(items, false));
  writeFresh(join(folder, known), textOf(items, true));
  writeFresh(join(folder, fileOf(batch.name)), JSON.stringify(batch));
  removeOldStaging(at.staging, now);
  return folder;
}

/** What agents read: the items, between lines that none of them can hold. */
function textOf(items: readonly LabelledItem[], seesKnown: boolean): string {
  const boundary = crypto.randomUUID();
  const rubrics = RUBRICS.filter((rubric) => rubric.seesKnown === seesKnown);
  const { prompt } = questionFor(rubrics, items, boundary);
  return `${items.length} items for review. Each stands between two lines with the boundary ${boundary}.\n\n${prompt}\n`;
}

/** How many batches the session was handed. */
export const batchesOf = ({ staging, session }: SessionStaging): number =>
  namesIn(sessionFolder(staging, session)).filter((name) => BATCH_FILE.test(name)).length;

/** Undefined where the session was handed none of that name. */
export function readBatch({ staging, session }: SessionStaging, name: string): Batch | undefined {
  return NAME.test(name) ? batchAt(join(sessionFolder(staging, session), fileOf(name))) : undefined;
}

/** Removes what the agents of any session were handed of a project, since some of it is to be forgotten. */
export function takeBackBatches(staging: string, project: string): void {
  for (const [folder, batch] of batchesIn(staging)) {
    if (batch.project !== project) continue;
    const { plain, known } = filesOf(batch.name);
    for (const name of [plain, known, fileOf(batch.name)]) rmSync(join(folder, name), { force: true });
  }
}

function batchesIn(staging: string): [folder: string, batch: Batch][] {
  return namesIn(staging).flatMap((session) => {
    const folder = join(staging, session);
    return namesIn(folder).flatMap((file): [string, Batch][] => {
      const [, name] = BATCH_FILE.exec(file) ?? [];
      const batch = name === undefined ? undefined : batchAt(join(folder, file));
      return name !== undefined && batch ? [[folder, { ...batch, name }]] : [];
    });
  });
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function batchAt(path: string): Batch | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(path, "utf8"));
    return isObject(value) ? (value as unknown as Batch) : undefined;
  } catch {
    return undefined;
  }
}
