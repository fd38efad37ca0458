import { onSubagentIntended } from "../engine/on/agent-call.ts";
import { onOwnTool } from "../engine/on/own-tool.ts";
import { onRead } from "../engine/on/read.ts";
import { onToolIntended } from "../engine/on/tool.ts";
import { runHook } from "./run.ts";

runHook(
  "PreToolUse",
  (event, host) => {
    if (event.kind === "WriteIntended") return onToolIntended(event, host);
    if (event.kind === "SubagentIntended") return onSubagentIntended(event, host);
    if (event.kind === "OwnToolIntended") return onOwnTool(event);
    return event.kind === "ReadIntended" ? onRead(event, host) : {};
  },
  { timeLimit: 2_000 },
);
