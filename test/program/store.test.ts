/** The database is derived or at least expendable: whatever happens to it, records are still recalled. */
import { Database } from "bun:sqlite";
import { describe, expect, test } from "bun:test";
import {
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import type { ProjectRecord } from "../../src/record/types.ts";
import { sampleRecord } from "../support/records.ts";
import {
  append,
  decisiveTurn,
  openStage,
  pluginOfThisFile,
  put,
  replyOf,
  run,
  type Stage,
} from "./support.ts";

const RECORDS: readonly ProjectRecord[] = [
  sampleRecord("Use SQLite for the ledger", { tags: ["ledger", "sqlite"] }),
  sampleRecord("Retry webhooks three times", { tags: ["retry", "webhook"] }),
  sampleRecord("Thumbnails are made by the worker", { tags: ["thumbnail", "worker"] }),
];
const [RECORD] = RECORDS as [ProjectRecord];
const PROMPT = "Why do we use SQLite for the ledger?";

const plugin = pluginOfThisFile();

/** A project with records that a session has begun in, so that the database is there. */
async function warmStage(): Promise<Stage> {
  const stage = openStage(plugin());
  for (const record of RECORDS) stage.plant(record);
  await stage.hook("SessionStart", { source: "startup" });
  expect(existsSync(stage.database)).toBe(true);
  return stage;
}

/** What a new session's prompt is answered with. */
const asked = (stage: Stage, prompt = PROMPT): Promise<string> => stage.prompt(crypto.randomUUID(), prompt);

const setAside = (stage: Stage): string[] =>
  readdirSync(dirname(stage.database)).filter((name) => /\.corrupt-[0-9TZ-]+$/.test(name));

/** What status and doctor say of the database. */
async function told(stage: Stage): Promise<{ ok: boolean; failures: string; doctor: string }> {
  const status = await stage.json<{ store: { ok: boolean }; failures: { message: string }[] }>(["status"]);
  const { out } = await stage.cli(["doctor", "--json"]);
  const { checks } = JSON.parse(out) as { checks: { name: string; state: string }[] };
  return {
    ok: status.store.ok,
    failures: status.failures.map(({ message }) => message).join("\n"),
    doctor: checks.find(({ name }) => name === "database")?.state ?? "",
  };
}

describe("records answer the same", () => {
  test("after the database was deleted, and after a rebuild", async () => {
    using stage = await warmStage();
    const ask = async (): Promise<string> =>
      (await stage.cli(["retrieve"], { stdin: JSON.stringify({ prompt: PROMPT, cwd: stage.project }) })).out;
    const before = await ask();
    expect(before).toContain(RECORD.title);
    rmSync(dirname(stage.database), { recursive: true });
    expect(await ask()).toBe(before);
    const { code } = await stage.cli(["index", "--rebuild"]);
    expect(code).toBe(0);
    expect(await ask()).toBe(before);
    expect((await told(stage)).doctor).toBe("ok");
  });

  test("in a fresh clone, which has neither database nor index", async () => {
    using stage = openStage(plugin());
    stage.plant(RECORD);
    expect(await asked(stage)).toContain(RECORD.title);
  });

  test("and what a pull brings, changes or takes away is seen at the next prompt", async () => {
    using stage = await warmStage();
    expect(await asked(stage, "How is the parquet export partitioned?")).toBe("");
    const path = stage.plant(
      sampleRecord("Partition the parquet export by month", { tags: ["export", "parquet"] }),
    );
    expect(await asked(stage, "How is the parquet export partitioned?")).toContain(
      "Partition the parquet export",
    );
    rmSync(path);
    expect(await asked(stage, "How is the parquet export partitioned?")).toBe("");
  });
});

test("without a database, too, a prompt is told by its first 20,000 characters", async () => {
  using stage = await warmStage();
  stage.env.RECOLLECT_DATABASE = stage.project;
  const long = "lorem ".repeat(4_000);
  expect(await asked(stage, `${PROMPT} ${long}`)).toContain(RECORD.title);
  expect(await asked(stage, `${long} ${PROMPT}`)).toBe("");
});

describe("what hooks leave written apart from the database", () => {
  const logOf = ({ database }: Stage): number =>
    statSync(`${database}-wal`, { throwIfNoEntry: false })?.size ?? 0;

  test("is folded into it at a session's start and before a compaction", async () => {
    using stage = await warmStage();
    expect(logOf(stage)).toBe(0);
    for (const event of ["PreCompact", "SessionStart"]) {
      await asked(stage);
      expect(logOf(stage)).toBeGreaterThan(0);
      await stage.hook(event);
      expect(logOf(stage)).toBe(0);
    }
    expect(stage.trace().filter(({ level }) => level !== "info")).toEqual([]);
  });

  // A session's end is waited for by someone who leaves: what is short is folded in by the worker that reads the rest of it.
  test.each(["Stop", "SessionEnd"])(
    "is folded into it at a %s once it is long, and never by a prompt",
    async (event) => {
      using stage = await warmStage();
      using db = new Database(stage.database);
      db.run("PRAGMA wal_autocheckpoint = 0; CREATE TABLE filler(x)");
      const fill = (mb: number): void => {
        for (let n = 0; n < mb; n += 1) db.run("INSERT INTO filler VALUES(zeroblob(1000000))");
      };
      await stage.hook(event);
      expect(logOf(stage)).toBeGreaterThan(0);
      fill(5);
      expect(await asked(stage)).toContain(RECORD.title);
      expect(logOf(stage)).toBeGreaterThan(5_000_000);
      await stage.hook(event);
      expect(logOf(stage)).toBe(0);
      expect(db.query("SELECT count(*) AS n FROM filler").get()).toEqual({ n: 5 });
    },
  );

  test("stays while someone reads it, and nothing waits", async () => {
    using stage = await warmStage();
    using reader = new Database(stage.database);
    await asked(stage);
    reader.run("BEGIN");
    reader.query("SELECT count(*) FROM records").get();
    await asked(stage);
    await stage.hook("PreCompact");
    expect(logOf(stage)).toBeGreaterThan(0);
    reader.run("COMMIT");
    await stage.hook("PreCompact");
    expect(logOf(stage)).toBe(0);
    expect(stage.trace().filter(({ level }) => level !== "info")).toEqual([]);
  });
});

describe("a database that is damaged", () => {
  test("beyond recognition is set aside with a notice, and the same prompt is answered", async () => {
    using stage = await warmStage();
    for (const suffix of ["-wal", "-shm"]) rmSync(stage.database + suffix, { force: true });
    writeFileSync(stage.database, "this is no database, whatever its name says\n".repeat(500));
    expect(await asked(stage)).toContain(RECORD.title);
    const [kept = ""] = setAside(stage);
    expect(readFileSync(join(dirname(stage.database), kept), "utf8")).toStartWith("this is no database");
    const { ok, failures, doctor } = await told(stage);
    expect(ok).toBe(true);
    expect(failures).toContain("was damaged");
    expect(doctor).toBe("ok");
  });

  test("by the loss of its second half is mended, and every prompt on the way is answered", async () => {
    using stage = await warmStage();
    using db = new Database(stage.database);
    db.run("PRAGMA wal_checkpoint(TRUNCATE)");
    db.close();
    truncateSync(stage.database, Math.floor(statSync(stage.database).size / 2 / 4_096) * 4_096);
    for (let n = 0; n < 3; n += 1) expect(await asked(stage)).toContain(RECORD.title);
    expect((await told(stage)).ok).toBe(true);
  });

  test("in the middle of its pages is mended, and every prompt on the way is answered", async () => {
    using stage = await warmStage();
    using db = new Database(stage.database);
    db.run("PRAGMA wal_checkpoint(TRUNCATE)");
    db.close();
    const bytes = readFileSync(stage.database);
    bytes.fill(0xa5, 8_192, bytes.length - 8_192);
    writeFileSync(stage.database, bytes);
    for (let n = 0; n < 3; n += 1) expect(await asked(stage)).toContain(RECORD.title);
    expect((await told(stage)).ok).toBe(true);
  });

  test("by being emptied is begun anew", async () => {
    using stage = await warmStage();
    for (const suffix of ["-wal", "-shm"]) rmSync(stage.database + suffix, { force: true });
    truncateSync(stage.database, 0);
    expect(await asked(stage)).toContain(RECORD.title);
    expect((await told(stage)).ok).toBe(true);
  });
});

describe("a database that cannot be used", () => {
  test("because another process is writing leaves the prompt its answer from the files", async () => {
    using stage = await warmStage();
    using holder = new Database(stage.database);
    holder.run("BEGIN EXCLUSIVE");
    expect(await asked(stage)).toContain(RECORD.title);
    holder.run("ROLLBACK");
    expect(
      stage
        .trace()
        .map(({ message }) => message)
        .join(),
    ).toContain("busy");
    expect(await asked(stage)).toContain(RECORD.title);
  });

  test("because another process is writing keeps nothing back from the one who reads a file or works for another", async () => {
    using stage = await warmStage();
    await stage.remember("s", { type: "semantic", content: "Rows in src/ledger.ts are never deleted" });
    using holder = new Database(stage.database);
    holder.run("BEGIN IMMEDIATE");
    const tool_input = { file_path: join(stage.project, "src/ledger.ts") };
    const read = await stage.hook("PostToolUse", { tool_name: "Read", tool_input });
    expect(read.context).toContain("never deleted");
    expect(await stage.prompt("s2", "Are rows in src/ledger.ts ever deleted?")).toContain("never deleted");
    holder.run("ROLLBACK");
    const failed = stage.trace().filter(({ level }) => level !== "info");
    expect(failed.map(({ part }) => part)).toEqual(["ledger", "ledger"]);
    const again = await stage.hook("PostToolUse", { tool_name: "Read", tool_input });
    expect(again.context).toContain("never deleted");
  });

  test("because another process has it all to itself leaves the prompt its answer from the files", async () => {
    using stage = await warmStage();
    using holder = new Database(stage.database);
    holder.run("PRAGMA locking_mode = EXCLUSIVE");
    holder.run("BEGIN EXCLUSIVE");
    holder.run("CREATE TABLE held(x)");
    expect(await asked(stage)).toContain(RECORD.title);
    const transcript = join(stage.home, "t.jsonl");
    append(transcript, decisiveTurn("job queue"));
    expect((await stage.hook("Stop", { transcript_path: transcript })).output).toEqual({});
    expect((await told(stage)).doctor).toBe("error");
    holder.run("ROLLBACK");
  });

  test("because a newer version wrote it is left as it is, and the files answer", async () => {
    using stage = await warmStage();
    using db = new Database(stage.database);
    db.run("PRAGMA user_version = 999; PRAGMA wal_checkpoint(TRUNCATE)");
    db.close();
    const before = readFileSync(stage.database);
    expect(await asked(stage)).toContain(RECORD.title);
    for (const event of ["SessionStart", "Stop", "SessionEnd"]) await stage.hook(event);
    expect(readFileSync(stage.database).equals(before)).toBe(true);
    expect(setAside(stage)).toEqual([]);
    const { ok, failures, doctor } = await told(stage);
    expect({ ok, doctor }).toEqual({ ok: false, doctor: "error" });
    expect(failures).toContain("version 999");
  });

  test("because its folder cannot be made leaves the prompt its answer, also without an index", async () => {
    using stage = openStage(plugin());
    stage.plant(RECORD);
    writeFileSync(join(stage.dir, "file"), "");
    stage.env.XDG_DATA_HOME = join(stage.dir, "file/data");
    expect(await asked(stage)).toContain(RECORD.title);
    expect(stage.trace().some(({ level }) => level === "error")).toBe(true);
    const saved = await stage.json<{ results: { status: string }[]; warnings: string[] }>([
      "save",
      "decision",
      "Use parquet for exports because of its size",
    ]);
    expect(saved.results.map(({ status }) => status)).toEqual(["created"]);
    expect(saved.warnings.join()).toContain("behind");
    expect(await asked(stage, "Which format do exports have, parquet?")).toContain("parquet");
  });

  test("because it is a link is not followed", async () => {
    using stage = await warmStage();
    const elsewhere = join(stage.dir, "elsewhere.db");
    for (const suffix of ["-wal", "-shm"]) rmSync(stage.database + suffix, { force: true });
    renameSync(stage.database, elsewhere);
    symlinkSync(elsewhere, stage.database);
    expect(await asked(stage)).toContain(RECORD.title);
    expect((await told(stage)).doctor).toBe("error");
  });

  test("because the disk takes no more leaves the prompt its answer", async () => {
    using stage = openStage(plugin());
    for (const record of RECORDS) stage.plant(record);
    // A limit on the size of files is a full disk to those who write; its signal is ignored, so that writes fail instead.
    const script = 'trap "" XFSZ; ulimit -f 8; exec "$0" hook UserPromptSubmit';
    const stdin = JSON.stringify({ session_id: "s", cwd: stage.project, prompt: PROMPT });
    const ended = await run(["/bin/sh", "-c", script, plugin().launcher], {
      cwd: stage.project,
      env: stage.env,
      stdin,
    });
    expect(replyOf("UserPromptSubmit", ended).context).toContain(RECORD.title);
    expect(stage.trace().some(({ level }) => level === "error")).toBe(true);
    expect(await asked(stage)).toContain(RECORD.title);
  });
});

describe("what belongs to one person", () => {
  test("is readable by that person only, whatever the umask", async () => {
    using stage = openStage(plugin());
    stage.configure({ capture: { mode: "agents" } });
    stage.plant(RECORD);
    const transcript = join(stage.home, "t.jsonl");
    append(transcript, decisiveTurn("job queue"));
    for (const event of ["SessionStart", "Stop", "Nonsense"]) {
      const payload = { session_id: "s", cwd: stage.project, transcript_path: transcript };
      const stdin = event === "Nonsense" ? "[]" : JSON.stringify(payload);
      const script = 'umask 0; exec "$0" hook "$1"';
      await run(["/bin/sh", "-c", script, plugin().launcher, event], {
        cwd: stage.project,
        env: stage.env,
        stdin,
      });
    }
    const local = join(stage.home, ".local");
    const below = readdirSync(local, { recursive: true, encoding: "utf8" }).filter((path) =>
      path.includes("recollect"),
    );
    expect(below.some((path) => path.endsWith("recollect.db"))).toBe(true);
    expect(below.some((path) => path.endsWith("recollect.log"))).toBe(true);
    expect(below.some((path) => path.includes("staging/"))).toBe(true);
    const open = below.filter((path) => {
      const stat = statSync(join(local, path));
      return (stat.mode & 0o777) !== (stat.isDirectory() ? 0o700 : 0o600);
    });
    expect(open).toEqual([]);
  });
});

describe("several processes at once", () => {
  test("updating one record lose nothing of each other", async () => {
    using stage = await warmStage();
    const parts = ["alpha", "beta", "gamma", "delta", "epsilon", "zeta"];
    const ended = await Promise.all(
      parts.map((part) =>
        stage.cli([
          "save",
          "decision",
          `The ledger has a part ${part}`,
          "--target",
          RECORD.id,
          "--content",
          JSON.stringify({ consequences: [`Part ${part}`] }),
        ]),
      ),
    );
    expect(ended.map(({ code, err }) => `${code}${err}`)).toEqual(parts.map(() => "0"));
    const record = await stage.json<ProjectRecord>(["show", RECORD.id]);
    expect([...(record.content.consequences as string[])].sort()).toEqual(
      parts.map((part) => `Part ${part}`).sort(),
    );
    expect(record.times_updated).toBe(parts.length);
    expect((await stage.cli(["index", "--validate"])).code).toBe(0);
  });

  test("prompting on a cold database all get their answer", async () => {
    using stage = openStage(plugin());
    for (const record of RECORDS) stage.plant(record);
    const answers = await Promise.all(Array.from({ length: 8 }, () => asked(stage)));
    expect(answers.filter((answer) => !answer.includes(RECORD.title))).toEqual([]);
    put(join(stage.project, "src/x.ts"), "");
    expect(await asked(stage)).toContain(RECORD.title);
  });
});
