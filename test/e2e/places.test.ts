import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { findProject } from "../../src/host/project.ts";
import { createMemory, type MemoryDraft } from "../../src/memory/create.ts";
import { openSqliteStore } from "../../src/store/sqlite/open.ts";
import type { ModelReply } from "./model.ts";
import { BUILT_PLUGIN } from "./plugin.ts";
import type { Sandbox } from "./sandbox.ts";
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

const CONSTRAINT = {
  ...RECORD,
  category: "constraint",
  id: "queue-claims-in-order",
  title: "Claims are taken in order of their ids",
  tags: ["claims"],
  related_files: ["src/db/claims.ts"],
  content: {
    kind: "technical",
    rule: "Order by id",
    impact: ["Deadlocks"],
    severity: "medium",
    active: true,
  },
};

const files = {
  [RECORD_FILE]: RECORD,
  [PREFERENCE_FILE]: PREFERENCE,
  [`.claude/memory/constraints/${CONSTRAINT.id}.json`]: CONSTRAINT,
  "src/db/claims.ts": "export const claims = [];\n",
};

async function remember({ home, project }: Sandbox, draft: MemoryDraft): Promise<void> {
  const store = openSqliteStore({ path: join(home, ".local/share/recollect/recollect.db") });
  const random = crypto.getRandomValues(new Uint8Array(10));
  const at = { project: findProject(project).id, session: "before", agent: "main", now: new Date(), random };
  await store.memories.put([createMemory(draft, at)]);
  await store.close();
}

const occurrences = (text: string, part: string): number => text.split(part).length - 1;

/** A model that calls agents, each with a task of its own, and then is done. */
const calling =
  (...calls: readonly { [field: string]: unknown }[]) =>
  ({ turn, agent }: { turn: number; agent?: string }): ModelReply =>
    agent === undefined && turn === 0
      ? { tools: calls.map((input) => ({ name: "Agent", input: { run_in_background: false, ...input } })) }
      : { text: "done" };

for (const client of CLIENTS) {
  describe(`the places of memory in Claude Code ${client.version}`, () => {
    test(
      "the brief tells of what is due",
      async () => {
        const { sandbox, model, print } = scene(() => ({ text: "ok" }));
        const due_at = "2026-01-01T00:00:00.000Z";
        await remember(sandbox, {
          type: "prospective",
          content: "Rotate the signing key",
          scope: "project",
          due_at,
        });
        await print({ client, plugin: BUILT_PLUGIN, prompts: ["hello"] });
        expect(model.main[0]?.shown).toContain("### Pending Tasks (Prospective)");
        expect(occurrences(model.main[0]?.shown ?? "", "(due 2026-01-01) Rotate the signing key")).toBe(1);
      },
      LIMIT,
    );

    test(
      "agents that are called together each begin with what their task is about, and with what always holds",
      async () => {
        const claims = { description: "claims", prompt: "In which order are claims taken, by their ids?" };
        const queue = { description: "queue", prompt: "Why is the job queue on edge devices in SQLite?" };
        const { model, print } = scene(
          calling(
            { ...claims, subagent_type: "general-purpose" },
            { ...queue, subagent_type: "Explore" },
            claims,
          ),
          { files },
        );
        await print({ client, plugin: BUILT_PLUGIN, prompts: ["go"], allow: ["Agent", "Task"] });
        const about = (words: string): string[] =>
          model.agents.map(({ shown }) => shown).filter((shown) => shown.includes(words));
        expect(about(claims.prompt)).toHaveLength(2);
        for (const shown of about(claims.prompt)) {
          expect(shown).toContain("SubagentStart hook additional context:");
          expect(shown).toContain(CONSTRAINT.title);
          expect(shown).toContain(PREFERENCE.title);
          expect(shown).not.toContain(RECORD.title);
        }
        const [explore = ""] = about(queue.prompt);
        expect(explore).toContain(RECORD.title);
        expect(explore).not.toContain(CONSTRAINT.title);
      },
      LIMIT,
    );

    test(
      "a file that is read brings the constraint that names it, once",
      async () => {
        const { sandbox, model, print } = scene(
          ({ turn }) => {
            const file_path = join(sandbox.project, "src/db/claims.ts");
            const edit = { file_path, old_string: "[]", new_string: "[1]" };
            const steps: ModelReply[] = [
              { tools: [{ name: "Read", input: { file_path } }] },
              { tools: [{ name: "Edit", input: edit }] },
            ];
            return steps[turn] ?? { text: "done" };
          },
          { files },
        );
        await print({ client, plugin: BUILT_PLUGIN, prompts: ["go"], allow: ["Read", "Edit"] });
        expect(model.main[0]?.shown).not.toContain(CONSTRAINT.title);
        expect(model.main[1]?.shown).toContain("What is kept about src/db/claims.ts");
        expect(occurrences(model.main[1]?.shown ?? "", CONSTRAINT.title)).toBe(1);
        expect(occurrences(model.main[2]?.shown ?? "", CONSTRAINT.title)).toBe(1);
      },
      LIMIT,
    );
  });
}
