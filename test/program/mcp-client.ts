/** A client of the MCP server, as far as the tests need one. */
import { TIME_LIMIT_MS } from "./process.ts";
import type { Payload, Stage } from "./stage.ts";

export interface ToolAnswer {
  text: string;
  isError: boolean;
}

interface Answer {
  result?: Payload;
  error?: { code: number; message: string };
}

export interface McpSession extends AsyncDisposable {
  /** What the server said of itself at the start. */
  greeting: Payload;
  /** A request and its answer: `result` or `error`, as it came. */
  request(
    method: string,
    params?: object,
  ): Promise<{ result?: Payload; error?: { code: number; message: string } }>;
  /** Anything on the server's standard input. */
  send(line: string): void;
  call(tool: string, args: object): Promise<ToolAnswer>;
  /** Closes the server's standard input and waits for its end; its exit code. */
  close(): Promise<number>;
}

/** Starts the MCP server with this command and greets it. */
export async function openMcp(
  argv: readonly string[],
  stage: Pick<Stage, "project" | "env">,
): Promise<McpSession> {
  const child = Bun.spawn([...argv], {
    cwd: stage.project,
    env: { ...stage.env },
    stdin: "pipe",
    stdout: "pipe",
    stderr: "ignore",
  });
  const waiting = new Map<number, (answer: Answer) => void>();
  const timer = setTimeout(() => child.kill("SIGKILL"), TIME_LIMIT_MS);
  let id = 0;
  void (async () => {
    let rest = "";
    const decoder = new TextDecoder();
    for await (const chunk of child.stdout) {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) {
        const message = JSON.parse(line) as Answer & { id?: number };
        if (message.id !== undefined) waiting.get(message.id)?.(message);
      }
    }
  })();
  const session: McpSession = {
    greeting: {},
    send(line) {
      child.stdin.write(`${line}\n`);
      child.stdin.flush();
    },
    request(method, params = {}) {
      id += 1;
      const answer = new Promise<Answer>((resolve, reject) => {
        waiting.set(id, resolve);
        void child.exited.then(() => reject(new Error(`the MCP server ended before it answered ${method}`)));
      });
      session.send(JSON.stringify({ jsonrpc: "2.0", id, method, params }));
      return answer;
    },
    async call(tool, args) {
      const { result, error } = await session.request("tools/call", { name: tool, arguments: args });
      if (error) throw new Error(error.message);
      const { content, isError } = result as unknown as { content: { text: string }[]; isError?: boolean };
      return { text: content.map(({ text }) => text).join("\n"), isError: isError === true };
    },
    async close() {
      await child.stdin.end();
      const code = await child.exited;
      clearTimeout(timer);
      return code;
    },
    async [Symbol.asyncDispose]() {
      clearTimeout(timer);
      child.kill();
      await child.exited;
    },
  };
  const hello = {
    protocolVersion: "2025-06-18",
    capabilities: {},
    clientInfo: { name: "test", version: "1" },
  };
  const { result } = await session.request("initialize", hello);
  if (!result) throw new Error("the MCP server did not greet");
  session.send(JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" }));
  session.greeting = result;
  return session;
}
