import { onCompacting } from "../engine/on/turn.ts";
import { runHook } from "./run.ts";

runHook(
  "PreCompact",
  (event, host) => (event.kind === "ContextCompacting" ? onCompacting(event, host) : {}),
  {
    timeLimit: 5_000,
    patience: 1_000,
  },
);
