/** `write`, `index` and `candidate`: the commands of scripts and agents, with their error blocks. */
import { describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { BUILT_IN_CATEGORIES } from "../../src/record/category.ts";
import type { ProjectRecord } from "../../src/record/types.ts";
import { sampleContent, sampleRecord } from "../support/records.ts";
import { type Ended, openStage, pluginOfThisFile, put, type Stage } from "./support.ts";

const RECORD = sampleRecord("Use SQLite for the ledger", { tags: ["ledger", "sqlite"] });

const plugin = pluginOfThisFile();

function stageWith(...records: readonly ProjectRecord[]): Stage {
  const stage = openStage(plugin());
  for (const record of records) stage.plant(record);
  return stage;
}

const said = ({ code, out, err }: Ended): string => `${code}\n${out}\n${err}`;

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

  test.each(["memory", "docs/team/memory"])(
    "--root belongs to the project that keeps its records in %s, from anywhere",
    async (memory_root) => {
      using stage = stageWith();
      stage.configure({ memory_root });
      const root = join(stage.project, memory_root);
      const create = [
        "write",
        "--action",
        "create",
        "--category",
        "decision",
        "--root",
        root,
        "--input",
        "-",
      ];
      const ended = await stage.cli(create, { cwd: stage.home, stdin: JSON.stringify(draft) });
      expect(said(ended)).toStartWith("0\n");
      const path = `${memory_root}/decisions/use-kafka.json`;
      expect(JSON.parse(ended.out)).toMatchObject({ target: path });
      expect(readFileSync(join(root, "index.md"), "utf8")).toContain(`-> ${path} `);
      const retired = sampleRecord("Long gone", {
        record_status: "retired",
        retired_at: "2020-01-01T00:00:00.000Z",
      });
      put(join(root, "decisions/long-gone.json"), JSON.stringify(retired));
      const ask = ["candidate", "--category", "decision", "--new-info", "Kafka moves", "--root", "."];
      const found = JSON.parse((await stage.cli(ask, { cwd: root })).out) as { candidate: { path: string } };
      expect(found.candidate.path).toBe(path);
      for (const cwd of [stage.project, stage.home]) {
        const validated = await stage.cli(["index", "--validate", "--root", root], { cwd });
        expect(said(validated)).toBe("0\nIndex is valid\n\n");
      }
      stage.configure({ memory_root, delete: { grace_period_days: 3650 } });
      const { out } = await stage.cli(["index", "--gc", "--dry-run", "--root", root], { cwd: stage.home });
      expect(out).toContain("1 within their grace period");
    },
  );

  test("--root of one segment belongs to the repository around it also where no configuration names it", async () => {
    using stage = stageWith();
    const create = [
      "write",
      "--action",
      "create",
      "--category",
      "decision",
      "--root",
      "notes",
      "--input",
      "-",
    ];
    const ended = await stage.cli(create, { stdin: JSON.stringify(draft) });
    expect(JSON.parse(ended.out)).toMatchObject({ target: "notes/decisions/use-kafka.json" });
    expect((await stage.cli(["index", "--validate", "--root", "notes"])).code).toBe(0);
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

  test("with --json errors of scripts are JSON too, with the same exit code", async () => {
    using stage = stageWith();
    for (const argv of [
      ["index"],
      ["index", "--rebild"],
      ["candidate", "--category", "nonsense", "--new-info", "x"],
      ["write", "--action", "retire"],
    ]) {
      expect(await stage.json<{ error: object }>(argv, 1)).toMatchObject({
        error: { code: "INPUT_ERROR", fix: expect.any(String) },
      });
    }
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
