/** The proof that memory works: what one process keeps another brings back, and what is said in a session is kept. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Environment } from "../../host/paths.ts";
import { messageOf } from "../../host/trace.ts";
import { viewProject } from "../project-view.ts";
import { storeUrl } from "../store-url.ts";
import { withStore } from "../with-store.ts";
import type { Workspace } from "../workspace.ts";
import { bad, type Check, ok } from "./check.ts";

/** How the doctor starts this program again: executable and leading arguments. */
export interface SelfCommand {
  executable: string;
  args: readonly string[];
}

/** A session as a client writes and tells of it, in which a person says this. */
export type Sampler = (
  said: string,
  at: { readonly session: string; readonly cwd: string; readonly now: Date },
) => {
  readonly transcript: string;
  payload(event: "Stop" | "SessionEnd", path: string): object;
};

const PROOF_TIMEOUT_MS = 10_000;

/** The environment without our variables: the proof is about the program, not about where and how it is set up. */
const withoutOurs = (env: Environment): Environment =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith("RECOLLECT_")));

/** What the memory says that no prompt of the proof does. */
const REMEMBERED = "every fifth Monday";

/** A project and a home of its own, in which this program is started again and again. */
interface Scratch {
  readonly dir: string;
  readonly project: string;
  /** A word that nothing else says. */
  readonly token: string;
  /** Runs a command and gives what it printed; rejects where it fails. */
  run(args: readonly string[], input?: string): Promise<string>;
}

function openScratch(ws: Workspace, self: SelfCommand): Scratch {
  const dir = mkdtempSync(join(tmpdir(), "recollect-doctor-"));
  const project = join(dir, "project");
  mkdirSync(join(project, ".claude"), { recursive: true });
  const url = storeUrl(ws);
  const env = {
    ...withoutOurs(process.env),
    ...(url === undefined ? {} : { RECOLLECT_DATABASE_URL: url }),
    RECOLLECT_HOME: join(dir, "home"),
    RECOLLECT_WORKER: "off",
    CLAUDE_PROJECT_DIR: project,
  };
  const run = async (args: readonly string[], input = ""): Promise<string> => {
    const child = Bun.spawn([self.executable, ...self.args, ...args], {
      cwd: project,
      env,
      stdin: new Blob([input]),
      stdout: "pipe",
      stderr: "pipe",
      timeout: PROOF_TIMEOUT_MS,
    });
    const [out, err, code] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
      child.exited,
    ]);
    if (code !== 0)
      throw new Error(`\`recollect ${args[0]}\` ended with ${code}: ${(err || out).trim().slice(0, 200)}`);
    return out;
  };
  return { dir, project, token: `zircon${Date.now().toString(36)}`, run };
}

/** Proves by doing: in the database that is in use, but in a project of its own, whose rows are taken out again. */
export async function proofs(ws: Workspace, self: SelfCommand, sample: Sampler): Promise<Check[]> {
  const scratch = openScratch(ws, self);
  const isShared = storeUrl(ws) !== undefined;
  try {
    const recalled = await proof(RECALLS, () => recallProof(scratch));
    const refused = await proof(REFUSES, () => refusalProof(scratch));
    // A worker does all that waits in its database: in one that is shared that is not for the doctor to begin.
    const captured = isShared ? [] : [await proof(CAPTURES, () => captureProof(scratch, sample))];
    return [recalled, refused, ...captured];
  } finally {
    if (isShared) await forgetPlace(ws, scratch.project);
    rmSync(scratch.dir, { recursive: true, force: true });
  }
}

const RECALLS = "write and read across processes";
const REFUSES = "credentials are refused";
const CAPTURES = "capture across processes";

async function proof(name: string, work: () => Promise<Check>): Promise<Check> {
  try {
    return await work();
  } catch (error) {
    return bad(name, "error", messageOf(error), "Run the command by hand to see its full output");
  }
}

