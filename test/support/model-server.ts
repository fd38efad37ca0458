/** Servers on loopback that speak as models do, and misbehave as a test says. Every call is kept. */
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Protocol } from "../../src/config/types.ts";

export interface ModelCall {
  readonly path: string;
  readonly headers: { readonly [name: string]: string };
  readonly model: string;
  readonly system: string;
  readonly prompt: string;
  /** As it was sent. */
  readonly body: { readonly [field: string]: unknown };
}

export type ModelReply =
  /** An answer as it should be. */
  | { readonly text: string; readonly delayMs?: number; readonly usage?: "untold" }
  /** Anything else. */
  | {
      readonly status: number;
      readonly headers?: { readonly [name: string]: string };
      readonly body?: string;
    }
  /** A body of so many bytes that never becomes an answer. */
  | { readonly bytes: number }
  /** The beginning of an answer, and the end of the connection. */
  | { readonly broken: string };

export interface ModelServer extends AsyncDisposable {
  /** What `endpoint.url` would be. */
  readonly url: string;
  readonly calls: readonly ModelCall[];
}

export const TOKENS = { in: 100, out: 20 };

export async function startModelServer(
  protocol: Protocol,
  script: (call: ModelCall) => ModelReply | Promise<ModelReply>,
): Promise<ModelServer> {
  const calls: ModelCall[] = [];
  const server = createServer(async (request, response) => {
    const call = await read(protocol, request);
    calls.push(call);
    const reply = await script(call);
    if ("text" in reply && reply.delayMs) await Bun.sleep(reply.delayMs);
    await send(protocol, call, reply, response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    calls,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function read(protocol: Protocol, request: IncomingMessage): Promise<ModelCall> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const body = JSON.parse(Buffer.concat(parts).toString("utf8") || "{}") as { [field: string]: unknown };
  const messages = (body.messages ?? []) as { role: string; content: unknown }[];
  const said = (role: string): string =>
    messages
      .filter((message) => message.role === role)
      .map(({ content }) => textOf(content))
      .join("\n");
  return {
    path: request.url ?? "",
    headers: Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    ),
    model: String(body.model),
    system: protocol === "anthropic" ? textOf(body.system) : said("system"),
    prompt: said("user"),
    body,
  };
}

function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  return Array.isArray(content) ? content.map(({ text }: { text?: string }) => text ?? "").join("\n") : "";
}

async function send(
  protocol: Protocol,
  call: ModelCall,
  reply: ModelReply,
  response: ServerResponse,
): Promise<void> {
  const json = { "content-type": "application/json" };
  if ("text" in reply) {
    response
      .writeHead(200, json)
      .end(JSON.stringify(answerOf(protocol, call, reply.text, reply.usage !== "untold")));
  } else if ("status" in reply) {
    response.writeHead(reply.status, { ...json, ...reply.headers }).end(reply.body ?? "{}");
  } else if ("broken" in reply) {
    response.writeHead(200, { ...json, "content-length": reply.broken.length + 1_000 }).write(reply.broken);
    await Bun.sleep(20);
    response.destroy();
  } else {
    response.writeHead(200, json);
    const part = Buffer.alloc(64 * 1024, " ");
    for (let sent = 0; sent < reply.bytes && !response.destroyed; sent += part.byteLength) {
      if (!response.write(part)) await Bun.sleep(1);
    }
    response.end();
  }
}

function answerOf(protocol: Protocol, { model }: ModelCall, text: string, tellsUsage: boolean): object {
  if (protocol === "anthropic") {
    return {
      ...{
        id: "msg_1",
        type: "message",
        role: "assistant",
        model,
        stop_reason: "end_turn",
        stop_sequence: null,
      },
      content: [{ type: "text", text }],
      usage: { input_tokens: TOKENS.in, output_tokens: TOKENS.out },
    };
  }
  const usage = {
    prompt_tokens: TOKENS.in,
    completion_tokens: TOKENS.out,
    total_tokens: TOKENS.in + TOKENS.out,
  };
  const choices = [{ index: 0, message: { role: "assistant", content: text }, finish_reason: "stop" }];
  return {
    id: "c1",
    object: "chat.completion",
    created: 1,
    model,
    choices,
    ...(tellsUsage ? { usage } : {}),
  };
}
