/** Plays stories as sessions of the client: its transcript on the disk, its hooks as real processes, in its order. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openSqliteStore } from "../../src/store/sqlite/open.ts";
import { type Payload, put, type Stage } from "../program/stage.ts";
import { type Transcript, transcript } from "../support/transcript.ts";
import type { Line, Story } from "./stories.ts";

const DAY_MS = 86_400_000;
/** Sessions of a day begin so far apart. */
const APART_MS = 75 * 60_000;

export interface Played {
  readonly session: string;
  readonly story: Story;
  readonly transcript: Transcript;
  readonly path: string;
  readonly folder: string;
  /** What prompts were given, in their order. */
  readonly contexts: string[];
}

/** A project's folder on the stage; the first one is the stage's own. */
export function folderOf(stage: Stage, project: Story["project"]): string {
  if (project === "shop") return stage.project;
  const folder = join(stage.dir, project);
  mkdirSync(join(folder, ".git"), { recursive: true });
  writeFileSync(join(folder, ".git/HEAD"), "ref: refs/heads/main\n");
  return folder;
}

/** @param earlier the sessions played so far, by their numbers */
export async function play(
  stage: Stage,
  story: Story,
  earlier: readonly Played[],
  monday: Date,
): Promise<Played> {
  const number = earlier.length;
  const before = story.resumes === undefined ? undefined : earlier[story.resumes];
  const folder = folderOf(stage, story.project);
  const session = before?.session ?? `session-${String(number).padStart(2, "0")}`;
  const path = before?.path ?? join(stage.home, ".claude/projects", story.project, `${session}.jsonl`);
  const began = new Date(monday.getTime() + story.day * DAY_MS + (number % 6) * APART_MS).toISOString();
  const told = before?.transcript ?? transcript({ session, cwd: folder, began, seed: session });
  if (before) told.wait(24 * 60);
  const played: Played = { session, story, transcript: told, path, folder, contexts: [] };
  const hook = (event: string, payload: Payload = {}): ReturnType<Stage["hook"]> =>
    stage.hook(event, { session_id: session, transcript_path: path, cwd: folder, ...payload });

  await hook("SessionStart", { source: before ? "resume" : "startup" });
  for (const [n, turn] of story.turns.entries()) {
    const [first, ...rest] = turn;
    const prompt = first && "user" in first ? first.user : "";
    played.contexts.push((await hook("UserPromptSubmit", { prompt })).context);
    told.prompt(prompt);
    for (const line of rest) tell(told, line, folder);
    told.append(path);
    if (story.dies && n === story.turns.length - 1) return played;
    const last = rest.findLast((line) => "said" in line);
    await hook("Stop", {
      stop_hook_active: false,
      ...(last && "said" in last ? { last_assistant_message: last.said } : {}),
    });
  }
  await hook("SessionEnd", { reason: "prompt_input_exit" });
  return played;
}

function tell(told: Transcript, line: Line, folder: string): void {
  if ("user" in line) told.prompt(line.user);
  else if ("said" in line) told.said(line.said);
  else if ("run" in line)
    told.ran(line.run, line.fails ?? line.prints ?? "", line.fails === undefined ? 0 : 1);
  else if ("edit" in line) told.edited(join(folder, line.edit), line.was, line.becomes);
  else told.read(join(folder, line.read), line.prints ?? "");
}

/** Waits until no work is waiting and no worker is left. Throws when that takes longer than a minute. */
export async function settled(stage: Stage): Promise<void> {
  const late = Date.now() + 60_000;
  for (;;) {
    const store = openSqliteStore({ path: stage.database });
    const now = new Date().toISOString();
    const due = (await store.jobs.list(1_000)).filter((job) => job.state !== "dead" && job.due <= now);
    const seat = await store.jobs.seat(now);
    await store.close();
    if (due.length === 0 && seat === undefined) return;
    if (Date.now() > late) throw new Error(`still waiting: ${JSON.stringify({ due, seat })}`);
    await Bun.sleep(50);
  }
}

/** So that a project's own files are there to be opened. */
export const furnish = (folder: string): void => put(join(folder, "src/index.ts"), "export {};\n");
