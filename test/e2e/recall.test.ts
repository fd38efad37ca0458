import { describe, expect, test } from "bun:test";
import { BUILT_PLUGIN } from "./plugin.ts";
import {
  CLIENTS,
  clearScenesAfterEach,
  LIMIT,
  PREFERENCE,
  PREFERENCE_FILE,
  RECORD,
  RECORD_FILE,
  scene,
} from "./scenario.ts";

clearScenesAfterEach();

const files = { [RECORD_FILE]: RECORD, [PREFERENCE_FILE]: PREFERENCE };
const occurrences = (text: string, part: string): number => text.split(part).length - 1;

for (const client of CLIENTS) {
  describe(`recall in Claude Code ${client.version}`, () => {
    test(
      "a record that a prompt is about is in the request that the model gets, once in a session",
      async () => {
        const { model, print } = scene(() => ({ text: "ok" }), { files });
        const prompts = [
          "Where do queued jobs of the edge devices live, SQLite or Redis?",
          "And the SQLite job queue on edge devices?",
        ];
        await print({ client, plugin: BUILT_PLUGIN, prompts });
        expect(model.main[0]?.shown).toContain("UserPromptSubmit hook additional context:");
        expect(model.main[0]?.shown).toContain(RECORD.title);
        expect(occurrences(model.main[1]?.shown ?? "", RECORD.title)).toBe(
          occurrences(model.main[0]?.shown ?? "", RECORD.title),
        );
      },
      LIMIT,
    );

    test(
      "after a compaction, which takes it away, it is shown again",
      async () => {
        const { model, print } = scene(() => ({ text: "ok" }), { files });
        const prompt = "Where do queued jobs of the edge devices live, SQLite or Redis?";
        await print({
          client,
          plugin: BUILT_PLUGIN,
          prompts: [prompt, "Go on", "And on", "/compact", prompt],
        });
        const last = model.main.at(-1)?.shown ?? "";
        expect(last).toContain("continued from a previous conversation");
        expect(last).toContain(RECORD.title);
        expect(last).toContain(PREFERENCE.content.value);
      },
      LIMIT,
    );

    test(
      "a prompt about something else gets nothing",
      async () => {
        const { model, print } = scene(() => ({ text: "ok" }), { files });
        await print({ client, plugin: BUILT_PLUGIN, prompts: ["Write a haiku on autumn leaves"] });
        expect(model.main[0]?.shown).not.toContain(RECORD.title);
        expect(model.main[0]?.shown).not.toContain("UserPromptSubmit hook");
      },
      LIMIT,
    );

    test(
      "a session starts with a brief of what always holds",
      async () => {
        const { model, print } = scene(() => ({ text: "ok" }), { files });
        await print({ client, plugin: BUILT_PLUGIN, prompts: ["hello"] });
        expect(model.main[0]?.shown).toContain("SessionStart hook additional context:");
        expect(model.main[0]?.shown).toContain(PREFERENCE.content.value);
      },
      LIMIT,
    );
  });
}
