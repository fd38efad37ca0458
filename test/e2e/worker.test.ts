/** What a session said is kept when it is over, without anyone asking: by the worker, apart from the client. */
import { describe, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import type { WorkerReport } from "../../src/engine/worker/report.ts";
import type { Memory } from "../../src/memory/types.ts";
import { allGone } from "../support/processes.ts";
import type { Script } from "./model.ts";
import { BUILT_PLUGIN } from "./plugin.ts";
import { put, type Sandbox } from "./sandbox.ts";
import { CLIENTS, clearScenesAfterEach, LIMIT, scene } from "./scenario.ts";

clearScenesAfterEach();

/** `recollect … --json` in the project, as its user runs it. */
function recollect<T>({ project, env }: Sandbox, ...args: string[]): T {
  const command = join(BUILT_PLUGIN, "bin/recollect");
  const ran = spawnSync(command, [...args, "--json"], { cwd: project, env: env(0), encoding: "utf8" });
  return JSON.parse(ran.stdout) as T;
}

const kept = async (sandbox: Sandbox): Promise<Memory[]> => {
  await allGone(sandbox.home);
  return recollect<Memory[]>(sandbox, "memories", "--limit", "100");
};
const said = (memories: readonly Memory[]): string => JSON.stringify(memories);

const DECISION =
  "Let's use SQLite for the job queue of the edge devices instead of Redis, because Redis loses queued jobs on a reboot.";
const KEPT = "Redis loses queued jobs";
const QUESTION = "How do we queue jobs on the edge devices: SQLite or Redis?";
const agreeing: Script = () => ({ text: "Noted." });

for (const client of CLIENTS) {
  describe(`the worker behind Claude Code ${client.version}`, () => {
    test(
      "keeps what a session decided when it is over, and the next one is given it",
      async () => {
        const { sandbox, model, print } = scene(agreeing);
        await print({ client, plugin: BUILT_PLUGIN, prompts: [DECISION, "Thank you, that is all."] });
        const memories = await kept(sandbox);
        expect(said(memories)).toContain(KEPT);
        expect(memories.map(({ provenance }) => provenance?.by)).toContain("capture");
        const { jobs, last } = recollect<WorkerReport>(sandbox, "worker", "status");
        expect(jobs.filter(({ state }) => state === "dead")).toEqual([]);
        expect(last?.end).toBe("nothing to do");

        const before = model.main.length;
        await print({ client, plugin: BUILT_PLUGIN, prompts: [QUESTION] });
        expect(model.main[before]?.shown).toContain(KEPT);
      },
      LIMIT,
    );

    test(
      "takes up a session that was killed, when the next one starts",
      async () => {
        let pid = 0;
        const { sandbox, print } = scene((request) => {
          if (request.last.includes(DECISION))
            return {
              text: "I look at the readme first.",
              tools: [{ name: "Read", input: { file_path: "README.md" } }],
            };
          if (pid > 0) process.kill(pid, "SIGKILL");
          return { text: "Noted." };
        });
        const started = (id: number): void => {
          pid = id;
        };
        // A slow machine's first sweep may come so late that it finds the decision already.
        const env = { RECOLLECT_WORKER: "off" };
        const killed = await print({ client, plugin: BUILT_PLUGIN, prompts: [DECISION], started, env });
        expect(killed.code).toBeNull();
        expect(said(await kept(sandbox))).not.toContain(KEPT);
        pid = 0;
        await print({ client, plugin: BUILT_PLUGIN, prompts: ["Hello"] });
        expect(said(await kept(sandbox))).toContain(KEPT);
      },
      LIMIT,
    );

    test(
      "is told of subagents, whose work is read as well",
      async () => {
        const { sandbox, print } = scene((request) => {
          if (request.agent !== undefined)
            return {
              text: "We decided to keep the sessions in signed cookies, because no server store is needed then.",
            };
          if (request.last.includes("Have it looked into"))
            return {
              tools: [
                {
                  name: "Agent",
                  input: {
                    description: "Look into sessions",
                    prompt: "Find out where to keep the sessions",
                    subagent_type: "general-purpose",
                    run_in_background: false,
                  },
                },
              ],
            };
          return { text: "Done." };
        });
        await print({
          client,
          plugin: BUILT_PLUGIN,
          prompts: ["Have it looked into"],
          allow: ["Agent", "Task"],
        });
        await allGone(sandbox.home);
        const { jobs, last } = recollect<WorkerReport>(sandbox, "worker", "status");
        expect([jobs.filter(({ state }) => state === "dead"), last?.failed]).toEqual([[], 0]);
      },
      LIMIT,
    );

    test(
      "a command that fails is told how it was mended before",
      async () => {
        const { sandbox, model, print } = scene(({ last }) =>
          last.includes("Go ahead with it")
            ? { tools: [{ name: "Bash", input: { command: "sh ledger.sh", description: "ledger" } }] }
            : { text: "Done." },
        );
        put(
          join(sandbox.project, "ledger.sh"),
          "echo 'Error: connect ECONNREFUSED 127.0.0.1:5433' >&2; exit 1\n",
        );
        const way = ["--type", "procedural", "--steps", JSON.stringify(["Run docker compose up ledger-db"])];
        const name = "When `sh ledger.sh` fails with Error: connect ECONNREFUSED 127.0.0.1:5433";
        const ran = spawnSync(join(BUILT_PLUGIN, "bin/recollect"), ["remember", name, ...way], {
          cwd: sandbox.project,
          env: sandbox.env(0),
          encoding: "utf8",
        });
        expect([ran.status, ran.stderr]).toEqual([0, ""]);
        await print({ client, plugin: BUILT_PLUGIN, prompts: ["Go ahead with it"], allow: ["Bash"] });
        expect(model.main[1]?.shown).toMatch(
          /PostToolUseFailure:Bash hook additional context: [\s\S]*docker compose up ledger-db/,
        );
      },
      LIMIT,
    );
  });
}
