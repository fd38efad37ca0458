/**
 * `npm run bench:reading`: what reading transcripts costs, by the worker's own process: from its start to its end, with all
 * that it keeps. Prints a table, or JSON with --json; exits 1 when a limit is passed with --check.
 */
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hostPaths } from "../src/host/paths.ts";
import { findProject } from "../src/host/project.ts";
import { MAIN } from "../src/store/mark-port.ts";
import type { Store } from "../src/store/port.ts";
import { openSqliteStore } from "../src/store/sqlite/open.ts";
import { transcript } from "../test/support/transcript.ts";
import { plainTurn, transcriptLines } from "./fixtures.ts";
import { type Command, median, peakMemory, type Sample, sample } from "./process.ts";
import { type Row, report } from "./report.ts";

const RUNS = Number(process.env.BENCH_RUNS ?? 5);
const LAUNCHER = join(import.meta.dir, "../plugin/bin/recollect");

/** What a transcript may hold, by what it is called here. */
const TRANSCRIPTS: { readonly [name: string]: () => string } = {
  plain: () => `${transcriptLines(50_000, 3_000).join("\n")}\n`,
  work: () => workLines(50_000),
  long: () => `${transcriptLines(8_000, 4_800).join("\n")}\n`,
};

if (process.argv[2] === "make") {
  writeFileSync(process.argv[4] ?? "", TRANSCRIPTS[process.argv[3] ?? ""]?.() ?? "");
  process.exit(0);
}

const scratch = mkdtempSync(join(tmpdir(), "recollect-bench-"));
const rows: Row[] = [];

interface Session {
  readonly dir: string;
  readonly home: string;
  readonly path: string;
}

/** A project and a home with one session. */
function session(name: string): Session {
  const dir = join(scratch, name, "project");
  const home = join(scratch, name, "home");
  mkdirSync(join(dir, ".git"), { recursive: true });
  mkdirSync(home, { recursive: true });
  writeFileSync(join(dir, ".git/HEAD"), "ref: refs/heads/main\n");
  const path = join(home, "session.jsonl");
  Bun.spawnSync([process.execPath, import.meta.path, "make", name, path]);
  return { dir, home, path };
}

async function stored<T>({ home }: Session, work: (store: Store) => Promise<T>): Promise<T> {
  const store = openSqliteStore({ path: hostPaths({ HOME: home }).database });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/** The worker that reads on in the session, as it is asked to before. */
const reading = (at: Session): Command => ({
  argv: [LAUNCHER, "work"],
  cwd: at.dir,
  env: { PATH: process.env.PATH ?? "/usr/bin:/bin", HOME: at.home },
  before: () => ask(at),
  after: () => isRead(at),
});

async function ask(at: Session): Promise<void> {
  const { dir, path } = at;
  const { id: project } = findProject(dir);
  const now = new Date().toISOString();
  const mark = { project, session: "s", source: MAIN, client: "claude-code", path, folder: dir, at: now };
  await stored(at, async ({ marks, jobs }) => {
    await marks.begin(mark);
    await jobs.add({ kind: "capture", project, subject: "s", payload: { folder: dir }, at: now });
  });
}

async function isRead(at: Session): Promise<void> {
  const left = await stored(at, ({ jobs }) => jobs.list(10));
  if (left.length > 0) throw new Error(`not read: ${JSON.stringify(left)}`);
}

const forget = ({ home }: Session): void =>
  rmSync(hostPaths({ HOME: home }).data, { recursive: true, force: true });

const memories = async (at: Session): Promise<number> => {
  const counts = await stored(at, (store) => store.memories.counts(findProject(at.dir).id));
  return counts.reduce((sum, { count }) => sum + count, 0);
};

async function tell(
  what: string,
  command: Command,
  limits: { seconds: number; mib: number },
  detail: string,
): Promise<void> {
  const samples: Sample[] = [];
  for (let run = 0; run < RUNS; run += 1) samples.push(await sample(command, run));
  const mib = await peakMemory(command, 1);
  const seconds = median(samples.map(({ ms }) => ms)) / 1_000;
  const computing = median(samples.map(({ cpuMs }) => cpuMs)) / 1_000;
  rows.push({
    what,
    measured: `${seconds.toFixed(2)} s`,
    value: seconds,
    limit: limits.seconds,
    detail: `${detail}; ${computing.toFixed(2)} s of computing`,
  });
  rows.push({
    what: `${what}: memory`,
    measured: `${mib.toFixed(0)} MiB`,
    value: mib,
    limit: limits.mib,
    detail: "peak resident set",
  });
}

async function fromScratch(what: string, at: Session): Promise<void> {
  const anew = async (): Promise<void> => {
    forget(at);
    await ask(at);
  };
  const command = { ...reading(at), before: anew };
  await sample(command, 0);
  const mb = (statSync(at.path).size / 1e6).toFixed(0);
  await tell(what, command, { seconds: 2, mib: 200 }, `${mb} MB, ${await memories(at)} memories`);
}

async function oneTurn(at: Session): Promise<void> {
  const command = reading(at);
  await sample(command, 0);
  const another = async (): Promise<void> => {
    appendFileSync(at.path, `${plainTurn().join("\n")}\n`);
    await ask(at);
  };
  const mb = (statSync(at.path).size / 1e6).toFixed(0);
  await tell("one new turn", { ...command, before: another }, { seconds: 1, mib: 200 }, `in ${mb} MB`);
}

await fromScratch("50,000 lines of conversation from scratch", session("plain"));
await fromScratch("50,000 lines of work from scratch", session("work"));
await oneTurn(session("long"));

rmSync(scratch, { recursive: true, force: true });

/** Sessions as people have them: requests, answers, commands that fail and work, changes, large outputs. */
function workLines(count: number): string {
  const made = transcript({ cwd: "/p" });
  const output = "src/engine/queue.ts(12,5): warning: this value is never read\n".repeat(60);
  for (let n = 0; made.lines.length < count; n += 1) {
    made
      .prompt(`Please look at how queue number ${n} is drained and make its tests pass`)
      .thought("They want it to pass. ".repeat(40))
      .said(`I will look at how queue ${n} is drained first, and run its tests then.`)
      .read(`/p/src/queue-${n}.ts`, output)
      .ran(`npm test -- queue-${n}`, `${output}\nError: timeout of 2000ms exceeded in queue ${n}`, 1)
      .edited(`/p/src/queue-${n}.ts`, "const wait = 10;", `const wait = ${n};`)
      .ran(`npm test -- queue-${n}`, output)
      .other("progress", { data: { type: "bash_progress", output, fullOutput: output } })
      .said(`The tests of queue ${n} pass now: it waited too short a time.`);
  }
  return made.text();
}

report(rows, `medians of ${RUNS} runs, Bun ${Bun.version}`);
