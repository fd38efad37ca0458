import { onSubagentStarted } from "../engine/on/agent-start.ts";
import { runHook } from "./run.ts";

runHook(
  "SubagentStart",
  (event, host) => (event.kind === "SubagentStarted" ? onSubagentStarted(event, host) : {}),
  { timeLimit: 3_000 },
);
