import { expect, test } from "bun:test";
import { join } from "node:path";
import { openEngine, SESSION } from "../../../test/support/engine.ts";
import { transcript } from "../../../test/support/transcript.ts";
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
