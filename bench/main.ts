/**
 * `npm run bench`: what the hooks cost, as whole processes against an empty Bun process in the same run, and what
 * rebuilding and bundles weigh. Prints a table, or JSON with --json; `--only prompt` measures what begins with that.
 * Exits 1 when a limit is passed with --check.
 */
import {
  appendFileSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hostPaths } from "../src/host/paths.ts";
import { findProject } from "../src/host/project.ts";
import { openSqliteStore } from "../src/store/sqlite/open.ts";
import { allGone } from "../test/support/processes.ts";
import { loadedBytes } from "./bundle.ts";
import { decisiveTurn, madeUpMemories, plainTurn, transcriptLines, writeRecords } from "./fixtures.ts";
import { type Command, compare, median, peakMemory, sample } from "./process.ts";
import { type Row, report } from "./report.ts";
import { panelTimes } from "./reviewers.ts";

const RUNS = Number(process.env.BENCH_RUNS ?? 25);
/** What a process holds in memory hardly differs from run to run. */
const MEMORY_RUNS = 3;
const LAUNCHER = join(import.meta.dir, "../plugin/bin/recollect");
const BUN_FLAGS = ["--config=/dev/null", "--no-env-file", "--no-install", "--tsconfig-override=/dev/null"];

const only = process.argv[process.argv.indexOf("--only") + 1];
/** Whether a group is to be measured: its name begins the names of its rows. */
const wanted = (group: string): boolean => !process.argv.includes("--only") || group === only;

const scratch = mkdtempSync(join(tmpdir(), "recollect-bench-"));
const rows: Row[] = [];

interface Project {
  dir: string;
  env: { [name: string]: string };
  titles: string[];
}

function project(name: string, records: number): Project {
  const dir = join(scratch, name);
  mkdirSync(join(dir, ".git"), { recursive: true });
  writeFileSync(join(dir, ".git/HEAD"), "ref: refs/heads/main\n");
  const titles = records > 0 ? writeRecords(dir, records) : [];
  const env = {
    PATH: process.env.PATH ?? "/usr/bin:/bin",
    HOME: join(scratch, `${name}-home`),
    CLAUDE_PROJECT_DIR: dir,
    CLAUDE_CODE_ENTRYPOINT: "cli",
  };
  mkdirSync(env.HOME, { recursive: true });
  return { dir, env, titles };
}

const empty = join(scratch, "empty.js");
writeFileSync(empty, "");
const baseline: Command = {
  argv: [process.execPath, ...BUN_FLAGS, empty],
  cwd: scratch,
  env: { PATH: "/usr/bin:/bin" },
};

async function ratio(what: string, limit: number, command: Command): Promise<void> {
  const { subject, baseline: base, ratio: value } = await compare(command, baseline, RUNS);
  const detail = `${subject.ms.toFixed(1)} ms against ${base.ms.toFixed(1)} ms`;
  rows.push({ what, measured: `${value.toFixed(2)}×`, value, limit, detail });
  if (what.startsWith("prompt")) {
    const mib = await peakMemory(command, MEMORY_RUNS);
    rows.push({
      what: `${what}: memory`,
      measured: `${mib.toFixed(0)} MiB`,
      value: mib,
      limit: 60,
      detail: "peak resident set",
    });
  }
}

/** Puts made-up memories into a project's database, and gives the beginning of what one of them says. */
async function remember({ dir, env }: Project, count: number): Promise<string> {
  const store = openSqliteStore({ path: hostPaths(env).database });
  const all = [...madeUpMemories(findProject(dir).id, count)];
  for (let from = 0; from < all.length; from += 1_000)
    await store.memories.put(all.slice(from, from + 1_000));
  await store.close();
  const told = all.slice(count >> 1).find((memory) => memory.type === "semantic");
  return told?.type === "semantic" ? told.content.split(".", 1).join() : "";
}

/** Has the system write a large new file to the disk now, not while something is measured. */
function settle(path: string): void {
  const file = openSync(path, "r+");
  fsyncSync(file);
  closeSync(file);
}

const hook = (
  event: string,
  at: { dir: string; env: { [name: string]: string } },
  payload: (run: number) => { [field: string]: unknown },
  before?: (run: number) => void,
): Command => ({
  // Hooks leave a worker behind that would be measured with whatever comes next.
  after: () => allGone(at.env.HOME ?? scratch),
  argv: [LAUNCHER, "hook", event],
  cwd: at.dir,
  env: at.env,
  stdin: (run) =>
    JSON.stringify({ hook_event_name: event, cwd: at.dir, session_id: `bench-${run}`, ...payload(run) }),
  ...(before ? { before } : {}),
});

