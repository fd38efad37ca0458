/** The whole program on PostgreSQL: what one process saves another recalls, and a server in trouble keeps nobody waiting. */
import { beforeAll, describe, expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { append, decisiveTurn, openStage, pluginOfThisFile, put, type Stage } from "../program/support.ts";
import { canServe, sharedPostgres, type TestServer } from "../support/postgres.ts";
import { sampleRecord } from "../support/records.ts";

const RECORD = sampleRecord("Use SQLite for the ledger", { tags: ["ledger", "sqlite"] });
const PROMPT = "Why do we use SQLite for the ledger?";
const PASSWORD = "s3cret-word";
const CLOSED = `postgres://ada:${PASSWORD}@127.0.0.1:1/team`;

const plugin = pluginOfThisFile();

function stageOn(url: string): Stage {
  const stage = openStage(plugin());
  stage.env.RECOLLECT_DATABASE_URL = url;
  stage.plant(RECORD);
  return stage;
}

/** What status and doctor say of the database. */
async function told(
  stage: Stage,
): Promise<{ ok: boolean; problem: string; doctor: Check | undefined; all: string }> {
  const status = await stage.cli(["status", "--json"]);
  const doctor = await stage.cli(["doctor", "--json"]);
  const { store } = JSON.parse(status.out) as { store: { ok: boolean; problem?: string } };
  const { checks } = JSON.parse(doctor.out) as { checks: Check[] };
  return {
    ok: store.ok,
    problem: store.problem ?? "",
    doctor: checks.find(({ name }) => name === "database"),
    all: [status.out, status.err, doctor.out, doctor.err].join("\n"),
  };
}

interface Check {
  name: string;
  state: string;
  found: string;
}

describe.skipIf(!canServe())("with a server", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await sharedPostgres();
  });

  test("sessions begin, prompts are answered once, turns and ends are noted, and no file is made here", async () => {
    using stage = stageOn(server.freshUrl());
    await stage.hook("SessionStart", { source: "startup" });
    expect(await stage.prompt("s1", PROMPT)).toContain("Use SQLite for the ledger");
    expect(await stage.prompt("s1", PROMPT)).toBe("");
    expect(await stage.prompt("s2", PROMPT)).toContain("Use SQLite for the ledger");
    await stage.hook("Stop", {});
    await stage.hook("SessionEnd", { reason: "exit" });
    expect(stage.trace().filter(({ level }) => level === "error")).toEqual([]);
    const { injections } = await stage.json<{ injections: { session: string }[] }>(["status"]);
    expect(injections.map(({ session }) => session).sort()).toEqual(["s1", "s2"]);
    expect(existsSync(stage.database)).toBe(false);
  });

  test("a record that is saved is recalled by the next prompt", async () => {
    using stage = stageOn(server.freshUrl());
    await stage.cli(["save", "decision", "Use zircon for storage because it is light"]);
    expect(await stage.prompt("s1", "Why do we use zircon for storage?")).toContain("zircon");
  });

  test("a session is read by the worker, and what it settled is recalled in the next one", async () => {
    using stage = stageOn(server.urlOf("captured"));
    const transcript_path = join(stage.home, "t.jsonl");
    append(transcript_path, decisiveTurn("job queue"));
    await stage.hook("SessionStart", { source: "startup", transcript_path });
    await stage.hook("Stop", { transcript_path });
    await stage.hook("SessionEnd", { transcript_path, reason: "other" });
    expect((await stage.cli(["work"])).code).toBe(0);
    expect(await server.sql("SELECT kind, error FROM captured.jobs WHERE kind <> 'maintain'")).toEqual([]);
    const marks = await server.sql("SELECT source, closed FROM captured.marks");
    expect(marks).toHaveLength(1);
    expect(stage.trace().filter(({ level }) => level === "error")).toEqual([]);
    expect(await stage.prompt("s2", "Which job queue did we decide to use?")).toContain("job queue");
    expect(existsSync(stage.database)).toBe(false);
  });

  test("status and doctor say which database it is, and the doctor's proof goes through it and leaves no place", async () => {
    using stage = stageOn(server.urlOf("proven"));
    const { ok, doctor, all } = await told(stage);
    expect(ok).toBe(true);
    expect(doctor?.state).toBe("ok");
    expect(doctor?.found).toContain("PostgreSQL");
    expect(all).toContain("saved by one process, recalled by the prompt hook of another");
    const { project } = await stage.json<{ project: { id: string } }>(["status"]);
    const sessions = await server.sql("SELECT project FROM proven.injections");
    expect(sessions.length).toBeGreaterThan(0);
    const places = await server.sql(`SELECT project FROM proven.places WHERE project <> '${project.id}'`);
    expect(places).toEqual([]);
    expect(await server.sql("SELECT id FROM proven.semantic_memories")).toEqual([]);
  });

  test("the user's own configuration names it as well as the environment", async () => {
    using stage = stageOn("");
    put(
      join(stage.home, ".config/recollect/config.json"),
      JSON.stringify({ store: { url: server.freshUrl() } }),
    );
    expect(await stage.prompt("s1", PROMPT)).toContain("Use SQLite for the ledger");
    expect(existsSync(stage.database)).toBe(false);
  });
});

