/** `mcp`: the MCP server, for clients that start it by command. */
import { type Command, command } from "../command.ts";

export const mcpCommand: Command = command({
  name: "mcp",
  description: "Serve the memory's tools by MCP on standard input and output",
  args: {},
  overlooks: true,
  async run() {
    const { serve } = await import("../../mcp/server.ts");
    await serve();
    await new Promise<void>((resolve) => process.stdin.once("end", resolve).once("close", resolve));
    return 0;
  },
});
