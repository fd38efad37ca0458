/**
 * A model on 127.0.0.1 that answers as a test says: the part of the Messages API that the client uses, streaming and
 * not. Every request is kept, so that a test sees what the model was shown.
 */

export interface ToolCall {
  name: string;
  input: { readonly [field: string]: unknown };
}

export interface ModelReply {
  text?: string;
  tools?: readonly ToolCall[];
  /** Milliseconds before the answer. */
  delay?: number;
}

type Block = { readonly type: string; readonly [field: string]: unknown };

export interface ModelRequest {
  /** Its number among the main conversation's requests, from 0; -1 for side calls and subagents. */
  turn: number;
  /** Id of the subagent that asks, if one does. */
  agent?: string;
  /** Text of the system prompt. */
  system: string;
  /** Everything the conversation shows the model, as text: prompts, injected context, tool results. */
  shown: string;
  /** Text of the last user message: a prompt with its injected context, or tool results. */
  last: string;
  /** Names of the tools on offer. */
  tools: string[];
  model: string;
}

/** Answers a request of the main conversation or of a subagent. */
export type Script = (request: ModelRequest) => ModelReply;

export interface Model {
  port: number;
  /** Requests of the main conversation, in order, over all sessions. */
  main: ModelRequest[];
  /** Requests of subagents. */
  agents: ModelRequest[];
  /** Requests that offer no tools: titles, summaries, and whoever uses the client as a mere model. */
  side: ModelRequest[];
  /** Replies given to the main conversation, in step with `main`. */
  replies: ModelReply[];
  stop(): Promise<void>;
}

/** @param sideScript answers what offers no tools */
export function startModel(script: Script, sideScript: Script = () => ({ text: "Side call" })): Model {
  const side: ModelRequest[] = [];
  const main: ModelRequest[] = [];
  const agents: ModelRequest[] = [];
  const replies: ModelReply[] = [];
  let serial = 0;

  async function messages(request: Request): Promise<Response> {
    const body = (await request.json()) as MessagesBody;
    const asked = understand(body, request.headers);
    serial += 1;
    if (asked.tools.length === 0) {
      side.push(asked);
      const reply = sideScript(asked);
      if (reply.delay) await Bun.sleep(reply.delay);
      return respond(body, reply, serial);
    }
    if (asked.agent !== undefined) agents.push(asked);
    else {
      asked.turn = main.length;
      main.push(asked);
    }
    const reply = script(asked);
    if (asked.agent === undefined) replies.push(reply);
    if (reply.delay) await Bun.sleep(reply.delay);
    return respond(body, reply, serial);
  }

  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    idleTimeout: 120,
    async fetch(request) {
      const { pathname } = new URL(request.url);
      if (request.method === "POST" && pathname === "/v1/messages") return messages(request);
      if (pathname === "/v1/messages/count_tokens") {
        return Response.json({ input_tokens: Math.ceil((await request.text()).length / 4) });
      }
      if (pathname === "/v1/models") return Response.json({ data: [], has_more: false });
      if (pathname === "/") return new Response("");
      const error = { type: "not_found_error", message: "no such route" };
      return Response.json({ type: "error", error }, { status: 404 });
    },
  });
  return {
    port: server.port ?? 0,
    main,
    agents,
    side,
    replies,
    stop: () => server.stop(true),
  };
}

interface MessagesBody {
  model: string;
  stream?: boolean;
  system?: string | Block[];
  messages: { role: string; content: string | Block[] }[];
  tools?: { name: string }[];
}

function understand(body: MessagesBody, headers: Headers): ModelRequest {
  const users = body.messages.filter(({ role }) => role === "user");
  const agent = headers.get("x-claude-code-agent-id");
  return {
    turn: -1,
    ...(agent ? { agent } : {}),
    system: textOf(body.system),
    shown: body.messages.map(({ content }) => textOf(content)).join("\n"),
    last: textOf(users.at(-1)?.content),
    tools: (body.tools ?? []).map(({ name }) => name),
    model: body.model,
  };
}

/** Text of content blocks, tool results included. */
function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return (content as Block[])
    .map((block) =>
      block.type === "text" ? String(block.text) : block.type === "tool_result" ? textOf(block.content) : "",
    )
    .join("\n");
}

function respond(body: MessagesBody, reply: ModelReply, serial: number): Response {
  const content: Block[] = [
    ...(reply.text !== undefined || !reply.tools?.length
      ? [{ type: "text", text: reply.text ?? "OK." }]
      : []),
    ...(reply.tools ?? []).map(({ name, input }, index) => ({
      type: "tool_use",
      id: `toolu_${String(serial).padStart(4, "0")}${index}`,
      name,
      input,
    })),
  ];
  const stop_reason = reply.tools?.length ? "tool_use" : "end_turn";
  const usage = {
    input_tokens: 100,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: 0,
    output_tokens: 20,
  };
  const message = {
    id: `msg_${String(serial).padStart(6, "0")}`,
    type: "message",
    role: "assistant",
    model: body.model,
    stop_sequence: null,
  };
  if (!body.stream) return Response.json({ ...message, content, stop_reason, usage });
  const events: { type: string; [field: string]: unknown }[] = [
    { type: "message_start", message: { ...message, content: [], stop_reason: null, usage } },
    ...content.flatMap(blockEvents),
    { type: "message_delta", delta: { stop_reason, stop_sequence: null }, usage },
    { type: "message_stop" },
  ];
  const stream = events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join("");
  return new Response(stream, { headers: { "content-type": "text/event-stream" } });
}

function blockEvents(block: Block, index: number): { type: string; [field: string]: unknown }[] {
  const [start, delta] =
    block.type === "tool_use"
      ? [
          { ...block, input: {} },
          { type: "input_json_delta", partial_json: JSON.stringify(block.input) },
        ]
      : [
          { type: "text", text: "" },
          { type: "text_delta", text: block.text },
        ];
  return [
    { type: "content_block_start", index, content_block: start },
    { type: "content_block_delta", index, delta },
    { type: "content_block_stop", index },
  ];
}
