import { onSessionEnded } from "../engine/on/session-end.ts";
import { runHook } from "./run.ts";

// The client gives all its SessionEnd hooks together about 1.5 s.
runHook("SessionEnd", (event, host) => (event.kind === "SessionEnded" ? onSessionEnded(event, host) : {}), {
  timeLimit: 1_200,
  patience: 600,
});
