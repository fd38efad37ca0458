/** Made-up projects of any size, the same at every run. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createMemory } from "../src/memory/create.ts";
import type { Memory } from "../src/memory/types.ts";
import { CATEGORIES } from "../src/record/category.ts";

/** mulberry32: a small seeded generator, good enough for made-up text. */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const SUBJECTS =
  "billing ledger checkout invoice webhook session token cache queue worker scheduler migration schema index replica shard tenant audit export import parser renderer upload thumbnail search ranking feed notification email template locale currency refund coupon inventory warehouse shipment tracking gateway proxy router balancer certificate secret rotation backup restore snapshot metrics tracing alert dashboard panel deploy rollback canary feature flag experiment cohort report pipeline lake stream consumer producer topic partition offset".split(
    " ",
  );
const VERBS =
  "prefers rejects splits merges delays retries validates signs encrypts compresses batches caches drops keeps moves wraps replaces isolates".split(
    " ",
  );
const REASONS =
  "because the old path lost writes under load;because two teams deploy it separately;because the vendor caps requests;because tests were flaky;because audits need a trail;because memory grew without bound".split(
    ";",
  );

const pick = <T>(random: () => number, from: readonly T[]): T =>
  from[Math.floor(random() * from.length)] as T;

const SYLLABLES = "ka lo mi ren tu vas pel dor ist ano qui bel tra fen osk ul".split(" ");

/** The words of a language that come up most are its stop words, which are no part of a vocabulary. */
const STOP_RANKS = 50;

/**
 * Words of a project's own, some common and most rare, as words are: the one of rank n comes up in proportion to 1/n
 * (https://en.wikipedia.org/wiki/Zipf%27s_law), so that the commonest stands in one record of twenty.
 */
function vocabulary(random: () => number, size: number): () => string {
  const words = [...SUBJECTS];
  while (words.length < size)
    words.push(pick(random, SYLLABLES) + pick(random, SYLLABLES) + pick(random, SYLLABLES));
  const span = (size + STOP_RANKS) / STOP_RANKS;
  return () => words[Math.floor(STOP_RANKS * span ** random()) - STOP_RANKS] ?? "";
}

/** Sentences of such words. */
export function madeUpText(random: () => number): {
  readonly word: () => string;
  /** One of the commonest words. */
  readonly common: () => string;
  readonly sentence: () => string;
} {
  const word = vocabulary(random, 5_000);
  const common = (): string => pick(random, SUBJECTS.slice(0, 10));
  const sentence = (): string =>
    `The ${word()} ${pick(random, VERBS)} the ${word()} ${pick(random, REASONS)}.`;
  return { word, common, sentence };
}

/** Writes `count` valid decisions below `projectDir`, about 1 KB each, and returns their titles. */
export function writeRecords(projectDir: string, count: number): string[] {
  const titles: string[] = [];
  const random = seeded(7);
  const folder = join(projectDir, ".claude/memory", CATEGORIES.decision.folder);
  mkdirSync(folder, { recursive: true });
  const { word, sentence } = madeUpText(random);
  for (let n = 0; n < count; n += 1) {
    const [a, b, c] = [word(), word(), word()];
    const id = `${a}-${b}-${n}`;
    const at = new Date(Date.UTC(2026, 0, 1) + n * 60_000).toISOString();
    const record = {
      schema_version: "1.0",
      category: "decision",
      id,
      title: `${a} ${pick(random, VERBS)} ${b} (${n})`,
      record_status: "active",
      created_at: at,
      updated_at: at,
      tags: [...new Set([a, b, c])].sort(),
      confidence: 0.8,
      content: {
        status: "accepted",
        context: `${sentence()} ${sentence()}`,
        decision: sentence(),
        rationale: [sentence(), sentence()],
        consequences: [sentence()],
      },
      changes: [],
      times_updated: 0,
    };
    writeFileSync(join(folder, `${id}.json`), `${JSON.stringify(record, null, 2)}\n`);
    titles.push(record.title);
  }
  return titles;
}

