import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { BUILT_PLUGIN } from "./plugin.ts";
import { type Environment, recordsOf } from "./sandbox.ts";
import {
  CLIENTS,
  CONFIG_FILE,
  clearScenesAfterEach,
  DECIDING,
  decidingModel,
  isSaveRequest,
  LIMIT,
  SAVE,
  saveCalls,
  scene,
  troublesIn,
} from "./scenario.ts";
import { HAS_TMUX, openTerminal } from "./terminal.ts";

clearScenesAfterEach();

const UNATTENDED = { [CONFIG_FILE]: { capture: { unattended: true } } };
const sole = <T>(items: readonly T[]): T | undefined => (items.length === 1 ? items[0] : undefined);

for (const client of CLIENTS) {
  describe(`capture in Claude Code ${client.version}`, () => {
    test(
      "a decision leads to one save and one file, and the next session recalls it",
      async () => {
        const { sandbox, model, print } = scene(decidingModel, { files: UNATTENDED });
        await print({ client, plugin: BUILT_PLUGIN, prompts: [DECIDING.prompt, "Thank you, that is all."] });
        expect(saveCalls(model)).toBe(1);
        const [path, record] = sole(Object.entries(recordsOf(sandbox.project))) ?? [];
        expect(path).toStartWith("decisions/");
        expect(record).toMatchObject({
          category: "decision",
          record_status: "active",
          content: DECIDING.draft.content,
        });

        const before = model.main.length;
        await print({
          client,
          plugin: BUILT_PLUGIN,
          prompts: ["How do we queue jobs on the edge devices, with SQLite?"],
        });
        expect(model.main[before]?.shown).toContain("UserPromptSubmit hook additional context:");
        expect(model.main[before]?.shown).toContain(DECIDING.draft.title);
      },
      LIMIT,
    );

    test(
      "a draft that is wrong comes back with what to mend, and the mended one is saved",
      async () => {
        const wrong = { ...DECIDING.draft, content: { ...DECIDING.draft.content, status: "agreed" } };
        const { sandbox, model, print } = scene(
          ({ last }) => {
            if (last.includes("VALIDATION_ERROR"))
              return { tools: [{ name: SAVE, input: { drafts: [DECIDING.draft] } }] };
            if (isSaveRequest(last)) return { tools: [{ name: SAVE, input: { drafts: [wrong] } }] };
            return { text: last.includes(DECIDING.prompt) ? DECIDING.answer : "Noted." };
          },
          { files: UNATTENDED },
        );
        await print({ client, plugin: BUILT_PLUGIN, prompts: [DECIDING.prompt] });
        const complaint = model.main.find(({ last }) => last.includes("VALIDATION_ERROR"))?.last ?? "";
        expect(complaint).toMatch(/field: content\.status\nexpected: .*accepted.*\ngot: .*agreed.*\nfix: /);
        expect(saveCalls(model)).toBe(2);
        expect(sole(Object.values(recordsOf(sandbox.project)))).toMatchObject({
          content: { status: "accepted" },
        });
      },
      LIMIT,
    );

    test(
      "the answer of an unattended session is never replaced",
      async () => {
        const { sandbox, model, print } = scene(decidingModel);
        const { result } = await print({ client, plugin: BUILT_PLUGIN, prompts: [DECIDING.prompt] });
        expect(result).toBe(DECIDING.answer);
        expect(model.main.some(({ last }) => isSaveRequest(last))).toBe(false);
        expect(recordsOf(sandbox.project)).toEqual({});
      },
      LIMIT,
    );

    test.skipIf(!HAS_TMUX)(
      "in the terminal a decision is saved in the turn that made it, without a question to the user",
      async () => {
        const { sandbox, model } = scene(decidingModel);
        const terminal = await openTerminal({
          client,
          sandbox,
          port: model.port,
          plugin: BUILT_PLUGIN,
          args: ["--permission-mode", "default"],
        });
        try {
          await terminal.ready();
          await terminal.say(DECIDING.prompt);
          const shown = await terminal.see(/Noted\./, 40_000);
          expect(saveCalls(model)).toBe(1);
          expect(shown).not.toMatch(/Do you want to|error/i);
          expect(shown.split("Recollect noticed a decision")).toHaveLength(2);
          expect(troublesIn(terminal.debug(), sandbox)).toEqual([]);
        } finally {
          await terminal.close();
        }
        expect(sole(Object.values(recordsOf(sandbox.project)))).toMatchObject({ category: "decision" });
      },
      LIMIT,
    );

    test(
      "a model that answers every request with background agents is not asked again and again",
      async () => {
        // Requests are not rationed here: what ends the loop is that a turn the client began itself asks for nothing.
        const capture = {
          unattended: true,
          mode: "agents",
          turns_between_requests: 1,
          requests_per_session: 50,
        };
        const later =
          "We decided to use Postgres for the billing ledger instead of MySQL, because it has row locks.";
        const { model, print } = scene(
          ({ agent, last }) => {
            if (agent !== undefined) return { text: "drafted", delay: 100 };
            // A model takes its time; the client's transcript, which says who began the turn, is a little late.
            if (last.includes("<task-notification>")) return { text: later };
            if (!isSaveRequest(last))
              return { text: last.includes(DECIDING.prompt) ? DECIDING.answer : "Under way." };
            const prompt = "Draft what was decided";
            const input = {
              subagent_type: "general-purpose",
              description: "draft",
              prompt,
              run_in_background: true,
            };
            return { tools: [{ name: "Agent", input }] };
          },
          { files: { [CONFIG_FILE]: { capture } } },
        );
        await print({ client, plugin: BUILT_PLUGIN, prompts: [DECIDING.prompt], allow: ["Agent", "Task"] });
        expect(model.main.at(-1)?.last).toContain("<task-notification>");
        expect(model.main.filter(({ last }) => isSaveRequest(last)).length).toBe(1);
        expect(model.agents.length).toBeGreaterThanOrEqual(1);
        expect(model.agents.length).toBeLessThanOrEqual(2);
      },
      LIMIT,
    );

    test.each([
      ["", undefined],
      [", wherever it lies", "elsewhere"],
    ])(
      "with subagents, a drafter of ours reads its excerpt without a question%s, and one save follows",
      async (_, place) => {
        const { sandbox, model, print } = scene(
          ({ agent, last }) => {
            if (agent !== undefined) {
              const asked = /CONTEXT (\S+)$/.exec(last.trimEnd());
              if (!asked)
                return { text: last.includes("<transcript_data>") ? JSON.stringify(DECIDING.draft) : "NOOP" };
              const file_path = asked[1] ?? "";
              return { tools: [{ name: "Read", input: { file_path } }] };
            }
            if (last.includes(DECIDING.draft.title) && !last.startsWith("created:")) {
              return { tools: [{ name: SAVE, input: { drafts: [DECIDING.draft] } }] };
            }
            if (!isSaveRequest(last))
              return { text: last.includes(DECIDING.prompt) ? DECIDING.answer : "Noted." };
            const path = /"context_file": "([^"]+decision[^"]*)"/.exec(last)?.[1] ?? "none";
            const input = {
              subagent_type: "memory:drafter",
              description: "draft a decision",
              prompt: `CONTEXT ${path}`,
              model: "haiku",
              run_in_background: false,
            };
            return { tools: [{ name: "Agent", input }] };
          },
          { files: { [CONFIG_FILE]: { capture: { unattended: true, mode: "agents" } } } },
        );
        const allow = ["Agent", "Task"];
        const env: Environment = place ? { RECOLLECT_HOME: join(sandbox.dir, place) } : {};
        await print({ client, plugin: BUILT_PLUGIN, prompts: [DECIDING.prompt], allow, env });
        expect(model.agents.at(0)?.system).toContain("You draft one record");
        expect(model.agents.at(0)?.model).toContain("haiku");
        expect(model.agents.at(-1)?.last).toContain("Redis loses");
        expect(saveCalls(model)).toBe(1);
        expect(sole(Object.values(recordsOf(sandbox.project)))).toMatchObject({ category: "decision" });
      },
      LIMIT,
    );

    test(
      "capture that is off asks for nothing",
      async () => {
        const files = { [CONFIG_FILE]: { capture: { unattended: true, mode: "off" } } };
        const { model, print } = scene(decidingModel, { files });
        await print({ client, plugin: BUILT_PLUGIN, prompts: [DECIDING.prompt] });
        expect(model.main.some(({ last }) => isSaveRequest(last))).toBe(false);
      },
      LIMIT,
    );
  });
}
