import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import type { MemoryDraft } from "../memory/create.ts";
import { archive } from "../memory/lifecycle.ts";
import { AT, sampleMemory } from "../memory/samples.ts";
import type { Memory } from "../memory/types.ts";
import { BUILT_IN_CATEGORIES, CATEGORIES, type CategoryName } from "../record/category.ts";
import type { ProjectRecord } from "../record/types.ts";
import type { Place, ProjectedRecord, Store } from "../store/port.ts";
import { projected, sampleRecord } from "../store/sample.ts";
import { openSqliteStore } from "../store/sqlite/open.ts";
import { estimateTokens } from "../text/tokens.ts";
import type { BlockLimits } from "./block.ts";
import { type BriefContents, type BriefRequest, renderBrief, sessionBrief } from "./brief.ts";
import type { RecordItem } from "./item.ts";
import type { Rendered } from "./render.ts";

const ROOT = ".claude/memory";
const PLACE: Place = { project: "p1", root: "r" };
const HERE = { project: "p1", session: "s2" };
const NOW = AT.now;
const same = (text: string): string => text;
const rendered = (contents: BriefContents, limits: BlockLimits): Rendered =>
  renderBrief(contents, { limits, redact: same });

let dir: string;
let store: Store;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "recollect-brief-"));
  store = openSqliteStore({ path: join(dir, "r.db") });
});
afterEach(async () => {
  await store.close();
  rmSync(dir, { recursive: true, force: true });
});

const brief = (more: Partial<BriefRequest> = {}): Promise<Rendered> =>
  sessionBrief({
    store,
    from: HERE,
    place: PLACE,
    now: NOW,
    enabledCategories: new Set<CategoryName>(BUILT_IN_CATEGORIES),
    afterCompaction: false,
    limits: { memoryRoot: ROOT, tokens: 1_500 },
    redact: same,
    ...more,
  });

const at = (record: ProjectRecord): RecordItem & ProjectedRecord => ({
  kind: "record",
  ...placed(record),
});

const placed = (record: ProjectRecord): ProjectedRecord =>
  projected(record, `${CATEGORIES[record.category as "decision"].folder}/${record.id}.json`);

const write = (...records: ProjectRecord[]): Promise<void> =>
  store.projection.apply(PLACE, { put: records.map(placed), remove: [], folders: new Map() });

async function remember(...drafts: MemoryDraft[]): Promise<Memory[]> {
  const made = drafts.map((draft) => sampleMemory(draft));
  await store.memories.put(made);
  return made;
}

const days = (n: number): string => new Date(NOW.getTime() + n * 86_400_000).toISOString();

const record = (category: string, id: string, content: ProjectRecord["content"]): ProjectRecord =>
  sampleRecord(id, { category, title: `${category} ${id}`, content, updated_at: days(-3) });

const session = record("session_summary", "s", {
  goal: "Tax engine",
  outcome: "partial",
  next_actions: ["Write the rounding test"],
  blockers: ["No sandbox"],
});
const preference = (id: string, strength: string): ProjectRecord =>
  record("preference", id, { topic: "exports", value: "named", strength });
const constraint = (id: string, over: { [field: string]: unknown } = {}): ProjectRecord =>
  record("constraint", id, { rule: "No UTF-8", severity: "high", active: true, ...over });
const debt = (id: string, priority: string, status = "open"): ProjectRecord =>
  record("tech_debt", id, { description: "No cache", reason_deferred: "time", priority, status });

