/** `remember`: something worth knowing again, as a memory. */

import { withMemories } from "../../engine/memories/access.ts";
import { momentOf } from "../../engine/memories/moment.ts";
import { remember } from "../../engine/memories/remember.ts";
import type { Remembered, RememberRequest } from "../../engine/memories/requests.ts";
import { nameOf } from "../../memory/create.ts";
import { MEMORY_TYPES, SCOPES } from "../../memory/types.ts";
import { snippet } from "../../record/sanitize.ts";
import { type Command, command, JSON_FLAG, openHere } from "../command.ts";
import { list, numberOf, oneOf, readInput, textsOf } from "../input.ts";
import { cliCaller, typeOf } from "../memory-options.ts";
import { EXIT, emit, paint } from "../output.ts";

export const rememberCommand: Command = command({
  name: "remember",
  description:
    "Remember something: `remember Webhooks arrive out of order`, or a text on standard input with `remember -`",
  joinsWords: true,
  args: {
    text: { type: "positional", description: "What to remember, in a sentence or two", required: true },
    type: { type: "string", description: `${MEMORY_TYPES.join(", ")} (default: told by its wording)` },
    title: { type: "string", description: "What it is called (default: from the text)" },
    scope: { type: "string", description: "session, project or user: who may recall it" },
    tag: { type: "string", alias: "tags", description: "Search words, separated by commas" },
    importance: { type: "string", description: "1–10 (default: 5)" },
    category: {
      type: "string",
      description: "The kind within its type, e.g. decision, principle, todo, workflow",
    },
    confidence: { type: "string", description: "How sure it is, 0–1: of knowledge" },
    steps: {
      type: "string",
      description: "Of a procedure: a list of steps as JSON (default: read from the text)",
    },
    supersedes: { type: "string", description: "Id of the memory whose place it takes" },
    expires: { type: "string", description: "Until when it holds: a day or a time" },
    ...JSON_FLAG,
  },
  async run({ args }) {
    const ws = openHere();
    const said = [args.text, ...args._.slice(1)].join(" ");
    const text = said === "-" ? await readInput() : said;
    const request: RememberRequest = {
      text,
      ...(args.type === undefined ? {} : { type: typeOf(args.type) }),
      ...(args.title === undefined ? {} : { title: args.title }),
      ...(args.scope === undefined ? {} : { scope: oneOf("--scope", SCOPES, args.scope) }),
      ...(args.tag === undefined ? {} : { tags: list(args.tag) }),
      ...(args.importance === undefined ? {} : { importance: numberOf("--importance", args.importance) }),
      ...(args.category === undefined ? {} : { category: args.category }),
      ...(args.confidence === undefined ? {} : { confidence: numberOf("--confidence", args.confidence) }),
      ...(args.steps === undefined ? {} : { steps: textsOf("--steps", args.steps) }),
      ...(args.supersedes === undefined ? {} : { supersedes: args.supersedes }),
      ...(args.expires === undefined ? {} : { expires: momentOf("--expires", args.expires, ws.host.now()) }),
    };
    const remembered = await withMemories(ws, cliCaller(), (access) => remember(access, request));
    emit(args.json, remembered, () => told(remembered));
    return EXIT.ok;
  },
});

function told(remembered: Remembered): string {
  const {
    stored,
    reason,
    type,
    because,
    memory,
    superseded,
    reinforced,
    against = [],
    corrected = [],
  } = remembered;
  if (!stored || !memory)
    return `${paint("yellow", "not remembered")} ${reason}${reinforced ? paint("dim", `  ${reinforced}`) : ""}`;
  return [
    `${paint("green", "remembered")} ${type} ${paint("bold", snippet(nameOf(memory)))}  ${paint("dim", memory.id)}`,
    ...(because ? [paint("dim", `  ${type}: ${because} (--type says otherwise)`)] : []),
    ...corrected.map((id) => paint("dim", `  in the place of ${id}, which it puts right`)),
    ...against.map(
      (id) => `${paint("yellow", "  contradicts")} ${id}  ${paint("dim", "which holds? recollect inbox")}`,
    ),
    ...(superseded ? [paint("dim", `  in the place of ${superseded}`)] : []),
  ].join("\n");
}
