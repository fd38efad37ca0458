/** Several processes write at once: everything that was acknowledged is there, and all counts are right. */
import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { canServe, sharedPostgres } from "../../../test/support/postgres.ts";
import { termsOf } from "../../text/postings.ts";
import { memoryCollections } from "../collections.ts";
import { together } from "../text-port.ts";
import { openPostgresStore } from "./open-postgres.ts";

const WORKER = join(import.meta.dir, "../../../test/support/memory-writer.ts");
const PROCESSES = 4;
const ROUNDS = 25;

describe.skipIf(!canServe())("four processes", () => {
  test("that put, touch and forget the same memories lose nothing, and agree on what has which term", async () => {
    const server = await sharedPostgres();
    const url = server.freshUrl();
    const workers = Array.from({ length: PROCESSES }, (_, n) =>
      Bun.spawn([process.execPath, WORKER, url, String(n), String(ROUNDS)], {
        stdout: "pipe",
        stderr: "pipe",
      }),
    );
    const kept: string[] = [];
    for (const { stdout, stderr, exited } of workers) {
      const [out, err, code] = await Promise.all([
        new Response(stdout).text(),
        new Response(stderr).text(),
        exited,
      ]);
      expect({ code, err }).toEqual({ code: 0, err: "" });
      kept.push(...(JSON.parse(out) as string[]));
    }
    const store = await openPostgresStore({ url });
    const expected = [...kept, "shared-0", "shared-1", "shared-2"];
    expect(kept).toHaveLength(PROCESSES * ROUNDS);
    expect(await store.memories.get("p1", expected)).toHaveLength(expected.length);
    const all = await store.memories.find(
      { project: "p1", session: "" },
      { everySession: true, limit: 1_000 },
    );
    expect(all).toHaveLength(expected.length);

    const view = await store.text.look(memoryCollections({ project: "p1", session: "" }));
    expect(view.statistics.items).toBe(expected.length);
    const found = await view.candidates(
      [
        { term: "worker", weight: 1 },
        { term: "queue", weight: 1 },
        { term: "ledger", weight: 1 },
      ],
      1_000,
    );
    const counted = new Map<string, number>();
    const schema = new URL(url).searchParams.get("schema");
    const postings = await server.sql(`SELECT postings FROM ${schema}.texts`);
    for (const row of postings)
      for (const term of termsOf(String(row.postings))) counted.set(term, (counted.get(term) ?? 0) + 1);
    const terms = [...counted.keys()];
    expect(together(terms, await view.frequencies(terms))).toEqual(counted);
    const byIndex = await server.sql(
      `SELECT key FROM ${schema}.texts WHERE terms @@ 'worker | queue | ledger'::tsquery`,
    );
    expect(found.map(({ key }) => key).sort()).toEqual(byIndex.map(({ key }) => String(key)).sort());
    await store.close();
  });
});