/** Saves a record and a memory in processes of their own and asks for them through the prompt hook of another. */
async function recallProof({ project, token, run }: Scratch): Promise<Check> {
  await run(["save", "decision", `Use ${token} for storage because the doctor asked`]);
  await run(["remember", `The storage of ${token} is emptied ${REMEMBERED}`, "--type", "semantic"]);
  const started = performance.now();
  const payload = {
    hook_event_name: "UserPromptSubmit",
    session_id: token,
    cwd: project,
    prompt: `How do we use ${token} for storage?`,
  };
  const answer = await run(["hook", "UserPromptSubmit"], JSON.stringify(payload));
  const ms = Math.round(performance.now() - started);
  const lost = [
    ...(answer.includes(`Use ${token}`) ? [] : ["the record"]),
    ...(answer.includes(REMEMBERED) ? [] : ["the memory"]),
  ];
  return lost.length === 0
    ? ok(
        RECALLS,
        `a record and a memory, saved by one process, recalled by the prompt hook of another in ${ms} ms`,
      )
    : bad(
        RECALLS,
        "error",
        `the prompt hook did not bring back ${lost.join(" and ")} that was saved`,
        "Run `recollect doctor --json` and report it",
      );
}

/** A made-up credential is to be remembered: it must be refused, and stand in no file. */
async function refusalProof({ dir, run }: Scratch): Promise<Check> {
  const secret = syntheticToken();
  const answered = await run(["remember", `The deploy token is ${secret} until Friday`]);
  const leak = answered.includes("Refused: holds a credential")
    ? filesHolding(dir, secret)
    : ["the memories"];
  return leak.length === 0
    ? ok(REFUSES, "one that was made up for this was refused, and stands in no file")
    : bad(
        REFUSES,
        "error",
        `one that was made up for this was kept in ${leak.join(", ")}`,
        "Run `recollect doctor --json` and report it",
      );
}

/** Looks like a token and is none. */
function syntheticToken(): string {
  const random = crypto.getRandomValues(new Uint8Array(36));
  const letters = "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789";
  return `ghp${"_"}${[...random].map((byte) => letters[byte % letters.length]).join("")}`;
}

/** Files below a folder in which the text stands, the database's among them. */
const filesHolding = (folder: string, text: string): string[] =>
  [...new Bun.Glob("**/*").scanSync({ cwd: folder, dot: true, onlyFiles: true })].filter((path) =>
    readFileSync(join(folder, path)).includes(text),
  );

/** A session of one turn ends, and the worker reads what a person said in it. */
async function captureProof({ dir, project, token, run }: Scratch, sample: Sampler): Promise<Check> {
  const said = `Always write the name of the ${token} shelf in lower case.`;
  const session = sample(said, { session: `${token}-captured`, cwd: project, now: new Date() });
  const path = join(dir, "transcript.jsonl");
  writeFileSync(path, session.transcript);
  const started = performance.now();
  for (const event of ["Stop", "SessionEnd"] as const)
    await run(["hook", event], JSON.stringify(session.payload(event, path)));
  await run(["worker", "run", "--json"]);
  const ms = Math.round(performance.now() - started);
  const kept = await run(["memories", "--status", "all", "--json"]);
  return kept.includes(`${token} shelf`)
    ? ok(CAPTURES, `what was said in a session was read by the worker, and kept, in ${ms} ms`)
    : bad(
        CAPTURES,
        "error",
        "what was said in a session was not kept by the worker",
        "Run `recollect worker status` and `recollect doctor --json`, and report it",
      );
}

/** What the proof left in a database that stays; of its session the ledger forgets by itself. */
async function forgetPlace(ws: Workspace, projectDir: string): Promise<void> {
  try {
    const { place } = viewProject(ws.host, projectDir);
    await withStore(ws, async ({ projection, memories }) => {
      await projection.clear(place);
      const own = await memories.find({ project: place.project, session: "" }, { everySession: true });
      await memories.forget(
        place.project,
        own.flatMap(({ id, project }) => (project === place.project ? [id] : [])),
      );
    });
  } catch {
    // The proof has told of it.
  }
}