/** `count` memories of a project, most of them knowledge and events, a few of them procedures and intentions. */
export function* madeUpMemories(project: string, count: number): Generator<Memory, void, undefined> {
  const random = seeded(13);
  const word = vocabulary(random, 5_000);
  const sentence = (): string =>
    `The ${word()} ${pick(random, VERBS)} the ${word()} ${pick(random, REASONS)}.`;
  for (let n = 0; n < count; n += 1) {
    const now = new Date(Date.UTC(2026, 0, 1) + n * 60_000);
    const bytes = new Uint8Array(10);
    new DataView(bytes.buffer).setUint32(6, n);
    const at = { project, session: `s${n >> 5}`, agent: "main", now, random: bytes };
    const content = `${sentence()} ${sentence()} ${sentence()}`;
    const about = { content, tags: [word(), word()], importance: 1 + Math.floor(random() * 10) };
    const scope = "project" as const;
    const kind = n % 10;
    if (kind < 5) yield createMemory({ type: "semantic", ...about }, at);
    else if (kind < 8) yield createMemory({ type: "episodic", scope, ...about }, at);
    else if (kind === 8)
      yield createMemory(
        { type: "procedural", procedure_name: sentence(), steps: [sentence(), sentence()] },
        at,
      );
    else yield createMemory({ type: "prospective", scope, ...about }, at);
  }
}

/** Lines of a transcript: a person's request, the answer, tool calls and their results, `lines` in all. */
export function transcriptLines(lines: number, bytesPerResult: number, seed = 11): string[] {
  const random = seeded(seed);
  const out: string[] = [];
  const base = {
    isSidechain: false,
    userType: "external",
    cwd: "/project",
    sessionId: "bench",
    version: "2.1.330",
  };
  const words = (n: number): string => Array.from({ length: n }, () => pick(random, SUBJECTS)).join(" ");
  while (out.length < lines) {
    const n = out.length;
    const add = (role: "user" | "assistant", content: unknown, more: object = {}): void => {
      const at = { uuid: `u-${n}`, timestamp: new Date(Date.UTC(2026, 0, 1) + n * 1000).toISOString() };
      const message = { ...(role === "assistant" ? { id: `m-${n}` } : {}), role, content };
      out.push(JSON.stringify({ ...base, ...at, type: role, message, ...more }));
    };
    const kind = n % 4;
    if (kind === 0) add("user", `Look at the ${words(12)}`);
    else if (kind === 1) {
      add("assistant", [{ type: "text", text: `I looked at ${words(40)}.\nNext: ${words(20)}.` }]);
    } else if (kind === 2) {
      add("assistant", [
        { type: "tool_use", id: `t-${n}`, name: "Bash", input: { command: `grep -rn ${words(2)}` } },
      ]);
    } else {
      const text = `${words(20)} `.repeat(Math.ceil(bytesPerResult / 160)).slice(0, bytesPerResult);
      const content = [{ type: "tool_result", tool_use_id: `t-${n - 1}`, content: text }];
      add("user", content, { toolUseResult: { stdout: text } });
    }
  }
  return out;
}

/** One turn that holds a decision, so that the end of the turn has something to find. */
export const decisiveTurn = (): string[] => [
  JSON.stringify({ type: "user", message: { role: "user", content: "Which queue do we take?" } }),
  JSON.stringify({
    type: "assistant",
    message: {
      id: "m-last",
      role: "assistant",
      content: [
        {
          type: "text",
          text: "We decided to use the Postgres queue instead of Redis because one database is enough.\nWe chose SKIP LOCKED due to its simplicity.\nDecided: no broker, the reason is operations cost.",
        },
      ],
    },
  }),
];

/** One turn that settles nothing, as most are. */
export const plainTurn = (): string[] => [
  JSON.stringify({
    type: "user",
    message: { role: "user", content: "Show me where the gateway is configured." },
  }),
  JSON.stringify({
    type: "assistant",
    message: {
      id: "m-plain",
      role: "assistant",
      content: [
        {
          type: "text",
          text: "It is read in src/gateway.ts, from the environment.\nThe proxy uses the same values.",
        },
      ],
    },
  }),
];
