/**
 * The job `sweep`: looks for transcripts that nobody has read to their end, because a machine went down, a hook failed or a
 * session just stopped, and asks for them to be read.
 */
import { type Stats, statSync } from "node:fs";
import { DAY_MS, HOUR_MS } from "../../record/time.ts";
import { settingsOf } from "../../store/job-environment.ts";
import { type CaptureMark, MAIN } from "../../store/mark-port.ts";
import { consentOf } from "../consent/standing.ts";
import { viewProject } from "../project-view.ts";
import { keepsSessions } from "../worker/hand-over.ts";
import type { Assignment, JobBody } from "../worker/job.ts";
import { progressOf } from "./progress.ts";

/** Marks that are looked at in one sweep; those left over are looked at in the next. */
const SWEPT_MAX = 1_000;
/** Sessions of the project at hand that are looked at. */
const SESSIONS_MAX = 50;
/** How long a session may be silent before it counts as over, and a transcript be missing before it counts as gone. */
export const SILENT_MS: number = HOUR_MS;
/** How old a session may be that nobody has begun to read. Those before were never meant to be. */
const UNMARKED_MS = DAY_MS;

export const sweepJob: JobBody = async (assignment) => {
  const { store, host, signal } = assignment;
  await markUnmarked(assignment);
  const asked = await captures(assignment);
  for (const mark of await store.marks.open(SWEPT_MAX)) {
    signal.throwIfAborted();
    // What was said while nobody was to listen is sorted out when it is read, once they may listen again.
    if (consentOf(host, mark.project).state !== "on" || asked.has(keyOf(mark))) continue;
    await look(assignment, mark);
  }
};

/**
 * Sessions that are to be read anyway: whoever asked may have known that they are over. Those that were given up wait for
 * someone to say that it makes sense to try again.
 */
async function captures({ store }: Assignment): Promise<ReadonlySet<string>> {
  const jobs = (await store.jobs.list(SWEPT_MAX)).filter(({ kind }) => kind === "capture");
  return new Set(jobs.map(({ project, subject }) => keyOf({ project, session: subject })));
}

const keyOf = ({ project, session }: Pick<CaptureMark, "project" | "session">): string =>
  `${project}\n${session}`;

/** Sessions that the ledger knows, with a transcript of which no one has said that it is to be read. */
async function markUnmarked({ job, host, store }: Assignment): Promise<void> {
  const { folder } = job.payload;
  if (typeof folder !== "string" || !statOf(folder)?.isDirectory()) return;
  const view = viewProject(host, folder);
  if (!keepsSessions(view)) return;
  const now = host.now();
  for (const known of await store.ledger.recentSessions(view.project.id, SESSIONS_MAX)) {
    const { project, session, client, transcript, started_at } = known;
    if (transcript === undefined || now.getTime() - Date.parse(started_at) > UNMARKED_MS) continue;
    if ((await store.marks.of(project, session)).some(({ source }) => source === MAIN)) continue;
    const mark = { project, session, source: MAIN, client, path: transcript, folder };
    await store.marks.begin({ ...mark, at: now.toISOString(), env: job.env ?? "" });
  }
}

async function look({ store, host }: Assignment, mark: CaptureMark): Promise<void> {
  const now = host.now();
  const file = statOf(mark.path);
  const isOld = (time: number): boolean => now.getTime() - time >= SILENT_MS;
  if (!statOf(mark.folder)?.isDirectory() || (!file && isOld(Date.parse(mark.at)))) {
    await store.marks.put({ ...mark, at: now.toISOString(), closed: true });
    return;
  }
  if (!file) return;
  const isSilent = isOld(file.mtimeMs);
  if (!isSilent && file.size === progressOf(mark.carry).size) return;
  await store.jobs.add({
    kind: "capture",
    project: mark.project,
    subject: mark.session,
    payload: { folder: mark.folder, ...(isSilent ? { ended: true } : {}) },
    at: now.toISOString(),
    // What its session's settings are is not known here: it is read where they are those of its session.
    env: settingsOf(mark.env ?? ""),
  });
}

/** What cannot be looked at is not there, as far as we are concerned. */
function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
