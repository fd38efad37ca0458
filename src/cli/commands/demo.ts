/** `demo`: the main job, seen at work in a scratch project. */
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pluginFolder } from "../../host/plugin.ts";
import { type Command, command } from "../command.ts";
import { playDemo } from "../demo/play.ts";
import { paint, write } from "../output.ts";

export const demoCommand: Command = command({
  name: "demo",
  description:
    "Replay two recorded sessions through the real hook processes, and see on the third day what comes back",
  args: { keep: { type: "boolean", description: "Keep the scratch project, and say where it is" } },
  async run({ args }) {
    const scratch = realpathSync(mkdtempSync(join(tmpdir(), "recollect-demo-")));
    try {
      await playDemo({ scratch, launcher: join(pluginFolder(), "bin", "recollect"), paint, write });
      if (args.keep) write(paint("dim", `The scratch project: ${join(scratch, "project")}`));
      return 0;
    } finally {
      if (!args.keep) rmSync(scratch, { recursive: true, force: true });
    }
  },
});
