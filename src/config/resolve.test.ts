import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { BUILT_IN_CATEGORIES } from "../record/category.ts";
import { defaultConfig } from "./defaults.ts";
import { type ConfigLayer, resolveConfig } from "./resolve.ts";

const project = (value: unknown): ConfigLayer => ({ source: "project", where: "memory-config.json", value });
const user = (value: unknown): ConfigLayer => ({ source: "user", where: "config.json", value });
const variable = (value: unknown): ConfigLayer => ({ source: "environment", where: "RECOLLECT_X", value });

describe("without any layer", () => {
  test("the defaults apply, valid by their own table", () => {
    const { config, categories, problems } = resolveConfig([]);
    expect(config).toEqual(defaultConfig());
    expect([...categories.keys()].toSorted()).toEqual([...BUILT_IN_CATEGORIES].toSorted());
    expect(problems).toEqual([]);
    expect(resolveConfig([{ ...project(defaultConfig()), source: "user" }])).toEqual({
      config,
      categories,
      problems: [],
    });
  });

  test("three plain matches of a constraint (0.474) reach its threshold", () => {
    expect(resolveConfig([]).config.triage.thresholds.constraint).toBeLessThanOrEqual((3 * 0.3) / 1.9);
  });

  test("one caller's changes do not reach the next", () => {
    resolveConfig([]).config.retrieval.max_inject = 19;
    expect(resolveConfig([]).config.retrieval.max_inject).toBe(5);
  });
});

