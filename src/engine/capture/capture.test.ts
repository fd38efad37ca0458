import { Database } from "bun:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { doJob } from "../../../test/support/capturing.ts";
import { type EngineStage, openEngine, SESSION } from "../../../test/support/engine.ts";
import { observeNotes } from "../../../test/support/observe-notes.ts";
import { type Transcript, transcript } from "../../../test/support/transcript.ts";
import type { Observe } from "../../capture/observation.ts";
import { projectConfigFile, userConfigFile } from "../../config/load.ts";
import type { Job } from "../../store/job-port.ts";
import { type CaptureMark, MAIN } from "../../store/mark-port.ts";
import { pause, resume } from "../consent/choose.ts";
import { captureWith } from "./capture.ts";

let stage: EngineStage;
let path: string;
let session: Transcript;
beforeEach(async () => {
  stage = openEngine();
  path = join(stage.home, ".claude/projects/p", `${SESSION}.jsonl`);
  session = transcript({ cwd: stage.project });
  await begin();
});
afterEach(() => stage[Symbol.dispose]());

const begin = (source = MAIN, at = path): Promise<void> =>
  stage.store(({ marks }) =>
    marks.begin({
      project: stage.view().project.id,
      session: SESSION,
      source,
      client: "claude-code",
      path: at,
      folder: stage.project,
      at: stage.now.toISOString(),
    }),
  );

const capture = (payload: Job["payload"] = {}, observe: Observe = observeNotes): Promise<void> =>
  stage.store((store) =>
    doJob(
      captureWith(observe),
      { host: stage.host, store },
      {
        kind: "capture",
        project: stage.view().project.id,
        subject: SESSION,
        payload: { folder: stage.project, ...payload },
      },
    ),
  );

const marks = (): Promise<CaptureMark[]> =>
  stage.store((store) => store.marks.of(stage.view().project.id, SESSION));
const mark = async (): Promise<CaptureMark | undefined> =>
  (await marks()).find(({ source }) => source === MAIN);
const facts = async (): Promise<string[]> =>
  (await stage.all("semantic")).filter(({ status }) => status === "active").map(({ content }) => content);
const outcomes = async (): Promise<string[]> => (await stage.all("episodic")).map(({ content }) => content);

const PNPM = "NOTE: This repository uses pnpm and never npm, because its workspaces need it.";
const PORT = "NOTE: The development server must always listen on port 4173 for the proxy.";

