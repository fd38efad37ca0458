import { describe, expect, test } from "bun:test";
import { type EngineStage, openEngine, SESSION } from "../../../test/support/engine.ts";
import { HOUR_MS } from "../../record/time.ts";

const open = async (stage: EngineStage): Promise<string[]> =>
  (await stage.all("working"))
    .filter(({ cleared_at }) => cleared_at === undefined)
    .map(({ content }) => content);

const create = (stage: EngineStage, id: string, subject: string, session = SESSION): Promise<unknown> =>
  stage.used("TaskCreate", { subject, description: subject }, { task: { id, subject } }, session);

const update = (stage: EngineStage, taskId: string, status: string): Promise<unknown> =>
  stage.used("TaskUpdate", { taskId, status }, { success: true, taskId, statusChange: { to: status } });

const todos = (...list: [content: string, status: string][]): object => ({
  todos: list.map(([content, status]) => ({ content, status, activeForm: content })),
});

const commit = (stage: EngineStage, subject: string): Promise<unknown> =>
  stage.used("Bash", { command: `git commit -m '${subject}'` }, { stdout: `[main 1a2b3c4] ${subject}` });

const later = (stage: EngineStage, hours: number): void => {
  stage.now = new Date(stage.now.getTime() + hours * HOUR_MS);
};