test("a repository cannot send its readers' memories to a server", async () => {
  using stage = openStage(plugin());
  stage.plant(RECORD);
  stage.configure({ store: { url: CLOSED } });
  expect(await stage.prompt("s1", PROMPT)).toContain("Use SQLite for the ledger");
  expect(stage.trace().filter(({ part }) => part === "recall")).toEqual([]);
});

test("while the server is down prompts are answered from the files, every hook ends well, and the trace tells why", async () => {
  using stage = stageOn(CLOSED);
  await stage.hook("SessionStart", { source: "startup" });
  expect(await stage.prompt("s1", PROMPT)).toContain("Use SQLite for the ledger");
  await stage.hook("Stop", {});
  await stage.hook("SessionEnd", { reason: "exit" });
  const parts = stage.trace().map(({ part, message }) => [part, message.split(":")[0]]);
  const unreachable = "The database server cannot be reached";
  expect(parts).toEqual(
    ["hook:SessionStart", "recall", "hook:Stop", "hook:SessionEnd"].map((part) => [part, unreachable]),
  );
});

test("while the server does not answer, prompts are answered from the files within the hook's time", async () => {
  using mute = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data() {} } });
  using stage = stageOn(`postgres://ada:${PASSWORD}@127.0.0.1:${mute.port}/team`);
  expect(await stage.prompt("s1", PROMPT)).toContain("Use SQLite for the ledger");
  const [only] = stage.trace();
  expect(only?.part).toBe("recall");
  expect(only?.message).toContain("takes too long");
});

test("a server that did not answer is left alone for a while by hooks, and asked by people", async () => {
  let calls = 0;
  using mute = Bun.listen({
    hostname: "127.0.0.1",
    port: 0,
    socket: {
      open() {
        calls += 1;
      },
      data() {},
    },
  });
  using stage = stageOn(`postgres://ada:${PASSWORD}@127.0.0.1:${mute.port}/team`);
  await stage.hook("SessionEnd", { reason: "exit" });
  expect(calls).toBe(1);
  expect(stage.trace().at(-1)?.message).toContain("takes too long");
  const tool_input = { file_path: join(stage.project, "a.ts") };
  await stage.hook("PostToolUse", { tool_name: "Read", tool_input });
  expect(await stage.prompt("s1", PROMPT)).toContain("Use SQLite for the ledger");
  expect(calls).toBe(1);
  expect(stage.trace().at(-1)?.message).toContain("wait in vain");
  const { store } = await stage.json<{ store: { problem: string } }>(["status"]);
  expect(store.problem).toContain("takes too long");
  expect(calls).toBeGreaterThan(1);
  stage.env.RECOLLECT_DATABASE_URL = CLOSED;
  await stage.prompt("s1", PROMPT);
  expect(stage.trace().at(-1)?.message).toContain("cannot be reached");
});

test("no password is shown: by status, doctor, configuration, errors, or the trace", async () => {
  using stage = stageOn(CLOSED);
  const { ok, doctor, problem, all } = await told(stage);
  expect([ok, doctor?.state]).toEqual([false, "error"]);
  expect(problem).toContain("postgres://ada@127.0.0.1:1/team");
  const said = [all];
  const say = async (...args: string[]): Promise<void> => {
    const { out, err } = await stage.cli(args);
    said.push(out, err);
  };
  await say("config", "set", "--user", "store.url", CLOSED);
  await say("config", "set", "--user", "store.url", CLOSED.replace("team", "other"), "--json");
  await say("config", "set", "store.url", CLOSED);
  await say("config", "get");
  await say("config", "get", "--json");
  await say("config", "get", "store.url");
  await say("config", "get", "store", "--json");
  await say("config", "validate");
  stage.env.RECOLLECT_DATABASE_URL = `postgres:/ada:${PASSWORD}@/`;
  await say("status");
  await stage.prompt("s1", PROMPT);
  said.push(readFileSync(join(stage.home, ".local/state/recollect/recollect.log"), "utf8"));
  expect(said.join("\n")).not.toContain(PASSWORD);
  expect(said.join("\n")).toContain("postgres://ada:***@127.0.0.1:1/other");
});
