/** Our own MCP tools as Claude Code names them. */

/** Name of the plugin: its commands are `/memory:save` and so on. */
export const PLUGIN_NAME = "memory";
/** Name of the plugin's MCP server in its manifest. */
export const SERVER_NAME = "recollect";

/** Seen in the client: tools of a plugin's server are called `mcp__plugin_<plugin>_<server>__<tool>`. */
const PREFIX = `mcp__plugin_${PLUGIN_NAME}_${SERVER_NAME}__`;

/** Our name of a tool, e.g. `memory_save`; undefined for tools of others, however alike they are called. */
export function ownToolName(toolName: string): string | undefined {
  const name = toolName.startsWith(PREFIX) ? toolName.slice(PREFIX.length) : "";
  return /^memory_[a-z_]+$/.test(name) ? name : undefined;
}
