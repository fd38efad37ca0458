import type { EngineEvent, Host, Reply } from "../engine/events.ts";
import { onWriteDone } from "../engine/on-write-done.ts";
import { runHook } from "./run.ts";

/** What is told of tasks needs the store; most tool uses are writes, which do not. */
async function answer(event: EngineEvent, host: Host): Promise<Reply> {
  switch (event.kind) {
    case "WriteDone":
      return onWriteDone(event, host);
    case "TasksChanged":
    case "PlanAccepted":
    case "CommandDone":
      return (await import("../engine/on-tasks.ts")).onTaskEvent(event, host);
    default:
      return {};
  }
}

runHook("PostToolUse", answer, { timeLimit: 5_000 });
