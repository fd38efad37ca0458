/** A week of sessions through real hook processes: what is kept of it, what comes back, and what it costs. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { findProject } from "../../src/host/project.ts";
import { saidBy } from "../../src/memory/create.ts";
import { canBeSameClaim } from "../../src/memory/same-claim.ts";
import { MEMORY_TYPES, type Memory, type MemoryLink } from "../../src/memory/types.ts";
import type { Proposal } from "../../src/store/proposal-port.ts";
import { openSqliteStore } from "../../src/store/sqlite/open.ts";
import { analyze } from "../../src/text/analyze.ts";
import { jaccard, NEAR_DUPLICATE } from "../../src/text/similarity.ts";
import { openStage, pluginOfThisFile, type Stage } from "../program/support.ts";
import { folderOf, furnish, type Played, play, settled } from "./play.ts";
import { KNOWN, PUT_RIGHT, STORIES, type Story } from "./stories.ts";

const plugin = pluginOfThisFile();
const DAYS = 7;
const PROJECTS: readonly Story["project"][] = ["shop", "courier"];

let stage: Stage;
const played: Played[] = [];
interface Kept {
  readonly memories: Memory[];
  readonly links: MemoryLink[];
  readonly conflicts: Proposal[];
}
const kept = new Map<Story["project"], Kept>();

beforeAll(async () => {
  stage = openStage(plugin());
  stage.env.RECOLLECT_WORKER = undefined;
  for (const project of PROJECTS) furnish(folderOf(stage, project));
  const monday = new Date(Date.now() - DAYS * 86_400_000);
  for (const story of STORIES) {
    played.push(await play(stage, story, played, monday));
    await settled(stage);
  }
  for (const project of PROJECTS) kept.set(project, await keptOf(project));
}, 600_000);

afterAll(() => {
  if (process.env.KEEP_WEEK) console.error(stage.dir);
  else stage[Symbol.dispose]();
});

async function keptOf(project: Story["project"]): Promise<Kept> {
  const store = openSqliteStore({ path: stage.database });
  const { id } = findProject(folderOf(stage, project));
  const memories: Memory[] = [];
  for (const type of MEMORY_TYPES)
    memories.push(...(await store.memories.walk(id, { types: [type], limit: 1_000 })));
  const links = await store.memories.linksFrom(
    id,
    memories.map((memory) => memory.id),
  );
  const conflicts = (await store.proposals.list(id, ["open", "accepted"], 1_000)).filter(
    ({ kind }) => kind === "conflict",
  );
  await store.close();
  return { memories, links, conflicts };
}

const active = (project: Story["project"]): Memory[] =>
  (kept.get(project)?.memories ?? []).filter(({ status }) => status === "active");

test("at least forty sessions were played", () => {
  expect(played.length).toBeGreaterThanOrEqual(40);
});

test.each(PROJECTS)("of %s nothing is remembered twice", (project) => {
  const lasting = active(project).filter(({ type }) => type !== "episodic");
  const doubles = lasting.flatMap((memory, n) =>
    lasting.slice(n + 1).flatMap((other) => {
      const [one, two] = [saidBy(memory), saidBy(other)];
      const likeness = jaccard(new Set(analyze(one)), new Set(analyze(two)));
      return likeness >= NEAR_DUPLICATE && canBeSameClaim(one, two) ? [[one, two]] : [];
    }),
  );
  expect(doubles).toEqual([]);
  const hashes = active(project).map(({ content_hash: hash }) => hash);
  expect(hashes.length).toBe(new Set(hashes).size);
});

test.each([...PUT_RIGHT])(
  "what was put right about $now is not believed side by side",
  ({ project, old, now }) => {
    const there = active(project);
    const believed = there.filter((memory) => old.test(saidBy(memory)) && !now.test(saidBy(memory)));
    const corrected = there.filter((memory) => now.test(saidBy(memory)));
    expect(corrected.map(saidBy)).not.toEqual([]);
    const { links = [], conflicts = [] } = kept.get(project) ?? {};
    const unnoticed = believed.filter(
      ({ id, type }) =>
        // What was said on a day stays what was said on that day.
        type !== "episodic" &&
        !links.some(
          (link) => link.link_type === "contradicts" && [link.source_id, link.target_id].includes(id),
        ) &&
        !conflicts.some(({ sources }) => sources.includes(id)),
    );
    expect(unnoticed.map(saidBy)).toEqual([]);
  },
);

test.each([...KNOWN])("$project knows: $asks", async ({ project, asks, says }) => {
  const { context } = await stage.hook("UserPromptSubmit", {
    session_id: `asking-${project}`,
    cwd: folderOf(stage, project),
    prompt: asks,
  });
  expect(context).toMatch(says);
});

test("small talk left nothing behind", () => {
  const idle = played.filter(({ story }) =>
    story.turns.every((turn) => turn.every((line) => "user" in line || "said" in line)),
  );
  const chats = new Set(
    idle
      .filter(({ story }) =>
        story.turns.flat().every((line) => Object.values(line).every((text) => text.length < 30)),
      )
      .map(({ session }) => session),
  );
  expect(chats.size).toBeGreaterThan(5);
  const left = PROJECTS.flatMap(active).filter(({ provenance }) => chats.has(provenance?.session ?? ""));
  expect(left.map(saidBy)).toEqual([]);
});

test("the session that died was read to its end", () => {
  const dead = played.find(({ story }) => story.dies);
  const said = active("shop").filter(({ provenance }) => provenance?.session === dead?.session);
  expect(said.map(saidBy).join("\n")).toMatch(/cents/);
});

test("it stays small: a few memories a session, and a database that is bounded", () => {
  const all = PROJECTS.flatMap((project) => kept.get(project)?.memories ?? []);
  expect(all.length).toBeLessThanOrEqual(3 * played.length);
  expect(statSync(stage.database).size).toBeLessThanOrEqual(played.length * 64 * 1024);
});

test("no process is left, no work is dead, and nothing went wrong", async () => {
  const store = openSqliteStore({ path: stage.database });
  expect((await store.jobs.list(1_000)).filter(({ state }) => state === "dead")).toEqual([]);
  await store.close();
  expect(processesOf(stage.home)).toEqual([]);
  expect(stage.trace().filter(({ level }) => level === "error")).toEqual([]);
});

/** Command lines of processes whose home this is. */
const processesOf = (home: string): string[] =>
  readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .flatMap((pid) => {
      try {
        if (!readFileSync(`/proc/${pid}/environ`, "utf8").split("\0").includes(`HOME=${home}`)) return [];
        return [readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ")];
      } catch {
        return [];
      }
    });