describe("what is worth keeping", () => {
  test("goes to the memory with where it came from and why", async () => {
    session.prompt("Which package manager?").said(PNPM).write(path);
    await capture();
    expect(await stage.all("semantic")).toMatchObject([
      {
        content: PNPM.slice(6),
        status: "active",
        created_at: "2026-03-02T09:00:02.000Z",
        source_sessions: [SESSION],
        provenance: { by: "capture", session: SESSION, turn: 1, why: "said in segment 1" },
        review: { executor: "heuristic" },
      },
    ]);
  });

  test("is stored once, however often the transcript is read", async () => {
    session
      .prompt("Which package manager?")
      .said(PNPM)
      .said("LATER: Remember to remove the old lock file.")
      .write(path);
    await capture();
    const before = [await stage.all("semantic"), await stage.all("prospective")];
    expect(before.flat()).toHaveLength(2);
    await capture();
    session.said("Anything else?").append(path);
    await capture();
    session.prompt("No").append(path);
    await capture({ ended: true });
    expect([await stage.all("semantic"), await stage.all("prospective")]).toEqual(before);
  });

  test("says what its segment says now that it has gone on", async () => {
    session.prompt("Fix it").said("OUTCOME: The parser of dates still fails on leap seconds.").write(path);
    await capture();
    const [first] = await stage.all("episodic");
    session.said("OUTCOME: The parser of dates handles leap seconds by rounding down.").append(path);
    await capture();
    const [second, ...others] = await stage.all("episodic");
    expect(others).toEqual([]);
    expect(second?.id).toBe(first?.id ?? "");
    expect(second?.content).toBe("OUTCOME: The parser of dates handles leap seconds by rounding down.");
  });

  test("is taken back when its segment says it no more", async () => {
    session.prompt("Fix it").said("OUTCOME: The parser of dates still fails on leap seconds.").write(path);
    await capture();
    expect(await outcomes()).toHaveLength(1);
    session.said("Let me look at that again.").append(path);
    await capture();
    expect(await outcomes()).toEqual([]);
  });

  test("stays as a person put it", async () => {
    session.prompt("Fix it").said("OUTCOME: The parser of dates still fails on leap seconds.").write(path);
    await capture();
    const [first] = await stage.all("episodic");
    await stage.store(({ memories }) => memories.put(first ? [{ ...first, status: "archived" }] : []));
    session.said("OUTCOME: The parser of dates handles leap seconds by rounding down.").append(path);
    await capture();
    expect(await stage.all("episodic")).toMatchObject([{ status: "archived", content: first?.content }]);
  });

  test("is counted across readings, and what is in mind is carried on", async () => {
    for (let n = 1; n <= 5; n += 1) {
      session
        .prompt(`Question ${n}`)
        .said(`NOTE: The answer to question number ${n} is always found in chapter ${n * 7} of the handbook.`)
        .append(path);
      await capture();
    }
    expect(
      (await stage.all("semantic")).map(({ provenance }) => [provenance?.turn, provenance?.why]),
    ).toEqual([1, 2, 3, 4, 5].map((n) => [n, `said in segment ${n}`]));
    expect(await mark()).toMatchObject({ turns: 4, carry: { seen: { over: 4 } } });
  });

  test("of a subagent is kept under its id, found beside the session's own transcript", async () => {
    session.prompt("Look into it").called("Task", { description: "Look" }).write(path);
    const folder = path.replace(/\.jsonl$/, "/subagents");
    transcript({ agent: "b7", cwd: stage.project })
      .prompt("Find out which port is used")
      .said(PORT)
      .write(join(folder, "agent-b7.jsonl"));
    const own = transcript({ agent: "c8" }).prompt("Draft").said(PNPM);
    const line = { ...own.lines[1], attributionAgent: "memory:drafter" };
    writeFileSync(
      join(folder, "agent-c8.jsonl"),
      [own.lines[0], line].map((each) => `${JSON.stringify(each)}\n`).join(""),
    );
    await capture();
    expect(await stage.all("semantic")).toMatchObject([
      { content: PORT.slice(6), provenance: { by: "capture", agent: "b7", turn: 1 } },
    ]);
    expect((await marks()).map(({ source }) => source)).toEqual(["b7", MAIN]);
  });
});

describe("the mark", () => {
  test("stands where the last segment begins, which may go on", async () => {
    session.prompt("One").said("1.").prompt("Two").said("2.").write(path);
    const last = session.lines
      .slice(0, 2)
      .map((line) => `${JSON.stringify(line)}\n`)
      .join("").length;
    await capture();
    expect(await mark()).toMatchObject({ offset: last, turns: 1, closed: false });
  });

  test("is closed when the session is over, and stands so that nothing is lost if it goes on", async () => {
    session.prompt("One").said("OUTCOME: The first half of the migration is done and deployed.").write(path);
    await capture({ ended: true });
    expect(await mark()).toMatchObject({ closed: true, turns: 0 });
    expect(await outcomes()).toHaveLength(1);
    await begin();
    session.said("OUTCOME: All of the migration is done and deployed to production.").append(path);
    await capture({ ended: true });
    expect(await outcomes()).toEqual(["OUTCOME: All of the migration is done and deployed to production."]);
  });

  test("is closed for a session without a transcript, once it is over", async () => {
    await capture();
    expect(await mark()).toMatchObject({ closed: false });
    await capture({ ended: true });
    expect(await mark()).toMatchObject({ closed: true });
  });

  test("begins anew in a transcript that was rewritten, and nothing is stored twice", async () => {
    session.prompt("One").said(PNPM).prompt("Two").said("2.").write(path);
    await capture();
    const before = await stage.all("semantic");
    transcript({ cwd: stage.project }).prompt("One").said(`Well.\n${PNPM}`).said("And so on").write(path);
    await capture();
    expect(await stage.all("semantic")).toEqual(before);
    expect(await mark()).toMatchObject({ offset: 0, turns: 0 });
    expect(stage.traced).toMatchObject([{ message: expect.stringContaining("rewritten") }]);
  });

  test("follows a transcript that was moved", async () => {
    session.prompt("One").said("1.").write(path);
    await capture();
    const moved = join(stage.home, ".claude/projects/worktree", `${SESSION}.jsonl`);
    session.prompt("Two").said(PNPM).write(moved);
    await begin(MAIN, moved);
    await capture();
    expect(await facts()).toEqual([PNPM.slice(6)]);
    expect(await mark()).toMatchObject({ path: moved, turns: 1 });
  });

  test("is closed when the transcript lies where none may lie", async () => {
    await begin(MAIN, "/etc/passwd");
    await capture();
    expect(await mark()).toMatchObject({ closed: true });
    expect(stage.traced).toMatchObject([{ part: "capture", message: expect.stringContaining("outside") }]);
  });

  test("is closed when the project was deleted, and when its folder is another project by now", async () => {
    session.prompt("One").said(PNPM).write(path);
    const project = stage.view().project.id;
    const job = { kind: "capture", project, subject: SESSION, payload: { folder: stage.project } } as const;
    rmSync(stage.project, { recursive: true });
    await stage.store(async (store) => {
      await doJob(captureWith(observeNotes), { host: stage.host, store }, job);
      expect(await store.marks.of(project, SESSION)).toMatchObject([{ closed: true }]);
    });
    mkdirSync(stage.project);
    await begin();
    const other = { ...job, project: "another" };
    await stage.store((store) => doJob(captureWith(observeNotes), { host: stage.host, store }, other));
    expect(await facts()).toEqual([]);
  });
});

