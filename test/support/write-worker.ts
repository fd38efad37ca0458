/**
 * One of several processes that write the same store: `write-worker.ts <project> <worker> <writes>`. Prints what was
 * acknowledged, as one JSON object.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { createRecord, retireRecord, updateRecord, type WriteContext } from "../../src/consolidate/write.ts";
import { redactQuick } from "../../src/privacy/quick.ts";
import { builtInCategories } from "../../src/record/category.ts";
import { RecordError } from "../../src/record/error.ts";
import { isProblem } from "../../src/store/files/read.ts";
import { openRecordFiles } from "../../src/store/files/record-files.ts";
import { MEMORY_ROOT, sampleContent } from "./records.ts";

/** What one worker was told had been done. */
export interface Acknowledged {
  /** Own records: path → the value last written, and whether it was then retired. */
  own: { [path: string]: { value: string; retired: boolean } };
  /** Shared counters: path → how often this worker raised it. */
  raised: { [path: string]: number };
  writes: number;
  conflicts: number;
}

const [projectDir = "", worker = "", writes = "0"] = process.argv.slice(2);
const categories = builtInCategories();
const files = openRecordFiles({ projectDir, memoryRoot: MEMORY_ROOT, categories });
const ctx: WriteContext = {
  projectDir,
  categories,
  graceDays: 30,
  redact: (text) => redactQuick(text),
  now: () => new Date(),
};
const patience = { timeoutMs: 60_000 };
const done: Acknowledged = { own: {}, raised: {}, writes: 0, conflicts: 0 };

const preference = (value: string) => ({ ...sampleContent("preference"), value });

/** Reads without the lock, writes under it, and starts over when someone was faster. */
async function update(path: string, change: (value: string) => string): Promise<string> {
  for (;;) {
    const stored = files.read(path);
    if (!stored || isProblem(stored)) throw new Error(`${path} is gone`);
    const value = change(String(stored.record.content.value));
    try {
      const request = { target: path, input: { content: preference(value) }, hash: stored.hash };
      await files.transact((tx) => updateRecord(tx, ctx, request), patience);
      return value;
    } catch (error) {
      if (!(error instanceof RecordError) || error.code !== "OCC_CONFLICT") throw error;
      done.conflicts += 1;
      await sleep(Math.random() * 10);
    }
  }
}

async function step(n: number): Promise<void> {
  const latest = Object.keys(done.own).at(-1);
  if (n % 5 === 0 || latest === undefined) {
    const input = { title: `Own ${worker} number ${n}`, tags: [`w${worker}`], content: preference("first") };
    const request = { category: "preference", input };
    const created = await files.transact((tx) => createRecord(tx, ctx, request), patience);
    done.own[`preferences/${created.id}.json`] = { value: "first", retired: false };
  } else if (n % 5 === 3) {
    done.own[latest] = { value: await update(latest, () => `changed ${n}`), retired: false };
  } else if (n % 10 === 4) {
    await files.transact((tx) => retireRecord(tx, ctx, { target: latest, reason: "Enough" }), patience);
    done.own[latest] = { value: done.own[latest]?.value ?? "", retired: true };
  } else {
    const shared = `preferences/shared-${n % 3}.json`;
    await update(shared, (value) => String(Number(value) + 1));
    done.raised[shared] = (done.raised[shared] ?? 0) + 1;
  }
  done.writes += 1;
}

if (import.meta.main) {
  for (let n = 0; n < Number(writes); n += 1) await step(n);
  console.log(JSON.stringify(done));
}