describe("layers", () => {
  test("environment wins over project, project over user, key by key, in whatever order they come", () => {
    const { config, problems } = resolveConfig([
      variable({ retrieval: { max_inject: 1 } }),
      project({ retrieval: { max_inject: 2, max_chars: 200 } }),
      user({ retrieval: { max_inject: 3, max_chars: 300, match_strategy: "title_tags" } }),
    ]);
    expect(config.retrieval).toEqual({
      enabled: true,
      max_inject: 1,
      max_chars: 200,
      match_strategy: "title_tags",
      session_brief: true,
      tokens: expect.anything(),
    });
    expect(problems).toEqual([]);
  });

  test("what they say of secrets and excluded files adds up, so that none takes away what another says", () => {
    const privacy = (exclude_paths: string[], secrets: string[]): object => ({
      privacy: { exclude_paths, secrets },
    });
    const { config, problems } = resolveConfig([
      { source: "project", where: "p", value: privacy(["hr/", "notes/"], []) },
      { source: "user", where: "u", value: privacy(["notes/", "*.draft"], ["corp-\\d{6}"]) },
      { source: "environment", where: "e", value: privacy([], ["x-\\d{6}"]) },
    ]);
    expect(problems).toEqual([]);
    expect(config.privacy.exclude_paths).toEqual(["notes/", "*.draft", "hr/"]);
    expect(config.privacy.secrets).toEqual(["corp-\\d{6}", "x-\\d{6}"]);
  });

  test("a repository may have less kept and drafted, and not more published, sent away or deleted", () => {
    const by = (source: "user" | "project", value: object): ReturnType<typeof resolveConfig> =>
      resolveConfig([{ source, where: source, value }]);
    const wanted = {
      memory: { promotion: "automatic", purge_after_days: 1 },
      capture: { mode: "endpoint" },
    };
    const { config, problems } = by("project", wanted);
    expect(config).toEqual(defaultConfig());
    expect(problems.map(({ key }) => key).sort()).toEqual([
      "capture.mode",
      "memory.promotion",
      "memory.purge_after_days",
    ]);
    expect(by("user", wanted)).toMatchObject({ config: wanted, problems: [] });
    expect(by("project", { memory: { promotion: "off" }, capture: { mode: "off" } }).problems).toEqual([]);
  });

  test("a repository's credentials are looked for in bounded time, however many it describes", () => {
    const secrets = Array.from({ length: 50 }, (_, n) => `[a-z]+#${n}x`);
    const layer = { where: "c", value: { privacy: { secrets } } };
    const { config, problems } = resolveConfig([{ ...layer, source: "project" }]);
    expect(config.privacy.secrets.length).toBeLessThan(4);
    expect(config.privacy.secrets.length + problems.length).toBe(50);
    expect(resolveConfig([{ ...layer, source: "user" }]).config.privacy.secrets).toHaveLength(50);
    const plain = Array.from({ length: 50 }, (_, n) => `corp${n}-[a-z0-9]{20}`);
    const many = { source: "project", where: "c", value: { privacy: { secrets: plain } } } as const;
    expect(resolveConfig([many]).config.privacy.secrets).toEqual(plain);
  });

  test("a repository may ask for personal data to be masked, and not for it to be kept", () => {
    const resolved = (user: string | undefined, project: string): ReturnType<typeof resolveConfig> =>
      resolveConfig([
        ...(user
          ? [{ source: "user", where: "u", value: { privacy: { personal_data: user } } } as const]
          : []),
        { source: "project", where: "p", value: { privacy: { personal_data: project } } },
      ]);
    expect(resolved("keep", "mask").config.privacy.personal_data).toBe("mask");
    expect(resolved("keep", "mask").problems).toEqual([]);
    const { config, problems } = resolved(undefined, "keep");
    expect(config.privacy.personal_data).toBe("mask");
    expect(problems[0]?.message).toContain('A repository may not set privacy.personal_data to "keep"');
  });

  test("a repository cannot have people's memories written into itself", () => {
    const { config, problems } = resolveConfig([
      { source: "project", where: "p", value: { memory: { promotion: "automatic" } } },
    ]);
    expect(config.memory.promotion).toBe("propose");
    expect(problems[0]?.message).toContain('A repository may not set memory.promotion to "automatic"');
    const mine = resolveConfig([
      { source: "user", where: "u", value: { memory: { promotion: "automatic" } } },
    ]);
    expect(mine.config.memory.promotion).toBe("automatic");
  });

  test("a repository cannot say where people's memories are kept", () => {
    const { config, problems } = resolveConfig([
      user({ store: { url: "postgres://ours/db" } }),
      project({ store: { url: "postgres://theirs/db" } }),
    ]);
    expect(config.store.url).toBe("postgres://ours/db");
    expect(problems.map(({ what }) => what)).toEqual(["store.url is for people, not for repositories"]);
  });

  test("a nonsense value leaves the value of the layer below, and the problem says so", () => {
    const { config, problems } = resolveConfig([
      user({ delete: { grace_period_days: 7 } }),
      project({ delete: { grace_period_days: -1 } }),
    ]);
    expect(config.delete.grace_period_days).toBe(7);
    expect(problems).toEqual([
      {
        source: "project",
        where: "memory-config.json",
        key: "delete.grace_period_days",
        what: "delete.grace_period_days is -1, but must be a whole number from 0 to 3650",
        message:
          "delete.grace_period_days is -1, but must be a whole number from 0 to 3650. 7 is used instead. Correct or remove it.",
      },
    ]);
  });

  test.each([[null], [[]], ["text"], [3], [true]])("a layer that is %p is reported and ignored", (value) => {
    const { config, problems } = resolveConfig([project(value)]);
    expect(config).toEqual(defaultConfig());
    expect(problems).toHaveLength(1);
  });

  test("a section that is no object is reported and ignored", () => {
    const { config, problems } = resolveConfig([project({ retrieval: 5, categories: { decision: false } })]);
    expect(config).toEqual(defaultConfig());
    expect(problems.map(({ key }) => key)).toEqual(["retrieval", "categories.decision"]);
  });
});

describe("values", () => {
  test.each([
    ["retrieval.max_inject", 21],
    ["retrieval.max_inject", 2.5],
    ["retrieval.max_inject", "5"],
    ["retrieval.max_chars", 10_000],
    ["retrieval.match_strategy", "magic"],
    ["triage.max_messages", 9],
    ["triage.thresholds.decision", 1.1],
    ["triage.thresholds.decision", Number.NaN],
    ["triage.thresholds.decision", Number.POSITIVE_INFINITY],
    ["triage.parallel.default_model", "gpt"],
    ["capture.mode", "INLINE"],
    ["capture.turns_between_requests", 0],
    ["categories.decision.folder", "../secrets"],
    ["categories.decision.folder", "a/b"],
    ["categories.decision.description", "two\nlines"],
    ["categories.decision.enabled", "yes"],
    ["categories.session_summary.max_retained", 0],
    ["auto_commit", 1],
    ["memory_root", "/etc"],
    ["memory_root", "../elsewhere"],
    ["memory_root", "a/../../b"],
    ["memory_root", "."],
    ["memory_root", "./"],
    ["memory_root", ""],
    ["memory_root", ".git/memory"],
    ["memory_root", "sub/.GIT"],
    ["memory_root", ".claude"],
    ["memory_root", "~/memory"],
    ["memory_root", "C:\\memory"],
  ])("%s = %p is refused", (key, value) => {
    const { config, problems } = resolveConfig([project(nested(key, value))]);
    expect(config).toEqual(defaultConfig());
    expect(problems.map((problem) => problem.key)).toEqual([key]);
  });

  test("thresholds may be named in upper case", () => {
    const { config, problems } = resolveConfig([
      project({ triage: { thresholds: { DECISION: 0.7, tech_debt: 0.1 } } }),
    ]);
    expect(config.triage.thresholds).toMatchObject({ decision: 0.7, tech_debt: 0.1, runbook: 0.4 });
    expect(problems).toEqual([]);
  });

  test("a memory root is spelt in one way", () => {
    expect(resolveConfig([project({ memory_root: "./docs//memory/" })]).config.memory_root).toBe(
      "docs/memory",
    );
  });
});

