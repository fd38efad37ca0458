/** A person goes through the inbox at a terminal: keys that are typed, and what stands on the screen. */
import { expect, test } from "bun:test";
import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync } from "node:fs";
import { join } from "node:path";
import type { MemoryDraft } from "../../src/memory/create.ts";
import { openStage, pluginOfThisFile, put, type Stage } from "./support.ts";

const plugin = pluginOfThisFile();
const HAS_TMUX = spawnSync("tmux", ["-V"]).status === 0;

const rule = (content: string): MemoryDraft => ({
  type: "semantic",
  content,
  category: "principle",
  confidence: 0.8,
  importance: 8,
  source_sessions: ["a", "b", "c"],
  evidence_count: 3,
  scope: "project",
});

interface Terminal extends Disposable {
  type(...keys: string[]): void;
  /** Waits for it on the screen; gives the screen. */
  see(pattern: RegExp): Promise<string>;
}

function openTerminal(stage: Stage, args: readonly string[]): Terminal {
  const tmux = (...parts: string[]): string =>
    execFileSync("tmux", ["-S", join(stage.dir, "tmux"), "-f", "/dev/null", ...parts], {
      encoding: "utf8",
      env: { PATH: stage.env.PATH, HOME: stage.home, TERM: "xterm-256color", LANG: "C.UTF-8" },
    });
  const variables = Object.entries(stage.env).map(([name, value]) => `${name}='${value}'`);
  const command = `cd '${stage.project}'; env -i TERM=xterm-256color LANG=C.UTF-8 ${variables.join(" ")} '${stage.launcher}' ${args.join(" ")}; echo ended with $?; sleep 60`;
  tmux("new-session", "-d", "-x", "140", "-y", "100", command);
  return {
    type: (...keys) => void tmux("send-keys", ...keys),
    async see(pattern) {
      for (const late = Date.now() + 20_000; ; await Bun.sleep(50)) {
        const screen = tmux("capture-pane", "-p");
        if (pattern.test(screen)) return screen;
        if (Date.now() > late) throw new Error(`never saw ${pattern} on\n${screen}`);
      }
    },
    [Symbol.dispose]: () => void tmux("kill-server"),
  };
}

test.skipIf(!HAS_TMUX)(
  "edits and accepts one, rejects another with a reason, and both are done",
  async () => {
    using stage = openStage(plugin());
    await stage.remember(
      "c",
      rule("Always run the migration dry first, because staging has no backups"),
      rule("Never log the customer's address, the auditors read the logs"),
    );
    await stage.cli(["gc"]);
    const editor = join(stage.dir, "editor");
    put(editor, `#!/bin/sh\nsed -i 's/"title": ".*"/"title": "Edited at the terminal"/' "$1"\n`);
    chmodSync(editor, 0o755);
    stage.env.EDITOR = editor;
    using terminal = openTerminal(stage, ["inbox"]);
    await terminal.see(/1 of 2[\s\S]*Write the record/);
    terminal.type("Down", "Enter"); // Edit it first
    await terminal.see(/Edited at the terminal[\s\S]*1 of 2[\s\S]*Write the record/);
    terminal.type("Enter"); // Write the record
    await terminal.see(/accepted[\s\S]*2 of 2/);
    terminal.type("Down", "Down", "Enter"); // Reject it
    await terminal.see(/Why\?/);
    terminal.type("-l", "only for now");
    terminal.type("Enter");
    const screen = await terminal.see(/ended with 0/);
    expect(screen).toMatch(/rejected[\s\S]*That was all\./);

    expect(await stage.json<object[]>(["inbox"])).toEqual([]);
    const [record] = await stage.json<{ title: string }[]>(["list"]);
    expect(record?.title).toBe("Edited at the terminal");
  },
  90_000,
);
