import { onTranscriptGrown } from "../engine/on/transcript-grown.ts";
import { runHook } from "./run.ts";

runHook(
  "PostCompact",
  (event, host) => (event.kind === "ContextCompacted" ? onTranscriptGrown(event, host) : {}),
  {
    timeLimit: 3_000,
    patience: 1_000,
  },
);
