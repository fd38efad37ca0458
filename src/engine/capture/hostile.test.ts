/** Transcripts and sessions that are not as they should be. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { cpSync, mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { doJob } from "../../../test/support/capturing.ts";
import { type EngineStage, openEngine, SESSION } from "../../../test/support/engine.ts";
import { observeNotes } from "../../../test/support/observe-notes.ts";
import { type Transcript, transcript } from "../../../test/support/transcript.ts";
import { type CaptureMark, MAIN } from "../../store/mark-port.ts";
import { captureWith } from "../capture/capture.ts";

const PNPM = "NOTE: This repository uses pnpm and never npm, because its workspaces need it.";
const PORT = "NOTE: The development server must always listen on port 4173 for the proxy.";

let stage: EngineStage;
let path: string;
beforeEach(() => {
  stage = openEngine();
  path = join(stage.home, ".claude/projects/p", `${SESSION}.jsonl`);
});
afterEach(() => stage[Symbol.dispose]());

const session = (seed?: string): Transcript =>
  transcript({ cwd: stage.project, ...(seed === undefined ? {} : { seed }) });
const stops = (session_id = SESSION, transcript_path = path): Promise<unknown> =>
  stage.hook("Stop", { session_id, transcript_path });
const capture = (subject = SESSION, ended = false): Promise<void> =>
  stage.store((store) =>
    doJob(
      captureWith(observeNotes),
      { host: stage.host, store },
      {
        kind: "capture",
        project: stage.view().project.id,
        subject,
        payload: { folder: stage.project, ...(ended ? { ended } : {}) },
      },
    ),
  );
const marks = (subject = SESSION): Promise<CaptureMark[]> =>
  stage.store((store) => store.marks.of(stage.view().project.id, subject));
const facts = async (): Promise<string[]> =>
  (await stage.all("semantic")).map(({ content }) => content).sort();
const below = (folder: string): string[] => readdirSync(folder, { recursive: true }).map(String).sort();

describe("a session whose id leads elsewhere", () => {
  test.each(["../../../../etc/passwd", "..", "/etc/passwd", "a/../../b", "%2e%2e%2f", "a\nb"])(
    "writes nowhere else: %p",
    async (id) => {
      session().prompt("Which one?").said(PNPM).write(path);
      const outside = below(dirname(stage.home)).filter((each) => !each.startsWith("home"));
      for (const event of ["SessionStart", "Stop", "PreCompact", "SessionEnd"]) {
        await stage.hook(event, { session_id: id, transcript_path: path, source: "startup" });
      }
      const subjects = await stage.store(({ jobs }) => jobs.list(100));
      for (const { kind, subject } of subjects) if (kind === "capture") await capture(subject, true);
      const after = below(dirname(stage.home)).filter((each) => !each.startsWith("home"));
      expect(after).toEqual(outside);
      expect(below(stage.home).filter((each) => /passwd|%2e/.test(each))).toEqual([]);
    },
  );
});

describe("a transcript", () => {
  test("that another session's has replaced is read from its beginning, and stores nothing twice", async () => {
    session().prompt("One").said(PNPM).prompt("Two").said("Done.").write(path);
    await stops();
    await capture();
    session("other")
      .prompt(`A question that is longer than the other was: ${"x".repeat(40)}`)
      .said(PORT)
      .prompt("And then?")
      .said(PNPM)
      .prompt("Thanks")
      .said("You are welcome.")
      .write(path);
    await stops();
    await capture(SESSION, true);
    expect(await facts()).toEqual([PORT.slice(6), PNPM.slice(6)].sort());
    expect(await marks()).toMatchObject([{ closed: true }]);
  });

  test("that is written while it is read loses nothing, wherever the writing is cut", async () => {
    const whole = session();
    const said = Array.from(
      { length: 30 },
      (_, n) => `Rule number ${n * 13} of the handbook always holds on Mondays.`,
    );
    for (const text of said) whole.prompt("What else?").said(`NOTE: ${text}`);
    const bytes = Buffer.from(whole.text());
    mkdirSync(dirname(path), { recursive: true });
    for (let at = 0; at < bytes.length; ) {
      at = Math.min(bytes.length, at + 1 + ((at * 7919) % 3_000));
      await Bun.write(path, bytes.subarray(0, at));
      const reading = capture();
      await Bun.write(path, bytes.subarray(0, Math.min(bytes.length, at + 500)));
      if ((await marks()).length === 0) await stops();
      await reading;
      await capture();
    }
    await capture(SESSION, true);
    expect(await facts()).toEqual([...said].sort());
  });
});

describe("what lies where subagents' transcripts lie", () => {
  const agents = (): string => join(path.replace(/\.jsonl$/, ""), "subagents");

  test("is not followed elsewhere", async () => {
    session().prompt("One").said("Done.").write(path);
    const elsewhere = join(dirname(stage.home), "elsewhere");
    transcript({ cwd: stage.project, agent: "a1" })
      .prompt("Look")
      .said(PORT)
      .write(join(elsewhere, "agent-a1.jsonl"));
    mkdirSync(agents(), { recursive: true });
    symlinkSync(join(elsewhere, "agent-a1.jsonl"), join(agents(), "agent-a1.jsonl"));
    symlinkSync("/dev/zero", join(agents(), "agent-a2.jsonl"));
    symlinkSync(agents(), join(agents(), "agent-a3.jsonl"));
    await stops();
    await capture(SESSION, true);
    expect(await facts()).toEqual([]);
    expect((await marks()).map(({ source }) => source)).toEqual([MAIN]);
  });

  test("is read where it is a file", async () => {
    session().prompt("One").said("Done.").write(path);
    const elsewhere = join(stage.home, "agent-a1.jsonl");
    transcript({ cwd: stage.project, agent: "a1" }).prompt("Look").said(PORT).write(elsewhere);
    mkdirSync(agents(), { recursive: true });
    cpSync(elsewhere, join(agents(), "agent-a1.jsonl"));
    await stops();
    await capture(SESSION, true);
    expect(await facts()).toEqual([PORT.slice(6)]);
  });
});
