import { onSessionStarted } from "../engine/on/session.ts";
import { runHook } from "./run.ts";

runHook(
  "SessionStart",
  (event, host) => (event.kind === "SessionStarted" ? onSessionStarted(event, host) : {}),
  {
    timeLimit: 5_000,
    patience: 2_000,
  },
);
