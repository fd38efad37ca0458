import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { BUILT_PLUGIN } from "./plugin.ts";
import { recordsOf } from "./sandbox.ts";
import {
  CLIENTS,
  CONFIG_FILE,
  clearScenesAfterEach,
  DECIDING,
  GET,
  LIMIT,
  RECORD,
  RECORD_FILE,
  SAVE,
  SEARCH,
  scene,
} from "./scenario.ts";

clearScenesAfterEach();

const files = { [RECORD_FILE]: RECORD };

for (const client of CLIENTS) {
  describe(`the slash commands in Claude Code ${client.version}`, () => {
    test(
      "the shell knows our command",
      async () => {
        const { model, print } = scene(({ turn }) =>
          turn === 0
            ? { tools: [{ name: "Bash", input: { command: "command -v recollect", description: "find" } }] }
            : { text: "done" },
        );
        await print({ client, plugin: BUILT_PLUGIN, prompts: ["go"], allow: ["Bash"] });
        expect(model.main[1]?.last).toContain(join(BUILT_PLUGIN, "bin", "recollect"));
      },
      LIMIT,
    );

    test(
      "/memory:status passes the request on and shows the state without a question",
      async () => {
        const { model, print } = scene(
          ({ turn }) =>
            turn === 0
              ? { tools: [{ name: "Bash", input: { command: "recollect status", description: "state" } }] }
              : { text: "done" },
          { files },
        );
        await print({ client, plugin: BUILT_PLUGIN, prompts: ["/memory:status retire some-record"] });
        expect(model.main[0]?.last).toContain("Their request (may be empty): retire some-record");
        expect(model.main[1]?.last).not.toMatch(/requires? (permission|approval)|haven't granted/i);
        expect(model.main[1]?.last).toMatch(/decision/i);
      },
      LIMIT,
    );

    test(
      "/memory:search finds and reads without a question",
      async () => {
        const { model, print } = scene(
          ({ turn }) => {
            const steps = [
              { name: SEARCH, input: { query: "sqlite queue" } },
              { name: GET, input: { id: RECORD.id } },
            ];
            const step = steps[turn];
            return step ? { tools: [step] } : { text: "done" };
          },
          { files },
        );
        await print({
          client,
          plugin: BUILT_PLUGIN,
          prompts: ["/memory:search sqlite queue --include-retired"],
        });
        expect(model.main[0]?.last).toContain("sqlite queue --include-retired");
        expect(model.main[1]?.last).toContain(RECORD.title);
        expect(model.main[2]?.last).toContain("Redis loses queued jobs on reboot");
      },
      LIMIT,
    );

    test(
      "/memory:save says what to save, and saving needs no permission",
      async () => {
        const { sandbox, model, print } = scene(({ turn }) =>
          turn === 0 ? { tools: [{ name: SAVE, input: { drafts: [DECIDING.draft] } }] } : { text: "done" },
        );
        await print({
          client,
          plugin: BUILT_PLUGIN,
          prompts: ["/memory:save decision SQLite is the job queue"],
        });
        expect(model.main[0]?.last).toContain("remembered for the project: decision SQLite is the job queue");
        expect(model.main[0]?.tools).toContain(SAVE);
        expect(model.main[1]?.last).toMatch(/^created: decision/);
        expect(Object.values(recordsOf(sandbox.project))).toMatchObject([{ title: DECIDING.draft.title }]);
      },
      LIMIT,
    );

    test(
      "/memory:config reads settings without a question, and changes them with the user's leave",
      async () => {
        const shell = (command: string) => ({
          tools: [{ name: "Bash", input: { command, description: "settings" } }],
        });
        const steps = [
          shell("recollect config get retrieval.max_inject"),
          shell("recollect config set retrieval.max_inject 2"),
          shell("recollect config validate"),
        ];
        const { sandbox, model, print } = scene(({ turn }) => steps[turn] ?? { text: "done" });
        const allow = ["Bash(recollect config set:*)"];
        const prompts = ["/memory:config show two records per prompt"];
        await print({ client, plugin: BUILT_PLUGIN, prompts, allow });
        expect(model.main[0]?.last).toContain("show two records per prompt");
        for (const turn of [1, 2, 3])
          expect(model.main[turn]?.last).not.toMatch(/permission|approval|error/i);
        expect(model.main[1]?.last).toMatch(/^5$/m);
        expect(JSON.parse(readFileSync(join(sandbox.project, CONFIG_FILE), "utf8"))).toMatchObject({
          retrieval: { max_inject: 2 },
        });
      },
      LIMIT,
    );
  });
}