describe("the brief", () => {
  test("tells where the last session stopped, and what always holds", async () => {
    await write(
      session,
      preference("strong", "strong"),
      preference("soft", "soft"),
      constraint("severe"),
      constraint("low", { severity: "low" }),
      constraint("lifted", { active: false }),
      constraint("expired", { expires: "2026-02-01" }),
    );
    const { text, shown } = await brief();
    expect(text).toContain(
      "### Recent Events (Episodic)\n" +
        "Last session, 2026-03-04: Tax engine (partial)\n- Next: Write the rounding test\n- Blocked by: No sandbox",
    );
    expect(text).toContain("- [PREFERENCE] preference strong -> .claude/memory/preferences/strong.json");
    expect(text).toContain("### Relevant Knowledge (Semantic)\n- [CONSTRAINT] constraint severe ->");
    for (const absent of ["preference soft", "constraint low", "constraint lifted", "constraint expired"])
      expect(text).not.toContain(absent);
    expect(text).toContain("the client's own built-in memory is another store");
    expect(shown.map((each) => each.item)).toEqual([
      "sessions/s.json",
      "constraints/severe.json",
      "preferences/strong.json",
    ]);
  });

  test("is empty when there is nothing to say", async () => {
    await write(preference("soft", "soft"), sampleRecord("d"));
    await remember({ type: "semantic", content: "Webhooks arrive out of order" });
    expect(await brief()).toEqual({ text: "", shown: [] });
  });

  test("tells of what is due or was taken up, not of what is for later or done", async () => {
    await remember(
      { type: "prospective", content: "Rotate the key", scope: "project", due_at: days(-1), priority: 1 },
      { type: "prospective", content: "Finish the import", scope: "project", state: "active" },
      { type: "prospective", content: "Visit the archive", scope: "project", due_at: days(5) },
      {
        type: "prospective",
        content: "Paint the shed",
        scope: "project",
        due_at: days(-1),
        state: "completed",
      },
      { type: "prospective", content: "Of another session alone", due_at: days(-1) },
    );
    const { text, shown } = await brief();
    expect(text).toContain(
      "### Pending Tasks (Prospective)\n- (due 2026-03-06) Rotate the key\n- Finish the import\n</memory",
    );
    expect(shown.map(({ isMemory }) => isMemory)).toEqual([true, true]);
    for (const { version } of shown) expect(version).toMatch(/^[0-9a-f]{64}$/);
  });

  test("tells of debt that presses, the critical first, beside what is due", async () => {
    await write(
      debt("a", "high"),
      debt("b", "critical", "in_progress"),
      debt("c", "low"),
      debt("d", "critical", "resolved"),
    );
    const { shown } = await brief();
    expect(shown.map(({ item }) => item)).toEqual(["tech-debt/b.json", "tech-debt/a.json"]);
  });

  test("tells of the last session by its digest where that is newer, or all there is", async () => {
    const digest = { type: "episodic", title: "What happened", context: { digest_of: ["a"] } } as const;
    await remember({ ...digest, content: "The importer was built", timestamp: days(-40) });
    expect((await brief()).text).toContain("- 2026-01-26 What happened: The importer was built");
    await write(session);
    expect((await brief()).text).not.toContain("The importer");
    await remember({ ...digest, content: "The exporter was built", timestamp: days(-2) });
    const { text } = await brief();
    expect(text).toContain("- 2026-03-05 What happened: The exporter was built");
    expect(text).not.toContain("Tax engine");
    // A single episode of another session stays that session's own.
    await remember({ type: "episodic", content: "A cup was broken", timestamp: days(-1) });
    expect((await brief()).text).not.toContain("cup");
  });

  test("counts important, well-founded principles among the preferences", async () => {
    const principle = { type: "semantic", category: "principle", importance: 8, confidence: 0.7 } as const;
    const [, , , , last] = await remember(
      { ...principle, content: "Tests come before fixes" },
      { ...principle, content: "Names are in English", scope: "user" },
      { ...principle, content: "Hardly important", importance: 7 },
      { ...principle, content: "Hardly sure", confidence: 0.6 },
      { ...principle, content: "No longer in force" },
    );
    if (last) await store.memories.put([archive(last, NOW)]);
    const { text } = await brief({ from: { project: "p1", session: "s9" } });
    expect(text).toContain("- Tests come before fixes");
    expect(text).toContain("- Names are in English");
    expect(text).not.toMatch(/Hardly|No longer/);
    expect((await brief({ from: { project: "p2", session: "s9" } })).text).not.toContain("Tests come");
  });

  test("begins with the session's working memory after a compaction, and only then", async () => {
    await remember({ type: "working", content: "Editing the retry queue" });
    const own = { project: "p1", session: "s1" };
    await write(session);
    expect((await brief({ from: own })).text).not.toContain("retry queue");
    const { text } = await brief({ from: own, afterCompaction: true });
    expect(text.split("\n").slice(2, 4)).toEqual([
      "### Working Memory (Current Task)",
      "- Editing the retry queue",
    ]);
    expect((await brief({ afterCompaction: true })).text).not.toContain("retry queue");
  });

  test("does with memories alone, and without categories that are off", async () => {
    await write(constraint("severe"), session);
    await remember({ type: "prospective", content: "Rotate the key", scope: "project", due_at: days(-1) });
    const bare = await sessionBrief({
      store,
      from: HERE,
      now: NOW,
      enabledCategories: new Set<CategoryName>(BUILT_IN_CATEGORIES),
      afterCompaction: false,
      limits: { memoryRoot: ROOT, tokens: 1_500 },
      redact: same,
    });
    expect(bare.shown).toHaveLength(1);
    const off = await brief({ enabledCategories: new Set<CategoryName>(["decision"]) });
    expect(off.shown).toEqual(bare.shown);
  });
});

