/** Names under which Claude Code knows us. They end up in people's settings and permissions, so they do not change. */

export const MARKETPLACE = "recollect";
/** The plugin: its commands are `/memory:save` and so on. */
export const PLUGIN = "memory";
export const PLUGIN_ID = "memory@recollect";
/** The plugin's MCP server, as its manifest calls it. */
export const SERVER = "recollect";

/** Whether a type of agent is one of the plugin's own: `memory:drafter`. */
export const isOwnAgent = (type: string): boolean => type.startsWith(`${PLUGIN}:`);
