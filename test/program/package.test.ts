/** The command of the npm package and of a checkout, `bin/recollect.mjs`, which Node starts. */
import { expect, test } from "bun:test";
import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { type Ended, openStage, pluginOfThisFile, run, type Stage } from "./support.ts";

const plugin = pluginOfThisFile();
const NODE = Bun.which("node");
const COMMAND = join(import.meta.dir, "../../bin/recollect.mjs");

const recollect = (stage: Stage, args: string[]): Promise<Ended> =>
  run([NODE ?? "", COMMAND, ...args], { cwd: stage.project, env: stage.env, limitMs: 60_000 });

test.skipIf(!NODE)("the demo changes nothing on the machine, and tells scripts what came back", async () => {
  using stage = openStage(plugin());
  const temporary = join(stage.dir, "tmp");
  mkdirSync(temporary);
  stage.env.TMPDIR = temporary;
  const before = readdirSync(stage.home, { recursive: true });
  const { code, out } = await recollect(stage, ["demo", "--json"]);
  expect(code).toBe(0);
  const { steps, hooks } = JSON.parse(out) as {
    steps: { day: string; who: string; text: string; ms?: number; about?: string }[];
    hooks: { processes: number };
  };
  const recalled = steps.filter(({ day, who }) => day === "Wednesday" && who === "recalled");
  expect(recalled[0]).toMatchObject({
    text: expect.stringContaining("Redis Streams"),
    ms: expect.any(Number),
  });
  expect(recalled.find(({ about }) => about?.startsWith("a memory"))?.text).toContain("Acme");
  expect(recalled.find(({ about }) => about?.startsWith("no record"))?.text).toBe("");
  // What nobody saved was captured by the worker, and comes back when the same command fails.
  expect(steps.find(({ who }) => who === "captured")?.text).toContain("Fixed: Error: listen EADDRINUSE");
  expect(recalled.at(-1)).toMatchObject({
    text: expect.stringContaining("Cause: the metrics server always takes port 9465"),
    about: expect.stringContaining("nobody saved"),
  });
  expect(steps.slice(-2)).toEqual([
    expect.objectContaining({ who: "brief", text: expect.stringContaining("(in progress) Render the PDF") }),
    expect.objectContaining({ who: "reminded", text: expect.stringContaining("in the README") }),
  ]);
  expect(hooks.processes).toBeGreaterThan(10);
  expect(readdirSync(stage.home, { recursive: true })).toEqual(before);
  expect(readdirSync(temporary)).toEqual([]);
});

test.skipIf(!NODE)("a hook's event that does not exist is told at once", async () => {
  using stage = openStage(plugin());
  for (const event of ["Nonsense", "constructor", "toString"]) {
    const { code, err } = await recollect(stage, ["hook", event]);
    expect({ event, code }).toEqual({ event, code: 2 });
    expect(err).toContain("UserPromptSubmit");
  }
});
