import { describe, expect, test } from "bun:test";
import { existsSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { sampleRecord } from "../support/records.ts";
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
  RETIRE,
  SAVE,
  SEARCH,
  scene,
} from "./scenario.ts";

clearScenesAfterEach();

const REFUSED = "belongs to the project's memory";

const LIMITED = sampleRecord("At most 100 mails per minute", { category: "constraint" });
const LIMITED_FILE = `.claude/memory/constraints/${LIMITED.id}.json`;
const RETIRING = {
  category: "constraint",
  target: LIMITED.id,
  action: "DELETE",
  summary: "The limit on mails is gone",
};

for (const client of CLIENTS) {
  describe(`the guard in Claude Code ${client.version}`, () => {
    test(
      "a direct write, an edit and shell redirections into the memory folder are refused with the way that is open",
      async () => {
        const files = { [RECORD_FILE]: RECORD };
        const { sandbox, model, print } = scene(
          ({ turn }) => {
            const memory = join(sandbox.project, ".claude/memory");
            const steps = [
              { name: "Write", input: { file_path: join(memory, "decisions/forged.json"), content: "{}" } },
              { name: "Read", input: { file_path: join(sandbox.project, RECORD_FILE) } },
              {
                name: "Edit",
                input: {
                  file_path: join(sandbox.project, RECORD_FILE),
                  old_string: '"active"',
                  new_string: '"retired"',
                },
              },
              {
                name: "Bash",
                input: { command: `echo {} > .claude/memory/decisions/forged.json`, description: "write" },
              },
              {
                name: "Bash",
                input: {
                  command: `cd .claude && cp ../README.md memory/decisions/forged.json`,
                  description: "copy",
                },
              },
              { name: "Bash", input: { command: "cat README.md > copy.txt", description: "harmless" } },
            ];
            const step = steps[turn];
            return step ? { tools: [step] } : { text: "done" };
          },
          { files },
        );
        const allow = ["Write", "Edit", "Read", "Bash"];
        await print({ client, plugin: BUILT_PLUGIN, prompts: ["go"], allow, permissionMode: "acceptEdits" });
        for (const turn of [1, 3, 4, 5]) expect(model.main[turn]?.last).toContain(REFUSED);
        expect(readFileSync(join(sandbox.project, RECORD_FILE), "utf8")).toBe(
          `${JSON.stringify(RECORD, null, 2)}\n`,
        );
        expect(existsSync(join(sandbox.project, ".claude/memory/decisions/forged.json"))).toBe(false);
        expect(readFileSync(join(sandbox.project, "copy.txt"), "utf8")).toBe("# scratch\n");
      },
      LIMIT,
    );

    test(
      "neither a link, nor dots, nor a folder that the shell went to leads around it",
      async () => {
        const files = { [RECORD_FILE]: RECORD, "src/a.ts": "" };
        const { sandbox, model, print } = scene(
          ({ turn }) => {
            const write = (path: string) => ({
              name: "Write",
              input: { file_path: `${sandbox.project}/${path}`, content: "{}" },
            });
            const shell = (command: string) => ({ name: "Bash", input: { command, description: "write" } });
            const steps = [
              write("notes/decisions/forged.json"),
              write("src/../.claude/memory/decisions/forged.json"),
              shell("echo {} > notes/decisions/forged.json"),
              shell("echo {} | tee src/../.claude/memory/decisions/forged.json"),
              shell("cd notes/decisions && ls"),
              shell("sed -i s/active/retired/ *.json"),
            ];
            const step = steps[turn];
            return step ? { tools: [step] } : { text: "done" };
          },
          { files },
        );
        symlinkSync(".claude/memory", join(sandbox.project, "notes"));
        const allow = ["Write", "Bash"];
        await print({ client, plugin: BUILT_PLUGIN, prompts: ["go"], allow, permissionMode: "acceptEdits" });
        for (const turn of [1, 2, 3, 4, 6])
          expect(model.main[turn]?.last).toMatch(/belongs? to the project's memory/);
        expect(Object.keys(recordsOf(sandbox.project))).toEqual([`decisions/${RECORD.id}.json`]);
        expect(readFileSync(join(sandbox.project, RECORD_FILE), "utf8")).toContain('"active"');
      },
      LIMIT,
    );

    test(
      "our own tools read and save in default mode without a question; retiring asks",
      async () => {
        const files = { [RECORD_FILE]: RECORD, [LIMITED_FILE]: LIMITED, [CONFIG_FILE]: {} };
        const { sandbox, model, print } = scene(
          ({ turn }) => {
            const steps = [
              { name: SEARCH, input: { query: "sqlite job queue" } },
              { name: GET, input: { id: RECORD.id } },
              {
                name: SAVE,
                input: {
                  drafts: [{ ...DECIDING.draft, target: RECORD.id, summary: "Jobs expire after a day" }],
                },
              },
              { name: RETIRE, input: { id: RECORD.id, reason: "test" } },
              { name: SAVE, input: { drafts: JSON.stringify([RETIRING]) } },
            ];
            const step = steps[turn];
            return step ? { tools: [step] } : { text: "done" };
          },
          { files },
        );
        await print({ client, plugin: BUILT_PLUGIN, prompts: ["go"] });
        expect(model.main[1]?.last).toContain(RECORD.title);
        expect(model.main[2]?.last).toContain('"schema_version"');
        expect(model.main[3]?.last).toMatch(/updated: decision/);
        expect(model.main[4]?.last).not.toMatch(/^retired/m);
        expect(model.main[5]?.last).not.toMatch(/^retired/m);
        expect(recordsOf(sandbox.project)).toMatchObject({
          [`decisions/${RECORD.id}.json`]: { record_status: "active" },
          [`constraints/${LIMITED.id}.json`]: { record_status: "active" },
        });
      },
      LIMIT,
    );

    test(
      "a draft that retires does so for whom the person allows to save",
      async () => {
        const { sandbox, model, print } = scene(
          ({ turn }) =>
            turn === 0 ? { tools: [{ name: SAVE, input: { drafts: [RETIRING] } }] } : { text: "done" },
          { files: { [LIMITED_FILE]: LIMITED } },
        );
        await print({ client, plugin: BUILT_PLUGIN, prompts: ["go"], allow: [SAVE] });
        expect(model.main[1]?.last).toMatch(/^retired/m);
        expect(recordsOf(sandbox.project)).toMatchObject({
          [`constraints/${LIMITED.id}.json`]: { record_status: "retired" },
        });
      },
      LIMIT,
    );
  });
}
