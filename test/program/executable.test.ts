/** Hooks and programs as an executable of their own answer as their bundles do, and are as hard to mislead. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeExecutable, quickBundle } from "../../src/client/claude-code/setup/executable.ts";
import { sampleRecord } from "../support/records.ts";
import {
  append,
  copyPlugin,
  decisiveTurn,
  HOOK_LIMITS,
  openStage,
  pluginOfThisFile,
  put,
  type Stage,
} from "./support.ts";

const RECORD = sampleRecord("Use SQLite for the ledger", { tags: ["ledger", "sqlite"] });
const PROMPT = "Why do we use SQLite for the ledger?";

const plugin = pluginOfThisFile();
let installed: ReturnType<typeof copyPlugin>;
let executable: string;

beforeAll(() => {
  installed = copyPlugin(plugin());
  executable = join(installed.folder, "runtime/quick");
  if (!makeExecutable(process.execPath, quickBundle(installed.folder), executable))
    throw new Error("not made");
});

afterAll(() => installed[Symbol.dispose]());

/** A project with one record, whose hooks run as the executable; `bun` has them run from their bundles. */
function stageWith({ bun = "" } = {}): Stage {
  const stage = openStage(installed);
  stage.env.RECOLLECT_BUN = bun;
  stage.plant(RECORD);
  return stage;
}

/** What a session's hooks answer, one after the other. */
async function session(stage: Stage): Promise<unknown[]> {
  const transcript = join(stage.home, "t.jsonl");
  append(transcript, decisiveTurn("job queue"));
  const answers = [
    await stage.hook("SessionStart", { source: "startup" }),
    await stage.hook("UserPromptSubmit", { prompt: PROMPT }),
    await stage.hook("PreToolUse", {
      tool_name: "Bash",
      tool_input: { command: `echo x > ${stage.memory}/decisions/new.json` },
    }),
    await stage.hook("PreToolUse", {
      tool_name: "Write",
      tool_input: { file_path: join(stage.memory, "decisions/new.json"), content: "{}" },
    }),
    await stage.hook("Stop", { transcript_path: transcript }),
    await stage.hook("PreCompact", { trigger: "manual", transcript_path: transcript }),
    await stage.hook("SessionEnd", { reason: "other" }),
  ];
  return JSON.parse(JSON.stringify(answers).replaceAll(stage.dir, "DIR"));
}

describe("the executable", () => {
  test("answers every event of a session as the bundles do, without them and without Bun", async () => {
    using bundled = stageWith({ bun: process.execPath });
    const expected = await session(bundled);
    using torn = copyPlugin(installed);
    rmSync(join(torn.folder, "dist"), { recursive: true });
    using stage = stageWith();
    stage.env.PATH = "/usr/bin:/bin";
    stage.launcher = torn.launcher;
    const answers = await session(stage);
    expect(answers).toEqual(expected);
    expect(JSON.stringify(answers[1])).toContain(RECORD.title);
    expect(JSON.stringify(answers[3])).toContain("deny");
    expect(JSON.stringify(answers[4])).toContain("memory_save");
    expect(stage.trace().filter(({ level }) => level === "error")).toEqual([]);
  });

  test("writes and finds records as the bundles do, with their exit codes", async () => {
    const category = {
      folder: "notes",
      content_schema: { type: "object", properties: { note: { type: "string" } }, required: ["note"] },
    };
    const outcome = async (stage: Stage): Promise<unknown> => {
      stage.configure({ categories: { note: category } });
      const create = (content: object): ReturnType<Stage["cli"]> =>
        stage.cli(["write", "--action", "create", "--category", "note", "--input", "-"], {
          stdin: JSON.stringify({ title: "Told on Monday", tags: ["monday"], content }),
        });
      const ended = [
        await create({ other: 1 }),
        await create({ note: "It rained" }),
        await stage.cli(["candidate", "--category", "note", "--new-info", "what was told on monday"]),
        await stage.cli(["write"]),
        await stage.cli(["write", "--help"]),
      ];
      return ended.map(({ code, out, err }) => ({
        code,
        out: out.replace(/\d{4}-[\dT:.-]+Z/g, "TIME"),
        err: err.replace(/\d{4}-[\dT:.-]+Z/g, "TIME"),
      }));
    };
    using bundled = stageWith({ bun: process.execPath });
    const expected = await outcome(bundled);
    using torn = copyPlugin(installed);
    rmSync(join(torn.folder, "dist/programs"), { recursive: true });
    put(join(torn.folder, "runtime/bun-path"), `${process.execPath}\n`); // for the help
    using stage = stageWith();
    stage.launcher = torn.launcher;
    expect(await outcome(stage)).toEqual(expected);
    expect(expected).toMatchObject([{ code: 1 }, { code: 0 }, { code: 0 }, { code: 2 }, { code: 0 }]);
  });

  test("passes over what is no payload, with a trace", async () => {
    using stage = stageWith();
    for (const event of HOOK_LIMITS.keys()) {
      const { code, out, err } = await stage.raw(event, "[]");
      expect({ code, out, err }).toEqual({ code: 0, out: "", err: "" });
    }
    expect(new Set(stage.trace().map(({ part }) => part)).size).toBe(HOOK_LIMITS.size);
  });

  test("runs no code and takes no settings of a hostile repository or environment", async () => {
    using stage = stageWith();
    const evil = join(stage.project, "evil.ts");
    put(evil, `require("node:fs").writeFileSync(${JSON.stringify(join(stage.dir, "EVIL"))}, "x");\n`);
    put(join(stage.project, "bunfig.toml"), 'preload = ["./evil.ts"]\n');
    put(
      join(stage.project, ".env"),
      `RECOLLECT_HOME=${stage.dir}/elsewhere\nBUN_OPTIONS=--preload=${evil}\n`,
    );
    put(
      join(stage.project, "tsconfig.json"),
      '{"compilerOptions":{"baseUrl":".","paths":{"*":["./evil.ts"]}}}',
    );
    put(join(stage.project, "package.json"), '{"name":"x","browser":{"fs":"./evil.ts"}}');
    put(join(stage.project, "node_modules/bun:sqlite/index.js"), 'require("../../evil.ts")');
    Object.assign(stage.env, { BUN_OPTIONS: `--preload=${evil}`, BUN_BE_BUN: "1" });
    expect(await stage.prompt("one", PROMPT)).toContain(RECORD.title);
    expect(existsSync(join(stage.dir, "EVIL"))).toBe(false);
    expect(existsSync(join(stage.dir, "elsewhere"))).toBe(false);
  });

  test("gives way to the bundles where it is missing or cannot be run", async () => {
    using torn = copyPlugin(installed);
    const place = join(torn.folder, "runtime/quick");
    for (const spoil of [
      () => writeFileSync(place, "\u007fELF not really"),
      () => rmSync(place),
      () => put(join(torn.folder, "runtime/quick-path"), "/nowhere/hooks\n"),
    ]) {
      spoil();
      using stage = stageWith();
      stage.launcher = torn.launcher;
      put(join(torn.folder, "runtime/bun-path"), `${process.execPath}\n`);
      expect(await stage.prompt("one", PROMPT)).toContain(RECORD.title);
    }
  });

  test("is not made of a bundle that does not run", () => {
    using stage = stageWith();
    const bundle = join(stage.dir, "hooks.js");
    for (const text of ["process.exit(3)", "this is no program"]) {
      put(bundle, text);
      expect(makeExecutable(process.execPath, bundle, join(stage.dir, "out/hooks"))).toBe(false);
      expect(existsSync(join(stage.dir, "out/hooks"))).toBe(false);
    }
  });
});
