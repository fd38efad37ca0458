/** `triage`, `retrieve`, `guard` and `validate`: the hooks' parts as commands, by their payloads and exit codes. */
import { describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { sampleRecord } from "../support/records.ts";
import {
  append,
  assistantLine,
  decisiveTurn,
  type Ended,
  openStage,
  pluginOfThisFile,
  put,
  type Stage,
  toolLine,
  userLine,
} from "./support.ts";

const RECORD = sampleRecord("Use SQLite for the ledger", { tags: ["ledger", "sqlite"] });

const plugin = pluginOfThisFile();

const ask = (stage: Stage, command: string, payload: unknown): Promise<Ended> =>
  stage.cli([command], { stdin: typeof payload === "string" ? payload : JSON.stringify(payload) });

/** What each of the six categories is noticed by. */
const TALK: { readonly [category: string]: readonly object[] } = {
  decision: decisiveTurn("job queue"),
  runbook: [
    userLine("The build is red."),
    assistantLine(
      "The build failed with an error in the linker.\nThe root cause was a stale cache, fixed by a clean build.\nThe crash is resolved, the solution is to clear it.",
    ),
  ],
  constraint: [
    userLine("Can we send more?"),
    assistantLine(
      "It turns out the platform has a rate limit of ten per second.\nWe discovered that bulk sending is not supported, permanently.\nThe quota is restricted by the platform.",
    ),
  ],
  tech_debt: [
    userLine("And the parser?"),
    assistantLine(
      "TODO: rewrite the parser, deferred because of its cost.\nThis is a hack for now, technical debt that we acknowledged as temporary.\nWe will address later what is deferred, the risk is low.",
    ),
  ],
  preference: [
    userLine("From now on always use tabs, as a rule. We agreed on that convention going forward."),
    assistantLine(
      "I will always use tabs going forward, as the agreed convention.\nThe standard practice from now on is tabs, consistently.\nI prefer that rule in our workflow.",
    ),
  ],
};

describe.concurrent("triage", () => {
  test.each(Object.entries(TALK))(
    "notices a %s, tells on standard error and ends with 2",
    async (category, lines) => {
      using stage = openStage(plugin());
      const transcript_path = join(stage.home, "t.jsonl");
      append(transcript_path, lines);
      const { code, out, err } = await ask(stage, "triage", { transcript_path, cwd: stage.project });
      expect({ code, out }).toEqual({ code: 2, out: "" });
      const data = JSON.parse(/<triage_data>\s*([\s\S]*?)\s*<\/triage_data>/.exec(err)?.[1] ?? "{}") as {
        categories: { category: string; score: number; context_file: string }[];
        parallel_config: {
          enabled: boolean;
          category_models: object;
          verification_model: string;
          default_model: string;
        };
      };
      const found = data.categories.find((one) => one.category === category);
      expect(found?.score).toBeGreaterThanOrEqual(0.4);
      expect(found?.score).toBeLessThanOrEqual(1);
      expect(data.parallel_config).toMatchObject({
        enabled: true,
        default_model: "haiku",
        verification_model: "sonnet",
      });
      const context = readFileSync(found?.context_file ?? "", "utf8");
      expect(context).toContain("<transcript_data>");
      expect(context).toMatch(/^Score: /m);
    },
  );

  test("with --json tells what it sees, and writes no excerpt of the conversation", async () => {
    using stage = openStage(plugin());
    const transcript_path = join(stage.home, "t.jsonl");
    append(transcript_path, decisiveTurn("job queue"));
    const stdin = JSON.stringify({ transcript_path, cwd: stage.project });
    const { code, out, err } = await stage.cli(["triage", "--json"], { stdin });
    expect({ code, err }).toEqual({ code: 2, err: "" });
    const { categories } = JSON.parse(out) as { categories: { category: string; snippets: string[] }[] };
    expect(categories[0]).toMatchObject({ category: "decision", score: expect.any(Number) });
    expect(categories[0]?.snippets.length).toBeGreaterThan(0);
    expect(existsSync(join(stage.home, ".local/state/recollect/staging"))).toBe(false);
    const nothing = JSON.stringify({ transcript_path: join(stage.home, "none.jsonl"), cwd: stage.project });
    const silent = await stage.cli(["triage", "--json"], { stdin: nothing });
    expect({ code: silent.code, out: JSON.parse(silent.out) }).toEqual({ code: 0, out: { categories: [] } });
  });

  test("takes the project that the session was started in, as hooks do", async () => {
    using stage = openStage(plugin());
    stage.configure({ triage: { enabled: false } });
    const transcript_path = join(stage.home, "t.jsonl");
    append(transcript_path, decisiveTurn("job queue"));
    stage.env.CLAUDE_PROJECT_DIR = stage.project;
    expect((await ask(stage, "triage", { transcript_path, cwd: stage.home })).code).toBe(0);
  });

  test("counts what a session did towards its summary", async () => {
    using stage = openStage(plugin());
    const transcript_path = join(stage.home, "t.jsonl");
    append(transcript_path, [
      userLine("Please build the importer."),
      ...["Read", "Edit", "Bash", "Write", "Grep", "Read", "Edit", "Bash"].map((tool) => toolLine(tool)),
      assistantLine("The importer is built."),
    ]);
    const { code, err } = await ask(stage, "triage", { transcript_path, cwd: stage.project });
    expect(code).toBe(2);
    expect(err).toContain("session_summary");
  });

  test("leaves a negation, code and small talk alone", async () => {
    using stage = openStage(plugin());
    const transcript_path = join(stage.home, "t.jsonl");
    append(transcript_path, [
      userLine("Thanks, that looks good!"),
      assistantLine(
        "This is not an error, and nothing was decided.\n```\nthrow new Error('failed because decided')\n// TODO hack for now\n```\nUse `prefer` as the flag.",
      ),
    ]);
    expect(await ask(stage, "triage", { transcript_path, cwd: stage.project })).toMatchObject({
      code: 0,
      out: "",
      err: "",
    });
  });

  test("follows the project's thresholds and switches", async () => {
    for (const config of [
      { triage: { enabled: false } },
      { triage: { thresholds: { decision: 1 } } },
      { categories: { decision: { enabled: false } } },
      { categories: { decision: { auto_capture: false } } },
    ]) {
      using stage = openStage(plugin());
      stage.configure(config);
      const transcript_path = join(stage.home, "t.jsonl");
      append(
        transcript_path,
        decisiveTurn("job queue")
          .slice(1)
          .map((line) => structuredClone(line)),
      );
      const few = [
        userLine("Which queue?"),
        assistantLine("We decided on Postgres because one database is enough."),
      ];
      const path =
        config.triage && "thresholds" in config.triage ? join(stage.home, "few.jsonl") : transcript_path;
      append(path, path === transcript_path ? [] : few);
      expect((await ask(stage, "triage", { transcript_path: path, cwd: stage.project })).code).toBe(0);
    }
  });

  test.each<[string, unknown]>([
    ["nothing", ""],
    ["no JSON", "{"],
    ["a list", []],
    ["null", null],
    ["no transcript", {}],
    ["a missing transcript", { transcript_path: "/tmp/recollect-no-such-transcript.jsonl" }],
    ["a transcript elsewhere", { transcript_path: "/etc/passwd" }],
    ["mistyped fields", { transcript_path: 7, cwd: [] }],
  ])("%s ends with 0", async (_, payload) => {
    using stage = openStage(plugin());
    expect(await ask(stage, "triage", payload)).toMatchObject({ code: 0, out: "" });
  });
});

describe.concurrent("retrieve", () => {
  test("prints the records that bear on a prompt in the index's form", async () => {
    using stage = openStage(plugin());
    stage.plant(RECORD);
    for (const field of ["prompt", "user_prompt"]) {
      const { code, out, err } = await ask(stage, "retrieve", {
        [field]: "Why SQLite for the ledger?",
        cwd: stage.project,
      });
      expect({ code, err }).toEqual({ code: 0, err: "" });
      const [open, , , , line] = out.split("\n");
      expect(open).toBe('<memory-context source=".claude/memory/">');
      expect(line).toBe(
        `- [DECISION] ${RECORD.title} -> .claude/memory/decisions/${RECORD.id}.json #tags:ledger,sqlite`,
      );
      expect(out.trimEnd()).toEndWith("</memory-context>");
    }
  });

  test("prints nothing for what is not relevant, switched off, or no payload", async () => {
    using stage = openStage(plugin());
    stage.plant(RECORD);
    const silent = [
      { prompt: "ok" },
      { prompt: "What is the weather like on the moon?" },
      {},
      [],
      null,
      "",
      "{",
    ];
    for (const payload of silent) {
      const whole =
        payload && typeof payload === "object" && !Array.isArray(payload)
          ? { ...payload, cwd: stage.project }
          : payload;
      expect(await ask(stage, "retrieve", whole)).toMatchObject({ code: 0, out: "" });
    }
    const asking = { prompt: "Why SQLite for the ledger?", cwd: stage.project };
    for (const retrieval of [{ enabled: false }, { max_inject: 0 }]) {
      stage.configure({ retrieval });
      expect(await ask(stage, "retrieve", asking)).toMatchObject({ code: 0, out: "" });
    }
  });
});

describe.concurrent("guard", () => {
  const decisionOf = ({ code, out }: Ended): string => {
    expect(code).toBe(0);
    if (out === "") return "silent";
    const { hookSpecificOutput: specific } = JSON.parse(out) as {
      hookSpecificOutput: { [field: string]: string };
    };
    expect(specific.hookEventName).toBe("PreToolUse");
    expect(specific.permissionDecisionReason?.length).toBeGreaterThan(10);
    return specific.permissionDecision ?? "";
  };

  test("denies every way of writing into the memory", async () => {
    using stage = openStage(plugin());
    stage.plant(RECORD);
    const file = join(stage.memory, "decisions/x.json");
    const linked = join(stage.project, "shortcut");
    symlinkSync(stage.memory, linked);
    mkdirSync(join(stage.project, "src"));
    const calls: [string, object][] = [
      ["Write", { file_path: file, content: "{}" }],
      ["Write", { file_path: ".claude/memory/decisions/x.json" }],
      ["Write", { file_path: join(stage.project, "src/../.claude/memory/x.json") }],
      ["Write", { file_path: join(linked, "decisions/x.json") }],
      ["Edit", { file_path: join(stage.memory, "memory-config.json") }],
      ["NotebookEdit", { notebook_path: join(stage.memory, "x.ipynb") }],
      ["Bash", { command: `echo '{}' > ${file}` }],
      ["Bash", { command: "cd .claude/memory && sed -i s/a/b/ decisions/x.json" }],
      ["Bash", { command: "mv /tmp/a.json .claude/memory/decisions/" }],
      ["Bash", { command: `cp a.json ${linked}/decisions/x.json` }],
      ["Bash", { command: "rm -rf .claude/memory" }],
      ["Bash", { command: "cat a | tee -a shortcut/index.md" }],
    ];
    const answers = await Promise.all(
      calls.map(([tool_name, tool_input]) =>
        ask(stage, "guard", { tool_name, tool_input, cwd: stage.project }),
      ),
    );
    expect(calls.filter((_, n) => decisionOf(answers[n] as Ended) !== "deny")).toEqual([]);
  });

  test("keeps silent about everything else", async () => {
    using stage = openStage(plugin());
    stage.plant(RECORD);
    const calls: [unknown, unknown][] = [
      ["Write", { file_path: join(stage.project, "src/x.ts") }],
      ["Write", { file_path: join(stage.project, "docs/.claude-memory.md") }],
      ["Write", { file_path: "/tmp/.memory-draft-decision-7.json" }],
      ["Write", { file_path: "/tmp/.memory-write-pending.json" }],
      ["Read", { file_path: join(stage.memory, "index.md") }],
      ["Bash", { command: "cat .claude/memory/decisions/*.json | jq .title" }],
      ["Bash", { command: "git add .claude/memory && git commit -m 'Records'" }],
      ["Bash", { command: "recollect write --action retire --target .claude/memory/decisions/x.json" }],
      ["Write", { file_path: "" }],
      ["Write", null],
      [7, "x"],
    ];
    const payloads: unknown[] = [
      ...calls.map(([tool_name, tool_input]) => ({ tool_name, tool_input, cwd: stage.project })),
      "",
      "{",
      [],
      null,
    ];
    const answers = await Promise.all(payloads.map((payload) => ask(stage, "guard", payload)));
    expect(payloads.filter((_, n) => decisionOf(answers[n] as Ended) !== "silent")).toEqual([]);
  });
});

describe.concurrent("validate", () => {
  const validate = async (stage: Stage, path: string): Promise<{ decision?: string; reason?: string }> => {
    const payload = { tool_name: "Write", tool_input: { file_path: path }, cwd: stage.project };
    const { code, out, err } = await ask(stage, "validate", payload);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    return out === "" ? {} : (JSON.parse(out) as { decision?: string; reason?: string });
  };

  test("sets an invalid record aside and tells of it", async () => {
    using stage = openStage(plugin());
    const invalid: [string, string | Uint8Array][] = [
      ["no-json", "{"],
      ["no-object", "[]"],
      ["no-utf8", new Uint8Array([0x7b, 0xff, 0x7d])],
      ["no-content", JSON.stringify({ ...RECORD, id: "no-content", content: {} })],
      [
        "wrong-status",
        JSON.stringify({ ...RECORD, id: "wrong-status", content: { ...RECORD.content, status: "active" } }),
      ],
      ["wrong-category", JSON.stringify({ ...RECORD, id: "wrong-category", category: "runbook" })],
    ];
    for (const [name, text] of invalid) {
      const path = join(stage.memory, `decisions/${name}.json`);
      put(path, text);
      const { decision, reason } = await validate(stage, path);
      expect({ name, decision }).toEqual({ name, decision: "block" });
      expect(reason).toContain("set aside");
      expect(existsSync(path)).toBe(false);
      const kept = readdirSync(join(stage.memory, "decisions")).filter((file) =>
        file.startsWith(`${name}.json.invalid.`),
      );
      expect(kept.length).toBe(1);
      expect(
        readFileSync(join(stage.memory, "decisions", kept[0] ?? "")).equals(Buffer.from(text as string)),
      ).toBe(true);
    }
    expect(stage.trace().some(({ part }) => part === "guard")).toBe(true);
  });

  test("leaves a valid record where it is, and notes that it went past the guard", async () => {
    using stage = openStage(plugin());
    const path = stage.plant(RECORD);
    expect(await validate(stage, path)).toEqual({});
    expect(existsSync(path)).toBe(true);
    expect(
      stage
        .trace()
        .map(({ message }) => message)
        .join(),
    ).toContain("past the guard");
  });

  test("sets nothing aside for a schema in the configuration that cannot be used", async () => {
    using stage = openStage(plugin());
    stage.configure({
      categories: { experiment: { folder: "experiments", content_schema: { type: "nonsense" } } },
    });
    const path = join(stage.memory, "experiments/tried-a-cache.json");
    put(path, JSON.stringify({ ...RECORD, id: "tried-a-cache", category: "experiment" }));
    expect(await validate(stage, path)).toEqual({});
    expect(existsSync(path)).toBe(true);
    expect(stage.trace().at(-1)?.message).toContain("could not be checked: CONFIG_ERROR");
  });

  test("complains of other files, and does not move them", async () => {
    using stage = openStage(plugin());
    for (const name of ["notes.md", "audit-content.json", "decisions/old/a.json"]) {
      const path = join(stage.memory, name);
      put(path, "{}");
      expect(await validate(stage, path)).toMatchObject({
        decision: "block",
        reason: expect.stringContaining("only records"),
      });
      expect(existsSync(path)).toBe(true);
    }
  });

  test("leaves the configuration where it is, and says how it is changed", async () => {
    using stage = openStage(plugin());
    stage.configure({ max_memories_per_category: 50 });
    const path = join(stage.memory, "memory-config.json");
    const { decision, reason } = await validate(stage, path);
    expect(decision).toBe("block");
    expect(reason).toContain("recollect config set");
    expect(readdirSync(stage.memory)).toEqual(["memory-config.json"]);
  });

  test("has nothing to say of files elsewhere, of staging files, and of no payload", async () => {
    using stage = openStage(plugin());
    const elsewhere = join(stage.project, "src/x.json");
    put(elsewhere, "{");
    expect(await validate(stage, elsewhere)).toEqual({});
    expect(existsSync(elsewhere)).toBe(true);
    const draft = join(stage.dir, ".memory-draft-decision-1.json");
    put(draft, "{");
    expect(await validate(stage, draft)).toEqual({});
    expect(existsSync(draft)).toBe(true);
    for (const payload of ["", "{", [], null, {}, { tool_name: "Write", tool_input: 7 }]) {
      expect(await ask(stage, "validate", payload)).toMatchObject({ code: 0, out: "", err: "" });
    }
  });
});
