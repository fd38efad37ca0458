/** Our own MCP tools as Claude Code names them. */
import { PLUGIN, SERVER } from "./names.ts";

/** Seen in the client: tools of a plugin's server are called `mcp__plugin_<plugin>_<server>__<tool>`. */
const PREFIX = `mcp__plugin_${PLUGIN}_${SERVER}__`;

/** Our name of a tool, e.g. `memory_save`; undefined for tools of others, however alike they are called. */
export function ownToolName(toolName: string): string | undefined {
  const name = toolName.startsWith(PREFIX) ? toolName.slice(PREFIX.length) : "";
  return /^memory_[a-z_]+$/.test(name) ? name : undefined;
}
