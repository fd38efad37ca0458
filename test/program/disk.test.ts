/** The disk takes no more, or nothing at all: hooks stay silent, the worker leaves, and all is read once there is room again. */
import { describe, expect, test } from "bun:test";
import { chmodSync, chownSync, existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Memory } from "../../src/memory/types.ts";
import type { Job } from "../../src/store/job-port.ts";
import { allGone } from "../support/processes.ts";
import { transcript } from "../support/transcript.ts";
import { type Ended, openStage, pluginOfThisFile, run, type Stage } from "./support.ts";

const plugin = pluginOfThisFile();
const TIME_LIMIT_MS = 60_000;
const isRoot = process.getuid?.() === 0;
const NOBODY = 65_534;

/** How a process is started: what it is started by, and its command. */
type Through = (argv: readonly string[]) => readonly string[];
const AS_EVER: Through = (argv) => argv;

/** A limit on the size of files is a full disk to those who write; its signal is ignored, so that writes fail instead. */
const FULL: Through = (argv) => ["/bin/sh", "-c", 'trap "" XFSZ; ulimit -f 8; exec "$0" "$@"', ...argv];

const SESSION_EVENTS = [
  "SessionStart",
  "Stop",
  "PreCompact",
  "PostCompact",
  "SubagentStop",
  "SessionEnd",
] as const;

function transcriptOf(stage: Stage): string {
  const path = join(stage.home, "t.jsonl");
  transcript({ cwd: stage.project })
    .prompt("Which queue do we take for the jobs? And no, always use parameterized queries.")
    .said("I decided to keep the jobs in PostgreSQL with SKIP LOCKED, because PostgreSQL is already running.")
    .prompt("Good.")
    .said("I will.")
    .write(path);
  return path;
}

async function hook(stage: Stage, event: string, through: Through = AS_EVER): Promise<Ended> {
  const payload = {
    ...{
      hook_event_name: event,
      session_id: "session-1",
      cwd: stage.project,
      transcript_path: join(stage.home, "t.jsonl"),
    },
    ...(event === "SessionStart" ? { source: "startup" } : {}),
    ...(event === "SessionEnd" ? { reason: "other" } : {}),
    ...(event === "SubagentStop"
      ? { agent_id: "a1", agent_type: "Explore", agent_transcript_path: join(stage.home, "a1.jsonl") }
      : {}),
  };
  return run(through([stage.launcher, "hook", event]), {
    cwd: stage.project,
    env: stage.env,
    stdin: JSON.stringify(payload),
  });
}

const cli = (stage: Stage, args: readonly string[], through: Through = AS_EVER): Promise<Ended> =>
  run(through([stage.launcher, ...args]), { cwd: stage.project, env: stage.env });

const jobsOf = async (stage: Stage, through?: Through): Promise<Job[]> =>
  (JSON.parse((await cli(stage, ["worker", "status", "--json"], through)).out) as { jobs: Job[] }).jobs;

/** What was read of the session, without what its hooks have noted themselves. */
async function capturedOf(stage: Stage, through: Through): Promise<Memory[]> {
  const memories = JSON.parse((await cli(stage, ["memories", "--json"], through)).out) as Memory[];
  return memories.filter(({ provenance }) => provenance?.by === "capture");
}

async function allAreSilent(stage: Stage, through: Through): Promise<void> {
  for (const event of SESSION_EVENTS) {
    const { code, out, err } = await hook(stage, event, through);
    expect({ event, code, out, err }).toEqual({ event, code: 0, out: "", err: "" });
  }
}

/** What the next session finds to be read is read by the worker that it starts, once. */
async function allComesIn(stage: Stage, through: Through = AS_EVER): Promise<void> {
  for (const event of ["SessionStart", "SessionEnd"])
    expect((await hook(stage, event, through)).err).toBe("");
  // What waits for its next try does so for a minute.
  await cli(stage, ["worker", "retry", "capture"], through);
  expect((await cli(stage, ["worker", "run"], through)).code).toBe(0);
  const captured = await capturedOf(stage, through);
  expect(captured).toHaveLength(1);
  expect(JSON.stringify(captured)).toContain("parameterized");
  expect(await jobsOf(stage, through)).toEqual([]);
  await cli(stage, ["worker", "run"], through);
  expect(await capturedOf(stage, through)).toEqual(captured);
}

describe("files that may not grow", () => {
  test(
    "keep no hook from ending well, the log tells it, and the doctor, and the next session brings it in",
    async () => {
      using stage = openStage(plugin());
      transcriptOf(stage);
      await allAreSilent(stage, FULL);
      const told = stage.trace().filter(({ level }) => level === "error");
      expect(new Set(told.map(({ part }) => part))).toEqual(
        new Set(SESSION_EVENTS.map((event) => `hook:${event}`)),
      );
      expect((await cli(stage, ["doctor"])).out).toMatch(/recent failures +\d+ in the last 7 days/);
      await allComesIn(stage);
    },
    TIME_LIMIT_MS,
  );

  test(
    "make the worker leave, which tells why, loses nothing of what it was to do, and is not started over and over",
    async () => {
      using stage = openStage(plugin());
      transcriptOf(stage);
      await hook(stage, "Stop");
      const before = await jobsOf(stage);
      expect(before).toHaveLength(1);
      stage.env.RECOLLECT_WORKER = undefined;
      await hook(stage, "SessionEnd", FULL);
      // Started or not, it is gone.
      await allGone(stage.home);
      expect((await cli(stage, ["work"], FULL)).code).toBe(1);
      expect(stage.trace().filter(({ part }) => part === "worker").length).toBeGreaterThan(0);
      expect((await jobsOf(stage)).map(({ kind, subject }) => ({ kind, subject }))).toEqual(
        before.map(({ kind, subject }) => ({ kind, subject })),
      );
      stage.env.RECOLLECT_WORKER = "off";
      await allComesIn(stage);
    },
    TIME_LIMIT_MS,
  );
});

