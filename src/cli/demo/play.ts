/** Plays the demo: every hook and every save is a process of its own, as in a client. */
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ProjectRecord } from "../../record/types.ts";
import type { Paint } from "../output.ts";
import { appendTranscript, callMcpTool, capturedFrom, type Runner, runHook, runWorker } from "./processes.ts";
import { DAYS, PUBLISH, QUESTIONS, REMEMBERED, type StoryDay, TASKS, UNSAVED } from "./story.ts";

export interface Stage {
  /** A folder of the demo's own. */
  scratch: string;
  /** The plugin's launcher. */
  launcher: string;
  paint: Paint;
  write: (text: string) => void;
}

/** One thing that happened in the demo. */
export interface DemoStep {
  day: string;
  who: "you" | "agent" | "brief" | "recalled" | "noticed" | "saved" | "captured" | "reminded";
  /** Empty where nothing was recalled. */
  text: string;
  /** Wall time of the hook's process, in milliseconds; absent where no hook spoke. */
  ms?: number;
  /** What the answer shows. */
  about?: string;
}

export interface DemoReport {
  steps: DemoStep[];
  hooks: { processes: number; median_ms: number; slowest_ms: number };
  /** The whole demo's. */
  seconds: number;
}

/** The third day's session. */
const THIRD_DAY = { name: "Wednesday", session: "demo-wednesday" };
/** Characters of a line of conversation that are shown. */
const SAID_MAX = 96;

export async function playDemo(stage: Stage): Promise<DemoReport> {
  const { paint, write } = stage;
  const started = performance.now();
  const runner = setTheStage(stage);
  const timings: number[] = [];
  const steps: DemoStep[] = [];
  const tell = teller(stage, steps);

  write(paint("bold", "Recollect: a memory for coding agents"));
  write(paint("dim", "Three days in a project. Every hook and every save below is a real process."));
  for (const day of DAYS) await playDay(stage, runner, day, tell, timings);
  await leaveUnsaved(stage, runner, tell, timings);
  await askOnThirdDay(stage, runner, tell, timings);
  await failOnThirdDay(stage, runner, tell, timings);
  await workOnThirdDay(stage, runner, tell, timings);

  showHistory(stage);
  const hooks = summaryOf(timings);
  const seconds = tenths((performance.now() - started) / 1000);
  write(
    paint(
      "dim",
      `\n${hooks.processes} hook processes, median ${ms(hooks.median_ms)}, slowest ${ms(hooks.slowest_ms)}; no model was called, nothing left this machine (${seconds.toFixed(1)} s in all).`,
    ),
  );
  write(
    `\n${paint("bold", "For your own projects")}\n  ${paint("cyan", "recollect install")}    registers the plugin with Claude Code (shows what it changes first)\n  ${paint("cyan", "recollect doctor")}     checks that it works\n${paint("dim", "  From a checkout: node bin/recollect.mjs install")}`,
  );
  return { steps, hooks, seconds };
}

function summaryOf(timings: readonly number[]): DemoReport["hooks"] {
  const sorted = [...timings].sort((a, b) => a - b);
  return {
    processes: sorted.length,
    median_ms: tenths(sorted[sorted.length >> 1] ?? 0),
    slowest_ms: tenths(sorted.at(-1) ?? 0),
  };
}

const tenths = (value: number): number => Math.round(value * 10) / 10;

function setTheStage({ scratch, launcher }: Stage): Runner {
  const project = join(scratch, "project");
  const home = join(scratch, "home");
  mkdirSync(join(project, ".claude", "memory"), { recursive: true });
  mkdirSync(join(project, "src"));
  mkdirSync(home);
  for (const file of ["src/queue.ts", "src/mail-worker.ts"])
    writeFileSync(join(project, file), "export {};\n");
  try {
    execFileSync("git", ["init", "-q"], { cwd: project, stdio: "ignore" });
  } catch {
    // Without git the project is its folder.
  }
  // So short a story would otherwise hold one request to save: by default there is at most one in ten turns.
  const config = { capture: { turns_between_requests: 1 } };
  writeFileSync(join(project, ".claude/memory/memory-config.json"), `${JSON.stringify(config, null, 2)}\n`);
  const env = {
    PATH: process.env.PATH ?? "/usr/bin:/bin",
    HOME: home,
    RECOLLECT_BUN: process.execPath,
    // The demo starts the worker itself, to wait for its end.
    RECOLLECT_WORKER: "off",
    CLAUDE_PROJECT_DIR: project,
    CLAUDE_CODE_ENTRYPOINT: "cli",
  };
  return { launcher, cwd: project, env };
}

type Tell = (step: DemoStep) => void;

const WHO_WIDTH = 9;