describe("what is not kept", () => {
  test("secrets: what holds a credential is refused and told of, the rest is masked", async () => {
    const token = ["ghp", "k3Jd92mZq0LxVb7RtYw8NcPf5HsAe1Gu4Xi6"].join("_");
    session
      .prompt("Go on")
      .said(`NOTE: The deployment always uses the token ${token} for pushing.`)
      .said("NOTE: Always write to jane.doe@muster-werke.de before the database is migrated.")
      .write(path);
    await capture();
    const stored = JSON.stringify([await stage.all("semantic"), await marks()]);
    expect(stored).toContain("before the database is migrated");
    expect(stored).not.toContain(token);
    expect(stored).not.toContain("jane.doe");
    expect(stage.traced.map(({ message }) => message).join()).toContain("credential");
  });

  test("what someone marked as private, even where the marks are in other lines", async () => {
    session.prompt("Go on").said(`<private>\n${PNPM}\n</private>\n${PORT}`).write(path);
    await capture();
    expect(await facts()).toEqual([PORT.slice(6)]);
  });

  test("what was done to excluded files", async () => {
    session
      .prompt("Go on")
      .edited(join(stage.project, ".env"), "A=1", "A=2")
      .ran("cat .env.local", PNPM)
      .read(join(stage.project, "src/a.ts"), "export {}")
      .write(path);
    const seen: string[] = [];
    const spy: Observe = (segments, carry, context) => {
      for (const step of segments.flatMap(({ steps }) => steps)) seen.push(JSON.stringify(step));
      return observeNotes(segments, carry, context);
    };
    await capture({}, spy);
    expect(seen).toHaveLength(1);
    expect(seen[0]).toContain("src/a.ts");
  });

  test("what was said in a pause, however late it is read", async () => {
    session.prompt("One").said(PNPM).write(path);
    stage.now = new Date("2026-03-02T10:00:00Z");
    pause(stage.host);
    session
      .wait(70)
      .prompt("Two")
      .said("NOTE: The password of the vault is never written down anywhere.")
      .append(path);
    await capture();
    expect(await facts()).toEqual([]);
    stage.now = new Date("2026-03-02T11:00:00Z");
    resume(stage.host);
    session.wait(60).prompt("Three").said(PORT).append(path);
    await capture();
    expect((await facts()).sort()).toEqual([PORT.slice(6), PNPM.slice(6)].sort());
  });

  test.each([{ capture: { memories: false } }, { capture: { mode: "off" } }])(
    "anything while it is switched off by %p, nor later what was said then",
    async (config) => {
      stage.configure(config);
      session.prompt("One").said(PNPM).write(path);
      await capture();
      stage.configure({});
      session.prompt("Two").said(PORT).append(path);
      await capture();
      expect(await facts()).toEqual([PORT.slice(6)]);
    },
  );

  test("what was said while it was switched off, though no job ran then", async () => {
    const configured = (config: object, at: string): void => {
      stage.configure(config);
      const time = new Date(at);
      utimesSync(projectConfigFile(stage.project), time, time);
    };
    const stops = async (at: string): Promise<void> => {
      stage.now = new Date(at);
      await stage.hook("Stop", { transcript_path: path });
    };
    const OLD = "NOTE: Before that the build of this repository was done with the old bundler.";
    session.prompt("Before").said(OLD).wait(10);
    configured({ capture: { memories: false } }, "2026-03-02T09:05:00Z");
    session.prompt("Meanwhile").said(PNPM).write(path);
    await stops("2026-03-02T09:11:00Z");
    session
      .wait(60)
      .prompt("Still")
      .said("NOTE: What nobody is to know must not be written down.")
      .append(path);
    await stops("2026-03-02T10:12:00Z");
    configured({}, "2026-03-02T10:30:00Z");
    session.wait(60).prompt("After").said(PORT).append(path);
    await stops("2026-03-02T11:15:00Z");
    await capture({ ended: true });
    expect((await facts()).sort()).toEqual([OLD.slice(6), PORT.slice(6)].sort());
  });

  test("of a session that was forgotten meanwhile", async () => {
    session.prompt("One").said(PNPM).write(path);
    const forgetting: Observe = (...given) => {
      const { project, host } = stage.view();
      // As someone else's process does while this one reads.
      const db = new Database(host.paths.database);
      db.run("DELETE FROM marks WHERE project = ?", [project.id]);
      db.close();
      return observeNotes(...given);
    };
    await capture({}, forgetting);
    expect(await facts()).toEqual([]);
    expect(await marks()).toEqual([]);
  });

  test("what is no memory is told of, and keeps nothing else from being kept", async () => {
    session.prompt("One").said(PNPM).write(path);
    const faulty: Observe = (...given) => {
      const { observations, carry } = observeNotes(...given);
      const broken = observations.map((each) => ({
        ...each,
        key: `${each.key}-broken`,
        draft: { type: "semantic" as const, content: "" },
      }));
      return { observations: [...broken, ...observations], carry };
    };
    await capture({}, faulty);
    expect(await facts()).toEqual([PNPM.slice(6)]);
    expect(stage.traced.map(({ message }) => message).join()).toContain("VALIDATION_ERROR");
  });
});