for (const records of wanted("prompt") ? [100, 10_000] : []) {
  const at = project(`prompt-${records}`, records);
  const about = at.titles[records >> 1] ?? "";
  const prompt = `Please look at this before we go on: why is it that ${about}, and does that still hold?`;
  const command = hook("UserPromptSubmit", at, () => ({ prompt }));
  await sample(
    hook("SessionStart", at, () => ({ source: "startup" })),
    -1,
  );
  await ratio(`prompt hook, ${records} records`, 3, command);
}

for (const records of wanted("file") ? [0, 100, 10_000] : []) {
  const at = project(`file-${records}`, records);
  const path = join(at.dir, "src/engine/queue.ts");
  const other = join(at.dir, "other.ts");
  writeFileSync(other, "export {};\n");
  if (records > 0) {
    addRelated(firstRecord(at.dir), "src/engine/queue.ts");
    await sample(
      hook("SessionStart", at, () => ({ source: "startup" })),
      -1,
    );
  }
  const touch = (tool_name: string, file_path: string): Command =>
    hook("PostToolUse", at, () => ({ tool_name, tool_input: { file_path }, tool_response: {} }));
  const what = records === 0 ? "no records" : `${records} records`;
  if (records > 0) await ratio(`file hook, a read that brings something, ${what}`, 3, touch("Read", path));
  await ratio(`file hook, an edit of another file, ${what}`, 3, touch("Edit", other));
}

if (wanted("subagent")) {
  const at = project("subagent", 10_000);
  const start = hook("SubagentStart", at, (run) => ({ agent_id: `a${run}`, agent_type: "Explore" }));
  const prompt = at.titles[5_000] ?? "";
  const call = hook("PreToolUse", at, () => ({
    tool_name: "Agent",
    tool_input: { prompt, subagent_type: "Explore" },
  }));
  await sample(
    hook("SessionStart", at, () => ({ source: "startup" })),
    -1,
  );
  await ratio("subagent: call, 10000 records", 3, call);
  await ratio("subagent: start without a task, 10000 records", 4, start);
}

for (const [records, memories, limit] of wanted("items")
  ? ([
      [5_000, 5_000, 3],
      [10_000, 90_000, 5],
    ] as const)
  : []) {
  const at = project(`items-${memories}`, records);
  const about = at.titles[records >> 1] ?? "";
  const prompt = `Please look at this before we go on: why is it that ${about}, and does that still hold?`;
  await sample(
    hook("SessionStart", at, () => ({ source: "startup" })),
    -1,
  );
  const said = await remember(at, memories);
  const what = `items: prompt hook, ${records + memories} records and memories`;
  await ratio(
    what,
    limit,
    hook("UserPromptSubmit", at, () => ({ prompt })),
  );
  await ratio(
    `${what}, about a memory`,
    limit,
    hook("UserPromptSubmit", at, () => ({ prompt: `Does this still hold? ${said}` })),
  );
}

if (wanted("guard")) {
  const at = project("guard", 100);
  const edited = join(at.dir, "src.ts");
  writeFileSync(edited, "export {};\n");
  const calls = {
    "a command": { tool_name: "Bash", tool_input: { command: "grep -rn ledger src | head -20 && npm test" } },
    "an edit": { tool_name: "Edit", tool_input: { file_path: edited, old_string: "a", new_string: "b" } },
    "a new file": { tool_name: "Write", tool_input: { file_path: join(at.dir, "new.ts"), content: "" } },
  };
  for (const [what, call] of Object.entries(calls)) {
    await ratio(
      `guard hook, ${what}`,
      2,
      hook("PreToolUse", at, () => call),
    );
  }
}

if (wanted("stop")) {
  const at = project("stop-long", 100);
  const transcript = join(at.env.HOME ?? scratch, "long.jsonl");
  writeFileSync(transcript, `${transcriptLines(8_000, 4_800).join("\n")}\n`);
  settle(transcript);
  const payload = (): { [field: string]: unknown } => ({ session_id: "long", transcript_path: transcript });
  const turns = { "a plain turn": plainTurn(), "a turn that decides something": decisiveTurn() };
  const mb = statSync(transcript).size / 1e6;
  for (const [what, turn] of Object.entries(turns)) {
    const command = hook("Stop", at, payload, () => appendFileSync(transcript, `${turn.join("\n")}\n`));
    await sample(command, -1);
    await ratio(`stop hook, ${what} in ${mb.toFixed(0)} MB`, 3, command);
  }
}

