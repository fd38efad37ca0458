import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { rmSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { doJob } from "../../../test/support/capturing.ts";
import { type EngineStage, openEngine } from "../../../test/support/engine.ts";
import { observeNotes } from "../../../test/support/observe-notes.ts";
import { transcript } from "../../../test/support/transcript.ts";
import type { Job } from "../../store/job-port.ts";
import { type CaptureMark, MAIN } from "../../store/mark-port.ts";
import { pause } from "../consent/choose.ts";
import { captureWith } from "./capture.ts";
import { sweepJob } from "./sweep.ts";

let stage: EngineStage;
beforeEach(() => {
  stage = openEngine();
});
afterEach(() => stage[Symbol.dispose]());

const pathOf = (session: string): string => join(stage.home, ".claude/projects/p", `${session}.jsonl`);

const begin = (session: string): Promise<void> =>
  stage.store(({ marks }) =>
    marks.begin({
      project: stage.view().project.id,
      session,
      source: MAIN,
      client: "claude-code",
      path: pathOf(session),
      folder: stage.project,
      at: stage.now.toISOString(),
    }),
  );

/** Writes a session's transcript, as of now. */
function write(session: string, ...said: readonly string[]): void {
  const written = transcript({ session, cwd: stage.project });
  for (const each of said) written.prompt(each).said(`About ${each}.`);
  written.write(pathOf(session));
  utimesSync(pathOf(session), stage.now, stage.now);
}

const work = (kind: Job["kind"], subject = "", payload: Job["payload"] = {}): Promise<void> =>
  stage.store((store) =>
    doJob(
      kind === "sweep" ? sweepJob : captureWith(observeNotes),
      { host: stage.host, store },
      {
        kind,
        project: kind === "sweep" ? "" : stage.view().project.id,
        subject,
        payload: { folder: stage.project, ...payload },
      },
    ),
  );

/** What the sweep asked for: sessions, and whether they count as over. */
async function asked(): Promise<(readonly [string, boolean])[]> {
  await work("sweep");
  return stage.store(async ({ jobs }) => {
    const found = await jobs.list(100);
    for (const job of found) await jobs.drop(job);
    return found
      .filter(({ kind }) => kind === "capture")
      .map(({ subject, payload }) => [subject, payload.ended === true] as const)
      .sort();
  });
}

const marks = (session: string): Promise<CaptureMark[]> =>
  stage.store((store) => store.marks.of(stage.view().project.id, session));
const later = (minutes: number): void => {
  stage.now = new Date(stage.now.getTime() + minutes * 60_000);
};

describe("a sweep asks for", () => {
  test("transcripts that have grown since they were read, and no others", async () => {
    for (const session of ["grown", "same"]) {
      await begin(session);
      write(session, "one");
      await work("capture", session);
    }
    write("grown", "one", "two");
    expect(await asked()).toEqual([["grown", false]]);
  });

  test("those that nobody has read at all", async () => {
    await begin("new");
    write("new", "one");
    expect(await asked()).toEqual([["new", false]]);
  });

  test("the end of sessions that have been silent for an hour, once", async () => {
    await begin("silent");
    write("silent", "one");
    await work("capture", "silent");
    later(61);
    expect(await asked()).toEqual([["silent", true]]);
    await work("capture", "silent", { ended: true });
    expect(await asked()).toEqual([]);
  });

  test("sessions of the last day that the ledger knows and that nobody began to read", async () => {
    const known = (session: string): Promise<void> =>
      stage.store(async ({ ledger }) => {
        const { id } = stage.view().project;
        await ledger.session(id, session, "claude-code", stage.now.toISOString());
        await ledger.changeSession(id, session, { transcript: pathOf(session) });
      });
    await known("old");
    later(25 * 60);
    await known("lost");
    for (const session of ["old", "lost"]) write(session, "one");
    expect(await asked()).toEqual([["lost", false]]);
    expect(await marks("old")).toEqual([]);
  });
});

describe("a sweep leaves alone", () => {
  test("what was given up, until someone asks for it", async () => {
    await begin("broken");
    write("broken", "one");
    await work("sweep");
    await stage.store(async ({ jobs }) => {
      const until = new Date(stage.now.getTime() + 60_000).toISOString();
      const job = await jobs.lease({ owner: "w", now: stage.now.toISOString(), until });
      if (job) await jobs.fail(job, "w", "unreadable", "give up");
    });
    await work("sweep");
    expect(await stage.store(({ jobs }) => jobs.list(10))).toMatchObject([{ state: "dead" }]);
  });

  test("everything, while nothing is to be kept", async () => {
    await begin("new");
    write("new", "one");
    pause(stage.host);
    expect(await asked()).toEqual([]);
    expect(await marks("new")).toMatchObject([{ closed: false }]);
  });

  test("a transcript that does not exist yet; an hour later it counts as gone", async () => {
    await begin("fresh");
    expect(await asked()).toEqual([]);
    expect(await marks("fresh")).toMatchObject([{ closed: false }]);
    later(61);
    expect(await asked()).toEqual([]);
    expect(await marks("fresh")).toMatchObject([{ closed: true }]);
  });

  test("projects whose folders are gone, for good", async () => {
    await begin("gone");
    write("gone", "one");
    const { id } = stage.view().project;
    const { host } = stage;
    const view = stage.view();
    rmSync(stage.project, { recursive: true });
    const { withStore } = await import("../with-store.ts");
    await withStore(view, async (store) => {
      await doJob(sweepJob, { host, store }, { kind: "sweep", project: "", subject: "", payload: {} });
      expect(await store.marks.of(id, "gone")).toMatchObject([{ closed: true }]);
      expect(await store.jobs.list(10)).toEqual([]);
    });
  });
});
