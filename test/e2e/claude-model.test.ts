/** The user's own client as a reviewer: it judges, and nothing of ours or of anybody's is set off by it. */
import { describe, expect, test } from "bun:test";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { applyPlan } from "../../src/client/claude-code/setup/apply.ts";
import { planInstall } from "../../src/client/claude-code/setup/install.ts";
import { hostPaths } from "../../src/host/paths.ts";
import { CLAUDE_FOLDER, claudeModel } from "../../src/models/claude.ts";
import { modelPanel, reviewBatch } from "../../src/review/by-model.ts";
import { askPanel } from "../../src/review/panel.ts";
import { RUBRICS } from "../../src/review/rubrics.ts";
import { startModel } from "./model.ts";
import { BUILT_PLUGIN, copyPlugin } from "./plugin.ts";
import { makeRecorder } from "./recorder.ts";
import { makeSandbox, put } from "./sandbox.ts";
import { CLIENTS, LIMIT } from "./scenario.ts";

const EVENTS = ["SessionStart", "UserPromptSubmit", "Stop", "SessionEnd"];
const OFF = new AbortController().signal;
const MARK = "MARK-OF-A-MEMORY-FILE";

for (const client of CLIENTS) {
  describe(`Claude Code ${client.version} as a reviewer`, () => {
    test(
      "judges by what it is given alone, and no hook, plugin, server, memory or transcript comes of it",
      async () => {
        const opinions = {
          analyzer: { importance: 8 },
          patterns: { relevance: 7 },
          "knowledge-archaeologist": { novelty: 9 },
        };
        await using model = disposable(
          startModel(
            () => ({ text: "not asked" }),
            ({ shown }) => {
              const items = [...shown.matchAll(/^Item (\w+) /gm)].map(([, item]) => ({ item, ...opinions }));
              return { text: JSON.stringify({ items }) };
            },
          ),
        );
        const sandbox = makeSandbox({
          settings: {
            env: { SEEN_BY_SETTINGS: "1" },
            hooks: Object.fromEntries(
              EVENTS.map((event) => [
                event,
                [{ hooks: [{ type: "command", command: `echo ${event} >> $HOME/hooked` }] }],
              ]),
            ),
          },
        });
        const { home } = sandbox;
        // Our plugin is installed with a recorder in the place of Bun, and it would be told of every hook.
        const plugin = join(sandbox.dir, "package", "plugin");
        copyPlugin(BUILT_PLUGIN, plugin, /\/(?:runtime|quick)$/);
        const recorder = makeRecorder(sandbox);
        const env = { ...sandbox.env(model.port), RECOLLECT_BUN: "" };
        const paths = hostPaths({ HOME: home });
        const now = (): Date => new Date();
        applyPlan(planInstall({ paths, env: { HOME: home }, plugin, bun: recorder.bin, now }), now);
        for (const path of ["CLAUDE.md", ".claude/CLAUDE.md", ".local/CLAUDE.md"])
          put(join(home, path), MARK);

        const asked = claudeModel({ claude: { command: client.bin }, env, state: paths.state });
        const items = [{ content: "Webhooks arrive out of order", type: "semantic" as const, known: [] }];
        const [outcomes] = await reviewBatch({ model: asked, timeoutMs: 20_000 }, items, OFF);

        expect(outcomes?.map(({ ok }) => ok)).toEqual([true, true, true]);
        expect(outcomes?.[0]?.effort).toMatchObject({ tokens_in: 33, tokens_out: 7 });
        expect(model.main).toEqual([]);
        expect(model.side).toHaveLength(1);
        const [seen] = model.side;
        expect(seen?.model).toContain("haiku");
        expect(seen?.system).toContain(RUBRICS[0]?.asks ?? "");
        expect(seen?.shown).toContain("Webhooks arrive out of order");
        expect(`${seen?.system}${seen?.shown}`).not.toContain(MARK);
        expect(seen?.tools).toEqual([]);
        expect(existsSync(join(home, "hooked"))).toBe(false);
        expect(recorder.calls()).toEqual([]);
        expect(readdirSync(join(paths.state, CLAUDE_FOLDER))).toEqual([]);
        expect(transcriptsIn(home)).toEqual([]);

        // The same client, asked by a person, sets off all of it: there was something to be kept from.
        await Bun.spawn([client.bin, "--print", "hello"], {
          cwd: sandbox.project,
          env,
          stdout: "ignore",
          timeout: 30_000,
        }).exited;
        expect(existsSync(join(home, "hooked"))).toBe(true);
        expect(recorder.hooks().length).toBeGreaterThan(0);
        expect(transcriptsIn(home).length).toBeGreaterThan(0);
        sandbox.remove();
      },
      LIMIT,
    );

    test(
      "answers three reviewers at once, and its failures have names",
      async () => {
        let asked = 0;
        await using model = disposable(
          startModel(
            () => ({ text: "not asked" }),
            () => {
              asked += 1;
              return {
                text: '```json\n{"importance": 8, "relevance": 7, "novelty": 9}\n```',
                ...(asked > 3 ? { delay: 10_000 } : {}),
              };
            },
          ),
        );
        const sandbox = makeSandbox();
        const env = sandbox.env(model.port);
        const state = join(sandbox.home, "state");
        const reviewer = claudeModel({ claude: { command: client.bin, model: "sonnet" }, env, state });
        const outcomes = await askPanel(
          modelPanel({ model: reviewer, timeoutMs: 20_000 }, []),
          "A fact",
          "semantic",
        );
        expect(outcomes.map(({ ok }) => ok)).toEqual([true, true, true]);
        expect(outcomes[0]?.effort?.model).toContain("sonnet");

        const late = reviewer.ask({ system: "s", prompt: "p", maxTokensOut: 10 }, AbortSignal.timeout(2_000));
        await expect(late).rejects.toMatchObject({ trouble: "timeout" });
        const nowhere = { ...env, ANTHROPIC_BASE_URL: "http://127.0.0.1:1" };
        const alone = claudeModel({ claude: { command: client.bin }, env: nowhere, state });
        await expect(
          alone.ask({ system: "s", prompt: "p", maxTokensOut: 10 }, AbortSignal.timeout(15_000)),
        ).rejects.toMatchObject({
          name: "ModelError",
          trouble: expect.stringMatching(/^(?:refused|unreachable|server|timeout)$/),
        });
        sandbox.remove();
      },
      LIMIT,
    );
  });
}

function disposable<T extends { stop(): Promise<void> }>(model: T): T & AsyncDisposable {
  return Object.assign(model, { [Symbol.asyncDispose]: () => model.stop() });
}

function transcriptsIn(home: string): string[] {
  const projects = join(home, ".claude", "projects");
  return existsSync(projects)
    ? readdirSync(projects, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".jsonl"))
    : [];
}