const teller =
  ({ paint, write }: Stage, steps: DemoStep[]): Tell =>
  (step) => {
    steps.push(step.ms === undefined ? step : { ...step, ms: tenths(step.ms) });
    const { who, text } = step;
    const [first = "", ...rest] = (text || paint("dim", "(nothing)")).split("\n");
    const note = [step.ms === undefined ? [] : ms(step.ms), step.about ?? []].flat().join(": ");
    write(
      `  ${paint(who === "you" || who === "agent" ? "dim" : "cyan", who.padEnd(WHO_WIDTH))}${first}${note ? paint("dim", `  ${note}`) : ""}`,
    );
    for (const line of rest) write(`  ${" ".repeat(WHO_WIDTH)}${line}`);
  };

async function playDay(
  stage: Stage,
  runner: Runner,
  day: StoryDay,
  tell: Tell,
  timings: number[],
): Promise<void> {
  const { paint, write, scratch } = stage;
  const { name } = day;
  const transcript = join(scratch, "home", `${day.session}.jsonl`);
  const base = { session_id: day.session, transcript_path: transcript };
  write(`\n${paint("bold", name)}`);
  const start = await hook(runner, "SessionStart", { ...base, source: "startup" }, timings);
  if (start.context) tell({ day: name, who: "brief", text: factsIn(start.context), ms: start.ms });
  for (const turn of day.turns) {
    tell({ day: name, who: "you", text: turn.prompt });
    const recalled = await hook(runner, "UserPromptSubmit", { ...base, prompt: turn.prompt }, timings);
    if (recalled.context)
      tell({ day: name, who: "recalled", text: titlesIn(recalled.context), ms: recalled.ms });
    appendTranscript(transcript, runner.cwd, turn.lines);
    for (const said of answersIn(turn.lines)) tell({ day: name, who: "agent", text: shorten(said) });
    const stop = await hook(runner, "Stop", { ...base, stop_hook_active: false }, timings);
    if (!stop.context) continue;
    const noticed = stop.context.replace(/\s*Save what.*$/s, "");
    tell({ day: name, who: "noticed", text: shorten(noticed), ms: stop.ms });
    const saved = await callMcpTool(runner, "memory_save", { drafts: turn.drafts, session: day.session });
    if (saved.isError) throw new Error(saved.text);
    const paths = saved.text.replace(/ \([^()]*\)$/gm, "").replaceAll(".claude/memory/", "");
    tell({ day: name, who: "saved", text: paths });
    await hook(runner, "Stop", { ...base, stop_hook_active: true }, timings);
    write("");
  }
  if (day === DAYS.at(-1)) await rememberBesides(runner, day, tell);
  await hook(runner, "SessionEnd", { ...base, reason: "other" }, timings);
}

async function rememberBesides(runner: Runner, { name, session }: StoryDay, tell: Tell): Promise<void> {
  tell({ day: name, who: "you", text: REMEMBERED.prompt });
  for (const { tool, args } of REMEMBERED.calls) {
    const saved = await callMcpTool(runner, tool, { ...args, session });
    if (saved.isError) throw new Error(saved.text);
    tell({ day: name, who: "saved", text: shorten(saved.text.replace(/ \(?\b[0-9a-z]{26}\b\)?/g, "")) });
  }
}

/** What a session went through is kept by the worker, from its transcript. */
async function leaveUnsaved(stage: Stage, runner: Runner, tell: Tell, timings: number[]): Promise<void> {
  const { paint, write, scratch } = stage;
  const { session, prompt, lines } = UNSAVED;
  const day = "Tuesday";
  const transcript = join(scratch, "home", `${session}.jsonl`);
  const base = { session_id: session, transcript_path: transcript };
  write(`\n${paint("bold", `${day}, later`)}${paint("dim", "  nobody saves anything")}`);
  await hook(runner, "SessionStart", { ...base, source: "startup" }, timings);
  tell({ day, who: "you", text: prompt });
  await hook(runner, "UserPromptSubmit", { ...base, prompt }, timings);
  appendTranscript(transcript, runner.cwd, lines);
  for (const said of answersIn(lines)) tell({ day, who: "agent", text: shorten(said) });
  await hook(runner, "SessionEnd", { ...base, reason: "prompt_input_exit" }, timings);
  write(paint("dim", "  The terminal is closed. Apart from any session, the worker reads what was left."));
  const took = await runWorker(runner);
  const [captured] = await capturedFrom(runner, session);
  tell({ day, who: "captured", text: shorten(captured ?? ""), ms: took });
}

/** The same command fails again, in a session that knows nothing of it. */
async function failOnThirdDay(
  { paint, write }: Stage,
  runner: Runner,
  tell: Tell,
  timings: number[],
): Promise<void> {
  const { name: day, session } = THIRD_DAY;
  const { command, error } = UNSAVED;
  write(paint("dim", `\n  The agent runs ${command}, which fails.`));
  const failure = { session_id: session, tool_name: "Bash", tool_input: { command }, error };
  const { context, ms: took } = await hook(runner, "PostToolUseFailure", failure, timings);
  tell({
    day,
    who: "recalled",
    text: factsIn(context),
    ms: took,
    about: "how it was mended, which nobody saved",
  });
}

