/**
 * `npm run bench:recall -- [<folder>…]`: the quality and the speed of recall on folders of `corpus.jsonl` and `queries.jsonl`
 * (see `recall/set.ts`), through the program as other harnesses drive it. Without a folder: the set of our own.
 *
 *     --floor         nothing is an answer
 *     --memories      what the set says are memories and records is stored as such and asked as sessions ask (with the floor)
 *     --by category   figures of each category of queries, too
 *     --split train   queries of that half only; or held
 *     --misses        prints what went wrong, query by query
 *     --json
 */
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import { type Figures, figuresOf } from "./recall/figures.ts";
import { askMemories } from "./recall/memories.ts";
import { askServer } from "./recall/server.ts";
import { type Asked, readSet } from "./recall/set.ts";

const OWN = join(import.meta.dir, "sets/developers");

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    floor: { type: "boolean", default: false },
    memories: { type: "boolean", default: false },
    by: { type: "string" },
    split: { type: "string" },
    misses: { type: "boolean", default: false },
    json: { type: "boolean", default: false },
  },
});
if (![undefined, "category"].includes(flags.by) || ![undefined, "train", "held"].includes(flags.split)) {
  console.error("--by takes category, --split takes train or held");
  process.exit(2);
}

const all: { [set: string]: { [category: string]: Figures } } = {};
for (const folder of positionals.length > 0 ? positionals : [OWN]) {
  const { documents, queries } = readSet(folder);
  const chosen = queries.filter(({ split }) => flags.split === undefined || split === flags.split);
  const set = { documents, queries: chosen };
  const asked = flags.memories ? await askMemories(set) : await askServer(set, flags.floor);
  all[basename(folder)] = figuresBy(asked);
  if (flags.misses) for (const each of asked) tellMiss(each);
}
if (flags.json) console.log(JSON.stringify(all, null, 2));
else for (const [set, figures] of Object.entries(all)) print(set, figures);

function figuresBy(asked: readonly Asked[]): { [category: string]: Figures } {
  const figures: { [category: string]: Figures } = {};
  if (flags.by === "category") {
    for (const [category, own] of Map.groupBy(asked, ({ query }) => query.category ?? "none"))
      figures[category] = figuresOf(own);
  }
  return { ...figures, all: figuresOf(asked) };
}

function tellMiss({ query: { id, text, category = "", relevant, forbidden = [] }, ids }: Asked): void {
  const missed = relevant.filter((each) => !ids.slice(0, 5).includes(each));
  const wrong = relevant.length === 0 ? ids : ids.filter((each) => forbidden.includes(each));
  if (missed.length === 0 && wrong.length === 0) return;
  const said = text.replace(/\s+/g, " ").slice(0, 100);
  console.log(
    `${id} ${category}: ${said}\n     missed ${missed.join(" ") || "-"}  got ${ids.join(" ") || "-"}`,
  );
}

function print(set: string, categories: { readonly [category: string]: Figures }): void {
  for (const [category, figures] of Object.entries(categories)) {
    const row = Object.entries(figures).map(([name, value]) => `${name} ${round(name, value as number)}`);
    console.log(`${set}  ${category.padEnd(20)} ${row.join("  ")}`);
  }
}

function round(name: string, value: number): string {
  return name === "queries" ? String(value) : value.toFixed(/^p\d/.test(name) ? 2 : 1);
}
