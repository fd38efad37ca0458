/**
 * `npm run bench:recall-latency -- [10000 100000]`: how long `retrieve()` takes, in a process that is warm, over made-up
 * stores of so many items (a fifth records, the rest memories of four types) for prompts of every length. Without the rest of a
 * hook: what a whole process costs is `npm run bench`. `RUNS=200` takes more samples.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openScratchStore } from "../src/engine/with-store.ts";
import { retrieve } from "../src/recall/retrieve.ts";
import type { Store } from "../src/store/port.ts";
import { madeUpText, seeded } from "./fixtures.ts";
import { percentile } from "./recall/figures.ts";
import { fill, requestOf } from "./recall/memories.ts";
import type { SetDocument } from "./recall/set.ts";

const PROJECT = "made-up";
const RUNS = Number(process.env.RUNS ?? 100);
const WARM_UP = 20;
const sizes = process.argv.slice(2).map(Number);

for (const size of sizes.length > 0 ? sizes : [10_000, 100_000]) {
  const dir = mkdtempSync(join(tmpdir(), "recollect-latency-"));
  const store = openScratchStore(join(dir, "recall.db"));
  try {
    const stored = documents(size);
    await fill(store, stored);
    await store.settle(0);
    console.log(`${size.toLocaleString("en")} items, milliseconds`);
    for (const [name, prompts] of Object.entries(promptsFor(stored))) await measure(store, name, prompts);
  } finally {
    await store.close();
    rmSync(dir, { recursive: true, force: true });
  }
}

async function measure(store: Store, name: string, prompts: readonly string[]): Promise<void> {
  const times: number[] = [];
  let shown = 0;
  for (let run = 0; run < RUNS + WARM_UP; run += 1) {
    const prompt = prompts[run % prompts.length] ?? "";
    const request = requestOf(store, { project: PROJECT, session: "asking" }, prompt);
    const started = performance.now();
    const { items } = await retrieve(request);
    if (run < WARM_UP) continue;
    times.push(performance.now() - started);
    shown += items.length;
  }
  times.sort((a, b) => a - b);
  const at = (share: number): string => percentile(times, share).toFixed(2).padStart(7);
  console.log(
    `  ${name.padEnd(34)} p50 ${at(0.5)}   p95 ${at(0.95)}   most ${at(1)}   ${(shown / RUNS).toFixed(1)} items`,
  );
}

/** The same at every run. */
function documents(size: number): SetDocument[] {
  const random = seeded(17);
  const { sentence, word } = madeUpText(random);
  const types = [undefined, "episodic", "semantic", "prospective", "procedural"] as const;
  return Array.from({ length: size }, (_, n): SetDocument => {
    const type = types[n % types.length];
    const sentences = Array.from({ length: 1 + Math.floor(random() * 5) }, sentence).join(" ");
    return {
      id: `item-${n}`,
      group: PROJECT,
      text: sentences,
      time: new Date(Date.UTC(2026, 0, 1) + n * 60_000).toISOString(),
      tags: [word(), word()],
      ...(type === undefined
        ? { title: `${sentence()} ${n}`.slice(0, 100), category: "decision" }
        : { type, scope: "project", ...(type === "procedural" ? { title: sentence() } : {}) }),
    };
  });
}

/** As people and programs write them: from a word to a megabyte. */
function promptsFor(stored: readonly SetDocument[]): { [name: string]: string[] } {
  const random = seeded(stored.length);
  const { sentence, word, common } = madeUpText(random);
  // A question about an item: its words, one in two.
  const about = (): string => {
    const { text = "" } = stored[Math.floor(random() * stored.length)] ?? {};
    return `why ${text
      .split(/\W+/)
      .slice(0, 24)
      .filter(() => random() < 0.5)
      .join(" ")}?`;
  };
  const many = (make: () => string): string[] => Array.from({ length: 25 }, make);
  const words = (count: number, of: () => string): string => Array.from({ length: count }, of).join(" ");
  const log = (count: number): string =>
    Array.from(
      { length: count },
      (_, n) =>
        `2026-11-22T09:14:${n % 60}Z ERROR ${word()}Service.${word()} failed: E${1000 + n} ${word()}/${word()}.ts:${n}`,
    ).join("\n");
  return {
    "a word": many(word),
    "a question about an item": many(about),
    "6 words of different items": many(() => words(6, word)),
    "6 of the commonest words": many(() => words(6, common)),
    "a request of 40 words": many(() => words(4, sentence)),
    "a log of 120 words": many(() => `why does this fail?\n${log(24)}`),
    "a log of 20,000 words": many(() => `why does this fail?\n${log(4_000)}`),
    "a megabyte without a space": ["x".repeat(1_000_000)],
    "a megabyte of words": many(() => words(8, sentence).repeat(4_000).slice(0, 1_000_000)).slice(0, 3),
    "nothing that is stored": many(() => "quantum chromodynamics of gluons"),
  };
}
