/**
 * `npm run bench:recall -- <folder>…`: the quality and the speed of recall on folders of `corpus.jsonl` (id, text, title?,
 * time?, session?, speaker?, tags?, group?) and `queries.jsonl` (id, text, group?, category?, relevant[]), through the
 * program as other harnesses drive it. `--json` prints the figures as JSON; `--floor` lets it answer nothing.
 */
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";

interface Query {
  text: string;
  group?: string;
  category?: string;
  relevant: string[];
}

interface Document {
  id: string;
  group?: string;
}

/** In percent, but for the number of queries and the times. */
interface Figures {
  queries: number;
  "R@1": number;
  "R@5": number;
  "R@10": number;
  "all@5": number;
  "nDCG@10": number;
  MRR: number;
  /** Of queries without an answer, those that got none. */
  silent?: number;
  /** Milliseconds of a query inside the program, median and 95th percentile. */
  p50: number;
  p95: number;
}

const K = 10;
/** Documents sent at once. */
const BATCH = 500;

const flags = process.argv.slice(2).filter((word) => word.startsWith("--"));
const folders = process.argv.slice(2).filter((word) => !word.startsWith("--"));
if (folders.length === 0) {
  console.error("Name folders with corpus.jsonl and queries.jsonl: npm run bench:recall -- path/to/set");
  process.exit(2);
}

const lines = <T>(path: string): T[] =>
  readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => JSON.parse(line) as T);

/** The program, asked one line at a time. */
function startServer(): {
  ask(request: object): Promise<{ [field: string]: unknown }>;
  end(): Promise<void>;
} {
  const server = Bun.spawn(
    [process.execPath, join(import.meta.dir, "../src/cli/main.ts"), "recall-server", "--stdio"],
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

async function measure(folder: string): Promise<Map<string, Figures>> {
  const documents = Map.groupBy(
    lines<Document>(join(folder, "corpus.jsonl")),
    ({ group }) => group ?? "default",
  );
  const queries = lines<Query>(join(folder, "queries.jsonl"));
  const server = startServer();
  for (const [group, docs] of documents) {
    for (let from = 0; from < docs.length; from += BATCH)
      await server.ask({ op: "index", group, docs: docs.slice(from, from + BATCH) });
  }
  const asked: { query: Query; ids: string[]; ms: number }[] = [];
  for (const query of queries) {
    const { text, group = "default" } = query;
    const { ids, ms } = await server.ask({
      op: "query",
      text,
      group,
      k: K,
      floor: flags.includes("--floor"),
    });
    asked.push({ query, ids: ids as string[], ms: ms as number });
  }
  await server.end();
  const byCategory = Map.groupBy(asked, ({ query }) => query.category ?? "all");
  const figures = new Map<string, Figures>();
  if (byCategory.size > 1) for (const [category, own] of byCategory) figures.set(category, figuresOf(own));
  figures.set("all", figuresOf(asked));
  return figures;
}

function figuresOf(asked: readonly { query: Query; ids: string[]; ms: number }[]): Figures {
  const answerable = asked.filter(({ query }) => query.relevant.length > 0);
  const unanswerable = asked.filter(({ query }) => query.relevant.length === 0);
  const mean = (of: (each: (typeof asked)[number]) => number): number =>
    answerable.length === 0
      ? 0
      : (100 * answerable.reduce((sum, each) => sum + of(each), 0)) / answerable.length;
  const found = (ids: readonly string[], relevant: readonly string[]): number =>
    relevant.filter((id) => ids.includes(id)).length;
  const recall = (k: number): number =>
    mean(({ query, ids }) => found(ids.slice(0, k), query.relevant) / query.relevant.length);
  const times = asked.map(({ ms }) => ms).sort((a, b) => a - b);
  const at = (share: number): number =>
    times[Math.min(times.length - 1, Math.floor(share * times.length))] ?? 0;
  const silent = unanswerable.filter(({ ids }) => ids.length === 0).length;
  return {
    queries: asked.length,
    "R@1": recall(1),
    "R@5": recall(5),
    "R@10": recall(10),
    "all@5": mean(({ query, ids }) =>
      found(ids.slice(0, 5), query.relevant) === Math.min(5, query.relevant.length) ? 1 : 0,
    ),
    "nDCG@10": mean(({ query, ids }) => gain(ids, query.relevant)),
    MRR: mean(({ query, ids }) => {
      const rank = ids.findIndex((id) => query.relevant.includes(id));
      return rank < 0 ? 0 : 1 / (rank + 1);
    }),
    ...(unanswerable.length > 0 ? { silent: (100 * silent) / unanswerable.length } : {}),
    p50: at(0.5),
    p95: at(0.95),
  };
}

/** Normalised discounted cumulative gain with relevance of 0 or 1: https://en.wikipedia.org/wiki/Discounted_cumulative_gain */
function gain(ids: readonly string[], relevant: readonly string[]): number {
  const discount = (rank: number): number => 1 / Math.log2(rank + 2);
  const got = ids
    .slice(0, K)
    .reduce((sum, id, rank) => sum + (relevant.includes(id) ? discount(rank) : 0), 0);
  const best = Array.from({ length: Math.min(K, relevant.length) }, (_, rank) => discount(rank));
  return got / best.reduce((sum, each) => sum + each, 0);
}

const all: { [set: string]: { [category: string]: Figures } } = {};
for (const folder of folders) all[basename(folder)] = Object.fromEntries(await measure(folder));
if (flags.includes("--json")) console.log(JSON.stringify(all, null, 2));
else {
  for (const [set, categories] of Object.entries(all)) {
    for (const [category, figures] of Object.entries(categories)) {
      const row = Object.entries(figures).map(([name, value]) => `${name} ${round(name, value)}`);
      console.log(`${set}  ${category.padEnd(20)} ${row.join("  ")}`);
    }
  }
}

function round(name: string, value: number): string {
  return name === "queries" ? String(value) : value.toFixed(name.startsWith("p") ? 2 : 1);
}
