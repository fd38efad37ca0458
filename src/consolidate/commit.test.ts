import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sampleRecord } from "../../test/support/records.ts";
import { defaultConfig } from "../config/defaults.ts";
import type { Config } from "../config/types.ts";
import { redactQuick } from "../privacy/quick.ts";
import { builtInCategories } from "../record/category.ts";
import type { ProjectRecord } from "../record/types.ts";
import { openRecordFiles } from "../store/files/record-files.ts";
import { type CommitContext, commitDrafts } from "./commit.ts";
import type { CommitResult } from "./types.ts";

let project: string;
let clock: number;
let config: Config;

beforeEach(() => {
  project = realpathSync(mkdtempSync(join(tmpdir(), "recollect-commit-")));
  clock = Date.UTC(2026, 2, 1);
  config = defaultConfig();
});
afterEach(() => rmSync(project, { recursive: true, force: true }));

const context = (extra: Partial<CommitContext> = {}): CommitContext => {
  const categories = builtInCategories();
  return {
    files: openRecordFiles({ projectDir: project, memoryRoot: config.memory_root, categories }),
    config,
    categories,
    projectDir: project,
    now: () => new Date(clock),
    graceDays: 30,
    redact: (text) => redactQuick(text),
    ...extra,
  };
};
const commit = (...drafts: unknown[]): Promise<CommitResult> => commitDrafts(context(), drafts);
const stored = (path: string | undefined): ProjectRecord =>
  JSON.parse(readFileSync(join(project, path ?? "missing"), "utf8")) as ProjectRecord;
/** Writes a record file as a colleague's commit would. */
function plant(folder: string, record: ProjectRecord): void {
  mkdirSync(join(project, ".claude/memory", folder), { recursive: true });
  writeFileSync(join(project, ".claude/memory", folder, `${record.id}.json`), JSON.stringify(record));
}
const day = (): void => {
  clock += 86_400_000;
};

const queue = {
  category: "decision",
  title: "Keep jobs in Postgres",
  summary: "Jobs stay in Postgres because one database is cheaper to run",
  tags: ["queue", "postgres"],
  content: {
    context: "Mails in the background",
    decision: "Jobs in Postgres",
    rationale: ["One database is cheaper"],
  },
};

