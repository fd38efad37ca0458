import { onTranscriptGrown } from "../engine/on/transcript-grown.ts";
import { runHook } from "./run.ts";

runHook(
  "SubagentStop",
  (event, host) => (event.kind === "SubagentEnded" ? onTranscriptGrown(event, host) : {}),
  {
    timeLimit: 3_000,
    patience: 1_000,
  },
);
