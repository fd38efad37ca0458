/** The command line, as people and scripts meet it. */
import { describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { COMMANDS } from "../../src/cli/commands.ts";
import { BUILT_IN_CATEGORIES } from "../../src/record/category.ts";
import type { ProjectRecord } from "../../src/record/types.ts";
import { sampleContent, sampleRecord } from "../support/records.ts";
import { type Ended, git, openStage, pluginOfThisFile, put, run, type Stage } from "./support.ts";

const RECORD = sampleRecord("Use SQLite for the ledger", { tags: ["ledger", "sqlite"] });
const ESCAPE = "\u001b[";

const plugin = pluginOfThisFile();

function stageWith(...records: readonly ProjectRecord[]): Stage {
  const stage = openStage(plugin());
  for (const record of records) stage.plant(record);
  return stage;
}

const said = ({ code, out, err }: Ended): string => `${code}\n${out}\n${err}`;

describe.concurrent("help", () => {
  test("lists every command, and each tells of itself, in plain text where it is no terminal", async () => {
    using stage = stageWith();
    const page = await stage.cli(["--help"]);
    expect(page.code).toBe(0);
    const names = Object.keys(COMMANDS);
    expect(names.filter((name) => !page.out.includes(`  ${name} `))).toEqual([]);
    // The launcher starts these two at once, whatever follows.
    const telling = names.filter((name) => name !== "hook" && name !== "mcp");
    const texts = await Promise.all(telling.map((name) => stage.cli([name, "--help"])));
    expect(
      telling.filter((name, n) => texts[n]?.code !== 0 || !texts[n]?.out.includes(`recollect ${name}`)),
    ).toEqual([]);
    expect([page, ...texts].filter(({ out, err }) => (out + err).includes(ESCAPE))).toEqual([]);
    for (const other of [
      ["help", "save"],
      ["save", "-h"],
    ]) {
      expect((await stage.cli(other)).out).toBe((await stage.cli(["save", "--help"])).out);
    }
    expect((await stage.cli([])).out).toBe(page.out);
  });

  test("is asked for by whoever mistypes a command", async () => {
    using stage = stageWith();
    const { code, out, err } = await stage.cli(["serch", "x"]);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toContain("Did you mean `recollect search`?");
    for (const name of ["constructor", "__proto__", "toString", "qqqqqq"])
      expect((await stage.cli([name])).code).toBe(2);
    expect((await stage.cli(["help", "serch"])).code).toBe(2);
  });

  test("comes with the complaint about missing arguments", async () => {
    using stage = stageWith();
    for (const argv of [["show"], ["save"], ["search"], ["write"], ["candidate", "--category", "decision"]]) {
      const { code, out, err } = await stage.cli(argv);
      expect({ argv, code, out }).toEqual({ argv, code: 2, out: "" });
      expect(err).toContain("USAGE");
    }
  });

  test("a mistyped option is refused, with the one that was meant", async () => {
    using stage = stageWith();
    const mistyped = await stage.cli(["save", "decision", "Use tabs because we do", "--tgas", "style"]);
    expect(mistyped.code).toBe(2);
    expect(mistyped.err).toContain("Did you mean --tags?");
    expect(existsSync(stage.memory)).toBe(false);
    const script = await stage.cli(["index", "--rebild"]);
    expect(script.code).toBe(1);
    expect(script.out).toStartWith("INPUT_ERROR\n");
  });

  test("the version is the package's", async () => {
    using stage = stageWith();
    const { version } = JSON.parse(readFileSync(join(import.meta.dir, "../../package.json"), "utf8")) as {
      version: string;
    };
    expect((await stage.cli(["--version"])).out.trim()).toBe(version);
  });
});

describe.concurrent("looking at records", () => {
  const retired = sampleRecord("Use MySQL for the ledger", {
    tags: ["ledger", "mysql"],
    record_status: "retired",
    retired_at: "2026-01-03T00:00:00.000Z",
    retired_reason: "Replaced",
  });

  test("list, search, show and history tell people, and scripts with --json", async () => {
    using stage = stageWith(RECORD, retired, sampleRecord("Build fails", { category: "runbook" }));
    const commands: [string[], string][] = [
      [["list"], RECORD.title],
      [["list", "--status", "all"], retired.title],
      [["list", "--category", "runbook"], "Build fails"],
      [["search", "ledger"], RECORD.title],
      [["search", "ledger", "mysql", "--include-retired"], retired.title],
      [["show", RECORD.id], RECORD.title],
      [["show", `.claude/memory/decisions/${RECORD.id}.json`], RECORD.title],
      [["history", RECORD.id], RECORD.title],
      [["status"], "1 active"],
    ];
    for (const [argv, expected] of commands.slice(0, -1)) {
      const ended = await stage.cli(argv);
      expect(said(ended)).toStartWith("0\n");
      expect(ended.out).toContain(expected);
      expect(ended.out).not.toContain(ESCAPE);
      expect(typeof (await stage.json(argv))).toBe("object");
    }
    const listed = await stage.json<{ id: string; title: string; status: string }[]>(["list"]);
    expect(listed.map(({ id }) => id).sort()).toEqual(["build-fails", RECORD.id]);
    const { records } = await stage.json<{ records: { totals: object } }>(["status"]);
    expect(records.totals).toMatchObject({ active: 2, retired: 1 });
  });

  test("what is not there ends with 3, what is wrongly asked for with 2", async () => {
    using stage = stageWith(RECORD);
    for (const argv of [
      ["show", "nothing-here"],
      ["history", "nothing-here"],
      ["retire", "nothing-here"],
      ["restore", "nothing-here"],
      ["archive", "nothing-here"],
      ["unarchive", "nothing-here"],
    ]) {
      const ended = await stage.cli(argv);
      expect({ argv, code: ended.code, out: ended.out }).toEqual({ argv, code: 3, out: "" });
      expect(ended.err).toContain("fix:");
      expect(await stage.json<{ error: { code: string } }>(argv, 3)).toMatchObject({
        error: { code: "NOT_FOUND" },
      });
    }
    for (const argv of [
      ["list", "--category", "nonsense"],
      ["list", "--status", "gone"],
      ["search", "x", "--limit", "0"],
      ["save", "nonsense", "x"],
    ]) {
      expect({ argv, code: (await stage.cli(argv)).code }).toEqual({ argv, code: 2 });
    }
  });

  test("an empty project has nothing, and that is no error", async () => {
    using stage = stageWith();
    expect(await stage.json<object[]>(["list"])).toEqual([]);
    expect(await stage.json<object[]>(["search", "anything"])).toEqual([]);
    expect((await stage.json<{ records: { totals: object } }>(["status"])).records.totals).toMatchObject({
      active: 0,
    });
    expect((await stage.json<{ healthy: boolean }>(["doctor"])).healthy).toBe(true);
    expect((await stage.cli(["gc"])).code).toBe(0);
    expect(existsSync(stage.memory)).toBe(false);
  });

  test("works from a subfolder, and no project of its own is made there", async () => {
    using stage = stageWith(RECORD);
    const cwd = join(stage.project, "src/deep");
    mkdirSync(cwd, { recursive: true });
    expect((await stage.cli(["list"], { cwd })).out).toContain(RECORD.title);
    expect((await stage.cli(["save", "decision", "Use tabs because we always did"], { cwd })).code).toBe(0);
    expect(existsSync(join(cwd, ".claude"))).toBe(false);
    expect((await stage.json<object[]>(["list"])).length).toBe(2);
  });

  test("text in other scripts is stored and found", async () => {
    using stage = stageWith();
    for (const [text, query] of [
      ["결제는 토스페이먼츠를 쓴다 because 수수료가 낮다", "토스페이먼츠"],
      ["データベースはPostgresを使う because 一つで足りる", "データベース"],
      ["Платежи идут через очередь because так надёжнее", "очередь"],
      ["Die Größe der Überweisung ist geprüft because Prüfer es wollen", "Überweisung"],
    ] as const) {
      expect(said(await stage.cli(["save", "decision", text]))).toStartWith("0\n");
      const found = await stage.json<{ title: string }[]>(["search", query]);
      expect(found.length).toBeGreaterThan(0);
    }
  });
});

describe.concurrent("save and the lifecycle", () => {
  test("a record is saved, updated, retired, restored, archived and unarchived", async () => {
    using stage = stageWith();
    const saved = await stage.json<{ results: { status: string; id: string; target: string }[] }>([
      "save",
      "decision",
      "Keep jobs in Postgres because it is already running",
      "--tags",
      "queue,jobs",
      "--files",
      "src/queue.ts",
    ]);
    const [{ status, id, target } = { status: "", id: "", target: "" }] = saved.results;
    expect(status).toBe("created");
    expect(existsSync(join(stage.project, target))).toBe(true);
    const again = await stage.json<{ results: { status: string }[] }>([
      "save",
      "decision",
      "Jobs have priorities",
      "--target",
      id,
      "--content",
      '{"consequences":["Jobs have priorities"]}',
    ]);
    expect(again.results[0]?.status).toBe("updated");
    const steps: [string, string, string][] = [
      ["retire", "retired", "retired"],
      ["restore", "restored", "active"],
      ["archive", "archived", "archived"],
      ["unarchive", "unarchived", "active"],
    ];
    for (const [command, outcome, state] of steps) {
      expect(await stage.json([command, id])).toMatchObject({ status: outcome, target });
      expect((await stage.json<ProjectRecord>(["show", id])).record_status as string).toBe(state);
    }
    expect(await stage.json<{ changes: object[] }>(["history", id])).toMatchObject({ id, times_updated: 1 });
    expect((await stage.cli(["index", "--validate"])).code).toBe(0);
  });

  test("drafts come by standard input, one, many or wrapped, and a bad one spoils no other", async () => {
    using stage = stageWith();
    const draft = (title: string): object => ({
      category: "decision",
      title,
      summary: `${title}, because it was so decided`,
    });
    const send = async (value: unknown): Promise<{ code: number; statuses: string[] }> => {
      const ended = await stage.cli(["save", "-", "--json"], { stdin: JSON.stringify(value) });
      const { results } = JSON.parse(ended.out) as { results: { status: string }[] };
      return { code: ended.code, statuses: results.map(({ status }) => status) };
    };
    expect(await send(draft("Alpha is the first letter"))).toEqual({ code: 0, statuses: ["created"] });
    expect(await send({ drafts: [draft("Bravo follows it"), draft("Charlie comes third")] })).toEqual({
      code: 0,
      statuses: ["created", "created"],
    });
    expect(
      await send([
        draft("Delta is the fourth"),
        { category: "nonsense", summary: "x" },
        draft("Echo repeats itself"),
      ]),
    ).toEqual({
      code: 1,
      statuses: ["created", "error", "created"],
    });
    const broken = await stage.cli(["save", "-"], { stdin: "{" });
    expect(broken.code).toBe(2);
    expect(broken.err).toContain("INPUT_ERROR");
  });

  test("gc says what it would do, and then does it", async () => {
    using stage = stageWith(
      sampleRecord("Long gone", {
        record_status: "retired",
        retired_at: "2020-01-01T00:00:00.000Z",
        retired_reason: "Old",
      }),
      RECORD,
    );
    stage.configure({ delete: { archive_retired: false, grace_period_days: 30 } });
    const file = join(stage.memory, "decisions/long-gone.json");
    const dry = await stage.json<{ dry_run: boolean; purged: { path: string }[] }>(["gc", "--dry-run"]);
    expect(dry).toMatchObject({ dry_run: true, purged: [{ path: expect.stringContaining("long-gone") }] });
    expect(existsSync(file)).toBe(true);
    expect((await stage.json<{ purged: object[] }>(["gc"])).purged.length).toBe(1);
    expect(existsSync(file)).toBe(false);
    expect((await stage.json<object[]>(["list", "--status", "all"])).length).toBe(1);
  });

  test("with auto_commit git gets a commit of just the files saved", async () => {
    using stage = openStage(plugin());
    const project = join(stage.dir, "repo");
    mkdirSync(project);
    git(project, "init", "-q", "-b", "main");
    git(project, "config", "user.email", "t@example.com");
    git(project, "config", "user.name", "t");
    put(join(project, ".claude/memory/memory-config.json"), '{"auto_commit":true}');
    put(join(project, "other.txt"), "not ours");
    git(project, "add", "-A");
    git(project, "commit", "-q", "-m", "start");
    put(join(project, "other.txt"), "changed, and staged by its author");
    git(project, "add", "other.txt");
    const ended = await stage.cli(["save", "decision", "Use tabs because we always did"], { cwd: project });
    expect(said(ended)).toStartWith("0\n");
    const names = git(project, "show", "--name-only", "--format=", "HEAD").trim().split("\n");
    expect(names.filter((name) => !name.startsWith(".claude/memory/"))).toEqual([]);
    expect(names.some((name) => name.startsWith(".claude/memory/decisions/"))).toBe(true);
    expect(git(project, "diff", "--cached", "--name-only").trim()).toBe("other.txt");
  });
});

describe.concurrent("write", () => {
  const input = (stage: Stage, value: unknown, name = "input.json"): string => {
    const path = join(stage.dir, name);
    writeFileSync(path, typeof value === "string" ? value : JSON.stringify(value));
    return path;
  };
  const target = ".claude/memory/decisions/use-kafka.json";
  const draft = { title: "Use Kafka", tags: ["kafka"], content: sampleContent("decision") };
  const hashOf = (path: string): string => createHash("md5").update(readFileSync(path)).digest("hex");
  const write = (stage: Stage, ...args: string[]): Promise<Ended> => stage.cli(["write", ...args]);

  test("creates, updates against a hash, and moves through the whole life of a record", async () => {
    using stage = stageWith();
    const file = join(stage.project, target);
    const first = input(stage, draft);
    const created = await write(
      stage,
      "--action",
      "create",
      "--category",
      "decision",
      "--target",
      target,
      "--input",
      first,
    );
    expect(JSON.parse(created.out)).toMatchObject({
      status: "created",
      target,
      id: "use-kafka",
      title: "Use Kafka",
    });
    expect(created.code).toBe(0);
    expect(existsSync(first)).toBe(false);

    const hash = hashOf(file);
    const record = JSON.parse(readFileSync(file, "utf8")) as ProjectRecord;
    const changed = { ...record, content: { ...record.content, status: "superseded" } };
    const update = ["--action", "update", "--category", "decision", "--target", target, "--hash", hash];
    const updated = await write(stage, ...update, "--input", input(stage, changed));
    expect(JSON.parse(updated.out)).toMatchObject({ status: "updated", target, times_updated: 1 });
    expect((JSON.parse(readFileSync(file, "utf8")) as ProjectRecord).changes?.at(-1)).toMatchObject({
      field: "content.status",
      old_value: "accepted",
      new_value: "superseded",
    });

    const stale = input(stage, { ...changed, content: { ...changed.content, status: "deprecated" } });
    const conflict = await write(stage, ...update, "--input", stale);
    expect(conflict.code).toBe(1);
    expect(conflict.out.split("\n").map((line) => line.split(":")[0])).toEqual([
      "OCC_CONFLICT",
      "target",
      "expected_hash",
      "current_hash",
      "fix",
      "",
    ]);
    expect(existsSync(stale)).toBe(true);

    const life: [string, string][] = [
      ["delete", "retired"],
      ["delete", "already_retired"],
      ["restore", "restored"],
      ["archive", "archived"],
      ["archive", "already_archived"],
      ["unarchive", "unarchived"],
      ["retire", "retired"],
    ];
    for (const [action, status] of life) {
      const ended = await write(stage, "--action", action, "--target", target, "--reason", "Because");
      expect(said(ended)).toStartWith("0\n");
      expect(JSON.parse(ended.out)).toMatchObject({ status, target });
    }
    const resurrection = await write(
      stage,
      "--action",
      "create",
      "--category",
      "decision",
      "--target",
      target,
      "--input",
      input(stage, draft),
    );
    expect(resurrection).toMatchObject({
      code: 1,
      out: expect.stringContaining("ANTI_RESURRECTION_ERROR\ntarget: "),
    });
    expect((await write(stage, "--action", "purge", "--target", target)).out).toStartWith("PURGE_ERROR\n");
    expect(existsSync(file)).toBe(true);
  });

  test("takes a record of every category from standard input", async () => {
    using stage = stageWith();
    for (const category of BUILT_IN_CATEGORIES) {
      const record = { title: `About ${category}`, tags: [category], content: sampleContent(category) };
      const ended = await stage.cli(["write", "--action", "create", "--category", category, "--input", "-"], {
        stdin: JSON.stringify(record),
      });
      expect(said(ended)).toStartWith("0\n");
      const { target: path } = JSON.parse(ended.out) as { target: string };
      expect(statSync(join(stage.project, path)).isFile()).toBe(true);
    }
    expect((await stage.cli(["index", "--validate"])).code).toBe(0);
  });

  test.each<[string, (stage: Stage) => string[], string]>([
    [
      "a file outside the temporary folder",
      () => ["--target", target, "--input", "/etc/passwd"],
      "SECURITY_ERROR",
    ],
    [
      "a way up",
      (stage) => ["--target", target, "--input", `${stage.dir}/x/../input.json`],
      "SECURITY_ERROR",
    ],
    [
      "a missing file",
      (stage) => ["--target", target, "--input", join(stage.dir, "none.json")],
      "INPUT_ERROR",
    ],
    [
      "a file that is no JSON",
      (stage) => ["--target", target, "--input", input(stage, "{", "broken.json")],
      "INPUT_ERROR",
    ],
    ["no input", () => ["--target", target], "INPUT_ERROR"],
    [
      "a wrong content",
      (stage) => ["--target", target, "--input", input(stage, { ...draft, content: { status: "active" } })],
      "VALIDATION_ERROR",
    ],
    [
      "a target outside the memory",
      (stage) => ["--target", "../../etc/x.json", "--input", input(stage, draft)],
      "PATH_ERROR",
    ],
    [
      "a target in another category's folder",
      (stage) => ["--target", ".claude/memory/runbooks/use-kafka.json", "--input", input(stage, draft)],
      "PATH_ERROR",
    ],
    [
      "the index as target",
      (stage) => ["--target", ".claude/memory/index.md", "--input", input(stage, draft)],
      "PATH_ERROR",
    ],
    [
      "the configuration as target",
      (stage) => ["--target", ".claude/memory/memory-config.json", "--input", input(stage, draft)],
      "PATH_ERROR",
    ],
  ])("refuses %s with an error block on standard output, and writes nothing", async (_, args, code) => {
    using stage = stageWith();
    const ended = await write(stage, "--action", "create", "--category", "decision", ...args(stage));
    expect({ code: ended.code, block: ended.out.split("\n")[0] }).toEqual({ code: 1, block: code });
    expect(ended.out).toMatch(/^fix: \S/m);
    expect((await stage.json<object[]>(["list", "--status", "all"])).length).toBe(0);
  });

  test("does not overwrite, resurrect or bring to light what stands in the way", async () => {
    using stage = stageWith(RECORD);
    const path = `.claude/memory/decisions/${RECORD.id}.json`;
    const create = ["--action", "create", "--category", "decision", "--target", path, "--input"];
    expect((await write(stage, ...create, input(stage, { ...draft, title: RECORD.title }))).out).toStartWith(
      "CREATE_ERROR\n",
    );
    await write(stage, "--action", "retire", "--target", path);
    const update = await write(
      stage,
      "--action",
      "update",
      "--target",
      path,
      "--input",
      input(stage, { ...RECORD, tags: ["ledger", "new", "sqlite"] }),
    );
    expect(update).toMatchObject({ code: 1, out: expect.stringContaining("UPDATE_ERROR") });
    expect((await stage.cli(["index", "--query", "ledger"])).out).toStartWith("0 matches");
    const missing = await write(
      stage,
      "--action",
      "update",
      "--target",
      ".claude/memory/decisions/none.json",
      "--input",
      input(stage, draft),
    );
    expect(missing.code).toBe(1);
    expect(missing.out).toMatch(/^(NOT_FOUND|UPDATE_ERROR)\n/);
  });

  test("works with --root from anywhere, and with a relative target from a subfolder", async () => {
    using stage = stageWith();
    const args = [
      "write",
      "--action",
      "create",
      "--category",
      "decision",
      "--root",
      stage.memory,
      "--target",
      "decisions/use-kafka.json",
    ];
    const ended = await stage.cli([...args, "--input", input(stage, draft)], { cwd: stage.home });
    expect(said(ended)).toStartWith("0\n");
    expect(existsSync(join(stage.project, target))).toBe(true);
    const cwd = join(stage.project, "src");
    mkdirSync(cwd);
    expect((await stage.cli(["write", "--action", "retire", "--target", target], { cwd })).code).toBe(0);
    expect(existsSync(join(cwd, ".claude"))).toBe(false);
  });
});

describe.concurrent("index", () => {
  test("rebuilds, validates, queries, reports health and collects", async () => {
    using stage = stageWith(RECORD, sampleRecord("Build fails", { category: "runbook", tags: ["build"] }));
    expect(await stage.json(["index", "--validate"], 1)).toMatchObject({ ok: false });
    const rebuilt = await stage.cli(["index", "--rebuild"]);
    expect(rebuilt).toMatchObject({
      code: 0,
      out: expect.stringContaining("Rebuilt index.md with 2 entries"),
    });
    const index = readFileSync(join(stage.memory, "index.md"), "utf8");
    expect(index).toContain(
      `- [DECISION] ${RECORD.title} -> .claude/memory/decisions/${RECORD.id}.json #tags:ledger,sqlite`,
    );
    expect(await stage.cli(["index", "--validate"])).toMatchObject({ code: 0, out: "Index is valid\n" });
    expect((await stage.cli(["index", "--query", "LEDGER"])).out).toStartWith("1 matches");
    expect(await stage.json(["index", "--health"])).toMatchObject({ overall: "GOOD", totals: { active: 2 } });
    expect((await stage.cli(["index", "--gc", "--dry-run"])).code).toBe(0);
    for (const args of [["--rebuild"], ["--query", "x"], ["--health"], ["--gc", "--dry-run"]]) {
      expect(typeof (await stage.json(["index", ...args]))).toBe("object");
    }
  });

  test("an empty memory has an empty, valid index", async () => {
    using stage = stageWith();
    mkdirSync(stage.memory, { recursive: true });
    expect((await stage.cli(["index", "--rebuild"])).out).toContain("0 entries");
    expect((await stage.cli(["index", "--validate"])).code).toBe(0);
  });

  test("what is unreadable is told of and passed over", async () => {
    using stage = stageWith(RECORD);
    put(join(stage.memory, "decisions/broken.json"), "{");
    put(join(stage.memory, "decisions/latin.json"), new Uint8Array([0x7b, 0xe9, 0x7d]));
    const { code, out } = await stage.cli(["index", "--rebuild"]);
    expect(code).toBe(0);
    expect(out).toContain("1 entries");
    expect(out).toContain("WARNING: ");
    expect(out).toContain("broken.json");
    expect(out).toContain("latin.json");
  });

  test("asks for exactly one thing to do", async () => {
    using stage = stageWith();
    for (const args of [[], ["--rebuild", "--validate"]]) {
      const ended = await stage.cli(["index", ...args]);
      expect(ended).toMatchObject({ code: 1, out: expect.stringContaining("INPUT_ERROR\n") });
    }
  });

  test("--root names the memory from anywhere", async () => {
    using stage = stageWith(RECORD);
    for (const root of [stage.memory, `${stage.memory}/`]) {
      const ended = await stage.cli(["index", "--rebuild", "--root", root], { cwd: stage.home });
      expect(said(ended)).toStartWith("0\n");
    }
    expect(existsSync(join(stage.memory, "index.md"))).toBe(true);
  });
});

describe.concurrent("candidate", () => {
  const ask = async (
    stage: Stage,
    args: string[],
    cwd = stage.project,
  ): Promise<{ [field: string]: unknown }> => {
    const ended = await stage.cli(["candidate", ...args], { cwd });
    if (ended.code !== 0) throw new Error(said(ended));
    return JSON.parse(ended.out) as { [field: string]: unknown };
  };

  test("on an empty store answers CREATE from any folder, and NOOP for the end of something unknown", async () => {
    using stage = stageWith();
    const args = ["--category", "decision", "--new-info", "We use Kafka for events"];
    for (const cwd of [stage.project, stage.home, stage.dir]) {
      const rooted = [...args, "--root", stage.memory];
      expect(await ask(stage, rooted, cwd)).toMatchObject({
        candidate: null,
        pre_action: "CREATE",
        structural_cud: "CREATE",
      });
    }
    expect(await ask(stage, [...args, "--lifecycle-event", "removed"])).toMatchObject({
      pre_action: "NOOP",
      structural_cud: "NOOP",
    });
    expect(existsSync(stage.memory)).toBe(false);
  });

  test("finds the record that is meant, the same from every folder", async () => {
    using stage = stageWith(
      RECORD,
      sampleRecord("Mail limit", { category: "constraint", tags: ["mail", "limit"] }),
    );
    const args = ["--category", "decision", "--new-info", "The SQLite ledger moves", "--root", stage.memory];
    const here = await ask(stage, args);
    expect(here).toMatchObject({
      candidate: {
        title: RECORD.title,
        path: `.claude/memory/decisions/${RECORD.id}.json`,
        excerpt: { record_status: "active" },
      },
      delete_allowed: false,
      pre_action: null,
      structural_cud: "UPDATE",
    });
    expect((here.vetoes as string[]).some((veto) => veto.startsWith("DELETE:"))).toBe(true);
    expect(await ask(stage, args, stage.home)).toEqual(here);
    const limit = [
      "--category",
      "constraint",
      "--new-info",
      "The mail limit is gone",
      "--lifecycle-event",
      "removed",
    ];
    expect(await ask(stage, limit)).toMatchObject({
      delete_allowed: true,
      structural_cud: "UPDATE_OR_DELETE",
    });
  });

  test("a forged line of the index leads to no file outside", async () => {
    using stage = stageWith();
    put(
      join(stage.memory, "index.md"),
      "# Memory Index\n\n- [DECISION] Kafka for events -> ../../../etc/passwd.json #tags:kafka\n- [DECISION] Kafka for events -> .claude/memory/decisions/none.json #tags:kafka\n",
    );
    expect(await ask(stage, ["--category", "decision", "--new-info", "kafka for events"])).toMatchObject({
      candidate: null,
      pre_action: "CREATE",
    });
  });

  test("wrong arguments are told as error blocks", async () => {
    using stage = stageWith();
    for (const args of [
      ["--category", "nonsense", "--new-info", "x"],
      ["--category", "decision", "--new-info", "x", "--lifecycle-event", "exploded"],
    ]) {
      expect(await stage.cli(["candidate", ...args])).toMatchObject({
        code: 1,
        out: expect.stringMatching(/^INPUT_ERROR\n[\s\S]*^fix: /m),
      });
    }
  });
});

describe.concurrent("set-up", () => {
  test("config reads, changes, checks and takes back", async () => {
    using stage = stageWith();
    expect((await stage.cli(["config", "get", "retrieval.max_inject"])).out.trim()).toBe("5");
    expect(said(await stage.cli(["config", "set", "retrieval.max_inject", "3"]))).toStartWith("0\n");
    expect(await stage.json<number>(["config", "get", "retrieval.max_inject"])).toBe(3);
    expect(JSON.parse(readFileSync(join(stage.memory, "memory-config.json"), "utf8"))).toEqual({
      retrieval: { max_inject: 3 },
    });
    expect((await stage.cli(["config", "validate"])).code).toBe(0);
    expect((await stage.cli(["config", "set", "retrieval.max_inject", "900"])).code).not.toBe(0);
    expect((await stage.cli(["config", "set", "retrieval.max_injects", "3"])).err).toContain("max_inject");
    expect((await stage.cli(["config", "set", "retrieval.max_inject", "--unset"])).code).toBe(0);
    expect(await stage.json<number>(["config", "get", "retrieval.max_inject"])).toBe(5);
    stage.configure({ retreival: {}, triage: { max_messages: 7 } });
    expect(
      await stage.json<{ valid: boolean; problems: { key: string }[] }>(["config", "validate"], 1),
    ).toMatchObject({ valid: false });
    expect((await stage.cli(["config"])).code).toBe(2);
  });

  test("the environment overrules the files", async () => {
    using stage = stageWith(RECORD);
    stage.env.RECOLLECT_RETRIEVAL__MAX_INJECT = "0";
    expect(await stage.prompt("s", "Why do we use SQLite for the ledger?")).toBe("");
    expect(await stage.json<number>(["config", "get", "retrieval.max_inject"])).toBe(0);
  });

  test("doctor proves the main job, and leaves nothing behind", async () => {
    using stage = stageWith(RECORD);
    const { healthy, checks } = await stage.json<{
      healthy: boolean;
      checks: { name: string; state: string; found: string }[];
    }>(["doctor"]);
    expect(healthy).toBe(true);
    expect(checks.find(({ name }) => name === "write and read across processes")).toMatchObject({
      state: "ok",
    });
    expect((await stage.json<object[]>(["list", "--status", "all"])).length).toBe(1);
    const { sessions } = await stage.json<{ sessions: object[] }>(["status"]);
    expect(sessions).toEqual([]);
    stage.env.RECOLLECT_DATABASE = join(stage.dir, "elsewhere.db");
    expect((await stage.json<{ healthy: boolean }>(["doctor"])).healthy).toBe(true);
  });

  test("install shows what it would do, and does nothing unasked", async () => {
    using stage = stageWith();
    const dry = await stage.cli(["install", "--dry-run"]);
    expect(said(dry)).toStartWith("0\n");
    expect((await stage.cli(["install"])).out).toContain("--yes");
    expect(existsSync(join(stage.home, ".claude"))).toBe(false);
    expect(await stage.json(["install", "--dry-run"])).toMatchObject({
      applied: false,
      steps: expect.any(Array),
    });
    expect((await stage.cli(["uninstall", "--yes"])).out).toContain("Nothing is installed");
  });

  test.each(["bash", "zsh", "fish"])("completions for %s name every command", async (shell) => {
    using stage = stageWith();
    const { code, out } = await stage.cli(["completions", shell]);
    expect(code).toBe(0);
    expect(Object.keys(COMMANDS).filter((name) => !out.includes(name))).toEqual([]);
    expect((await stage.cli(["completions", "cmd.exe"])).code).toBe(2);
  });
});

describe.concurrent("output", () => {
  test("into a closed pipe ends quietly", async () => {
    using stage = stageWith();
    for (let n = 0; n < 300; n += 1) {
      stage.plant(
        sampleRecord(`Record number ${n} of the ledger`, {
          content: { ...sampleContent("decision"), context: "long ".repeat(200) },
        }),
      );
    }
    for (const command of [
      "list --json",
      "list",
      "search ledger --json --limit 50",
      "completions bash",
      "--help",
    ]) {
      const ended = await run(["/bin/sh", "-c", `"$0" ${command} | head -n 1`, plugin().launcher], {
        cwd: stage.project,
        env: stage.env,
      });
      expect({ command, code: ended.code, err: ended.err }).toEqual({ command, code: 0, err: "" });
      expect(ended.out.split("\n").length).toBe(2);
    }
  });

  test("has colour where it is asked for, and never against NO_COLOR", async () => {
    using stage = stageWith(RECORD);
    for (const argv of [["list"], ["--help"], ["save", "--help"]]) {
      expect((await stage.cli(argv)).out).not.toContain(ESCAPE);
      stage.env.FORCE_COLOR = "1";
      expect((await stage.cli(argv)).out).toContain(ESCAPE);
      stage.env.NO_COLOR = "1";
      expect((await stage.cli(argv)).out).not.toContain(ESCAPE);
      stage.env.FORCE_COLOR = undefined;
      stage.env.NO_COLOR = undefined;
    }
  });

  test("of --json is JSON also when it is long", async () => {
    using stage = stageWith();
    for (let n = 0; n < 200; n += 1)
      stage.plant(
        sampleRecord(`Record ${n}`, {
          content: { ...sampleContent("decision"), context: "long ".repeat(300) },
        }),
      );
    expect((await stage.json<object[]>(["list"])).length).toBe(200);
  });
});
