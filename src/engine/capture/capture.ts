/**
 * The job `capture`: reads on in the transcripts of a session, its own and those of its subagents, and gives what is worth
 * keeping to the memory.
 */
import { existsSync } from "node:fs";
import type { Observe } from "../../capture/observation.ts";
import { observe } from "../../capture/observe/observe.ts";
import type { Segment } from "../../capture/segment.ts";
import { NO_TIME } from "../../capture/segments.ts";
import { transcriptRoots } from "../../host/paths.ts";
import type { Redactor } from "../../privacy/redact.ts";
import { RecordError } from "../../record/error.ts";
import { type CaptureMark, MAIN } from "../../store/mark-port.ts";
import { isApart, stretchesOf } from "../consent/stretches.ts";
import { switchedOff } from "../consent/switched.ts";
import { writeTriggers } from "../intentions/write-triggers.ts";
import { redactorOf } from "../privacy.ts";
import { mayCapture, type ProjectView, viewProject } from "../project-view.ts";
import { keepsSessions } from "../worker/hand-over.ts";
import type { Assignment, JobBody } from "../worker/job.ts";
import { Overtaken } from "./keep.ts";
import { environmentOf } from "./progress.ts";
import { type Capturing, readOn, skipToEnd } from "./read.ts";

/** @param observe finds what is worth keeping in segments */
export const captureWith =
  (observe: Observe): JobBody =>
  async (assignment) => {
    const { job, host, store } = assignment;
    const known = await store.marks.of(job.project, job.subject);
    const folder = folderOf(assignment, known);
    const view = folder === undefined ? undefined : viewProject(host, folder);
    // The project was deleted under it, or is another one by now: a folder may have become a repository.
    if (view?.project.id !== job.project) return close(assignment, known);
    if (!mayCapture(view)) return;
    const redactor = remembering(await redactorOf(view));
    const env = environmentOf(known);
    const failures: unknown[] = [];
    for (const mark of await withSubagents(assignment, known)) {
      try {
        await capture(capturing(assignment, { view, redactor, observe, env }, mark), view, mark);
      } catch (error) {
        assignment.signal.throwIfAborted();
        failures.push(error);
      }
    }
    // One transcript that cannot be read is no reason not to read the others.
    if (failures.length > 0) throw failures[0];
  };

function folderOf({ job }: Assignment, marks: readonly CaptureMark[]): string | undefined {
  const { folder } = job.payload;
  const folders = [...(typeof folder === "string" ? [folder] : []), ...marks.map((mark) => mark.folder)];
  return folders.find((each) => existsSync(each));
}

/** There is nothing to be read for: nobody looks at them again. */
async function close({ store, host }: Assignment, marks: readonly CaptureMark[]): Promise<void> {
  const at = host.now().toISOString();
  for (const mark of marks) if (!mark.closed) await store.marks.put({ ...mark, at, closed: true });
}

/** The session's marks, those included that are begun now, for subagents whose transcripts lie there. */
async function withSubagents(
  { job, host, store, formats }: Assignment,
  known: readonly CaptureMark[],
): Promise<readonly CaptureMark[]> {
  const main = known.find(({ source }) => source === MAIN);
  const found = main ? (formats.get(main.client)?.agentsOf(main.path) ?? []) : [];
  const fresh = found.filter(({ agent }) => !known.some(({ source }) => source === agent));
  if (!main || fresh.length === 0) return known;
  const { project, session, client, folder, env = "" } = main;
  const at = host.now().toISOString();
  for (const { agent, path } of fresh) {
    await store.marks.begin({ project, session, source: agent, client, path, folder, at, env });
  }
  return store.marks.of(job.project, job.subject);
}

/**
 * The redactor, remembering what it was asked lately: what observation has in mind is redacted after each batch and is mostly
 * the same, and so are the paths of files and commands.
 */
function remembering(redactor: Redactor): Redactor {
  const redact = lately((text: string) => redactor.redact(text));
  const excludes = lately((path: string) => redactor.excludes(path));
  return { redact, excludes };
}

/** Answers that are kept, of each kind. */
const KEPT = 5_000;

function lately<T>(ask: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const answer = known.get(text) ?? ask(text);
    if (known.size >= KEPT) known.clear();
    known.set(text, answer);
    return answer;
  };
}

interface Equipment {
  /** Label of the session's environment. */
  readonly env: string;
  readonly view: ProjectView;
  readonly redactor: Redactor;
  readonly observe: Observe;
}

function capturing(
  { job, host, store, formats, signal }: Assignment,
  { view, redactor, observe, env }: Equipment,
  mark: CaptureMark,
): Capturing {
  const format = formats.get(mark.client);
  if (!format) throw new Error(`No one knows how ${mark.client} writes its transcripts`);
  const stretches = [...stretchesOf(host, mark.project), ...switchedOff(host, mark.project)];
  const { executor } = view.config.review;
  return {
    store,
    redactor,
    ...(executor === "heuristic" ? {} : { reviewLater: { folder: mark.folder, env } }),
    now: host.now,
    signal,
    observe,
    format,
    roots: transcriptRoots(host.env),
    projectDir: view.project.dir,
    leftOut: ({ began, ended }: Segment) =>
      began === NO_TIME ? stretches.length > 0 : isApart(stretches, { session: mark.session, began, ended }),
    ended: job.payload.ended === true,
    tell: (message) =>
      host.trace({ level: "info", part: "capture", message, project: mark.project, session: mark.session }),
  };
}

async function capture(capturing: Capturing, view: ProjectView, mark: CaptureMark): Promise<void> {
  try {
    if (!keepsSessions(view)) {
      await skipToEnd(capturing, mark);
      return;
    }
    const { refused, intentions } = await readOn(capturing, mark);
    for (const reason of new Set(refused)) capturing.tell(`Not kept. ${reason}`);
    if (intentions) await writeTriggers(view, capturing.store);
  } catch (error) {
    if (error instanceof Overtaken) return capturing.tell(error.message);
    if (!(error instanceof RecordError) || error.code !== "PATH_ERROR") throw error;
    // It will lie nowhere else at the next try.
    await capturing.store.marks.put({ ...mark, at: capturing.now().toISOString(), closed: true });
    capturing.tell(error.message);
  }
}

export const captureJob: JobBody = captureWith(observe);
