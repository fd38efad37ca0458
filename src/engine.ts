/**
 * The engine: events in, replies out. Each event's work is loaded when it happens, because whoever
 * asks handles just one. (Hook processes, which have a few milliseconds, each have an entry of their own: `hooks/`.)
 */
import { isShut } from "./engine/consent/gate.ts";
import type { EngineEvent, Host, Reply } from "./engine/events.ts";

export async function handle(event: EngineEvent, host: Host): Promise<Reply> {
  if (isShut(event, host)) return {};
  switch (event.kind) {
    case "PromptSubmitted":
      return (await import("./engine/on/prompt.ts")).onPrompt(event, host);
    case "WriteIntended":
      return (await import("./engine/on/tool.ts")).onToolIntended(event, host);
    case "ReadIntended":
      return (await import("./engine/on/read.ts")).onRead(event, host);
    case "OwnToolIntended":
      return (await import("./engine/on/own-tool.ts")).onOwnTool(event);
    case "WriteDone":
      return (await import("./engine/on/write-done.ts")).onWriteDone(event, host);
    case "SubagentIntended":
      return (await import("./engine/on/agent-call.ts")).onSubagentIntended(event, host);
    case "SubagentStarted":
      return (await import("./engine/on/agent-start.ts")).onSubagentStarted(event, host);
    case "FileTouched":
      return (await import("./engine/on/file.ts")).onFileTouched(event, host);
    case "ToolFailed":
      return (await import("./engine/on/tool-failed.ts")).onToolFailed(event, host);
    case "TasksChanged":
    case "PlanAccepted":
    case "CommandDone":
      return (await import("./engine/on/tasks.ts")).onTaskEvent(event, host);
    case "TurnEnded":
      return (await import("./engine/on/turn.ts")).onTurnEnded(event, host);
    case "ContextCompacting":
      return (await import("./engine/on/turn.ts")).onCompacting(event, host);
    case "ContextCompacted":
      return (await import("./engine/on/transcript-grown.ts")).onTranscriptGrown(event, host);
    case "SubagentEnded":
      return (await import("./engine/on/transcript-grown.ts")).onTranscriptGrown(event, host);
    case "SessionStarted":
      return (await import("./engine/on/session.ts")).onSessionStarted(event, host);
    case "SessionEnded":
      return (await import("./engine/on/session-end.ts")).onSessionEnded(event, host);
  }
}