describe("unknown keys", () => {
  test.each([
    [{ retrieval: { max_injct: 3 } }, "retrieval.max_inject"],
    [{ max_inject: 3 }, "retrieval.max_inject"],
    [{ retreival: { max_inject: 3 } }, "retrieval"],
    [{ categories: { decisions: { enabled: false } } }, "categories.decision"],
    [{ triage: { thresholds: { runbok: 0.5 } } }, "triage.thresholds.runbook"],
  ])("%j is reported with a suggestion", (value, suggestion) => {
    const { config, problems } = resolveConfig([project(value)]);
    expect(config).toEqual(defaultConfig());
    expect(problems).toHaveLength(1);
    expect(problems[0]?.message).toContain(`did you mean ${suggestion}?`);
  });

  test("an editor's $schema is none", () => {
    expect(resolveConfig([project({ $schema: "x.json" })]).problems).toEqual([]);
  });

  test("names of Object's own properties do no harm", () => {
    const hostile = JSON.parse(
      '{"__proto__":{"auto_commit":true},"constructor":1,"categories":{"__proto__":{"folder":"x"},"constructor":{"folder":"y"}},"triage":{"thresholds":{"__proto__":0.1,"toString":0.2}}}',
    );
    const { config, problems } = resolveConfig([project(hostile)]);
    expect(config).toEqual(defaultConfig());
    expect(({} as { auto_commit?: boolean }).auto_commit).toBeUndefined();
    expect(problems.length).toBeGreaterThanOrEqual(5);
  });
});

