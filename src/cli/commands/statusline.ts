/** `statusline`: one line for the client's status line. */
import { type Command, command } from "../command.ts";
import { answerStatusLine } from "../status-line.ts";

export const statuslineCommand: Command = command({
  name: "statusline",
  description:
    "One line on this project's memory, for Claude Code's status line; reads its JSON from standard input",
  args: {},
  overlooks: true,
  run: () => answerStatusLine(),
});