describe("with reviewers that are models", () => {
  test("memories wait for their judgement, and one job asks for it", async () => {
    // A repository must not say who judges.
    mkdirSync(stage.host.paths.config, { recursive: true });
    writeFileSync(userConfigFile(stage.host.paths), JSON.stringify({ review: { executor: "client" } }));
    session.prompt("One").said(PNPM).said(PORT).write(path);
    await capture();
    const stored = await stage.all("semantic");
    expect(stored.map(({ status, review }) => [status, review])).toEqual([
      ["staged", undefined],
      ["staged", undefined],
    ]);
    const jobs = await stage.store((store) => store.jobs.list(10));
    expect(jobs).toMatchObject([{ kind: "review", subject: "", payload: { folder: stage.project } }]);
  });
});

test("a job that is told to stop stops between batches, and goes on at the next try", async () => {
  for (let n = 0; n < 200; n += 1) {
    session
      .prompt(`Question ${n}`)
      .said(`NOTE: Chapter ${n} of the handbook always says why rule ${n * 7} holds.`);
  }
  session.write(path);
  const stopping = new AbortController();
  let looks = 0;
  const stopper: Observe = (...given) => {
    looks += 1;
    if (looks === 2) stopping.abort(new Error("told to"));
    return observeNotes(...given);
  };
  const job = {
    kind: "capture",
    project: stage.view().project.id,
    subject: SESSION,
    payload: { folder: stage.project },
  } as const;
  const stopped = stage.store((store) =>
    doJob(captureWith(stopper), { host: stage.host, store, signal: stopping.signal }, job),
  );
  expect(await stopped.catch((error: Error) => error.message)).toBe("told to");
  expect(await mark()).toMatchObject({ turns: 40 });
  await capture();
  expect(await mark()).toMatchObject({ turns: 199 });
  expect(existsSync(path)).toBe(true);
}, 60_000);
