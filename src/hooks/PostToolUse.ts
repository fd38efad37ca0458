import type { EngineEvent, Host, Reply } from "../engine/events.ts";
import { onFileTouched, onWritten } from "../engine/on/file.ts";
import { runHook } from "./run.ts";

/** What is told of tasks is loaded when there is a task: most tool uses are reads and writes. */
async function answer(event: EngineEvent, host: Host): Promise<Reply> {
  switch (event.kind) {
    case "FileTouched":
      return onFileTouched(event, host);
    case "WriteDone":
      return onWritten(event, host);
    case "TasksChanged":
    case "PlanAccepted":
    case "CommandDone":
      return (await import("../engine/on/tasks.ts")).onTaskEvent(event, host);
    default:
      return {};
  }
}

runHook("PostToolUse", answer, { timeLimit: 3_000 });
