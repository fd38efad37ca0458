/** `demo`: the main job, seen at work in a scratch project. */
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pluginFolder } from "../../host/plugin.ts";
import { type Command, command, JSON_FLAG } from "../command.ts";
import { playDemo } from "../demo/play.ts";
import { emit, paint, write } from "../output.ts";

export const demoCommand: Command = command({
  name: "demo",
  description:
    "Replay two recorded sessions through the real hook processes, and see on the third day what comes back",
  args: {
    keep: { type: "boolean", description: "Keep the scratch project, and say where it is" },
    ...JSON_FLAG,
  },
  async run({ args }) {
    const scratch = realpathSync(mkdtempSync(join(tmpdir(), "recollect-demo-")));
    try {
      const launcher = join(pluginFolder(), "bin", "recollect");
      const project = join(scratch, "project");
      // For people the story is told as it happens.
      const tell = args.json ? () => undefined : write;
      const report = await playDemo({ scratch, launcher, paint, write: tell });
      if (args.keep) tell(paint("dim", `The scratch project: ${project}`));
      if (args.json) emit(true, args.keep ? { ...report, project } : report, () => "");
      return 0;
    } finally {
      if (!args.keep) rmSync(scratch, { recursive: true, force: true });
    }
  },
});
