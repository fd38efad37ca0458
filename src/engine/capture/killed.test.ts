import { expect, test } from "bun:test";
import { join } from "node:path";
import { openEngine, SESSION } from "../../../test/support/engine.ts";
import { type Transcript, transcript } from "../../../test/support/transcript.ts";
import { MAIN } from "../../store/mark-port.ts";

const WORKER = join(import.meta.dir, "../../../test/support/capture-worker.ts");
const SEGMENTS = 120;
const KILLS = 8;

test("a worker that is killed again and again stores everything once", async () => {
  using stage = openEngine();
  const path = join(stage.home, "session.jsonl");
  const session = transcript({ cwd: stage.project });
  for (let n = 0; n < SEGMENTS; n += 1) {
    session
      .prompt(`Question ${n}`)
      .said(`NOTE: Chapter ${n} of the handbook always says why rule number ${n * 7} holds.`)
      // The same intention each time: it recurs, and how often is counted.
      .said("LATER: Remember to remove the old lock file of the workspace.")
      .said(`OUTCOME: The question of rule number ${n * 7} was answered with the help of chapter ${n}.`);
  }
  session.write(path);
  await stage.store(({ marks }) =>
    marks.begin({
      project: stage.view().project.id,
      session: SESSION,
      source: MAIN,
      client: "claude-code",
      path,
      folder: stage.project,
      at: stage.now.toISOString(),
    }),
  );
  const start = (): Bun.Subprocess =>
    Bun.spawn([process.execPath, WORKER, stage.home, stage.project, SESSION], {
      env: { PATH: process.env.PATH ?? "", HOME: stage.home, RECOLLECT_TEST_NOTES: "1" },
      stdout: "ignore",
      stderr: "inherit",
    });
  const stored = async (): Promise<number> =>
    (await stage.all("semantic")).length + (await stage.all("episodic")).length;

  let killed = 0;
  while (killed < KILLS) {
    const before = await stored();
    const worker = start();
    // Somewhere in the midst of storing, and not before anything was.
    while (worker.exitCode === null && (await stored()) === before) await Bun.sleep(2);
    await Bun.sleep(Math.random() * 40);
    if (worker.exitCode !== null) break;
    worker.kill("SIGKILL");
    await worker.exited;
    killed += 1;
  }
  expect(killed).toBeGreaterThan(0);
  expect(await start().exited).toBe(0);

  const facts = (await stage.all("semantic")).map(({ content }) => content);
  expect(new Set(facts).size).toBe(SEGMENTS);
  expect(facts).toHaveLength(SEGMENTS);
  const outcomes = (await stage.all("episodic")).map(({ content }) => content);
  expect(new Set(outcomes).size).toBe(SEGMENTS);
  expect(outcomes).toHaveLength(SEGMENTS);
  expect(await stage.all("prospective")).toMatchObject([{ usage_count: SEGMENTS - 1 }]);
  const marks = await stage.store((store) => store.marks.of(stage.view().project.id, SESSION));
  expect(marks).toMatchObject([{ closed: true, turns: SEGMENTS - 1 }]);
}, 180_000);

/** What real sessions hold: each round is noticed by several rules. */
function round(session: Transcript, n: number): void {
  const name = `module${n}`;
  session
    .prompt(`Make the tests of ${name} pass. We always keep the fixtures of ${name} next to its parser.`)
    .ran(`bun test src/${name}`, `error: ${name} expects ${n} arguments but got ${n + 1}`, 1)
    .edited(join("src", `${name}.ts`), `call(${n + 1})`, `call(${n})`)
    .ran(`bun test src/${name}`, "1 pass")
    .said(
      `We decided to give ${name} a queue of its own instead of sharing table ${n}, because its jobs take minutes. The test of ${name} passes now.`,
    );
}

test("the real capture, killed at any point with hooks at work at the same time, ends as one that was left alone", async () => {
  const rounds = 24;
  /** Reads a session, hooks coming by as it grows; what is known of it in the end. */
  async function lived(kills: number): Promise<string[]> {
    using stage = openEngine();
    const path = join(stage.home, "session.jsonl");
    const session = transcript({ cwd: stage.project });
    const start = (): Bun.Subprocess =>
      Bun.spawn([process.execPath, WORKER, stage.home, stage.project, SESSION], {
        env: { PATH: process.env.PATH ?? "", HOME: stage.home },
        stdio: ["ignore", "ignore", "ignore"],
      });
    let worker: Bun.Subprocess | undefined;
    let killed = 0;
    for (let n = 0; n < rounds; n += 1) {
      round(session, n);
      if (n === 0) session.write(path);
      else session.append(path);
      await stage.hook("UserPromptSubmit", {
        prompt: `Make the tests of module${n} pass`,
        transcript_path: path,
      });
      await stage.hook("Stop", { transcript_path: path });
      if (kills === 0) continue;
      worker ??= start();
      await Bun.sleep(Math.random() * 120);
      if (worker.exitCode === null && n % 2 === 0) {
        worker.kill("SIGKILL");
        killed += 1;
      }
      if (worker.exitCode !== null || worker.signalCode !== null || worker.killed) {
        await worker.exited;
        worker = undefined;
      }
    }
    await worker?.exited;
    for (let n = 0; n < kills; n += 1) {
      const last = start();
      await Bun.sleep(150 + Math.random() * 400);
      last.kill("SIGKILL");
      await last.exited;
      killed += 1;
    }
    expect(killed).toBeGreaterThanOrEqual(kills);
    expect(await start().exited).toBe(0);
    expect(stage.traced.filter(({ level }) => level === "error")).toEqual([]);
    expect(await stage.store((store) => store.marks.of(stage.view().project.id, SESSION))).toMatchObject([
      { closed: true },
    ]);
    const all = [
      ...(await stage.all("semantic")).map((each) => `${each.status} ${each.content}`),
      ...(await stage.all("episodic")).map((each) => `${each.status} ${each.title}: ${each.content}`),
      ...(await stage.all("procedural")).map((each) => `${each.status} ${each.procedure_name}`),
      ...(await stage.all("prospective")).map((each) => `${each.status} ${each.content}`),
    ];
    expect(new Set(all).size).toBe(all.length);
    return all.sort();
  }
  const alone = await lived(0);
  expect(alone.length).toBeGreaterThan(rounds);
  expect(await lived(4)).toEqual(alone);
}, 180_000);
