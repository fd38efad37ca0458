/**
 * What clients and their scripts call: `hook`, and its parts as commands of their own. Each reads the client's payload
 * from standard input and fails open: with exit code 0 and a trace, never with an error of its own.
 */
import type { TriagedCategory } from "../../capture/types.ts";
import { decodeHook } from "../../client/claude-code/decode.ts";
import { encodeReply } from "../../client/claude-code/encode.ts";
import { openHost } from "../../client/claude-code/program-host.ts";
import type { EngineEvent } from "../../engine/events.ts";
import { handle } from "../../engine.ts";
import { HOOK_EVENTS, HOOKS } from "../../hooks/by-event.ts";
import { readJsonFromStdin } from "../../host/stdin.ts";
import { writeErr } from "../../host/terminal.ts";
import { messageOf } from "../../host/trace.ts";
import { type Command, command } from "../command.ts";
import { oneOf } from "../input.ts";
import { EXIT, write } from "../output.ts";

const STDIN_SILENCE_MS = 2_000;

export const hookCommand: Command = command({
  name: "hook",
  description: "Answer a client's hook: `hook UserPromptSubmit`, with the payload on standard input",
  args: { event: { type: "positional", description: "Name of the event", required: true } },
  overlooks: true,
  async run({ args }) {
    await HOOKS[oneOf("event", HOOK_EVENTS, args.event, "Name an event that Recollect answers")]();
    return new Promise(() => undefined); // it ends the process itself
  },
});

/** The part of a client's event that is about writing, answered as its hook answers it. */
const part = (
  name: string,
  event: string,
  kinds: readonly EngineEvent["kind"][],
  description: string,
): Command =>
  command({
    name,
    description,
    args: {},
    overlooks: true,
    run: () =>
      failOpen(name, event, async (decoded) => {
        if (kinds.includes(decoded.kind)) write(encodeReply(event, await handle(decoded, openHost())));
        return EXIT.ok;
      }),
  });

export const guardCommand: Command = part(
  "guard",
  "PreToolUse",
  ["WriteIntended", "ReadIntended", "OwnToolIntended"],
  "Decide on a tool call that may write into the memory folder (payload on standard input)",
);
export const validateCommand: Command = part(
  "validate",
  "PostToolUse",
  ["WriteDone"],
  "Check what a tool call wrote into the memory folder, and set invalid files aside (payload on standard input)",
);

export const retrieveCommand: Command = command({
  name: "retrieve",
  description: "Print the records that bear on a prompt (payload on standard input)",
  args: {},
  overlooks: true,
  run: () =>
    failOpen("retrieve", "UserPromptSubmit", async (decoded) => {
      if (decoded.kind !== "PromptSubmitted") return EXIT.ok;
      const { retrieveText } = await import("../../engine/recall/retrieve.ts");
      write(await retrieveText(openHost(), decoded.origin, decoded.prompt));
      return EXIT.ok;
    }),
});

export const triageCommand: Command = command({
  name: "triage",
  description:
    "Score a transcript; exit code 2 and what to save on standard error when there is something, with excerpts in the staging folder (payload on standard input)",
  args: { json: { type: "boolean", description: "Print JSON, and write no excerpts" } },
  overlooks: true,
  run: ({ args }) =>
    failOpen("triage", "Stop", async ({ origin }) => {
      const { openWorkspace } = await import("../../engine/workspace.ts");
      const { stageRequest, triageOnce } = await import("../../engine/records/triage.ts");
      const ws = openWorkspace(openHost(), origin.projectDir ?? origin.cwd);
      const report = await triageOnce(ws, origin);
      if (args.json) write(JSON.stringify({ categories: report.categories.map(proposalJson) }, null, 2));
      if (report.categories.length === 0) return EXIT.ok;
      if (!args.json) writeErr(`${stageRequest(ws, origin, report)}\n`);
      return EXIT.usage;
    }),
});

const proposalJson = ({ category, score, lifecycleEvent, snippets }: TriagedCategory): object => ({
  category,
  score,
  ...(lifecycleEvent ? { lifecycle_event: lifecycleEvent } : {}),
  snippets,
});

async function failOpen(
  name: string,
  event: string,
  answer: (decoded: EngineEvent) => Promise<number>,
): Promise<number> {
  try {
    const payload = await readJsonFromStdin({ silenceMs: STDIN_SILENCE_MS });
    const decoded = decodeHook(event, payload, process.env);
    return decoded ? await answer(decoded) : EXIT.ok;
  } catch (error) {
    openHost().trace({ level: "error", part: name, message: messageOf(error) });
    writeErr(`recollect ${name}: ${messageOf(error)}\n`);
    return EXIT.ok;
  }
}
