import { Database } from "bun:sqlite";
import { describe, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import type { Model, ModelReply } from "./model.ts";
import { BUILT_PLUGIN } from "./plugin.ts";
import { put, type Sandbox } from "./sandbox.ts";
import { CLIENTS, clearScenesAfterEach, LIMIT, scene } from "./scenario.ts";
import { HAS_TMUX, openTerminal } from "./terminal.ts";

clearScenesAfterEach();

const HEADING = "### Working Memory (Current Task)";
/** Newer clients have no tasks unless told. */
const TASKS = { CLAUDE_CODE_ENABLE_TODO_TOOLS: "1", ENABLE_TOOL_SEARCH: "false" };
const COMMITTER = {
  GIT_AUTHOR_NAME: "t",
  GIT_AUTHOR_EMAIL: "t@example.com",
  GIT_COMMITTER_NAME: "t",
  GIT_COMMITTER_EMAIL: "t@example.com",
};

const rows = <T>({ home }: Sandbox, sql: string): T[] => {
  const db = new Database(join(home, ".local/share/recollect/recollect.db"), { readonly: true });
  try {
    // The worker may be about to leave.
    db.run("PRAGMA busy_timeout = 5000");
    return db.query<T, []>(sql).all();
  } finally {
    db.close();
  }
};

interface WorkingRow {
  content: string;
  cleared_reason: string | null;
}
const working = (sandbox: Sandbox): WorkingRow[] =>
  rows(sandbox, "SELECT content, cleared_reason FROM working_memories ORDER BY created_at, id");

/** What the first request that holds a prompt shows from there on: the prompt, and what came with it. */
function asked({ main }: Model, prompt: string): string {
  const { shown = "" } = main.find((request) => request.shown.includes(prompt)) ?? {};
  return shown.slice(shown.lastIndexOf(prompt));
}

/** A model that uses these tools, a call per request, and says something in between where there is a gap. */
const steps =
  (list: readonly (ModelReply["tools"] | undefined)[]) =>
  ({ turn }: { turn: number }): ModelReply => {
    const tools = list[turn];
    return tools ? { tools } : { text: "ok" };
  };

const create = (subject: string): ModelReply["tools"] => [
  { name: "TaskCreate", input: { subject, description: subject } },
];
const update = (taskId: string, status: string): ModelReply["tools"] => [
  { name: "TaskUpdate", input: { taskId, status } },
];

for (const client of CLIENTS) {
  describe(`the task at hand in Claude Code ${client.version}`, () => {
    test(
      "is before every prompt, after a compaction, too, until it is done; then an episode tells of it",
      async () => {
        const { sandbox, model, print } = scene(
          steps([
            create("Add the login route"),
            update("1", "in_progress"),
            undefined, // the end of the first turn
            undefined, // the second prompt
            undefined, // the compaction
            undefined, // after it
            update("1", "completed"),
          ]),
        );
        const prompts = ["Begin", "Go on", "/compact", "And on", "Finish it", "What now?"];
        const allow = ["TaskCreate", "TaskUpdate"];
        await print({ client, plugin: BUILT_PLUGIN, prompts, allow, env: TASKS });
        const line = `${HEADING}\n- (in progress) Add the login route`;
        expect(asked(model, "Go on")).toContain(line);
        expect(asked(model, "And on")).toContain(line);
        expect(asked(model, "What now?")).not.toContain(HEADING);
        expect(working(sandbox)).toContainEqual({
          content: "Add the login route",
          cleared_reason: "completed",
        });
        const [episode] = rows<{ title: string }>(sandbox, "SELECT title FROM episodic_memories");
        expect(episode?.title).toBe("Completed: Add the login route");
      },
      LIMIT,
    );

    test(
      "outlives the client's being killed, and is there when the session is resumed",
      async () => {
        const { sandbox, model, print } = scene(({ turn, last }) => {
          if (turn === 0) return { tools: create("Add the login route") ?? [] };
          return { text: "ok", ...(last.includes("Hang") ? { delay: 20_000 } : {}) };
        });
        const session = crypto.randomUUID();
        const common = { client, plugin: BUILT_PLUGIN, allow: ["TaskCreate"], env: TASKS };
        const killed = print({
          ...common,
          prompts: ["Begin", "Hang"],
          args: ["--session-id", session],
          timeout: 9_000,
        });
        expect(killed).rejects.toThrow("was not done");
        await killed.catch(() => undefined);
        expect(working(sandbox)).toEqual([{ content: "Add the login route", cleared_reason: null }]);
        await print({ ...common, prompts: ["And on"], args: ["--resume", session] });
        expect(asked(model, "And on")).toContain(`${HEADING}\n- Add the login route`);
        expect(working(sandbox)).toEqual([{ content: "Add the login route", cleared_reason: "session_end" }]);
      },
      LIMIT,
    );

    test.skipIf(!HAS_TMUX)(
      "comes from an accepted plan, whose steps commits do",
      async () => {
        const plan = "# Add the login\n\n1. Add the POST /login route\n2. Write tests for the login\n";
        const { sandbox, model } = scene(({ turn, shown, system }) => {
          const path = /(\S*\/plans\/\S+?\.md)/.exec(shown + system)?.[1] ?? "";
          const commands = [
            "git add . && git commit --allow-empty -m 'Add login route (POST)'",
            "git status",
            "git commit --allow-empty -q -m 'Tests for the login'",
          ];
          const command = commands[turn - 2];
          if (turn === 0) return { tools: [{ name: "Write", input: { file_path: path, content: plan } }] };
          if (turn === 1) return { tools: [{ name: "ExitPlanMode", input: { plan } }] };
          return command
            ? { tools: [{ name: "Bash", input: { command, description: "x" } }] }
            : { text: "All is done" };
        });
        const terminal = await openTerminal({
          client,
          sandbox,
          port: model.port,
          plugin: BUILT_PLUGIN,
          args: ["--permission-mode", "plan", "--allowedTools", "Bash,Write"],
          env: COMMITTER,
        });
        try {
          await terminal.ready();
          await terminal.say("Plan the login");
          await terminal.see(/2\. Yes, manually approve edits/, 30_000);
          await Bun.sleep(1_500); // keys that come with the question are not taken as its answer
          await terminal.say("2");
          await terminal.see(/All is done/, 30_000);
        } finally {
          await terminal.close();
        }
        expect(working(sandbox)).toEqual([
          { content: "Plan: Add the login", cleared_reason: "completed" },
          { content: "Add the POST /login route", cleared_reason: "completed" },
          { content: "Write tests for the login", cleared_reason: "completed" },
        ]);
      },
      LIMIT,
    );
  });

  describe(`what is to be remembered in Claude Code ${client.version}`, () => {
    test(
      "is told when the file is touched, when the command runs, and at the first prompt from when on it is due",
      async () => {
        const { sandbox, model, print } = scene(({ turn }) => {
          const list = [
            { name: "Read", input: { file_path: join(sandbox.project, "src/auth.ts") } },
            { name: "Bash", input: { command: "make release", description: "x" } },
          ];
          const tool = list[turn];
          return tool ? { tools: [tool] } : { text: "ok", ...(turn === 2 ? { delay: 8_000 } : {}) };
        });
        put(join(sandbox.project, "src/auth.ts"), "export {};\n");
        put(join(sandbox.project, "Makefile"), "release:\n\t@echo released\n");
        remember(sandbox);
        const prompts = ["Begin", "Go on", "And on"];
        await print({ client, plugin: BUILT_PLUGIN, prompts, allow: ["Read", "Bash"] });
        expect(asked(model, "Begin")).not.toContain("Renew the certificate");
        expect(asked(model, "Go on")).toContain("Renew the certificate");
        expect(asked(model, "And on")).not.toContain("Renew the certificate");
        const [first, second, third] = model.main.map(({ shown }) => shown);
        expect(first).not.toContain("Rotate the keys");
        expect(second).toContain("Rotate the keys");
        expect(second).not.toContain("Bump the chart");
        expect(third).toContain("Bump the chart");
        const states = rows<{ title: string; status: string }>(
          sandbox,
          "SELECT title, status FROM prospective_memories ORDER BY title",
        );
        expect(states).toEqual([
          { title: "Bump the chart", status: "active" },
          { title: "Renew the certificate", status: "pending" },
          { title: "Rotate the keys", status: "active" },
        ]);
      },
      LIMIT,
    );
  });
}

/** Intentions, as a service of the program keeps them. */
function remember({ home, project }: Sandbox): void {
  const script = `
    import { viewProject } from ${JSON.stringify(join(import.meta.dir, "../../src/engine/project-view.ts"))};
    import { remind } from ${JSON.stringify(join(import.meta.dir, "../../src/engine/intentions/intentions.ts"))};
    import { hostPaths } from ${JSON.stringify(join(import.meta.dir, "../../src/host/paths.ts"))};
    const host = { paths: hostPaths(), env: process.env, trace: () => {}, now: () => new Date() };
    const view = viewProject(host, ${JSON.stringify(project)});
    await remind(view, "cli", { content: "Rotate the keys", when: "when editing src/auth.ts" });
    await remind(view, "cli", { content: "Bump the chart", when: "before release" });
    await remind(view, "cli", { content: "Renew the certificate", due: new Date(Date.now() + 8_000).toISOString() });
  `;
  const run = spawnSync(process.execPath, ["-e", script], {
    env: { HOME: home, PATH: process.env.PATH ?? "/usr/bin:/bin" },
    encoding: "utf8",
  });
  if (run.status !== 0) throw new Error(run.stderr);
}
