/** What whole-program tests share. */
export * from "./mcp-client.ts";
export * from "./plugin.ts";
export * from "./process.ts";
export * from "./stage.ts";
export * from "./transcripts.ts";
