/** The command line, as people meet it. */
import { describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { COMMANDS } from "../../src/cli/commands.ts";
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
    const texts = await Promise.all(names.map((name) => stage.cli([name, "--help"])));
    expect(
      names.filter((name, n) => texts[n]?.code !== 0 || !texts[n]?.out.includes(`recollect ${name}`)),
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

  test("tells of the commands that belong to another one", async () => {
    using stage = stageWith();
    const { code, out } = await stage.cli(["config", "set", "--help"]);
    expect(code).toBe(0);
    expect(out).toContain("USAGE recollect config set [OPTIONS] <KEY> [VALUE]");
    expect(out).toContain("--unset");
    for (const other of [
      ["help", "config", "set"],
      ["config", "set", "capture.mode", "-h"],
    ]) {
      expect((await stage.cli(other)).out).toBe(out);
    }
    expect((await stage.cli(["config", "--help"])).out).toContain("get|set|validate");
    for (const wrong of [
      ["config"],
      ["config", "sett"],
      ["config", "constructor"],
      ["config", "--user", "set"],
    ]) {
      const ended = await stage.cli(wrong);
      expect({ wrong, code: ended.code, out: ended.out }).toEqual({ wrong, code: 2, out: "" });
      expect(ended.err).toContain("get, set, validate");
    }
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
      expect(err).toMatch(/USAGE|see --help/);
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

  test("an option is refused by the command that does nothing with it", async () => {
    using stage = stageWith(RECORD);
    for (const argv of [
      ["completions", "bash", "--json"],
      ["restore", RECORD.id, "--reason", "It was right"],
      ["unarchive", RECORD.id, "--reason", "It was right"],
      ["purge", RECORD.id, "--reason", "It was wrong"],
    ]) {
      const { code, out, err } = await stage.cli(argv);
      expect({ argv, code }).toEqual({ argv, code: 2 });
      expect(out + err).toContain("an option that this command does not have");
    }
  });

  test("a word too many is refused, not dropped", async () => {
    using stage = stageWith(RECORD);
    for (const argv of [
      ["retire", RECORD.id, "another"],
      ["show", RECORD.id, "another"],
      ["list", "ledger"],
      ["gc", "all"],
      ["doctor", "please"],
      ["completions", "bash", "zsh"],
      ["config", "set", "categories.decision.description", "How", "we", "mend"],
      ["save", "-", "decision"],
    ]) {
      const { code, err } = await stage.cli(argv, { stdin: "{}" });
      expect({ argv, code }).toEqual({ argv, code: 2 });
      expect(err).toContain("INPUT_ERROR");
    }
    expect((await stage.cli(["retire", RECORD.id, "another"])).err).toContain("in quotes");
    expect((await stage.cli(["index", "--validate", "all"])).out).toStartWith("INPUT_ERROR\n");
    expect((await stage.cli(["candidate", "x", "--category", "decision", "--new-info", "y"])).code).toBe(1);
    expect(await stage.json<object[]>(["list"])).toHaveLength(1);
    expect(await stage.json<object[]>(["search", "SQLite", "ledger"])).toHaveLength(1);
    expect((await stage.cli(["save", "decision", "Use", "tabs", "because", "we", "do"])).code).toBe(0);
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

  test("a search takes retired and archived records by the same measure as active ones", async () => {
    const over = { retired_at: "2026-02-01T00:00:00Z", retired_reason: "Moved", tags: ["broker"] };
    using stage = stageWith(
      ...Array.from({ length: 12 }, (_, n) =>
        sampleRecord(`Worker number ${n} of the ledger`, {
          tags: [`worker-${n}`],
          content: { ...sampleContent("decision"), decision: `Part ${n} once spoke with the broker` },
        }),
      ),
      sampleRecord("Kestrel is the message broker", { ...over, record_status: "retired" }),
      sampleRecord("Unrelated thing", { ...over, record_status: "retired", tags: ["other"] }),
    );
    const args = ["search", "kestrel message broker", "--limit", "5"];
    const found = await stage.json<{ title: string; score: number }[]>([...args, "--include-retired"]);
    expect(found[0]?.title).toBe("Kestrel is the message broker");
    expect(found).toHaveLength(5);
    expect(found.map(({ score }) => score)).toEqual(
      found.map(({ score }) => score).toSorted((a, b) => b - a),
    );
    expect(found.filter(({ score }) => score < 0 || score > 10)).toEqual([]);
    expect((await stage.json<object[]>(args)).length).toBe(5);
  });

  test("a search in one category finds what hundreds of others would hide", async () => {
    using stage = stageWith(
      ...Array.from({ length: 230 }, (_, n) => sampleRecord(`Ledger rule ${n}`, { tags: ["ledger"] })),
      sampleRecord("Build fails", {
        category: "runbook",
        content: { ...sampleContent("runbook"), steps: ["Look whether the ledger is there", "Build again"] },
      }),
    );
    const found = await stage.json<{ title: string }[]>(["search", "ledger", "--category", "runbook"]);
    expect(found.map(({ title }) => title)).toEqual(["Build fails"]);
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
    for (const stdin of ["null", "7", '"text"']) {
      const { code, err } = await stage.cli(["save", "-"], { stdin });
      expect({ stdin, code }).toEqual({ stdin, code: 2 });
      expect(err).toContain("expected: a draft, a list of drafts");
    }
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

  test("a content schema that cannot be used is told of before a record fails on it", async () => {
    using stage = stageWith(RECORD);
    const settings = { folder: "experiments", content_schema: "schemas/experiment.json" };
    stage.configure({ categories: { experiment: settings } });
    put(join(stage.memory, "schemas/experiment.json"), '{"type":"nonsense"}');
    put(
      join(stage.memory, "experiments/tried-a-cache.json"),
      JSON.stringify({ ...RECORD, id: "tried-a-cache", category: "experiment" }),
    );
    const problem = { key: "categories.experiment.content_schema", source: "project" };
    expect(await stage.json(["config", "validate"], 1)).toMatchObject({ problems: [problem] });
    const { healthy, checks } = await stage.json<{ healthy: boolean; checks: object[] }>(["doctor"]);
    expect(healthy).toBe(true);
    expect(checks).toContainEqual(
      expect.objectContaining({
        name: "configuration",
        state: "warning",
        found: expect.stringContaining("categories.experiment.content_schema cannot be used"),
      }),
    );
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
      found: expect.stringContaining("a record and a memory"),
    });
    expect((await stage.json<object[]>(["list", "--status", "all"])).length).toBe(1);
    expect(await stage.json<object[]>(["memories", "--status", "all"])).toEqual([]);
    const { sessions } = await stage.json<{ sessions: object[] }>(["status"]);
    expect(sessions).toEqual([]);
    stage.env.RECOLLECT_DATABASE = join(stage.dir, "elsewhere.db");
    expect((await stage.json<{ healthy: boolean }>(["doctor"])).healthy).toBe(true);
  });

  test("doctor tells of links to records that are gone, and leaves them", async () => {
    const links = ["use-sqlite-for-the-ledger", "unreadable", "gone"].map((id) => ({
      id,
      relation: "relates_to" as const,
    }));
    const linked = sampleRecord("Back up the ledger", { related_records: links });
    using stage = stageWith(RECORD, linked);
    put(join(stage.memory, "runbooks/unreadable.json"), "{");
    const { checks } = await stage.json<{ checks: object[] }>(["doctor"], 1);
    expect(checks).toContainEqual(
      expect.objectContaining({
        name: "links",
        state: "warning",
        found: "1 link leads to no record: back-up-the-ledger → gone",
      }),
    );
    expect(await stage.json<ProjectRecord>(["show", linked.id])).toMatchObject({ related_records: links });
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

  test("install tells scripts what it changes, and nothing of what is in the files", async () => {
    using stage = stageWith();
    const settings = join(stage.home, ".claude/settings.json");
    put(settings, JSON.stringify({ env: { TOKEN: "s3cret-of-mine" } }));
    const { out } = await stage.cli(["install", "--dry-run", "--json"]);
    expect(out).not.toContain("s3cret");
    const { steps } = JSON.parse(out) as { steps: { kind: string; path?: string }[] };
    expect(steps.find(({ path }) => path === settings)).toEqual({
      kind: "edit_file",
      path: settings,
      creates: false,
      changes: expect.any(Array),
      backup_in: expect.any(String),
    } as object as { kind: string });
    expect(steps.at(-1)).toEqual({ kind: "write_receipt", path: expect.any(String) });
  });

  test("install asks nobody about its own receipt", async () => {
    using stage = stageWith();
    expect(said(await stage.cli(["install", "--yes"]))).toStartWith("0\n");
    const { steps } = await stage.json<{ steps: object[] }>(["install", "--dry-run"]);
    expect(steps).toEqual([]);
    const receipt = join(stage.home, ".local/share/recollect/claude-code-install.json");
    const written = readFileSync(receipt, "utf8");
    rmSync(receipt);
    const dry = await stage.cli(["install", "--dry-run"]);
    expect(dry.out).toBe("Already installed and up to date.\n");
    expect(existsSync(receipt)).toBe(false);
    expect((await stage.cli(["install"])).out).toBe(dry.out);
    expect(JSON.parse(readFileSync(receipt, "utf8"))).toMatchObject({
      version: (JSON.parse(written) as { version: string }).version,
    });
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

  test("holds nothing from a record that could steer a terminal or hide from its reader", async () => {
    const hostile = "\u001b[2J\u001b]0;owned\u0007\u202egnp\u200b";
    using stage = stageWith({
      ...RECORD,
      title: `Use SQLite${hostile}\nfor the ledger`,
      tags: [`ledger${hostile}`],
      content: { ...RECORD.content, [`note${hostile}`]: `one${hostile}\ntwo` },
      changes: [{ date: RECORD.updated_at, summary: `Said${hostile}` }],
    });
    const { env } = stage;
    const coloured = { env: { ...env, FORCE_COLOR: "1" } };
    const asked = [["list"], ["search", "ledger"], ["show", RECORD.id], ["history", RECORD.id]];
    for (const args of asked) {
      const [plain, styled] = [await stage.cli(args), await stage.cli(args, coloured)];
      expect(plain.out).toContain("[2J");
      expect(plain.out + plain.err).not.toMatch(/[\u0007\u001b\u200b\u202e]/);
      expect(styled.out.replace(/\u001b\[\d{1,2}m/g, "")).toBe(plain.out);
    }
    expect((await stage.cli(["list"])).out.split("\n")).toHaveLength(2);
    expect((await stage.cli(["retire", RECORD.id])).out).not.toMatch(/[\u0007\u001b\u202e]/);
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
