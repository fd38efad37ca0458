/** `doctor`: everything that could keep memory from working, and the proof that it does. */
import { sampleSession } from "../../client/claude-code/sample-session.ts";
import { inspectInstall } from "../../client/claude-code/setup/inspect.ts";
import type { Check, CheckState } from "../../engine/doctor/check.ts";
import { examine } from "../../engine/doctor/doctor.ts";
import { type Command, command, JSON_FLAG, openHere } from "../command.ts";
import { emit, paint, type Style } from "../output.ts";
import { selfCommand } from "../self.ts";

const MARKS: { readonly [state in CheckState]: { mark: string; style: Style } } = {
  ok: { mark: "✓", style: "green" },
  warning: { mark: "!", style: "yellow" },
  error: { mark: "✗", style: "red" },
};

export const doctorCommand: Command = command({
  name: "doctor",
  description: "Check the installation, and prove that what one process saves another recalls",
  args: {
    call: { type: "boolean", description: "Make one small call of the configured model, within the limits" },
    ...JSON_FLAG,
  },
  async run({ args }) {
    const ws = openHere();
    const installations = [{ client: "Claude Code", ...inspectInstall(ws.host) }];
    const checks = await examine(ws, selfCommand(), installations, {
      callsModel: args.call === true,
      sample: sampleSession,
    });
    const healthy = checks.every(({ state }) => state !== "error");
    emit(args.json, { healthy, checks }, () => checks.map(render).join("\n"));
    return healthy ? 0 : 1;
  },
});

const render = ({ name, state, found, fix }: Check): string => {
  const { mark, style } = MARKS[state];
  return `${paint(style, mark)} ${name.padEnd(32)} ${found}${fix ? `\n  ${paint("dim", `→ ${fix}`)}` : ""}`;
};