describe("its bounds", () => {
  const nothing: BriefContents = {
    working: [],
    due: [],
    debts: [],
    constraints: [],
    preferences: [],
    principles: [],
  };
  const noise = fc.string({ unit: "binary", minLength: 1, maxLength: 300 });

  test("hold for the whole text, in whole lines, whatever there is", () => {
    fc.assert(
      fc.property(fc.nat(2_500), fc.nat(12_000), noise, (tokens, maxChars, words) => {
        const content = `x${words}`;
        const many = <T>(make: (n: number) => T): T[] => Array.from({ length: 12 }, (_, n) => make(n));
        const contents: BriefContents = {
          working: many(() => sampleMemory({ type: "working", content })),
          due: many(() => sampleMemory({ type: "prospective", content, due_at: days(-1) })),
          debts: many((n) => at(debt(`t${n}`, "high"))),
          last: at(session),
          constraints: many((n) => at(constraint(`c${n}`, { rule: words }))),
          preferences: many((n) => at(preference(`p${n}`, "strong"))),
          principles: many(() => ({ kind: "memory", memory: sampleMemory({ type: "semantic", content }) })),
        };
        const { text, shown } = rendered(contents, { memoryRoot: ROOT, tokens, maxChars });
        expect(estimateTokens(text)).toBeLessThanOrEqual(tokens);
        expect(text.length).toBeLessThanOrEqual(maxChars);
        expect(text === "").toBe(shown.length === 0);
        if (text === "") return;
        const lines = text.split("\n");
        expect(lines.at(-1)).toBe("</memory-context>");
        expect(lines.slice(2, -1).filter((line) => !/^(?:- |### |Last session, | {2}\S)/.test(line))).toEqual(
          [],
        );
        expect(text.match(/</g)).toHaveLength(2);
      }),
      { numRuns: 60 },
    );
  });

  test("leave out what does not fit, and try the next", () => {
    const long = at(constraint("long", { rule: "A rule of many words ".repeat(20) }));
    const contents = { ...nothing, constraints: [long, at(constraint("short", { rule: "No" }))] };
    const { shown } = rendered(contents, { memoryRoot: ROOT, tokens: 145 });
    expect(shown.map(({ item }) => item)).toEqual(["constraints/short.json"]);
    expect(rendered(contents, { memoryRoot: ROOT, tokens: 0 })).toEqual({ text: "", shown: [] });
  });
});
