/** The MCP server, on standard input and output. Every call opens what it needs and closes it again. */
// First: the schema library is otherwise loaded on demand, and the bundler (Bun 1.4.5) then forgets to set it up for the
// SDK, which uses it at once ("undefined is not a constructor").
import "../record/custom-content.ts";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import manifest from "../../package.json" with { type: "json" };
import { openHost } from "../client/claude-code/program-host.ts";
import { enabledCategories, viewProject } from "../engine/project-view.ts";
import { openWorkspace, type Workspace } from "../engine/workspace.ts";
import { messageOf } from "../host/trace.ts";
import { shownPath } from "../recall/render.ts";
import type { Category, CategoryName } from "../record/category.ts";
import { RecordError } from "../record/error.ts";
import { StoreError } from "../store/error.ts";
import { callTool } from "./calls.ts";
import { REVIEW_TOOL } from "./review-tool.ts";
import { toolDefinitions } from "./tools.ts";

/** Told at the start of a connection. The folder's name comes from the repository's configuration. */
const instructions = (memoryRoot: string): string =>
  "Project memory: records of this repository's decisions, constraints, preferences, runbooks, tech debt and sessions, " +
  `shared through git in ${shownPath(memoryRoot)}; and memories of what happened, is known, is to be done and how, ` +
  "private to this user. memory_recall finds both. Search before deciding again; save what later sessions need: for the " +
  "team with memory_save, for this user with memory_remember, for later with memory_remind.";

/** Serves until standard input ends. */
export async function serve(): Promise<void> {
  const host = openHost();
  const from = process.env.CLAUDE_PROJECT_DIR ?? process.cwd();

  const server = new Server(
    { name: "recollect", version: manifest.version },
    { capabilities: { tools: {} }, instructions: instructions(viewProject(host, from).config.memory_root) },
  );

  server.setRequestHandler(ListToolsRequestSchema, () => {
    const ws = openWorkspace(host, from);
    // Of no use to others, whose context it would cost.
    const reviewing = ws.config.review.executor === "client" ? [REVIEW_TOOL] : [];
    return { tools: [...toolDefinitions(offered(ws)), ...reviewing] };
  });

  server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
    try {
      const text = await callTool(openWorkspace(host, from), params.name, params.arguments ?? {});
      return { content: [{ type: "text", text }] };
    } catch (error) {
      if (!(error instanceof RecordError))
        host.trace({ level: "error", part: `mcp:${params.name}`, message: messageOf(error) });
      const isKnown = error instanceof RecordError || error instanceof StoreError;
      const text = isKnown ? error.block() : messageOf(error);
      return { isError: true, content: [{ type: "text", text }] };
    }
  });

  // What is elsewhere loaded when it is needed is loaded at once here: the server outlives an upgrade of the plugin,
  // which takes the files that it has not loaded yet away.
  await Promise.all([
    import("../store/files/transact.ts"),
    import("../store/sqlite/open.ts"),
    import("../store/postgres/open-postgres.ts"),
  ]);

  await server.connect(new StdioServerTransport());
}

/** The categories that are switched on: drafts for others are refused. */
function offered(ws: Workspace): Map<CategoryName, Category> {
  const enabled = enabledCategories(ws);
  return new Map([...ws.categories].filter(([name]) => enabled.has(name)));
}
