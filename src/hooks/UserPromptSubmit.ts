import { onPrompt } from "../engine/on/prompt.ts";
import { runHook } from "./run.ts";

runHook(
  "UserPromptSubmit",
  (event, host) => (event.kind === "PromptSubmitted" ? onPrompt(event, host) : {}),
  {
    timeLimit: 3_000,
  },
);
