/**
 * One user's projects under different environments, as a tool that sets variables by folder makes them: real hooks, the workers
 * that they start, and models that note what they are sent, and with whose key.
 */
import { describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { userConfigFile } from "../../src/config/load.ts";
import { hostPaths } from "../../src/host/paths.ts";
import { findProject } from "../../src/host/project.ts";
import type { Memory } from "../../src/memory/types.ts";
import type { Job } from "../../src/store/job-port.ts";
import type { Store } from "../../src/store/port.ts";
import { openSqliteStore } from "../../src/store/sqlite/open.ts";
import {
  type ModelCall,
  type ModelReply,
  type ModelServer,
  startModelServer,
} from "../support/model-server.ts";
import { allGone } from "../support/processes.ts";
import { transcript } from "../support/transcript.ts";
import { openStage, pluginOfThisFile, put, type Stage } from "./support.ts";

const plugin = pluginOfThisFile();
const TIME_LIMIT_MS = 60_000;

type Variables = { readonly [name: string]: string | undefined };

/** A project of the stage's user, and the variables that are set in it. */
interface Place {
  readonly folder: string;
  readonly session: string;
  readonly variables: Variables;
  /** A word that is said in its sessions, and in no other's. */
  readonly word: string;
}

function place(stage: Stage, name: string, word: string, variables: Variables): Place {
  const folder = join(stage.dir, name);
  put(join(folder, ".git/HEAD"), "ref: refs/heads/main\n");
  return { folder, session: `session-${name}`, variables, word };
}

/** A hook of a session there. */
async function hook(stage: Stage, at: Place, event: string, more: object = {}): Promise<void> {
  const payload = { hook_event_name: event, session_id: at.session, cwd: at.folder, ...more };
  const ended = await stage.raw(event, JSON.stringify(payload), {
    cwd: at.folder,
    env: { ...stage.env, ...at.variables },
  });
  expect([ended.code, ended.err]).toEqual([0, ""]);
}

const command = (stage: Stage, at: Place, ...args: string[]) =>
  stage.cli(args, { cwd: at.folder, env: { ...stage.env, ...at.variables } });

/** A session in which something is decided, to its end. */
async function session(stage: Stage, at: Place): Promise<void> {
  const transcript_path = join(stage.home, `${at.session}.jsonl`);
  transcript({ cwd: at.folder, session: at.session, seed: at.session })
    .prompt(`Which queue do we take for the jobs? And no, always let ${at.word} keep the order of them.`)
    .said(
      [
        `I decided to keep the jobs in ${at.word} with two workers, because ${at.word} is already running.`,
        `We decided to use ${at.word} as the queue instead of Redis because one service is enough.`,
        `We chose ${at.word} over a broker due to its simplicity. The reason is cost.`,
      ].join("\n"),
    )
    .prompt("Good.")
    .said("I will.")
    .write(transcript_path);
  await hook(stage, at, "Stop", { transcript_path });
  await hook(stage, at, "SessionEnd", { transcript_path, reason: "other" });
}

async function stored<T>(stage: Stage, work: (store: Store) => Promise<T>): Promise<T> {
  const store = openSqliteStore({ path: stage.database, busyTimeout: 5_000 });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

const jobsOf = (stage: Stage): Promise<Job[]> => stored(stage, ({ jobs }) => jobs.list(100));

async function memoriesOf(stage: Stage, at: Place): Promise<Memory[]> {
  const from = { project: findProject(at.folder).id, session: "" };
  return stored(stage, ({ memories }) =>
    memories.find(from, { statuses: ["staged", "active"], everySession: true, limit: 100 }),
  );
}

function judging({ prompt }: ModelCall): ModelReply {
  const opinions = {
    analyzer: { importance: 8 },
    patterns: { relevance: 8 },
    "knowledge-archaeologist": { novelty: 9 },
  };
  const items = [...prompt.matchAll(/^Item (\w+) /gm)].map(([, item]) => ({ item, ...opinions }));
  return { text: JSON.stringify({ items }) };
}

/** What an environment says that has an endpoint of its own, with a key of its own in a variable of the same name. */
const endpointAt = ({ url }: ModelServer, key: string): Variables => ({
  RECOLLECT_REVIEW__EXECUTOR: "endpoint",
  RECOLLECT_ENDPOINT__URL: url,
  RECOLLECT_ENDPOINT__MODEL: "small-1",
  RECOLLECT_ENDPOINT__KEY_ENV: "KEY_OF_TEST",
  RECOLLECT_LIMITS__CALLS_PER_DAY: "50",
  RECOLLECT_LIMITS__TOKENS_PER_DAY: "500000",
  RECOLLECT_LIMITS__USD_PER_DAY: "1",
  KEY_OF_TEST: key,
});

const keysOf = ({ calls }: ModelServer): string[] => [
  ...new Set(calls.map(({ headers }) => headers.authorization ?? "none")),
];
const sentTo = ({ calls }: ModelServer): string => JSON.stringify(calls.map(({ body }) => body));

describe("two projects with an endpoint and a key each", () => {
  test(
    "have their sessions judged each at its own, with its own key, by workers that hooks start",
    async () => {
      await using one = await startModelServer("openai", judging);
      await using two = await startModelServer("openai", judging);
      using stage = openStage(plugin());
      stage.env.RECOLLECT_WORKER = undefined;
      const a = place(stage, "a", "PostgreSQL", endpointAt(one, "key-a"));
      const b = place(stage, "b", "RabbitMQ", endpointAt(two, "key-b"));
      const plain = place(stage, "plain", "NATS", {});
      // All of them at once, but for the making of the database.
      await command(stage, a, "worker", "run");
      await Promise.all([a, b, plain].map((each) => session(stage, each)));
      await allGone(stage.home);
      for (const [at, own, other] of [
        [a, one, b],
        [b, two, a],
      ] as const) {
        expect(own.calls.length).toBeGreaterThan(0);
        expect(sentTo(own)).toContain(at.word);
        expect(sentTo(own)).not.toContain(other.word);
        expect(sentTo(own)).not.toContain(plain.word);
        expect(keysOf(own)).toEqual([`Bearer ${at.variables.KEY_OF_TEST}`]);
        const kept = await memoriesOf(stage, at);
        expect(kept.length).toBeGreaterThan(0);
        for (const memory of kept)
          expect(memory).toMatchObject({ status: "active", review: { executor: "endpoint" } });
      }
      for (const memory of await memoriesOf(stage, plain)) expect(memory.status).toBe("active");
      expect(await jobsOf(stage)).toEqual([]);
      expect(stage.trace().filter(({ level }) => level !== "info")).toEqual([]);
      expect(readFileSync(stage.database).includes("key-a")).toBe(false);
    },
    TIME_LIMIT_MS,
  );

  test(
    "leave each other's work alone, whoever's worker is there, and are told of it",
    async () => {
      await using one = await startModelServer("openai", judging);
      await using two = await startModelServer("openai", judging);
      using stage = openStage(plugin());
      const a = place(stage, "a", "PostgreSQL", endpointAt(one, "key-a"));
      const b = place(stage, "b", "RabbitMQ", endpointAt(two, "key-b"));
      await session(stage, b);
      const before = await jobsOf(stage);
      expect(before.length).toBeGreaterThan(0);
      const { out } = await command(stage, a, "worker", "run");
      expect(out).toContain("nothing done");
      expect(await jobsOf(stage)).toEqual(before);
      expect((await command(stage, a, "worker", "status")).out).toContain("waiting for another environment");
      expect((await command(stage, b, "worker", "run")).out).toContain("review 1");
      expect([one.calls.length, keysOf(two)]).toEqual([0, ["Bearer key-b"]]);
    },
    TIME_LIMIT_MS,
  );

  test(
    "find what a crashed session left each for itself, whoever looks for it",
    async () => {
      await using one = await startModelServer("openai", judging);
      await using two = await startModelServer("openai", judging);
      using stage = openStage(plugin());
      const a = place(stage, "a", "PostgreSQL", endpointAt(one, "key-a"));
      const b = place(stage, "b", "RabbitMQ", endpointAt(two, "key-b"));
      await session(stage, b);
      const { id: project } = findProject(b.folder);
      await stored(stage, ({ jobs }) => jobs.drop({ project }));
      await hook(stage, a, "SessionStart", { source: "startup" });
      await command(stage, a, "worker", "run");
      expect(await memoriesOf(stage, b)).toEqual([]);
      expect(await jobsOf(stage)).toMatchObject([{ kind: "capture", subject: b.session, attempts: 0 }]);
      await command(stage, b, "worker", "run");
      expect((await memoriesOf(stage, b)).length).toBeGreaterThan(0);
      expect([one.calls.length, sentTo(two).includes(b.word)]).toEqual([0, true]);
    },
    TIME_LIMIT_MS,
  );

  test(
    "draft their records each at its own",
    async () => {
      const nothing = (): ModelReply => ({ text: JSON.stringify({ drafts: [] }) });
      await using one = await startModelServer("openai", nothing);
      await using two = await startModelServer("openai", nothing);
      using stage = openStage(plugin());
      stage.env.RECOLLECT_WORKER = undefined;
      const drafting = { RECOLLECT_CAPTURE__MODE: "endpoint", RECOLLECT_REVIEW__EXECUTOR: undefined };
      const a = place(stage, "a", "PostgreSQL", { ...endpointAt(one, "key-a"), ...drafting });
      const b = place(stage, "b", "RabbitMQ", { ...endpointAt(two, "key-b"), ...drafting });
      // All of them at once, but for the making of the database.
      await command(stage, a, "worker", "run");
      await Promise.all([session(stage, a), session(stage, b)]);
      await allGone(stage.home);
      for (const [at, own, other] of [
        [a, one, b],
        [b, two, a],
      ] as const) {
        expect(sentTo(own)).toContain(at.word);
        expect(sentTo(own)).not.toContain(other.word);
        expect(keysOf(own)).toEqual([`Bearer ${at.variables.KEY_OF_TEST}`]);
      }
    },
    TIME_LIMIT_MS,
  );
});

describe("one configuration, and variables that the client itself heeds", () => {
  /** A `claude` that notes what it is sent, by the address that its environment names, and judges nothing. */
  function configureClaude(stage: Stage): (address: string) => string {
    const notes = join(stage.dir, "notes");
    mkdirSync(notes);
    const client = join(stage.dir, "claude");
    const script = `#!/bin/sh\ncat >> ${notes}/"$ANTHROPIC_BASE_URL"\necho '{"type":"result","is_error":true,"api_error_status":401}'\n`;
    writeFileSync(client, script, { mode: 0o755 });
    const config = {
      review: { executor: "claude" },
      claude: { command: client },
      limits: { calls_per_day: 50, tokens_per_day: 500_000, usd_per_day: 5 },
    };
    put(userConfigFile(hostPaths({ HOME: stage.home })), JSON.stringify(config));
    return (address) => (existsSync(join(notes, address)) ? readFileSync(join(notes, address), "utf8") : "");
  }

  test(
    "a worker reads what another's session left, and sends none of it where its own client asks",
    async () => {
      using stage = openStage(plugin());
      const sent = configureClaude(stage);
      const a = place(stage, "a", "PostgreSQL", { ANTHROPIC_BASE_URL: "at-a" });
      const b = place(stage, "b", "RabbitMQ", { ANTHROPIC_BASE_URL: "at-b" });
      await session(stage, b);
      await command(stage, a, "worker", "run");
      expect((await memoriesOf(stage, b)).map(({ status }) => status)).toContain("staged");
      expect(await jobsOf(stage)).toMatchObject([{ kind: "review", attempts: 0 }]);
      expect([sent("at-a"), sent("at-b")]).toEqual(["", ""]);
      await command(stage, b, "worker", "run");
      expect(sent("at-a")).toBe("");
      expect(sent("at-b")).toContain(b.word);
    },
    TIME_LIMIT_MS,
  );

  test(
    "one project's sessions are asked about each where it was",
    async () => {
      using stage = openStage(plugin());
      const sent = configureClaude(stage);
      const a = place(stage, "a", "PostgreSQL", { ANTHROPIC_BASE_URL: "at-a" });
      const b: Place = {
        ...a,
        session: "session-b",
        word: "RabbitMQ",
        variables: { ANTHROPIC_BASE_URL: "at-b" },
      };
      await session(stage, a);
      await session(stage, b);
      await command(stage, a, "worker", "run");
      expect(sent("at-a")).toContain(a.word);
      expect(sent("at-a")).not.toContain(b.word);
      await command(stage, b, "worker", "run");
      expect(sent("at-b")).toContain(b.word);
    },
    TIME_LIMIT_MS,
  );

  test(
    "a session that has gone on elsewhere is asked about there",
    async () => {
      using stage = openStage(plugin());
      const sent = configureClaude(stage);
      const a = place(stage, "a", "PostgreSQL", { ANTHROPIC_BASE_URL: "at-a" });
      const b: Place = { ...a, variables: { ANTHROPIC_BASE_URL: "at-b" } };
      await session(stage, a);
      await command(stage, { ...a, variables: {} }, "worker", "run");
      expect((await memoriesOf(stage, a)).map(({ status }) => status)).toContain("staged");
      await hook(stage, b, "Stop", { transcript_path: join(stage.home, `${a.session}.jsonl`) });
      await command(stage, a, "worker", "run");
      await command(stage, b, "worker", "run");
      expect([sent("at-a"), sent("at-b").includes(a.word)]).toEqual(["", true]);
    },
    TIME_LIMIT_MS,
  );

  test(
    "what nobody comes back for is judged by rules in the end, and says so",
    async () => {
      using stage = openStage(plugin());
      const sent = configureClaude(stage);
      const a = place(stage, "a", "PostgreSQL", { ANTHROPIC_BASE_URL: "at-a" });
      const b = place(stage, "b", "RabbitMQ", { ANTHROPIC_BASE_URL: "at-b" });
      await session(stage, b);
      await command(stage, a, "worker", "run");
      const [review] = await jobsOf(stage);
      const ago = new Date(Date.now() - 8 * 86_400_000).toISOString();
      await stored(stage, ({ jobs }) => jobs.add({ ...(review as Job), at: ago, due: ago }));
      expect((await command(stage, a, "doctor")).out).toContain("for a session with the environment");
      await command(stage, a, "worker", "run");
      const judged = await memoriesOf(stage, b);
      expect(judged.length).toBeGreaterThan(0);
      const reason = "no session with the environment that it was asked for in has come within 7 days";
      for (const memory of judged)
        expect(memory).toMatchObject({
          status: "active",
          review: { executor: "heuristic", fallback: true, failed: { analyzer: reason } },
        });
      expect([sent("at-a"), sent("at-b")]).toEqual(["", ""]);
    },
    TIME_LIMIT_MS,
  );
});
