/** Recall as other harnesses drive it, and the bench that does. */
import { expect, test } from "bun:test";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openStage, pluginOfThisFile, run } from "./support.ts";

const plugin = pluginOfThisFile();

const DOCS = [
  { id: "a", title: "Keep jobs in Postgres", text: "Workers claim rows with SKIP LOCKED.", tags: ["queue"] },
  { id: "b", text: "The footer shows the version.", time: "2026-03-07T10:00:00Z", speaker: "Ada" },
  { id: "c", text: "Thumbnails are made by a worker after the upload.", session: "s1" },
  { id: "d", text: "" },
];

type Answer = { [field: string]: unknown };

async function ask(...lines: (object | string)[]): Promise<Answer[]> {
  using stage = openStage(plugin());
  const stdin = lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line))).join("\n");
  const { code, out, err } = await stage.cli(["recall-server", "--stdio"], { stdin: `${stdin}\n` });
  expect({ code, err }).toEqual({ code: 0, err: "" });
  return out
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Answer);
}

const query = (text: string, more: object = {}): object => ({ op: "query", text, group: "g", k: 5, ...more });
const idsOf = (answers: readonly Answer[]): unknown[] => answers.map(({ ids }) => ids);

test("each request is answered in order, of one group's documents only", async () => {
  const before = readdirSync(tmpdir()).filter((name) => name.startsWith("recollect-recall-"));
  const [indexed, , ...answers] = await ask(
    { op: "index", group: "g", docs: DOCS },
    { op: "index", group: "other", docs: [{ id: "x", text: "Jobs live in Postgres here, too." }] },
    query("where do we keep jobs?"),
    query("what did Ada say of the footer"),
    query("what happened on 7 March 2026"),
    query("worker", { k: 1 }),
    query("postgres", { group: "other" }),
    query("postgres", { group: "nobody's" }),
  );
  expect(indexed).toMatchObject({ ok: true, ms: expect.any(Number) });
  expect(idsOf(answers)).toEqual([["a"], ["b"], ["b"], [expect.stringMatching(/^[ac]$/)], ["x"], []]);
  expect(answers[0]?.ms).toBeNumber();
  expect(readdirSync(tmpdir()).filter((name) => name.startsWith("recollect-recall-"))).toEqual(before);
});

test("with the floor nothing is an answer", async () => {
  const asked = "what is the capital of France and how many workers live there?";
  const [, loose, strict, right] = await ask(
    { op: "index", group: "g", docs: DOCS },
    query(asked),
    query(asked, { floor: true }),
    query("why do workers claim rows with SKIP LOCKED in Postgres?", { floor: true }),
  );
  expect(idsOf([loose, strict, right] as Answer[])).toEqual([["c", "a"], [], ["a"]]);
});

test("what is no request is answered with what is wrong, and the next one as usual", async () => {
  const answers = await ask(
    "no json",
    "[]",
    { op: "sing" },
    { op: "index", docs: [{ id: 1 }] },
    query("x", { k: 0 }),
    query("x", { group: "" }),
    { op: "info" },
    query(`" OR 1=1 -- ${"x".repeat(200_000)}`),
  );
  expect(answers.slice(0, 6).map(({ error }) => (error as Answer).field ?? error)).toEqual([
    expect.stringContaining("JSON"),
    "",
    "op",
    "docs",
    "k",
    "group",
  ]);
  expect(answers[6]?.rss).toBeNumber();
  expect(answers[7]?.ids).toEqual([]);
});

test("the bench measures a folder of documents and queries", async () => {
  using stage = openStage(plugin());
  const set = join(stage.dir, "set");
  mkdirSync(set);
  const jsonl = (name: string, rows: readonly object[]): void =>
    writeFileSync(join(set, name), rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
  jsonl("corpus.jsonl", DOCS);
  jsonl("queries.jsonl", [
    { id: "1", text: "keep jobs in Postgres", category: "easy", relevant: ["a"] },
    { id: "2", text: "footer version", category: "easy", relevant: ["b", "c"] },
    { id: "3", text: "thumbnails", category: "none", relevant: [] },
    { id: "4", text: "the weather in Paris", category: "none", relevant: [] },
  ]);
  const bench = join(import.meta.dir, "../../bench/recall.ts");
  const { code, out } = await run([process.execPath, bench, "--json", "--by", "category", set], {
    cwd: stage.dir,
    env: stage.env,
  });
  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject({
    set: {
      easy: { queries: 2, "R@1": 75, "R@5": 75, "all@5": 50, MRR: 100 },
      none: { queries: 2, silent: 50 },
      all: { queries: 4, "R@1": 75, silent: 50 },
    },
  });
});