describe("committing a draft", () => {
  test("creates a valid record from category and summary alone, and reports what it supplied", async () => {
    const { results } = await commit({
      category: "preference",
      summary: "Always use pnpm for this workspace because npm hoists wrongly",
    });
    const [result] = results;
    expect(result?.status).toBe("created");
    expect(result?.fixes.map(({ field }) => field)).toContain("content.topic");
    const record = stored(result?.target);
    expect(record.content).toMatchObject({ reason: "Npm hoists wrongly", strength: "default" });
    expect(record.id).toBe(result?.id ?? "");
  });

  test.each(["decision", "constraint", "preference", "runbook", "tech_debt", "session_summary"])(
    "needs no more than a summary for a %s",
    async (category) => {
      const { results } = await commit({
        category,
        summary: "The importer drops rows with a byte order mark",
      });
      expect(results[0]?.error?.block()).toBeUndefined();
      expect(results[0]?.status).toBe("created");
    },
  );

  test("updates the record on the same subject, appending to its lists", async () => {
    const first = await commit(queue);
    day();
    const second = await commit({
      ...queue,
      summary: "Jobs in Postgres: also simpler backups",
      content: { rationale: ["Simpler backups"] },
    });
    expect(second.results[0]?.status).toBe("updated");
    expect(second.results[0]?.target).toBe(first.results[0]?.target);
    const record = stored(second.results[0]?.target);
    expect(record.content.rationale).toEqual(["One database is cheaper", "Simpler backups"]);
    expect(record.content.decision).toBe("Jobs in Postgres");
    expect(record.times_updated).toBe(1);
    expect(record.created_at < record.updated_at).toBe(true);
  });

  test("does not merge two decisions for one shared tag", async () => {
    await commit(queue);
    const { results } = await commit({
      category: "decision",
      title: "Partition the audit table by month",
      summary: "The audit table is partitioned by month",
      tags: ["postgres", "audit"],
    });
    expect(results[0]?.status).toBe("created");
  });

  test("does not merge two decisions because one uses the words of the other's title", async () => {
    await commit({ ...queue, title: "A memory becomes a record when a person says so", tags: ["inbox"] });
    const { results } = await commit({
      category: "decision",
      title: "Contradictions are found by rules",
      summary: "What a memory or a record states is held against the others, and a person is asked",
      tags: ["inbox", "rules"],
    });
    expect(results[0]?.status).toBe("created");
  });

  test("a decision can be updated although capture may not retire it", async () => {
    await commit(queue);
    const { results } = await commit({ ...queue, action: "DELETE", summary: "Jobs in Postgres is obsolete" });
    expect(results[0]?.status).toBe("updated");
    expect(stored(results[0]?.target).record_status).toBe("active");
  });

  test("retires a constraint that is wholly obsolete", async () => {
    const constraint = {
      category: "constraint",
      title: "Mail limit of 100 per minute",
      summary: "Mail limit is 100 per minute",
      tags: ["mail"],
    };
    await commit(constraint);
    const { results } = await commit({
      ...constraint,
      action: "DELETE",
      summary: "The mail limit of 100 per minute is gone",
    });
    expect(results[0]?.status).toBe("retired");
    const record = stored(results[0]?.target);
    expect(record.record_status).toBe("retired");
    expect(record.retired_reason).toContain("is gone");
  });

  test("a lifecycle event without a matching record changes nothing, and says how to go on", async () => {
    const { results } = await commit({
      category: "tech_debt",
      summary: "The flaky login test was fixed",
      lifecycle_event: "resolved",
    });
    expect(results[0]?.status).toBe("noop");
    expect(results[0]?.reason).toContain("lifecycle");
    expect(existsSync(join(project, ".claude/memory/tech-debt"))).toBe(false);
  });

  test("a lifecycle event does not befall a record for one shared tag, but one that is named", async () => {
    const first = await commit(queue);
    const event = {
      category: "decision",
      title: "Nightly dumps of the warehouse",
      summary: "The nightly dumps of the warehouse are superseded by streaming",
      tags: ["postgres"],
      lifecycle_event: "superseded",
    };
    const { results } = await commit(event);
    expect(results[0]?.status).toBe("noop");
    expect(results[0]?.reason).toContain("target");
    expect(stored(first.results[0]?.target)).toMatchObject({
      title: queue.title,
      content: { status: "accepted" },
    });
    const named = await commit({ ...event, target: first.results[0]?.id });
    expect(stored(named.results[0]?.target).content.status).toBe("superseded");
  });

  test("a resolved debt is marked resolved without the model saying how", async () => {
    const debt = {
      category: "tech_debt",
      title: "Retry logic is copied three times",
      summary: "Retry logic is copied three times",
      tags: ["retry"],
    };
    await commit(debt);
    const { results } = await commit({
      ...debt,
      lifecycle_event: "resolved",
      summary: "Retry logic copied three times is now one helper",
    });
    expect(stored(results[0]?.target).content.status).toBe("resolved");
  });

  test("a reversed decision says what holds now and remembers what held before", async () => {
    await commit(queue);
    const { results } = await commit({
      ...queue,
      title: "Jobs in Redis Streams",
      lifecycle_event: "reversed",
      summary: "Keep jobs in Postgres is reversed: Redis Streams",
      content: { decision: "Jobs in Redis Streams", rationale: ["Month-end load"] },
    });
    const record = stored(results[0]?.target);
    expect(record.content).toMatchObject({ status: "accepted", decision: "Jobs in Redis Streams" });
    expect(JSON.stringify(record.changes)).toContain("Jobs in Postgres");
    // The reasons for what was reversed are no reasons for what holds now.
    expect(record.content.rationale).toEqual(["Month-end load"]);
    expect(JSON.stringify(record.changes)).toContain("One database is cheaper");
    expect(results[0]?.warnings).toEqual([]);
  });

  test("a reversal without reasons of its own leaves those that are there", async () => {
    await commit(queue);
    const { results } = await commit({
      ...queue,
      lifecycle_event: "reversed",
      summary: "Keep jobs in Postgres is reversed",
      content: { decision: "Jobs in Redis Streams" },
    });
    expect(stored(results[0]?.target).content.rationale).toEqual(["One database is cheaper"]);
  });

  test("what is wrong with a draft is said in words of its own, not of a schema library", async () => {
    const { results } = await commit(
      { category: "decision", summary: "  " },
      { category: "decision" },
      "no draft",
      {
        category: "decision",
        summary: "x".repeat(2_001),
        rationale: ["r"],
        lifecycle: "reversed",
        tags: "a,b",
      },
      { category: "decision", summary: "Right", lifecycle_event: "changed", tags: [1] },
    );
    const blocks = results.map(({ error }) => error?.block() ?? "");
    for (const block of blocks) expect(block).not.toMatch(/Too small|Too big|Invalid|Unrecognized|>=/);
    const say = "fix: Say what is to be saved: the new information in a sentence or two, with its reason";
    expect(blocks[0]).toContain(say);
    expect(blocks[1]).toContain(say);
    expect(blocks[2]).toContain("field: (draft)\nexpected: an object");
    expect(blocks[3]).toContain("field: rationale");
    expect(blocks[3]).toContain("fix: Remove rationale, or put it into content");
    expect(blocks[3]).toContain("expected: at most 2000 characters");
    expect(blocks[4]).toContain(
      'expected: one of "resolved", "removed", "reversed", "superseded", "deprecated"',
    );
    expect(blocks[4]).toContain("field: tags.0\nexpected: a text");
  });

  test("a draft's faults are all named, and leave the other drafts alone", async () => {
    const { results } = await commit({ category: "decision", summary: "", confidence: "high" }, queue, {
      category: "nonsense",
      summary: "x",
    });
    expect(results.map(({ status }) => status)).toEqual(["error", "created", "error"]);
    expect(results[0]?.error?.issues.map(({ field }) => field).sort()).toEqual(["confidence", "summary"]);
    expect(results[2]?.error?.block()).toContain("expected: one of");
  });

  test("a wrong content value comes back as a validation error and writes nothing", async () => {
    const { results } = await commit({ ...queue, content: { ...queue.content, status: "active" } });
    expect(results[0]?.error?.code).toBe("VALIDATION_ERROR");
    expect(results[0]?.error?.block()).toContain("content.status");
    expect(existsSync(join(project, ".claude/memory/decisions/keep-jobs-in-postgres.json"))).toBe(false);
  });

  test("a named target is the one that is updated", async () => {
    const { results } = await commit(queue);
    const update = await commit({
      category: "decision",
      target: results[0]?.id,
      summary: "Backups are hourly now",
      content: { consequences: ["Hourly backups"] },
    });
    expect(update.results[0]?.target).toBe(results[0]?.target);
    expect(stored(update.results[0]?.target).content.consequences).toEqual(["Hourly backups"]);
  });

  test("says of an item to remove that it is not there", async () => {
    const first = await commit(queue);
    const { results } = await commit({
      category: "decision",
      target: first.results[0]?.id,
      summary: "The price is no reason any more",
      content: { rationale: ["Simpler backups"] },
      remove: { rationale: ["One database is cheaper", "It is fast"] },
    });
    expect(stored(results[0]?.target).content.rationale).toEqual(["Simpler backups"]);
    expect(results[0]?.warnings.filter((text) => text.includes("remove"))).toEqual([
      "Nothing to remove: rationale: It is fast",
    ]);
  });

  test("a title taken from a long summary does not end in half a character", async () => {
    const { results } = await commit({ category: "decision", summary: `We used ${"🧵".repeat(100)}` });
    const { title = "" } = results[0] ?? {};
    expect(title.length).toBeLessThanOrEqual(120);
    expect(title).toEndWith("🧵…");
  });

  test("finds what git brought, by its id and by its words, and counts it", async () => {
    await commit(queue);
    await Bun.sleep(20);
    const pulled = "Use pnpm for this workspace";
    plant("preferences", sampleRecord(pulled, { category: "preference", tags: ["pnpm"] }));
    const named = { category: "preference", target: "use-pnpm-for-this-workspace" };
    const { results } = await commit({ ...named, summary: "Also for scripts" });
    expect(results[0]?.error?.block()).toBeUndefined();
    await Bun.sleep(20);
    plant("decisions", sampleRecord("Deploy on Fridays never", { tags: ["deploy"] }));
    config.max_memories_per_category = 2;
    const again = await commit(
      {
        category: "decision",
        title: "Deploy on Fridays never",
        summary: "No deployment on Fridays: no one is there",
      },
      { category: "decision", title: "Another subject altogether", summary: "Something else entirely" },
    );
    expect(again.results.map(({ status, id }) => id ?? status)).toEqual(["deploy-on-fridays-never", "error"]);
  });

  test("passes over a line of the index whose file is no record any more", async () => {
    const first = await commit(queue);
    const broken = join(project, first.results[0]?.target ?? "");
    writeFileSync(broken, "<<<<<<< HEAD\n");
    const { results } = await commit({ ...queue, title: "Keep jobs in Postgres with SKIP LOCKED" });
    expect(results[0]?.status).toBe("created");
    const { results: named } = await commit({ ...queue, target: "keep-jobs-in-postgres" });
    expect(named[0]?.error?.code).toBe("READ_ERROR");
    expect(named[0]?.error?.block()).toContain("not JSON");
  });

  test("a category that is switched off takes nothing", async () => {
    config.categories.runbook = {
      ...(config.categories.runbook as Config["categories"][string]),
      enabled: false,
    };
    const { results } = await commit({ category: "runbook", summary: "Restart the worker" });
    expect(results[0]?.error?.code).toBe("CONFIG_ERROR");
  });
});

