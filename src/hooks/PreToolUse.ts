import { onSubagentIntended } from "../engine/on-agent-call.ts";
import { onOwnTool } from "../engine/on-own-tool.ts";
import { onRead } from "../engine/on-read.ts";
import { onWriteIntended } from "../engine/on-write.ts";
import { runHook } from "./run.ts";

runHook(
  "PreToolUse",
  (event, host) => {
    if (event.kind === "WriteIntended") return onWriteIntended(event, host);
    if (event.kind === "SubagentIntended") return onSubagentIntended(event, host);
    if (event.kind === "OwnToolIntended") return onOwnTool(event);
    return event.kind === "ReadIntended" ? onRead(event, host) : {};
  },
  { timeLimit: 2_000 },
);