describe("tasks of the client's own", () => {
  test("stand before every prompt until they are done, and their memories are kept", async () => {
    using stage = openEngine();
    await create(stage, "1", "Add the login route");
    await update(stage, "1", "in_progress");
    const { context } = await stage.hook("UserPromptSubmit", { prompt: "And now?" });
    expect(context).toContain("### Working Memory (Current Task)\n- (in progress) Add the login route");
    expect((await stage.hook("UserPromptSubmit", { prompt: "Go on" })).context).toContain(
      "Add the login route",
    );
    await update(stage, "1", "completed");
    expect((await stage.hook("UserPromptSubmit", { prompt: "And now?" })).context ?? "").not.toContain(
      "Current Task",
    );
    const [memory] = await stage.all("working");
    expect(memory).toMatchObject({ cleared_reason: "completed", todo_id: "1" });
  });

  test("that are all done become one episode, linked with what it was made of", async () => {
    using stage = openEngine();
    await create(stage, "1", "Add the login route");
    await create(stage, "2", "Write tests for the login");
    await update(stage, "1", "completed");
    expect(await stage.all("episodic")).toEqual([]);
    await update(stage, "2", "completed");
    const [episode, ...others] = await stage.all("episodic");
    expect(others).toEqual([]);
    expect(episode?.content).toBe(
      "Completed: Add the login route and 1 more task\n- done: Add the login route\n- done: Write tests for the login\nOutcome: completed",
    );
    const project = stage.view().project.id;
    const links = await stage.store(({ memories }) => memories.links(project, episode?.id ?? ""));
    const sources = (await stage.all("working")).map(({ id }) => id);
    expect(links.map(({ link_type, target_id }) => [link_type, target_id]).sort()).toEqual(
      sources.map((id) => ["derived_from", id]),
    );
    expect(await stage.all("procedural")).toEqual([]);
    await update(stage, "2", "completed");
    expect(await stage.all("episodic")).toHaveLength(1);
  });

  test("of more than five become a procedure, too, in their order, and the same once more is no second one", async () => {
    using stage = openEngine();
    const steps = ["Bump the version", "Write notes", "Run tests", "Build it", "Tag it", "Publish it"];
    for (let round = 0; round < 2; round += 1) {
      await stage.used("TodoWrite", todos(...steps.map((step): [string, string] => [step, "pending"])));
      await stage.used("TodoWrite", todos(...steps.map((step): [string, string] => [step, "completed"])));
    }
    const [procedure, ...others] = await stage.all("procedural");
    expect(others).toEqual([]);
    expect(procedure?.steps.map(({ action }) => action)).toEqual(steps);
    expect(procedure).toMatchObject({ usage_count: 2, success_count: 2 });
    expect(await stage.all("episodic")).toHaveLength(2);
  });

  test("of a list without ids are known by their words, whatever their order and state", async () => {
    using stage = openEngine();
    await stage.used("TodoWrite", todos(["Plan it", "in_progress"], ["Build it", "pending"]));
    await stage.used("TodoWrite", todos(["Build it", "in_progress"], ["Plan it", "completed"]));
    expect(await open(stage)).toEqual(["Build it"]);
    expect(await stage.all("working")).toHaveLength(2);
    await stage.used("TodoWrite", todos(["Ship it", "pending"]));
    expect(await open(stage)).toEqual(["Ship it"]);
  });

  test("that expired while nobody was there are gone on with when the client speaks of them", async () => {
    using stage = openEngine();
    await create(stage, "1", "Add the route");
    await create(stage, "2", "Write tests");
    later(stage, 10);
    await stage.hook("SessionStart", { source: "startup", session_id: "another" });
    expect(await open(stage)).toEqual([]);
    await update(stage, "1", "completed");
    await update(stage, "2", "in_progress");
    await update(stage, "2", "completed");
    expect(await stage.all("working")).toHaveLength(2);
    const [episode, ...others] = await stage.all("episodic");
    expect(others).toEqual([]);
    expect(episode?.content).toBe(
      "Completed: Add the route and 1 more task\n- done: Add the route\n- done: Write tests\nOutcome: completed",
    );
  });

  test("that were begun anew are not said to be left", async () => {
    using stage = openEngine();
    await create(stage, "1", "Add the route");
    await create(stage, "2", "Write tests");
    await update(stage, "1", "completed");
    await stage.hook("SessionEnd", { reason: "other" });
    await update(stage, "2", "in_progress");
    await update(stage, "2", "completed");
    expect((await stage.all("episodic")).map(({ content }) => content)).toEqual([
      "Worked on: Add the route\n- done: Add the route\n- not done: Write tests\nOutcome: partial",
      "Completed: Write tests\nOutcome: completed",
    ]);
  });

  test("that a subagent lists for itself are not the session's", async () => {
    using stage = openEngine();
    await stage.used("TodoWrite", todos(["Plan it", "in_progress"]));
    const payload = { tool_name: "TodoWrite", tool_input: todos(["Look", "pending"]), agent_id: "a1" };
    await stage.hook("PostToolUse", payload);
    expect(await open(stage)).toEqual(["Plan it"]);
  });

  test("of a call that failed did not change", async () => {
    using stage = openEngine();
    await create(stage, "1", "Add it");
    await stage.used("TaskUpdate", { taskId: "1", status: "completed" }, { success: false, taskId: "1" });
    expect(await open(stage)).toEqual(["Add it"]);
  });

  test("are not followed where nothing is to be noticed, or no working memory is shown", async () => {
    for (const config of [{ capture: { mode: "off" } }, { retrieval: { tokens: { working: 0 } } }]) {
      using stage = openEngine();
      stage.configure(config);
      await create(stage, "1", "Add it");
      expect(await stage.all("working")).toEqual([]);
    }
  });

  test("live as long as the session is at work, four hours from its last turn", async () => {
    using stage = openEngine();
    await create(stage, "1", "Add it");
    const transcript_path = `${stage.home}/t.jsonl`;
    for (let turn = 0; turn < 4; turn += 1) {
      later(stage, 3);
      await stage.hook("Stop", { transcript_path });
    }
    expect((await stage.hook("UserPromptSubmit", { prompt: "Go on" })).context).toContain("Add it");
    later(stage, 5);
    expect((await stage.hook("UserPromptSubmit", { prompt: "Go on" })).context ?? "").not.toContain("Add it");
    expect(stage.traced).toEqual([]);
  });
});

const PLAN =
  "# Add the login\n\nUsers log in.\n\n1. Add the POST /login route\n2. Write tests for the login\n";

