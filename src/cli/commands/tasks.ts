/** `task`: what is under way, begun and ended by hand. `remind`: what is to be remembered later. */
import { defineCommand } from "citty";
import { endIntention, openIntentions, remind } from "../../engine/intentions/intentions.ts";
import { withMemories } from "../../engine/memories/access.ts";
import { findMemory } from "../../engine/memories/find.ts";
import { beginTask, type EndedTask, endTask, openTasks, taskIdOf } from "../../engine/work/tasks.ts";
import { nameOf } from "../../memory/create.ts";
import { INTENTION_TYPES, type ProspectiveMemory, SCOPES, type WorkingMemory } from "../../memory/types.ts";
import { RecordError } from "../../record/error.ts";
import { oneLine, snippet } from "../../record/sanitize.ts";
import { type Command, command, JSON_FLAG, openHere } from "../command.ts";
import { list, numberOf, oneOf, textsOf } from "../input.ts";
import { memoryLine } from "../memory-lines.ts";
import { cliCaller } from "../memory-options.ts";
import { EXIT, emit, paint } from "../output.ts";

/** Tasks belong to a session; outside of any, to the command line's own. */
const session = (): string => {
  const caller = cliCaller();
  return caller.session ?? caller.name;
};

/** Told where a task is begun that no prompt will show. */
const ofNoSession = (): string =>
  cliCaller().session === undefined
    ? paint(
        "dim",
        "\n  of no session: sessions do not see it; begin it in one, or set CLAUDE_CODE_SESSION_ID",
      )
    : "";

const beginCommand: Command = command({
  name: "begin",
  description: "Begin a task: it stands before every prompt of its session until it is done",
  joinsWords: true,
  args: {
    title: { type: "positional", description: "What the task is", required: true },
    id: { type: "string", description: "Id to end it by (default: from the title)" },
    detail: { type: "string", description: "What has to be known of it" },
    ...JSON_FLAG,
  },
  async run({ args }) {
    const title = [args.title, ...args._.slice(1)].join(" ");
    const { id, detail } = args;
    const task = { title, ...(id === undefined ? {} : { id }), ...(detail === undefined ? {} : { detail }) };
    const begun = await beginTask(openHere(), session(), task);
    emit(args.json, begun, () => `${paint("green", "begun")} ${taskLine(begun)}${ofNoSession()}`);
    return EXIT.ok;
  },
});

const doneCommand: Command = command({
  name: "done",
  description: "End a task: what was done and learned is kept, and what is left to do becomes an intention",
  args: {
    id: { type: "positional", description: "The task (default: the only one in progress)", required: false },
    abandoned: { type: "boolean", description: "It was given up" },
    steps: { type: "string", description: "What was done, in order: a list of texts as JSON" },
    learned: { type: "string", description: "What was learned" },
    "follow-up": { type: "string", description: "What is left to do" },
    ...JSON_FLAG,
  },
  async run({ args }) {
    const { id, learned, "follow-up": followUp } = args;
    const ended = await endTask(openHere(), session(), {
      outcome: args.abandoned ? "abandoned" : "completed",
      ...(id === undefined ? {} : { id }),
      ...(args.steps === undefined ? {} : { steps: textsOf("--steps", args.steps) }),
      ...(learned === undefined ? {} : { learned }),
      ...(followUp === undefined ? {} : { followUp }),
    });
    emit(args.json, ended, () => endedText(ended));
    return EXIT.ok;
  },
});

const listCommand: Command = command({
  name: "list",
  description: "The session's tasks that are open",
  args: { ...JSON_FLAG },
  async run({ args }) {
    const open = await openTasks(openHere(), session());
    emit(args.json, open, () =>
      open.length === 0 ? paint("dim", "No open tasks.") : open.map(taskLine).join("\n"),
    );
    return EXIT.ok;
  },
});

export const taskCommand: Command = defineCommand({
  meta: { name: "task", description: "Begin and end tasks by hand" },
  subCommands: { begin: beginCommand, done: doneCommand, list: listCommand },
}) as Command;

const taskLine = (task: WorkingMemory): string =>
  `${paint("cyan", oneLine(taskIdOf(task)))}  ${paint("bold", snippet(nameOf(task)))}`;

const endedText = ({ ended, episode, procedure, followUp }: EndedTask): string =>
  [
    ...(ended ? [`${paint("green", "done")} ${taskLine(ended)}`] : []),
    ...[episode, procedure, followUp].flatMap((memory) => (memory ? [`  ${memoryLine(memory, paint)}`] : [])),
  ].join("\n");

export const remindCommand: Command = command({
  name: "remind",
  description:
    "Remind of something when it is due or something happens; say what was done, or list what is open",
  joinsWords: true,
  args: {
    text: { type: "positional", description: "What to be reminded of", required: false },
    at: {
      type: "string",
      alias: "due",
      description: "When it is due: 2026-12-01, tomorrow, in 3 days, friday",
    },
    when: { type: "string", description: "What it waits for: a file, a branch, a command" },
    about: { type: "boolean", description: "It waits for a prompt that is about what --when says" },
    priority: { type: "string", description: "1 (highest) to 5 (default: 3)" },
    kind: { type: "string", description: `${INTENTION_TYPES.join(", ")} (default: reminder)` },
    scope: { type: "string", description: "session, project (default) or user: who is reminded" },
    tag: { type: "string", alias: "tags", description: "Search words, separated by commas" },
    done: { type: "string", description: "Id of one that is done" },
    cancel: { type: "string", description: "Id of one that is given up" },
    list: { type: "boolean", description: "What is open" },
    ...JSON_FLAG,
  },
  async run({ args }) {
    const ws = openHere();
    const text = [args.text, ...args._.slice(1)].filter(Boolean).join(" ");
    if (args.list) {
      const open = await openIntentions(ws, session());
      const none = paint(
        "dim",
        "Nothing to be reminded of yet: recollect remind TEXT --at TIME, or --when WHAT",
      );
      emit(args.json, open, () => (open.length === 0 ? none : open.map(line).join("\n")));
      return EXIT.ok;
    }
    const over = args.done ?? args.cancel;
    if (over !== undefined) {
      const { id } = await withMemories(ws, cliCaller(), (access) => findMemory(access, over));
      const ended = await endIntention(ws, id, args.done === undefined ? "cancelled" : "completed");
      emit(args.json, ended, () => line(ended));
      return EXIT.ok;
    }
    if (text === "") {
      throw new RecordError(
        "INPUT_ERROR",
        { field: "text", expected: "what to be reminded of", got: "nothing" },
        "Say it: recollect remind Measure the retry queue --at tomorrow",
      );
    }
    const made = await remind(ws, session(), {
      content: text,
      ...(args.at === undefined ? {} : { due: args.at }),
      ...(args.when === undefined ? {} : { when: args.when }),
      ...(args.about ? { about: true } : {}),
      ...(args.priority === undefined ? {} : { priority: numberOf("--priority", args.priority) }),
      ...(args.kind === undefined ? {} : { kind: oneOf("--kind", INTENTION_TYPES, args.kind) }),
      ...(args.scope === undefined ? {} : { scope: oneOf("--scope", SCOPES, args.scope) }),
      ...(args.tag === undefined ? {} : { tags: list(args.tag) }),
    });
    emit(args.json, made, () => line(made));
    return EXIT.ok;
  },
});

const line = (intention: ProspectiveMemory): string => memoryLine(intention, paint);
