import { onToolFailed } from "../engine/on/tool-failed.ts";
import { runHook } from "./run.ts";

runHook(
  "PostToolUseFailure",
  (event, host) => (event.kind === "ToolFailed" ? onToolFailed(event, host) : {}),
  {
    timeLimit: 3_000,
  },
);
