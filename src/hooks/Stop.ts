import { onTurnEnded } from "../engine/on/turn.ts";
import { runHook } from "./run.ts";

runHook("Stop", (event, host) => (event.kind === "TurnEnded" ? onTurnEnded(event, host) : {}), {
  timeLimit: 5_000,
  patience: 1_000,
});
