/** The engine in this process, at a project and a home of a test's own, with a clock that the test sets. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { decodeHook } from "../../src/client/claude-code/decode.ts";
import { userConfigFile } from "../../src/config/load.ts";
import type { Host, Reply } from "../../src/engine/events.ts";
import { type ProjectView, viewProject } from "../../src/engine/project-view.ts";
import { withStore } from "../../src/engine/with-store.ts";
import { handle } from "../../src/engine.ts";
import { hostPaths } from "../../src/host/paths.ts";
import type { TraceEntry } from "../../src/host/trace.ts";
import { createMemory, type MemoryDraft } from "../../src/memory/create.ts";
import type { Memory, MemoryOf, MemoryType } from "../../src/memory/types.ts";
import type { Store } from "../../src/store/port.ts";

export interface EngineStage extends Disposable {
  readonly host: Host;
  readonly project: string;
  readonly home: string;
  /** What went wrong. */
  readonly traced: TraceEntry[];
  /** The clock: it goes on by a second with each hook, and a test may move it. */
  now: Date;
  /** Configuration of the project, as it is then. */
  configure(config: object): void;
  /** The user's own configuration, in the place of the one before. */
  prefer(config: object): void;
  view(): ProjectView;
  /** A payload of Claude Code's, answered. */
  hook(event: string, payload?: { readonly [field: string]: unknown }): Promise<Reply>;
  /** A tool use that succeeded, as the client tells of it. */
  used(tool_name: string, tool_input: object, tool_response?: unknown, session?: string): Promise<Reply>;
  store<T>(work: (store: Store) => Promise<T>): Promise<T>;
  /** All memories of a type, the oldest first, whatever their session. */
  all<T extends MemoryType>(type: T): Promise<MemoryOf<T>[]>;
}

export const SESSION = "session-1";

/** @param more variables of the environment, besides those of a client with a person before it */
export function openEngine(more: { readonly [name: string]: string } = {}): EngineStage {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), "recollect-engine-")));
  const [project, home] = [join(dir, "project"), join(dir, "home")];
  mkdirSync(join(project, ".git"), { recursive: true });
  mkdirSync(home);
  writeFileSync(join(project, ".git/HEAD"), "ref: refs/heads/main\n");
  const env = { HOME: home, CLAUDE_CODE_ENTRYPOINT: "cli", CLAUDE_PROJECT_DIR: project, ...more };
  const traced: TraceEntry[] = [];
  const stage: EngineStage = {
    project,
    home,
    traced,
    now: new Date("2026-03-02T09:00:00Z"),
    host: {
      paths: hostPaths(env),
      env,
      trace: (entry) => traced.push({ at: stage.now.toISOString(), ...entry }),
      now: () => stage.now,
    },
    configure(config) {
      mkdirSync(join(project, ".claude/memory"), { recursive: true });
      writeFileSync(join(project, ".claude/memory/memory-config.json"), JSON.stringify(config));
    },
    prefer(config) {
      mkdirSync(stage.host.paths.config, { recursive: true });
      writeFileSync(userConfigFile(stage.host.paths), JSON.stringify(config));
    },
    view: () => viewProject(stage.host, project),
    async hook(event, payload = {}) {
      const whole = { hook_event_name: event, session_id: SESSION, cwd: project, ...payload };
      stage.now = new Date(stage.now.getTime() + 1_000);
      const decoded = decodeHook(event, whole, env);
      return decoded ? handle(decoded, stage.host) : {};
    },
    used: (tool_name, tool_input, tool_response = {}, session_id = SESSION) =>
      stage.hook("PostToolUse", { tool_name, tool_input, tool_response, session_id }),
    store: (work) => withStore(stage.view(), work),
    async all<T extends MemoryType>(type: T) {
      const from = { project: stage.view().project.id, session: SESSION };
      const query = { types: [type], everySession: true, limit: 1_000 };
      return (await stage.store(({ memories }) => memories.find(from, query))).reverse() as MemoryOf<T>[];
    },
    [Symbol.dispose]: () => rmSync(dir, { recursive: true, force: true }),
  };
  return stage;
}

let made = 0;

/** Puts a memory into the database as it is, past everything that looks at what gets in. */
export async function put(stage: EngineStage, draft: MemoryDraft, session = "s1"): Promise<Memory> {
  made += 1;
  const random = new Uint8Array(10);
  new DataView(random.buffer).setUint32(6, made);
  const at = { project: stage.view().project.id, session, agent: "main", now: stage.now, random };
  const memory = createMemory(draft, at);
  await stage.store(({ memories }) => memories.put([memory]));
  return memory;
}
