import { describe, expect, test } from "bun:test";
import { type EngineStage, openEngine, SESSION } from "../../../test/support/engine.ts";
import type { MemoryType } from "../../memory/types.ts";
import { retrieve } from "../../recall/retrieve.ts";
import { beginTask, endTask, openTasks, taskIdOf } from "./tasks.ts";

/** What another session of the project finds. */
const recalled = (stage: EngineStage, query: string, types?: readonly MemoryType[]): Promise<string> =>
  stage.store(async (store) => {
    const { text } = await retrieve({
      store,
      from: { project: stage.view().project.id, session: "another" },
      query,
      now: stage.now,
      limit: 10,
      budget: 8_000,
      ...(types ? { types } : {}),
      enabledCategories: new Set(),
      render: { memoryRoot: ".claude/memory", redact: (text) => text },
    });
    return text;
  });

describe("a task by hand", () => {
  test("is before every prompt until it is ended, and its memory is kept", async () => {
    using stage = openEngine();
    const task = { id: "auth-123", title: "Currently working on auth.py", detail: "the middleware" };
    await beginTask(stage.view(), SESSION, task);
    const open = await openTasks(stage.view(), SESSION);
    expect(open.map(taskIdOf)).toEqual(["auth-123"]);
    const { context } = await stage.hook("UserPromptSubmit", { prompt: "Go on" });
    expect(context).toContain("- (in progress) Currently working on auth.py: the middleware");
    expect(
      (await stage.hook("UserPromptSubmit", { prompt: "Hi", session_id: "s2" })).context,
    ).toBeUndefined();
    await endTask(stage.view(), SESSION, { id: "auth-123", outcome: "completed" });
    expect(await openTasks(stage.view(), SESSION)).toEqual([]);
    const [memory] = await stage.all("working");
    expect(memory?.cleared_at).toBeDefined();
    expect((await stage.all("episodic")).map(({ title }) => title)).toEqual([
      "Completed: Currently working on auth.py",
    ]);
  });

  test("that is begun again under its id is the same, with what is said of it now", async () => {
    using stage = openEngine();
    await beginTask(stage.view(), SESSION, { title: "Fix login" });
    await beginTask(stage.view(), SESSION, { title: "Fix login", detail: "the cookie" });
    expect((await stage.all("working")).map(({ content }) => content)).toEqual(["Fix login\nthe cookie"]);
  });

  test("that says nothing is refused", async () => {
    using stage = openEngine();
    expect(() => beginTask(stage.view(), SESSION, { title: " \n" })).toThrow("INPUT_ERROR: title");
  });
});

describe("a task that ends", () => {
  test("with steps and what was learned is a procedure that other sessions find", async () => {
    using stage = openEngine();
    await endTask(stage.view(), SESSION, {
      id: "implement-auth-123",
      outcome: "completed",
      steps: ["Created auth middleware", "Added token validation", "Wrote tests"],
      learned: "JWT validation works best with proper error handling",
    });
    for (const query of ["authentication", "how to implement auth", "JWT validation"])
      expect(await recalled(stage, query, ["procedural"])).toContain("Created auth middleware");
    expect(await recalled(stage, "JWT validation", ["episodic"])).toContain("Implement auth");
  });

  test("with a follow-up leaves an intention that other sessions find", async () => {
    using stage = openEngine();
    await beginTask(stage.view(), SESSION, { title: "Review auth" });
    const { followUp, episode } = await endTask(stage.view(), SESSION, {
      outcome: "completed",
      followUp: "Refactor auth module after code review",
    });
    expect(followUp).toMatchObject({ intention_type: "followup", state: "pending", scope: "project" });
    expect(episode?.title).toBe("Completed: Review auth");
    expect(await recalled(stage, "refactor auth", ["prospective"])).toContain("Refactor auth module");
  });

  test("with a follow-up that is open already says it once more", async () => {
    using stage = openEngine();
    const followUp = "Refactor auth module after code review";
    for (const session of [SESSION, "another"]) {
      await beginTask(stage.view(), session, { title: "Review auth" });
      await endTask(stage.view(), session, { outcome: "completed", followUp });
    }
    expect(await stage.all("prospective")).toMatchObject([
      { usage_count: 1, recurrence_sessions: [SESSION, "another"], scope: "project" },
    ]);
  });

  test("abandoned is told as such, and is no procedure", async () => {
    using stage = openEngine();
    await beginTask(stage.view(), SESSION, { title: "Try Redis" });
    await endTask(stage.view(), SESSION, { outcome: "abandoned", steps: ["Set it up", "Measured it"] });
    expect((await stage.all("episodic")).map(({ title }) => title)).toEqual(["Gave up: Try Redis"]);
    expect(await stage.all("procedural")).toEqual([]);
  });

  test("is named where it is not clear which is meant", async () => {
    using stage = openEngine();
    expect(endTask(stage.view(), SESSION, { outcome: "completed" })).rejects.toThrow("INPUT_ERROR: task");
    expect(endTask(stage.view(), SESSION, { id: "x", outcome: "completed" })).rejects.toThrow("NOT_FOUND");
    await beginTask(stage.view(), SESSION, { title: "One" });
    await beginTask(stage.view(), SESSION, { title: "Two" });
    expect(endTask(stage.view(), SESSION, { outcome: "completed" })).rejects.toThrow("INPUT_ERROR: task");
  });

  test("of a client's list is told with its list", async () => {
    using stage = openEngine();
    for (const id of ["1", "2"])
      await stage.used("TaskCreate", { subject: `Task ${id}`, description: "" }, { task: { id } });
    await endTask(stage.view(), SESSION, { id: "1", outcome: "completed" });
    expect(await stage.all("episodic")).toEqual([]);
    await endTask(stage.view(), SESSION, { id: "2", outcome: "completed" });
    expect(await stage.all("episodic")).toHaveLength(1);
  });
});