describe("limits", () => {
  const SUBJECTS = ["", "billing", "search", "import", "login", "export", "mail", "backup"];
  const summaryOf = (n: number): object => ({
    category: "session_summary",
    title: `Session number ${n}`,
    summary: `Worked on part ${n}`,
    content: {
      goal: `Part ${n}`,
      outcome: "success",
      completed: [`Shipped part ${n}`],
      next_actions: [`Review ${SUBJECTS[n]}`],
    },
  });

  test("only the newest sessions stay active; what is found nowhere else is named", async () => {
    let last: CommitResult | undefined;
    for (let n = 1; n <= 7; n += 1) {
      last = await commit(summaryOf(n));
      day();
    }
    expect(last?.retired).toHaveLength(1);
    expect(last?.warnings.join()).toContain("Session session-number-2 contains unique content");
    const folder = join(project, ".claude/memory/sessions");
    const active = readdirSync(folder).filter(
      (name) =>
        (JSON.parse(readFileSync(join(folder, name), "utf8")) as ProjectRecord).record_status === "active",
    );
    expect(active.sort()).toEqual([3, 4, 5, 6, 7].map((n) => `session-number-${n}.json`));
  });

  test("a session's second summary updates its first", async () => {
    const first = await commit(summaryOf(1));
    const target = first.results[0]?.target ?? "";
    const again = await commitDrafts(context({ sessionSummary: target }), [
      {
        category: "session_summary",
        summary: "Also shipped the export",
        content: { completed: ["Shipped the export"] },
      },
    ]);
    expect(again.results[0]?.target).toBe(target);
    expect(stored(target).content.completed).toEqual(["Shipped part 1", "Shipped the export"]);
  });

  test.each([
    ["UPDATE", "created"],
    ["DELETE", "noop"],
  ] as const)(
    "%s without a target leaves another session's summary alone, however alike",
    async (action, status) => {
      const first = await commit(summaryOf(1));
      const before = stored(first.results[0]?.target);
      const { results } = await commit({ ...summaryOf(1), action });
      expect(results[0]?.status).toBe(status);
      expect(stored(first.results[0]?.target)).toEqual(before);
    },
  );

  test("a full category refuses new records and throws none out", async () => {
    config.max_memories_per_category = 1;
    await commit(queue);
    const { results } = await commit({
      category: "decision",
      title: "Another subject altogether",
      summary: "Something else entirely",
    });
    expect(results[0]?.error?.code).toBe("CREATE_ERROR");
    expect(results[0]?.error?.fix).toContain("max_memories_per_category");
  });

  test("retention retires what nobody updated", async () => {
    config.categories.runbook = {
      ...(config.categories.runbook as Config["categories"][string]),
      retention_days: 10,
    };
    await commit({ category: "runbook", title: "Old restart procedure", summary: "Restart the worker" });
    clock += 11 * 86_400_000;
    const { retired } = await commit({
      category: "runbook",
      title: "Certificate renewal",
      summary: "Renew certificates",
    });
    expect(retired.map(({ path }) => path)).toEqual([".claude/memory/runbooks/old-restart-procedure.json"]);
  });
});

