import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { BUILT_PLUGIN } from "./plugin.ts";
import { CLIENTS, clearScenesAfterEach, GET, LIMIT, RECORD, RECORD_FILE, SEARCH, scene } from "./scenario.ts";

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
  });
}