describe("an accepted plan", () => {
  const accept = (stage: EngineStage, plan = PLAN): Promise<unknown> =>
    stage.used("ExitPlanMode", { plan: "an older text" }, { plan, isAgent: false, filePath: "/x/plan.md" });

  test("is working memory with its steps, until commits have done them", async () => {
    using stage = openEngine();
    await accept(stage);
    expect(await open(stage)).toEqual([
      "Plan: Add the login\nUsers log in.",
      "Add the POST /login route",
      "Write tests for the login",
    ]);
    await commit(stage, "Add login route (POST)");
    expect(await open(stage)).toEqual(["Plan: Add the login\nUsers log in.", "Write tests for the login"]);
    await commit(stage, "Fix a typo");
    expect(await open(stage)).toHaveLength(2);
    await commit(stage, "Tests for the login");
    expect(await open(stage)).toEqual([]);
    const [episode] = await stage.all("episodic");
    expect(episode?.content).toBe(
      "Completed: Add the login\n- done: Add the POST /login route\n- done: Write tests for the login\nResult: Tests for the login\nOutcome: completed",
    );
  });

  test("without steps is done with the next commit", async () => {
    using stage = openEngine();
    await accept(stage, "Rename the module.");
    await commit(stage, "Rename it");
    expect(await open(stage)).toEqual([]);
    expect((await stage.all("episodic")).map(({ title }) => title)).toEqual([
      "Completed: Rename the module.",
    ]);
  });

  test("gives way to the next one, and its steps to the client's own list", async () => {
    using stage = openEngine();
    await accept(stage);
    await accept(stage, "# Another\n\n1. One thing\n2. Another thing\n");
    expect(await open(stage)).toEqual(["Plan: Another", "One thing", "Another thing"]);
    await create(stage, "1", "One thing");
    expect(await open(stage)).toEqual(["Plan: Another", "One thing"]);
    await update(stage, "1", "completed");
    expect(await open(stage)).toEqual([]);
    expect((await stage.all("episodic")).map(({ title }) => title)).toEqual(["Completed: Another"]);
  });

  test("that is accepted once more is told as itself, and not as a step of its own", async () => {
    using stage = openEngine();
    await accept(stage);
    await accept(stage, "# Another\n\n1. One thing\n2. Another thing\n");
    await accept(stage);
    await commit(stage, "Add login route (POST)");
    await commit(stage, "Write tests for the login");
    expect(await open(stage)).toEqual([]);
    await accept(stage);
    await commit(stage, "Add login route (POST)");
    await commit(stage, "Write tests for the login");
    expect((await stage.all("episodic")).map(({ content }) => content.split("\n").slice(0, 3))).toEqual(
      Array.from({ length: 2 }, () => [
        "Completed: Add the login",
        "- done: Add the POST /login route",
        "- done: Write tests for the login",
      ]),
    );
  });

  test("that waits for a leader, or of which nothing is told, is none", async () => {
    using stage = openEngine();
    await stage.used("ExitPlanMode", {}, { plan: PLAN, awaitingLeaderApproval: true });
    await stage.used("ExitPlanMode", {}, { plan: null });
    expect(await open(stage)).toEqual([]);
  });
});

describe("when a session ends", () => {
  test("its working memory is cleared, and work that was begun is told with what is left", async () => {
    using stage = openEngine();
    await create(stage, "1", "Add the route");
    await create(stage, "2", "Write tests");
    await update(stage, "1", "completed");
    await stage.hook("SessionEnd", { reason: "other" });
    expect((await stage.all("working")).map(({ cleared_reason }) => cleared_reason)).toEqual([
      "completed",
      "session_end",
    ]);
    expect((await stage.all("episodic")).map(({ content }) => content)).toEqual([
      "Worked on: Add the route\n- done: Add the route\n- not done: Write tests\nOutcome: partial",
    ]);
  });

  test("without anything done there is nothing to tell; what had expired says so", async () => {
    using stage = openEngine();
    await create(stage, "1", "Add the route");
    later(stage, 5);
    await stage.hook("SessionEnd", { reason: "other" });
    expect((await stage.all("working")).map(({ cleared_reason }) => cleared_reason)).toEqual(["expired"]);
    expect(await stage.all("episodic")).toEqual([]);
  });

  test("and is resumed, it finds its work again; so it does after a crash", async () => {
    for (const ending of ["SessionEnd", undefined]) {
      using stage = openEngine();
      await create(stage, "1", "Add the route");
      if (ending) await stage.hook(ending, { reason: "other" });
      later(stage, 20);
      await stage.hook("SessionStart", { source: "resume" });
      const { context } = await stage.hook("UserPromptSubmit", { prompt: "Go on" });
      expect(context).toContain("Add the route");
      expect(await stage.all("working")).toHaveLength(1);
      expect(stage.traced).toEqual([]);
    }
  });

  test("by a crash, the next session's start clears what has expired, and touches nothing else", async () => {
    using stage = openEngine();
    await create(stage, "1", "Long gone", "crashed");
    later(stage, 3);
    await create(stage, "1", "At work elsewhere", "other");
    later(stage, 2);
    await stage.hook("SessionStart", { source: "startup", session_id: "new" });
    expect((await stage.all("working")).map(({ cleared_reason }) => cleared_reason)).toEqual([
      "expired",
      undefined,
    ]);
  });
});