describe("categories of one's own", () => {
  const security = { folder: "security", description: "Weaknesses", signals: { primary: ["\\bCVE-\\d+"] } };

  test("one with a folder joins the table, its settings filled up", () => {
    const { config, categories, problems } = resolveConfig([project({ categories: { security } })]);
    expect(problems).toEqual([]);
    expect(config.categories.security).toEqual({
      enabled: true,
      auto_capture: true,
      retention_days: 0,
      ...security,
      signals: { primary: ["\\bCVE-\\d+"], boosters: [] },
    });
    expect(config.triage.thresholds.security).toBe(0.4);
    expect(categories.get("security")).toMatchObject({
      display: "SECURITY",
      priority: 7,
      retirableByCapture: false,
      content: { kind: "generic" },
    });
  });

  test("it may be defined in one layer and tuned in another", () => {
    const { config, problems } = resolveConfig([
      user({ categories: { security }, triage: { thresholds: { SECURITY: 0.9 } } }),
      project({ categories: { security: { enabled: false } } }),
    ]);
    expect(problems).toEqual([]);
    expect(config.categories.security?.enabled).toBe(false);
    expect(config.triage.thresholds.security).toBe(0.9);
  });

  test("its content schema decides its check and its key fields", () => {
    const schema = { required: ["finding"], properties: { severity: {}, finding: {} } };
    const { categories } = resolveConfig([
      project({ categories: { security: { ...security, content_schema: schema } } }),
    ]);
    expect(categories.get("security")).toMatchObject({
      keyFields: ["finding", "severity"],
      content: { kind: "json_schema", schema },
    });
  });

  test("a content schema that cannot be read is reported and any object accepted", () => {
    const { categories, problems } = resolveConfig(
      [project({ categories: { security: { ...security, content_schema: "s.json" } } })],
      (root, path) => ({ problem: `There is no schema file ${root}/${path}` }),
    );
    expect(categories.get("security")?.content).toEqual({ kind: "generic" });
    expect(problems[0]?.what).toBe("There is no schema file .claude/memory/s.json");
  });

  test.each(["Security", "1st", "a-b", "", "x".repeat(41)])("%p cannot be a name", (name) => {
    const { config, problems } = resolveConfig([project({ categories: { [name]: security } })]);
    expect(config).toEqual(defaultConfig());
    expect(problems).toHaveLength(1);
  });

  test("without a valid folder there is no category", () => {
    for (const folder of [undefined, "..", "A", "a/b", 3]) {
      const { config, problems } = resolveConfig([project({ categories: { security: { folder } } })]);
      expect(config).toEqual(defaultConfig());
      expect(problems).toHaveLength(1);
    }
  });

  test("another category's folder is not given twice", () => {
    const { config, problems } = resolveConfig([
      project({
        categories: {
          security: { folder: "decisions" },
          audit: { folder: "audits" },
          runbook: { folder: "audits" },
        },
      }),
    ]);
    expect(config.categories.security).toBeUndefined();
    expect(config.categories.decision?.folder).toBe("decisions");
    expect(new Set(Object.values(config.categories).map(({ folder }) => folder)).size).toBe(
      Object.keys(config.categories).length,
    );
    expect(problems.length).toBeGreaterThanOrEqual(2);
  });

  test("built-in categories can trade folders", () => {
    const { config, problems } = resolveConfig([
      project({ categories: { decision: { folder: "runbooks" }, runbook: { folder: "decisions" } } }),
    ]);
    expect(problems).toEqual([]);
    expect(config.categories.decision?.folder).toBe("runbooks");
  });

  test("one bad pattern is left out with a problem that names it, and the others are used", () => {
    const primary = ["vulnerab(le|ility)", "(a+)+$", "\\bCVE-\\d+", 7];
    const { config, problems } = resolveConfig([
      project({
        categories: { security: { ...security, signals: { primary, boosters: ["patched", "["] } } },
      }),
    ]);
    expect(config.categories.security?.signals).toEqual({
      primary: ["vulnerab(le|ility)", "\\bCVE-\\d+"],
      boosters: ["patched"],
    });
    expect(problems.map(({ key }) => key)).toEqual([
      "categories.security.signals.primary.1",
      "categories.security.signals.primary.3",
      "categories.security.signals.boosters.1",
    ]);
    expect(problems[0]?.message).toContain('"(a+)+$"');
    expect(problems[0]?.message).toContain("It is left out.");
  });

  test("of more than fifty patterns the first fifty are used", () => {
    const primary = Array.from({ length: 60 }, (_, i) => `word${i}`);
    const { config, problems } = resolveConfig([
      project({ categories: { security: { ...security, signals: { primary } } } }),
    ]);
    expect(config.categories.security?.signals?.primary).toEqual(primary.slice(0, 50));
    expect(problems.map(({ key }) => key)).toEqual(["categories.security.signals.primary"]);
  });

  test("built-in categories take no signals of one's own", () => {
    const { config, problems } = resolveConfig([
      project({ categories: { decision: { signals: { primary: ["x"] } } } }),
    ]);
    expect(config).toEqual(defaultConfig());
    expect(problems[0]?.what).toContain("for categories of your own only");
  });
});

test("whatever a layer holds, the result is complete, in range and reported on, never thrown", () => {
  const keys = fc.constantFrom(
    "retrieval",
    "triage",
    "categories",
    "memory_root",
    "decision",
    "thresholds",
    "folder",
    "max_inject",
    "security",
    "signals",
    "primary",
    "delete",
    "x",
  );
  const { tree } = fc.letrec<{ tree: unknown; leaf: unknown }>((tie) => ({
    leaf: fc.oneof(fc.jsonValue({ maxDepth: 1 }), fc.constantFrom("decisions", "security", Number.NaN)),
    tree: fc.oneof({ maxDepth: 5 }, tie("leaf"), fc.dictionary(keys, tie("tree"))),
  }));
  fc.assert(
    fc.property(fc.array(tree, { maxLength: 3 }), (values) => {
      const { config, categories } = resolveConfig(values.map(project));
      expect(resolveConfig([{ ...project(config), source: "user" }])).toEqual({
        config,
        categories,
        problems: [],
      });
    }),
    { numRuns: 300 },
  );
});

function nested(key: string, value: unknown): unknown {
  return key
    .split(".")
    .reverse()
    .reduce<unknown>((inner, segment) => ({ [segment]: inner }), value);
}
