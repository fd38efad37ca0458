import { describe, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import type { MemoryCount } from "../../src/store/memory-port.ts";
import type { Injection } from "../../src/store/port.ts";
import { BUILT_PLUGIN } from "./plugin.ts";
import type { Sandbox } from "./sandbox.ts";
import {
  CLIENTS,
  CONFIG_FILE,
  clearScenesAfterEach,
  DECIDING,
  decidingModel,
  LIMIT,
  scene,
} from "./scenario.ts";

clearScenesAfterEach();

const REMEMBER = "mcp__plugin_memory_recollect__memory_remember";
const RULE = "The staging database of the invoices is reset every Monday at six";
const EVENT = "The user asked why the invoices of staging were empty this Monday";

interface Status {
  records: { totals: { active: number } };
  memories: { counts: MemoryCount[] };
  injections: Injection[];
  failures: object[];
}

/** `recollect … --json` in the project, as its user runs it. */
function recollect<T>({ project, env }: Sandbox, ...args: string[]): T {
  const command = join(BUILT_PLUGIN, "bin/recollect");
  const ran = spawnSync(command, [...args, "--json"], { cwd: project, env: env(0), encoding: "utf8" });
  return JSON.parse(ran.stdout) as T;
}

for (const client of CLIENTS) {
  describe(`memories in Claude Code ${client.version}`, () => {
    test(
      "what one session is told to remember, and what it decided, are in what the model of the next is given",
      async () => {
        const { sandbox, model, print } = scene(
          (request) => {
            if (!request.last.includes("Remember")) return decidingModel(request);
            const texts = [
              { text: RULE, type: "semantic" },
              { text: EVENT, type: "episodic" },
            ];
            return { tools: texts.map((input) => ({ name: REMEMBER, input })) };
          },
          { files: { [CONFIG_FILE]: { capture: { unattended: true } } } },
        );
        const common = { client, plugin: BUILT_PLUGIN };
        const told = `Remember that ${RULE.toLowerCase()}`;
        await print({ ...common, prompts: [told, DECIDING.prompt, "Thank you, that is all."] });

        const before = model.main.length;
        const prompts = [
          "When is the staging database of the invoices reset?",
          "How do we queue jobs on the edge devices, with SQLite?",
        ];
        await print({ ...common, prompts });
        const [first, second] = model.main.slice(before).map(({ shown }) => shown);
        expect(first).toContain("UserPromptSubmit hook additional context:");
        expect(first).toContain(RULE);
        expect(first).not.toContain(EVENT); // it was the first session's own
        expect(second).toContain(DECIDING.draft.title);

        const { records, memories, injections, failures } = recollect<Status>(sandbox, "status");
        expect(records.totals.active).toBe(1);
        expect(memories.counts).toEqual([
          { type: "episodic", status: "active", count: 1 },
          { type: "semantic", status: "active", count: 1 },
        ]);
        expect(injections.length).toBeGreaterThan(0);
        expect(failures).toEqual([]);
        const { checks } = recollect<{ checks: { name: string; found: string }[] }>(sandbox, "doctor");
        expect(checks.find(({ name }) => name === "database")?.found).toEndWith(
          "1 record and 2 memories of this project in use",
        );
      },
      LIMIT,
    );
  });
}