const canMount =
  process.platform === "linux" &&
  isRoot &&
  Bun.spawnSync(["unshare", "-m", "sh", "-c", "mount -t tmpfs none /mnt && nsenter --version"], {
    stdout: "ignore",
    stderr: "ignore",
  }).exitCode === 0;

interface SmallDisk extends AsyncDisposable {
  /** Starts a process that sees the disk. */
  readonly through: Through;
  /** Fills it, but for so many KiB. */
  fill(left: number): Promise<void>;
}

/** A disk of four MiB below a folder, seen by those alone who are started through it. */
async function smallDisk(folder: string): Promise<SmallDisk> {
  const script = 'mount -t tmpfs -o size=4m,mode=700 none "$0" && echo mounted && exec sleep 600';
  const holder = Bun.spawn(["unshare", "-m", "sh", "-c", script, folder], {
    stdin: "ignore",
    stdout: "pipe",
  });
  const { value } = await holder.stdout.getReader().read();
  expect(new TextDecoder().decode(value)).toBe("mounted\n");
  const within = ["nsenter", "-t", String(holder.pid), "-m"];
  return {
    through: (argv) => [...within, ...["sh", "-c", 'cd "$OLDPWD" 2> /dev/null; exec "$0" "$@"'], ...argv],
    async fill(left) {
      const write =
        'cd "$0" && rm -f ballast && { cat /dev/zero > ballast 2> /dev/null || :; } && truncate -s "-$1K" ballast';
      await run([...within, "sh", "-c", write, folder, String(left)], { cwd: "/", env: process.env });
    },
    async [Symbol.asyncDispose]() {
      holder.kill();
      await holder.exited;
    },
  };
}

describe.skipIf(!canMount)("a full disk", () => {
  test(
    "that holds the log as well is told by the doctor, and costs no more than the time until there is room",
    async () => {
      using stage = openStage(plugin());
      transcriptOf(stage);
      await using disk = await smallDisk(join(stage.home, ".local"));
      stage.env.CLAUDE_PROJECT_DIR = stage.project;
      for (const event of ["SessionStart", "Stop"]) await hook(stage, event, disk.through);
      await cli(stage, ["worker", "drop", "maintain"], disk.through);
      await cli(stage, ["worker", "drop", "sweep"], disk.through);
      expect(await jobsOf(stage, disk.through)).toHaveLength(1);
      // The worker finds no room at first, then here and there on its way.
      for (const left of [0, 4, 8, 16, 32, 64, 128]) {
        await disk.fill(left);
        await allAreSilent(stage, disk.through);
        const { code } = await cli(stage, ["work"], disk.through);
        expect([0, 1]).toContain(code);
      }
      await disk.fill(0);
      expect((await cli(stage, ["doctor"], disk.through)).out).toContain("hardly any room left");
      await disk.fill(3_000);
      await allComesIn(stage, disk.through);
    },
    2 * TIME_LIMIT_MS,
  );
});

/** Root may write anywhere: it is nobody then. */
const AS_NOBODY: Through = isRoot
  ? (argv) => ["setpriv", `--reuid=${NOBODY}`, `--regid=${NOBODY}`, "--clear-groups", ...argv]
  : AS_EVER;

function below(folder: string): string[] {
  return [
    folder,
    ...readdirSync(folder, { recursive: true, encoding: "utf8" }).map((path) => join(folder, path)),
  ];
}

/** Whether everything below a folder may be written. */
function setWritable(folder: string, is: "writable" | "read-only"): void {
  for (const path of below(folder)) {
    if (!existsSync(path)) continue;
    const mode = statSync(path).isDirectory() ? 0o700 : 0o600;
    // What others may read, its owner makes private, and so writable.
    chmodSync(path, is === "writable" ? mode : mode & 0o500);
  }
}

const canBeNobody = !isRoot || Bun.which("setpriv") !== null;

describe.skipIf(!canBeNobody)("a home that may not be written", () => {
  test.each(["new", "in use"])(
    "and is %s keeps no hook from ending well; the worker leaves, the doctor tells it, and the next session brings it in",
    async (state) => {
      using stage = openStage(plugin());
      transcriptOf(stage);
      if (isRoot) for (const path of below(stage.dir)) chownSync(path, NOBODY, NOBODY);
      if (state === "in use") await hook(stage, "Stop", AS_NOBODY);
      setWritable(stage.home, "read-only");
      stage.env.RECOLLECT_WORKER = undefined;
      await allAreSilent(stage, AS_NOBODY);
      await allGone(stage.home);
      expect((await cli(stage, ["work"], AS_NOBODY)).code).toBe(1);
      const { out } = await cli(stage, ["doctor"], AS_NOBODY);
      expect(out).toMatch(/✗ data folder .* cannot be written to/);
      expect(out).toMatch(/✗ state folder .* cannot be written to/);
      setWritable(stage.home, "writable");
      stage.env.RECOLLECT_WORKER = "off";
      await allComesIn(stage, AS_NOBODY);
    },
    TIME_LIMIT_MS,
  );
});
