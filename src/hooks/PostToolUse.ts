import { onFileTouched, onWritten } from "../engine/on-file.ts";
import { runHook } from "./run.ts";

runHook(
  "PostToolUse",
  (event, host) => {
    if (event.kind === "FileTouched") return onFileTouched(event, host);
    return event.kind === "WriteDone" ? onWritten(event, host) : {};
  },
  { timeLimit: 5_000 },
);