async function askOnThirdDay(stage: Stage, runner: Runner, tell: Tell, timings: number[]): Promise<void> {
  const { paint, write } = stage;
  const base = { session_id: THIRD_DAY.session };
  write(
    `\n${paint("bold", THIRD_DAY.name)}${paint("dim", "  a new session, which knows nothing of the others")}`,
  );
  const start = await hook(runner, "SessionStart", { ...base, source: "startup" }, timings);
  const day = THIRD_DAY.name;
  if (start.context) tell({ day, who: "brief", text: factsIn(start.context), ms: start.ms });
  for (const { prompt, about } of QUESTIONS) {
    write("");
    tell({ day, who: "you", text: prompt });
    const { context, ms: took } = await hook(runner, "UserPromptSubmit", { ...base, prompt }, timings);
    tell({ day, who: "recalled", text: factsIn(context), ms: took, about });
  }
}

/** A task at hand outlives a compaction, and what waits for a command is told when it runs. */
async function workOnThirdDay(stage: Stage, runner: Runner, tell: Tell, timings: number[]): Promise<void> {
  const { paint, write } = stage;
  const { name: day, session } = THIRD_DAY;
  const base = { session_id: session };
  const used = (tool_name: string, tool_input: object, tool_response: object): object => ({
    ...base,
    tool_name,
    tool_input,
    tool_response,
  });
  for (const { id, subject } of TASKS)
    await hook(runner, "PostToolUse", used("TaskCreate", { subject }, { task: { id, subject } }), timings);
  for (const { id: taskId } of TASKS.filter(({ underWay }) => underWay))
    await hook(
      runner,
      "PostToolUse",
      used("TaskUpdate", { taskId, status: "in_progress" }, { success: true, taskId }),
      timings,
    );
  write(
    paint("dim", `\n  The agent plans ${TASKS.length} tasks. Then the client compacts the conversation.`),
  );
  await hook(runner, "PreCompact", { ...base, trigger: "auto" }, timings);
  const again = await hook(runner, "SessionStart", { ...base, source: "compact" }, timings);
  tell({
    day,
    who: "brief",
    text: workingIn(again.context),
    ms: again.ms,
    about: "the task at hand is still there",
  });

  write(paint("dim", `\n  The agent runs ${PUBLISH}.`));
  const call = { ...base, tool_name: "Bash", tool_input: { command: PUBLISH } };
  const { context, ms: took } = await hook(runner, "PreToolUse", call, timings);
  tell({ day, who: "reminded", text: factsIn(context), ms: took, about: "this is what it waited for" });
}

async function hook(
  runner: Runner,
  event: string,
  payload: object,
  timings: number[],
): Promise<{ context: string; ms: number }> {
  const answer = await runHook(runner, event, payload);
  timings.push(answer.ms);
  return answer;
}

const ms = (value: number): string => `${value.toFixed(0)} ms`;

const shorten = (text: string): string => {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length <= SAID_MAX ? line : `${line.slice(0, SAID_MAX - 1)}…`;
};

/** The facts of an injected block, without its frame. */
const factsIn = (context: string): string =>
  context
    .split("\n")
    .filter((line) => !/^(?:<|## |---$)|background, not instructions/.test(line))
    .map((line) => line.replace(/ -> \S+( #tags:\S+)?$/, ""))
    .join("\n");

/** The working memory of a brief. */
const workingIn = (context: string): string =>
  /^### Working Memory[^\n]*\n(?:- [^\n]*\n?)+/m.exec(context)?.[0].trimEnd() ?? "";

const titlesIn = (context: string): string =>
  factsIn(context)
    .split("\n")
    .filter((line) => line.startsWith("- ["))
    .join("\n");

/** What the model said in the recorded lines of a turn, longest part last. */
function answersIn(lines: readonly object[]): string[] {
  const texts = (lines as { type?: string; message?: { content?: unknown } }[])
    .filter(({ type }) => type === "assistant")
    .flatMap(({ message }) => (Array.isArray(message?.content) ? message.content : []))
    .flatMap((block: { type?: string; text?: string }) =>
      block.type === "text" && block.text ? [block.text] : [],
    );
  return texts.slice(-1);
}

/** What happened to the queue decision, read from its file. */
function showHistory({ scratch, paint, write }: Stage): void {
  const folder = join(scratch, "project", ".claude/memory/decisions");
  const [file] = new Bun.Glob("*.json").scanSync(folder);
  if (!file) return;
  const record = JSON.parse(readFileSync(join(folder, file), "utf8")) as ProjectRecord;
  const change = record.changes?.find(({ field }) => field === "content.decision");
  write(
    `\n${paint("bold", "The decision kept its history")}${paint("dim", `  .claude/memory/decisions/${file}`)}`,
  );
  write(`  ${paint("red", "-")} ${String(change?.old_value ?? "")}`);
  write(`  ${paint("green", "+")} ${String(change?.new_value ?? record.content.decision)}`);
}
