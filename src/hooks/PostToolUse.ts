import { onWriteDone } from "../engine/on-write-done.ts";
import { runHook } from "./run.ts";

runHook("PostToolUse", (event, host) => (event.kind === "WriteDone" ? onWriteDone(event, host) : {}), {
  timeLimit: 5_000,
});