describe("auto_commit", () => {
  const git = (...args: string[]): string =>
    execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.com", ...args], {
      cwd: project,
      encoding: "utf8",
    });

  beforeEach(() => {
    config.auto_commit = true;
    git("init", "-q", "-b", "main");
    git("config", "user.name", "t");
    git("config", "user.email", "t@example.com");
    writeFileSync(join(project, "a.txt"), "a");
    git("add", "-A");
    git("commit", "-q", "-m", "first");
  });

  test("commits just the files that were written and leaves the rest of the index as it is", async () => {
    writeFileSync(join(project, "b.txt"), "b");
    git("add", "b.txt");
    const { commit: hash } = await commit(queue);
    expect(hash).toMatch(/^[0-9a-f]{7,}$/);
    expect(git("show", "--name-only", "--format=%s", "HEAD").trim().split("\n")).toEqual([
      "memory: created decision: Keep jobs in Postgres",
      "",
      ".claude/memory/decisions/keep-jobs-in-postgres.json",
    ]);
    expect(git("status", "--porcelain", "b.txt").trim()).toBe("A  b.txt");
  });

  test.each([
    ["a deletion", true],
    ["nothing", false],
  ])("commits a renamed record, and its old name as %s if git knew it: %p", async (_, known) => {
    config.auto_commit = known;
    const first = await commit(queue);
    config.auto_commit = true;
    const renamed = await commit({
      category: "decision",
      target: first.results[0]?.id,
      title: "Redis Streams carry the queue",
      summary: "Redis Streams",
    });
    expect(renamed.results[0]?.renamed_from).toBeDefined();
    expect(renamed.warnings).toEqual([]);
    expect(git("show", "--no-renames", "--name-status", "--format=", "HEAD").trim().split("\n")).toEqual([
      ...(known ? ["D\t.claude/memory/decisions/keep-jobs-in-postgres.json"] : []),
      "A\t.claude/memory/decisions/redis-streams-carry-the-queue.json",
    ]);
  });

  test("runs no program that the repository's own git folder names", async () => {
    const marker = join(project, "ran");
    const program = `#!/bin/sh\necho "$0" >> '${marker}'\n`;
    for (const name of ["pre-commit", "prepare-commit-msg", "commit-msg", "post-commit", "post-index-change"])
      writeFileSync(join(project, ".git/hooks", name), program, { mode: 0o755 });
    writeFileSync(join(project, ".git/monitor"), program, { mode: 0o755 });
    git("config", "core.fsmonitor", join(project, ".git/monitor"));
    const { commit: hash } = await commit(queue);
    expect(hash).toMatch(/^[0-9a-f]{7,}$/);
    expect(existsSync(marker)).toBe(false);
  });

  test("leaves out what git ignores, and says so when that is all", async () => {
    writeFileSync(join(project, ".gitignore"), ".claude/memory/runbooks/\n");
    const runbook = { category: "runbook", title: "Restart the worker", summary: "Restart the worker" };
    const { results } = await commit(runbook, queue);
    expect(results.map(({ status }) => status)).toEqual(["created", "created"]);
    expect(git("show", "--name-only", "--format=", "HEAD").trim()).toBe(
      ".claude/memory/decisions/keep-jobs-in-postgres.json",
    );
    const { warnings } = await commit({ ...runbook, title: "Renew certificates", summary: "Renew them" });
    expect(warnings.join()).toContain("ignores");
  });

  test("does not join a merge that is under way", async () => {
    mkdirSync(join(project, ".git"), { recursive: true });
    writeFileSync(join(project, ".git/MERGE_HEAD"), git("rev-parse", "HEAD"));
    const { commit: hash, warnings } = await commit(queue);
    expect(hash).toBeUndefined();
    expect(warnings.join()).toContain("MERGE_HEAD");
  });

  test("outside git the save succeeds with a warning", async () => {
    rmSync(join(project, ".git"), { recursive: true, force: true });
    const { results, warnings } = await commit(queue);
    expect(results[0]?.status).toBe("created");
    expect(warnings.join()).toContain("not a git repository");
  });
});
