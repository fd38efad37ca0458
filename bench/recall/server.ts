/** A set asked through the program, as other harnesses drive it: every document of a group is searched, as text. */
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { K } from "./figures.ts";
import { type Asked, NO_GROUP, type RecallSet } from "./set.ts";

/** Documents sent at once. */
const BATCH = 500;

/** @param floor lets it answer nothing */
export async function askServer({ documents, queries }: RecallSet, floor: boolean): Promise<Asked[]> {
  const server = startServer();
  const groups = Map.groupBy(documents, ({ group = NO_GROUP }) => group);
  for (const [group, docs] of groups) {
    for (let from = 0; from < docs.length; from += BATCH)
      await server.ask({ op: "index", group, docs: docs.slice(from, from + BATCH) });
  }
  const asked: Asked[] = [];
  for (const query of queries) {
    const { text, group = NO_GROUP } = query;
    const { ids, ms } = await server.ask({ op: "query", text, group, k: K, floor });
    asked.push({ query, ids: ids as string[], ms: ms as number });
  }
  await server.end();
  return asked;
}

/** The program, asked one line at a time. */
function startServer(): {
  ask(request: object): Promise<{ [field: string]: unknown }>;
  end(): Promise<void>;
} {
  const server = Bun.spawn(
    [process.execPath, join(import.meta.dir, "../../src/cli/main.ts"), "recall-server", "--stdio"],
    { stdin: "pipe", stdout: "pipe", stderr: "inherit" },
  );
  const answers = createInterface({ input: Readable.fromWeb(server.stdout as never) })[
    Symbol.asyncIterator
  ]();
  return {
    async ask(request) {
      server.stdin.write(`${JSON.stringify(request)}\n`);
      const { value, done } = await answers.next();
      if (done) throw new Error("recall-server ended");
      const answer = JSON.parse(value) as { [field: string]: unknown };
      if (answer.error !== undefined) throw new Error(JSON.stringify(answer.error));
      return answer;
    },
    async end() {
      server.stdin.end();
      await server.exited;
    },
  };
}