if (wanted("stop")) {
  const at = project("stop-first", 100);
  const transcript = join(at.env.HOME ?? scratch, "first.jsonl");
  writeFileSync(transcript, `${[...transcriptLines(1_998, 1_500), ...decisiveTurn()].join("\n")}\n`);
  const mb = statSync(transcript).size / 1e6;
  const command = hook("Stop", at, () => ({ transcript_path: transcript }));
  await ratio(`stop hook, first reading of 2,000 lines (${mb.toFixed(1)} MB)`, 4, command);
}

if (wanted("session end")) {
  const at = project("session-end", 100);
  const transcript = join(at.env.HOME ?? scratch, "end.jsonl");
  writeFileSync(transcript, `${[...transcriptLines(400, 1_500), ...decisiveTurn()].join("\n")}\n`);
  const command = hook("SessionEnd", at, () => ({ transcript_path: transcript, reason: "other" }));
  await sample(command, -1);
  await ratio("session end hook", 3, command);
}

if (wanted("write")) {
  const at = project("write", 100);
  const input = join(scratch, "input.json");
  const record = JSON.parse(readFileSync(firstRecord(at.dir), "utf8")) as { [field: string]: unknown };
  const target = (run: number): string => `.claude/memory/decisions/bench-write-${run + 10}.json`;
  let current = "";
  const write = (action: string): Command => ({
    argv: [
      LAUNCHER,
      "write",
      "--action",
      action,
      "--category",
      "decision",
      "--target",
      current,
      "--input",
      input,
    ],
    cwd: at.dir,
    env: at.env,
  });
  const create: Command = {
    ...write("create"),
    before: (run) => {
      current = target(run);
      writeFileSync(input, JSON.stringify({ ...record, title: `Bench write ${run + 10}` }));
      create.argv = write("create").argv;
    },
  };
  await ratio("write: create", 5, create);
  current = target(RUNS);
  const update: Command = {
    ...write("update"),
    before: (run) => {
      const now = JSON.parse(readFileSync(join(at.dir, current), "utf8")) as { content: { context: string } };
      now.content.context = `Changed in run ${run}`;
      writeFileSync(input, JSON.stringify(now));
    },
  };
  await ratio("write: update", 5, update);
}

if (wanted("rebuild")) {
  const at = project("rebuild", 10_000);
  const times: number[] = [];
  for (let run = 0; run < 3; run += 1) {
    rmSync(join(at.env.HOME ?? scratch, ".local"), { recursive: true, force: true });
    const { ms } = await sample({ argv: [LAUNCHER, "index", "--rebuild"], cwd: at.dir, env: at.env }, run);
    times.push(ms);
  }
  const seconds = median(times) / 1000;
  rows.push({
    what: "rebuild of 10,000 records",
    measured: `${seconds.toFixed(2)} s`,
    value: seconds,
    limit: 1.5,
    detail: "index.md and projection, whole process",
  });
}

if (wanted("reviewers")) {
  const { panel, call } = await panelTimes(RUNS);
  const value = panel / call;
  rows.push({
    what: "reviewers: three of 100 ms against one",
    measured: `${value.toFixed(2)}×`,
    value,
    limit: 2,
    detail: `${panel.toFixed(1)} ms against ${call.toFixed(1)} ms`,
  });
}

for (const [what, bytes] of wanted("bundle") ? await loadedBytes() : []) {
  const kb = bytes / 1000;
  rows.push({
    what: `bundle loaded by ${what}`,
    measured: `${kb.toFixed(0)} KB`,
    value: kb,
    limit: 150,
    detail: "its bundle, without the bytecode beside it",
  });
}

rmSync(scratch, { recursive: true, force: true });

function addRelated(path: string, file: string): void {
  const record = JSON.parse(readFileSync(path, "utf8")) as object;
  writeFileSync(path, JSON.stringify({ ...record, related_files: [file] }));
}

function firstRecord(dir: string): string {
  const folder = join(dir, ".claude/memory/decisions");
  const [name = ""] = new Bun.Glob("*.json").scanSync(folder);
  return join(folder, name);
}

const how = existsSync(join(import.meta.dir, "../plugin/runtime/quick")) ? "an executable" : "their bundles";
report(rows, `medians of ${RUNS} runs, Bun ${Bun.version}, hooks run from ${how}`);
