/** What a session says, noted by the worker and judged by a model, as whole processes. */
import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { userConfigFile } from "../../src/config/load.ts";
import { PROTOCOLS, type Protocol } from "../../src/config/types.ts";
import type { UsageReport } from "../../src/engine/status/usage.ts";
import { hostPaths } from "../../src/host/paths.ts";
import type { Memory } from "../../src/memory/types.ts";
import {
  type ModelCall,
  type ModelReply,
  type ModelServer,
  startModelServer,
} from "../support/model-server.ts";
import { transcript } from "../support/transcript.ts";
import { openStage, pluginOfThisFile, put, type Stage } from "./support.ts";

const plugin = pluginOfThisFile();
const KEY = "key-of-a-test-0123456789";

function good({ prompt }: ModelCall): ModelReply {
  const opinions = {
    analyzer: { importance: 8 },
    patterns: { relevance: 8 },
    "knowledge-archaeologist": { novelty: 9 },
  };
  const items = [...prompt.matchAll(/^Item (\w+) /gm)].map(([, item]) => ({ item, ...opinions }));
  return { text: JSON.stringify({ items }) };
}

function configure(stage: Stage, protocol: Protocol, { url }: ModelServer, limits: object): void {
  const file = userConfigFile(hostPaths({ HOME: stage.home }));
  const config = {
    review: { executor: "endpoint" },
    endpoint: { protocol, url, model: "small-1", key_env: "KEY_OF_TEST", usd_per_million_in: 1 },
    limits,
  };
  put(file, JSON.stringify(config));
  stage.env.KEY_OF_TEST = KEY;
}

/** A session in which something is decided, read by the worker; what it noted. */
async function session(stage: Stage): Promise<Memory[]> {
  const transcript_path = join(stage.home, "t.jsonl");
  transcript({ cwd: stage.project })
    .prompt(
      "Which queue do we take for the jobs? And no, always use parameterized queries, never build SQL by hand.",
    )
    .said("I decided to keep the jobs in PostgreSQL with SKIP LOCKED, because PostgreSQL is already running.")
    .prompt("Good. Remind me to name the limit in the README before the release.")
    .said("I will.")
    .write(transcript_path);
  await stage.hook("Stop", { transcript_path });
  await stage.hook("SessionEnd", { transcript_path, reason: "other" });
  await stage.cli(["worker", "run"]);
  return stage.json<Memory[]>(["memories", "--status", "all"]) as unknown as Promise<Memory[]>;
}

const ENOUGH = { calls_per_day: 20, tokens_per_day: 200_000, usd_per_day: 1 };

describe.each([...PROTOCOLS])("a session with an endpoint that speaks %s", (protocol) => {
  test("leaves what the model found worth keeping, and who it was, what it took and what it cost are told", async () => {
    await using server = await startModelServer(protocol, good);
    using stage = openStage(plugin());
    configure(stage, protocol, server, ENOUGH);
    const noted = await session(stage);
    expect(noted.length).toBeGreaterThan(0);
    expect(server.calls).toHaveLength(1);
    for (const memory of noted) {
      expect(memory).toMatchObject({
        status: "active",
        importance: 8,
        review: { executor: "endpoint", model: "small-1" },
      });
    }
    const shown = await stage.cli(["show", noted[0]?.id ?? ""]);
    expect(shown.out).toMatch(/judged by\s+endpoint \(small-1\), 3\/3 agents, \d+ ms, \d+ tokens/);
    const usage = await stage.json<UsageReport>(["usage"]);
    expect(usage.today).toEqual({ calls: 1, failed: 0, tokens: 120, usd: 0.0001 });
    expect((await stage.cli(["status"])).out).toContain(
      "models       endpoint: 1 of 20 calls, 120 of 200000 tokens",
    );
    expect((await stage.cli(["doctor"])).out).toContain("endpoint small-1 could be called");
    expect(server.calls).toHaveLength(1);
    expect((await stage.cli(["doctor", "--call"])).out).toContain("endpoint small-1 answers, as small-1");
    expect(server.calls).toHaveLength(2);
    const kept = JSON.stringify([noted, usage, stage.trace()]);
    expect(kept).not.toContain(KEY);
  }, 30_000);
});

test("without limits no model is called, and rules that judged say so", async () => {
  await using server = await startModelServer("openai", good);
  using stage = openStage(plugin());
  configure(stage, "openai", server, {});
  const noted = await session(stage);
  expect(noted.length).toBeGreaterThan(0);
  for (const { status, review } of noted) {
    expect(status).not.toBe("staged");
    expect(review).toMatchObject({ executor: "heuristic", fallback: true, consensus: "0/3 agents" });
  }
  const shown = await stage.cli(["show", noted[0]?.id ?? ""]);
  expect(shown.out).toContain("heuristic, instead of models, which did not answer");
  expect((await stage.cli(["doctor"])).out).toContain("never called, as limits.calls_per_day is 0");
  expect((await stage.cli(["doctor", "--call"])).out).toContain("never called");
  expect(server.calls).toEqual([]);
}, 30_000);
