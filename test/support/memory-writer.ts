/**
 * One of several processes that write memories into the same database: `memory-writer.ts <url> <worker> <rounds>`. Prints the
 * ids that it has put and not forgotten, as a JSON list.
 */
import { createMemory, type MemoryDraft } from "../../src/memory/create.ts";
import type { Memory } from "../../src/memory/types.ts";
import { openPostgresStore } from "../../src/store/postgres/open-postgres.ts";

const [url = "", worker = "", rounds = "0"] = process.argv.slice(2);
const WORDS = [
  "webhook",
  "retry",
  "ledger",
  "queue",
  "cache",
  "token",
  "shard",
  "deploy",
  "schema",
  "worker",
];

const store = await openPostgresStore({ url });
const at = { project: "p1", session: `s${worker}`, agent: "main" };
/** Ids that all processes put, so that they get into each other's way. */
const shared = (n: number): string => `shared-${n % 3}`;

function make(n: number): Memory {
  const words = WORDS.filter((_, i) => (n + i * Number(worker)) % 3 !== 0);
  // In turn: those of one process meet the others' in another order.
  const content = (Number(worker) % 2 === 0 ? words : words.toReversed()).join(" ");
  const draft: MemoryDraft = { type: "semantic", content: `${content} ${worker} ${n}` };
  return createMemory(draft, { ...at, now: new Date(), random: crypto.getRandomValues(new Uint8Array(10)) });
}

const own: string[] = [];
for (let n = 0; n < Number(rounds); n += 1) {
  const made = [
    make(n),
    make(n + 1),
    { ...make(n + 2), id: shared(n) },
    { ...make(n + 3), id: shared(n + 1) },
  ];
  const batch = n % 2 === 0 ? made : made.toReversed();
  await store.memories.put(batch);
  const [keep, drop] = batch.map(({ id }) => id).filter((id) => !id.startsWith("shared"));
  await store.memories.accessed("p1", [shared(n), keep ?? "", shared(n + 2)], new Date().toISOString());
  await store.memories.forget("p1", [drop ?? ""]);
  if (keep) own.push(keep);
}
await store.close();
console.log(JSON.stringify(own));
