/**
 * `npm run bench:reading`: what reading transcripts costs, in a process of its own as the worker is one. Prints a table, or JSON
 * with --json; exits 1 when a limit is passed with --check.
 */
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hostPaths } from "../src/host/paths.ts";
import { findProject } from "../src/host/project.ts";
import { MAIN } from "../src/store/mark-port.ts";
import { openSqliteStore } from "../src/store/sqlite/open.ts";
import { transcript } from "../test/support/transcript.ts";
import { plainTurn, transcriptLines } from "./fixtures.ts";
import { median, type Sample, sample } from "./process.ts";

const RUNS = Number(process.env.BENCH_RUNS ?? 5);
const READER = join(import.meta.dir, "../test/support/capture-worker.ts");

interface Row {
  readonly what: string;
  readonly measured: string;
  readonly value: number;
  readonly limit: number;
  readonly detail: string;
}

const scratch = mkdtempSync(join(tmpdir(), "recollect-bench-"));
const rows: Row[] = [];

interface Session {
  readonly dir: string;
  readonly home: string;
  readonly path: string;
}

/** A project and a home with one session, whose transcript holds these lines. */
function session(name: string, lines: string): Session {
  const dir = join(scratch, name, "project");
  const home = join(scratch, name, "home");
  mkdirSync(join(dir, ".git"), { recursive: true });
  mkdirSync(home, { recursive: true });
  writeFileSync(join(dir, ".git/HEAD"), "ref: refs/heads/main\n");
  const path = join(home, "session.jsonl");
  writeFileSync(path, lines);
  return { dir, home, path };
}

/** Begins its mark where nothing was read. */
async function begin({ dir, home, path }: Session): Promise<void> {
  const { database } = hostPaths({ HOME: home });
  for (const end of ["", "-wal", "-shm"]) rmSync(`${database}${end}`, { force: true });
  const store = openSqliteStore({ path: database });
  const { id: project } = findProject(dir);
  const at = new Date().toISOString();
  await store.marks.begin({
    project,
    session: "s",
    source: MAIN,
    client: "claude-code",
    path,
    folder: dir,
    at,
  });
  await store.close();
}

const read = ({ dir, home }: Session): Promise<Sample> =>
  sample(
    {
      argv: [process.execPath, READER, home, dir, "s"],
      cwd: dir,
      env: { PATH: process.env.PATH ?? "/usr/bin:/bin", HOME: home },
    },
    0,
  );

async function memories({ dir, home }: Session): Promise<number> {
  const store = openSqliteStore({ path: hostPaths({ HOME: home }).database });
  const counts = await store.memories.counts(findProject(dir).id);
  await store.close();
  return counts.reduce((sum, { count }) => sum + count, 0);
}

function tell(
  what: string,
  samples: readonly Sample[],
  limits: { seconds: number; mib: number },
  detail: string,
): void {
  const seconds = median(samples.map(({ ms }) => ms)) / 1_000;
  const mib = Math.max(...samples.map((each) => each.mib));
  rows.push({ what, measured: `${seconds.toFixed(2)} s`, value: seconds, limit: limits.seconds, detail });
  rows.push({
    what: `${what}: memory`,
    measured: `${mib.toFixed(0)} MiB`,
    value: mib,
    limit: limits.mib,
    detail: "peak resident set",
  });
}

async function fromScratch(what: string, at: Session): Promise<void> {
  const samples: Sample[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    await begin(at);
    samples.push(await read(at));
  }
  const mb = (statSync(at.path).size / 1e6).toFixed(0);
  tell(what, samples, { seconds: 2, mib: 200 }, `${mb} MB, ${await memories(at)} memories`);
}

await fromScratch(
  "50,000 lines from scratch",
  session("plain", `${transcriptLines(50_000, 3_000).join("\n")}\n`),
);
await fromScratch("50,000 lines of work", session("work", workLines(50_000)));

{
  const at = session("long", `${transcriptLines(8_000, 4_800).join("\n")}\n`);
  await begin(at);
  await read(at);
  const samples: Sample[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    appendFileSync(at.path, `${plainTurn().join("\n")}\n`);
    samples.push(await read(at));
  }
  const mb = (statSync(at.path).size / 1e6).toFixed(0);
  tell("one new turn", samples, { seconds: 0.5, mib: 200 }, `in ${mb} MB`);
}

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

const passed = rows.filter(({ value, limit }) => value <= limit).length;
if (process.argv.includes("--json")) {
  console.log(JSON.stringify(rows, null, 2));
} else {
  const width = Math.max(...rows.map(({ what }) => what.length));
  for (const { what, measured, value, limit, detail } of rows) {
    const verdict = value <= limit ? "ok  " : "OVER";
    console.log(`${verdict} ${what.padEnd(width)}  ${measured.padStart(8)}  (limit ${limit})  ${detail}`);
  }
  console.log(
    `\n${passed} of ${rows.length} within their limits; medians of ${RUNS} runs, Bun ${Bun.version}`,
  );
}
if (process.argv.includes("--check") && passed < rows.length) process.exit(1);
