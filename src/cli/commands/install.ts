/** `install` and `uninstall`: the plugin in Claude Code. Nothing is changed before it was shown and agreed to. */
import { openHost } from "../../client/claude-code/program-host.ts";
import { applyPlan } from "../../client/claude-code/setup/apply.ts";
import { planInstall } from "../../client/claude-code/setup/install.ts";
import { describePlan, type Plan, stepJson } from "../../client/claude-code/setup/plan.ts";
import { planUninstall } from "../../client/claude-code/setup/uninstall.ts";
import { pluginFolder } from "../../host/plugin.ts";
import { agreed } from "../agree.ts";
import { type Command, command, JSON_FLAG } from "../command.ts";
import { EXIT, emit, paint, write } from "../output.ts";

const ARGS = {
  yes: { type: "boolean", alias: "y", description: "Do not ask" },
  "dry-run": { type: "boolean", description: "Show what would be changed, and change nothing" },
  ...JSON_FLAG,
} as const;

interface Options {
  yes?: boolean | undefined;
  json?: boolean | undefined;
  "dry-run"?: boolean | undefined;
}

export const installCommand: Command = command({
  name: "install",
  description: "Register the plugin with Claude Code (shows what it will change first)",
  args: {
    ...ARGS,
    statusline: {
      type: "boolean",
      description: "Show a line on memory in Claude Code's status line, too, where none is set",
    },
  },
  async run({ args }) {
    const { paths, env, now } = openHost();
    await build();
    const statusLine = args.statusline === true;
    const plan = planInstall({ paths, env, plugin: pluginFolder(), bun: process.execPath, now, statusLine });
    return carryOut(plan, args, {
      nothing: "Already installed and up to date.",
      question: "Install Recollect into Claude Code?",
      done: "Installed. It is active in the next Claude Code session; `recollect doctor` checks it.",
    });
  },
});

export const uninstallCommand: Command = command({
  name: "uninstall",
  description: "Take the plugin out of Claude Code; records and database stay",
  args: ARGS,
  run({ args }) {
    const { paths, env } = openHost();
    return carryOut(planUninstall({ paths, env }), args, {
      nothing: "Nothing is installed.",
      question: "Remove Recollect from Claude Code?",
      done: "Removed.",
    });
  },
});

/** In a checkout the bundles may be missing where npm ran no install scripts. */
async function build(): Promise<void> {
  const script = `${pluginFolder()}/../scripts/build.ts`;
  if (await Bun.file(`${pluginFolder()}/dist/hooks/UserPromptSubmit.js`).exists()) return;
  if (await Bun.file(script).exists()) await import(script);
}

async function carryOut(
  plan: Plan,
  options: Options,
  say: { nothing: string; question: string; done: string },
): Promise<number> {
  const lines = describePlan(plan);
  if (options.json) {
    if (!options["dry-run"] && options.yes) plan.notes.push(...applyPlan(plan, () => new Date()));
    emit(
      true,
      {
        applied: options.yes === true && !options["dry-run"],
        steps: plan.steps.map(stepJson),
        notes: plan.notes,
      },
      () => "",
    );
    return EXIT.ok;
  }
  if (lines.length === 0) {
    // What is left is bookkeeping of our own, which nobody has to agree to.
    if (!options["dry-run"]) applyPlan(plan, () => new Date());
    write([say.nothing, ...plan.notes].join("\n"));
    return EXIT.ok;
  }
  write(
    [
      paint("bold", "This will be changed:"),
      ...lines.map((line) => `  ${line}`),
      ...plan.notes.map((note) => paint("dim", note)),
    ].join("\n"),
  );
  if (options["dry-run"]) return EXIT.ok;
  if (!options.yes && !(await agreed(say.question))) {
    write("Nothing was changed.");
    return EXIT.ok;
  }
  const undone = applyPlan(plan, () => new Date());
  write([paint("green", say.done), ...undone].join("\n"));
  return EXIT.ok;
}
