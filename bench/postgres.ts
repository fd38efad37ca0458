/**
 * `npm run bench:postgres`: recall from PostgreSQL, in a server that is thrown away (fsync off, over a unix socket). Prints how
 * long loading takes, one recall over a connection that stands, and a whole prompt hook against an empty Bun process.
 * `--items 10000,100000` says how many memories; `--sqlite` measures the file on this machine beside it.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findProject } from "../src/host/project.ts";
import { bodyOf } from "../src/memory/create.ts";
import type { Memory } from "../src/memory/types.ts";
import { retrieve } from "../src/recall/retrieve.ts";
import { builtInCategories } from "../src/record/category.ts";
import type { Store } from "../src/store/port.ts";
import { openPostgresStore } from "../src/store/postgres/open-postgres.ts";
import { openSqliteStore } from "../src/store/sqlite/open.ts";
import { startPostgres } from "../test/support/postgres.ts";
import { madeUpMemories, seeded } from "./fixtures.ts";
import { type Command, compare, sample } from "./process.ts";

const option = (name: string, otherwise: string): string => {
  const at = process.argv.indexOf(name);
  return at < 0 ? otherwise : (process.argv[at + 1] ?? otherwise);
};
const SIZES = option("--items", "10000,100000").split(",").map(Number);
const QUERIES = Number(option("--queries", "300"));
const RUNS = Number(process.env.BENCH_RUNS ?? 25);
const LAUNCHER = join(import.meta.dir, "../plugin/bin/recollect");
const BUN_FLAGS = ["--config=/dev/null", "--no-env-file", "--no-install", "--tsconfig-override=/dev/null"];
/** Memories put at once, as an import does. */
const BATCH = 5_000;

const scratch = mkdtempSync(join(tmpdir(), "recollect-bench-pg-"));
const dir = join(scratch, "project");
mkdirSync(join(dir, ".git"), { recursive: true });
writeFileSync(join(dir, ".git/HEAD"), "ref: refs/heads/main\n");
const { id: project } = findProject(dir);

/** Prompts of some length about something that is kept, and half as much about something else. */
function prompts(memories: readonly Memory[]): string[] {
  const random = seeded(11);
  const some = (): Memory => memories[Math.floor(random() * memories.length)] as Memory;
  return Array.from({ length: QUERIES }, (_, n) => {
    const [about, besides] = [bodyOf(some()), bodyOf(some())].map((text) => text.split(" "));
    const words = [...(about ?? []), ...(besides?.slice(0, 4 * (n % 3)) ?? [])].join(" ");
    return `Please look at this before we go on: why is it that ${words}, and does that still hold?`;
  });
}

const percentile = (times: readonly number[], share: number): string =>
  (times.toSorted((a, b) => a - b)[Math.floor(share * times.length)] ?? Number.NaN).toFixed(2);

async function measure(name: string, store: Store, memories: readonly Memory[]): Promise<void> {
  const started = performance.now();
  for (let from = 0; from < memories.length; from += BATCH)
    await store.memories.put(memories.slice(from, from + BATCH));
  const loading = (performance.now() - started) / 1_000;
  const categories = builtInCategories();
  const from = { project, session: "bench" };
  const times: number[] = [];
  let found = 0;
  for (const [n, query] of [...prompts(memories).slice(0, 30), ...prompts(memories)].entries()) {
    const began = performance.now();
    const { items } = await retrieve({
      store,
      from,
      query,
      now: new Date("2026-11-01T00:00:00Z"),
      enabledCategories: new Set(categories.keys()),
      render: { memoryRoot: ".claude/memory", categories, redact: (text) => text },
    });
    if (n < 30) continue; // the first ones warm up
    times.push(performance.now() - began);
    found += items.length > 0 ? 1 : 0;
  }
  const { bytes } = await store.about();
  console.log(
    `${name}: loaded in ${loading.toFixed(1)} s, ${(bytes / 1e6).toFixed(0)} MB; ` +
      `retrieve p50 ${percentile(times, 0.5)} ms, p95 ${percentile(times, 0.95)} ms, ` +
      `answered ${found} of ${times.length}`,
  );
}

const empty = join(scratch, "empty.js");
writeFileSync(empty, "");
const baseline: Command = {
  argv: [process.execPath, ...BUN_FLAGS, empty],
  cwd: scratch,
  env: { PATH: "/usr/bin:/bin" },
};

const server = await startPostgres();
try {
  for (const size of SIZES) {
    const memories = [...madeUpMemories(project, size)];
    const url = server.urlOf(`items_${size}`);
    const store = await openPostgresStore({ url });
    await measure(`PostgreSQL, ${size} memories`, store, memories);
    await store.close();
    await server.sql("VACUUM ANALYZE");
    const env = {
      PATH: process.env.PATH ?? "/usr/bin:/bin",
      HOME: join(scratch, "home"),
      CLAUDE_PROJECT_DIR: dir,
      CLAUDE_CODE_ENTRYPOINT: "cli",
      RECOLLECT_DATABASE_URL: url,
    };
    const asked = prompts(memories);
    const hook: Command = {
      argv: [LAUNCHER, "hook", "UserPromptSubmit"],
      cwd: dir,
      env,
      stdin: (run) =>
        JSON.stringify({
          hook_event_name: "UserPromptSubmit",
          cwd: dir,
          session_id: `bench-${run}`,
          prompt: asked[run % asked.length],
        }),
    };
    await sample(hook, -1);
    const { subject, baseline: base, ratio } = await compare(hook, baseline, RUNS);
    console.log(
      `PostgreSQL, ${size} memories: prompt hook ${ratio.toFixed(2)}× an empty process ` +
        `(${subject.ms.toFixed(1)} ms against ${base.ms.toFixed(1)} ms)`,
    );
    if (!process.argv.includes("--sqlite")) continue;
    const file = openSqliteStore({ path: join(scratch, `items-${size}.db`) });
    await measure(`SQLite, ${size} memories`, file, memories);
    await file.close();
  }
} finally {
  await server.stop();
  rmSync(scratch, { recursive: true, force: true });
}
