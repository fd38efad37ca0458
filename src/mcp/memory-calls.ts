/** What the tools for memories do. */

import { endIntention, remind } from "../engine/intentions/intentions.ts";
import { type Caller, type MemoryAccess, withMemories } from "../engine/memories/access.ts";
import { forget } from "../engine/memories/change.ts";
import { findMemory, listMemories, mayBeMemoryId } from "../engine/memories/find.ts";
import { linkMemories, related, unlinkMemories } from "../engine/memories/links.ts";
import { momentOf } from "../engine/memories/moment.ts";
import { noteRecalled, recallItems } from "../engine/memories/recall.ts";
import { remember } from "../engine/memories/remember.ts";
import type { Remembered, RememberRequest } from "../engine/memories/requests.ts";
import type { ProjectView } from "../engine/project-view.ts";
import { beginTask, endTask, openTasks, taskIdOf } from "../engine/work/tasks.ts";
import { nameOf } from "../memory/create.ts";
import { happenedAt } from "../memory/lifecycle.ts";
import { OWN_LINK_TYPES } from "../memory/links.ts";
import { shortOrigin } from "../memory/origin.ts";
import { MEMORY_TYPES, type Memory, type MemoryType, SCOPES } from "../memory/types.ts";
import type { Composed } from "../recall/compose.ts";
import { idOf, titleOf } from "../recall/item.ts";
import { memoryLine } from "../recall/memory-line.ts";
import { shownText } from "../recall/render.ts";
import { RecordError } from "../record/error.ts";
import { count } from "../record/value.ts";
import { type Arguments, choiceIn, given, isSet, numberIn, required, textIn, textsIn } from "./arguments.ts";
import { TASK_ACTIONS } from "./memory-tools.ts";

type Tool = (access: MemoryAccess, args: Arguments) => Promise<string>;
type Work = (view: ProjectView, session: string, args: Arguments) => Promise<string>;

const TOOLS: { readonly [name: string]: Tool } = {
  memory_remember: async (access, args) => told(await remember(access, rememberRequest(access, args))),

  memory_recall: async (access, args) => {
    const recalled = await recallItems(access, {
      query: required(args, "query"),
      ...choice(access, args),
      ...given({ budget: numberIn(args, "budget") }),
    });
    if (recalled.text === "") return "Nothing that is kept answers that.";
    await noteRecalled(access, recalled);
    return isSet(args, "explain") ? explained(recalled) : recalled.text;
  },

  memory_timeline: async (access, args) => {
    const found = await listMemories(access, {
      ...choice(access, args),
      ...given({ offset: numberIn(args, "offset") }),
      statuses: ["active", "superseded"],
    });
    return found.length === 0 ? "No memories." : found.map(datedLine).join("\n");
  },

  memory_related: async (access, args) => {
    const { memory, links } = await related(access, required(args, "id"));
    const lines = links.map(({ link, outgoing, memory: other }) => {
      const relation = outgoing ? `${link.link_type} ->` : `<- ${link.link_type}`;
      return `  ${relation} ${named(other)}`;
    });
    return [named(memory), ...(lines.length > 0 ? lines : ["  linked with none"])].join("\n");
  },

  memory_link: async (access, args) => {
    const ends = { from: required(args, "from"), to: required(args, "to") };
    if (isSet(args, "remove")) {
      const type = choiceIn(args, "type", OWN_LINK_TYPES);
      return `removed: ${count(await unlinkMemories(access, { ...ends, ...given({ type }) }), "link")}`;
    }
    const strength = numberIn(args, "strength");
    const linked = { ...ends, type: required(args, "type"), ...given({ strength }) };
    const { link, source, target } = await linkMemories(access, linked);
    return `linked: ${named(source)} ${link.link_type} ${named(target)}`;
  },

  memory_forget: async (access, args) => {
    const ids = textsIn(args, "ids") ?? [];
    if (ids.length === 0) {
      const expected = "ids of memories, as memory_timeline and memory_recall with explain give them";
      throw new RecordError("INPUT_ERROR", { field: "ids", expected, got: "none" }, "Pass ids");
    }
    const gone = await forget(access, ids);
    return gone.map((memory) => `forgotten: ${named(memory)}`).join("\n");
  },
};

const task: Work = async (view, session, args) => {
  const action = choiceIn(args, "action", TASK_ACTIONS) ?? required(args, "action");
  if (action === "begin") {
    const more = given({ id: textIn(args, "id"), detail: textIn(args, "detail") });
    const begun = await beginTask(view, session, { title: required(args, "title"), ...more });
    return `begun: ${shownText(nameOf(begun))} (${shownText(taskIdOf(begun))})`;
  }
  if (action === "list") {
    const open = await openTasks(view, session);
    const lines = open.map((each) => `- ${shownText(taskIdOf(each))}: ${shownText(nameOf(each))}`);
    return lines.length === 0 ? "No open tasks." : lines.join("\n");
  }
  const { ended, episode, procedure, followUp } = await endTask(view, session, {
    outcome: isSet(args, "abandoned") ? "abandoned" : "completed",
    ...given({
      id: textIn(args, "id"),
      steps: textsIn(args, "steps"),
      learned: textIn(args, "learned"),
      followUp: textIn(args, "follow_up"),
    }),
  });
  const kept = [episode, procedure, followUp].filter((each) => each !== undefined);
  return [
    ...(ended ? [`done: ${shownText(nameOf(ended))}`] : []),
    ...kept.map((memory) => `kept: ${named(memory)}`),
  ].join("\n");
};

const reminder: Work = async (view, session, args) => {
  const [done, cancel] = [textIn(args, "done"), textIn(args, "cancel")];
  const over = done ?? cancel;
  if (over !== undefined) {
    // Another session's own is not this one's to end.
    const { id } = await withMemories(view, callerOf(args), (access) => findMemory(access, over));
    const memory = await endIntention(view, id, done === undefined ? "cancelled" : "completed");
    return `${memory.state}: ${named(memory)}`;
  }
  const [due, when, priority] = [textIn(args, "due"), textIn(args, "when"), numberIn(args, "priority")];
  const made = await remind(view, session, {
    content: required(args, "text"),
    ...given({ due, when, priority }),
  });
  return `will remind${made.due_at ? ` on ${made.due_at}` : ""}: ${named(made)}`;
};

/** Those that open the store themselves. */
const SESSION_TOOLS: { readonly [name: string]: Work } = { memory_task: task, memory_remind: reminder };

/** The answer of a tool for memories; undefined for a tool that is none. */
export function callMemoryTool(
  view: ProjectView,
  name: string,
  args: Arguments,
): Promise<string> | undefined {
  const caller = callerOf(args);
  const own = Object.hasOwn(SESSION_TOOLS, name) ? SESSION_TOOLS[name] : undefined;
  if (own) return own(view, caller.session ?? caller.name, args);
  const tool = Object.hasOwn(TOOLS, name) ? TOOLS[name] : undefined;
  return tool && withMemories(view, caller, (access) => tool(access, args));
}

/** The memory that the argument `id` means, if it may be one. */
export async function memoryOf(view: ProjectView, args: Arguments): Promise<Memory | undefined> {
  const id = required(args, "id");
  return mayBeMemoryId(id)
    ? withMemories(view, callerOf(args), (access) => findMemory(access, id))
    : undefined;
}

/** The model of a session, as far as the client's hook says of which. */
const callerOf = (args: Arguments): Caller => ({
  name: "mcp",
  isPerson: false,
  ...given({ session: textIn(args, "session") }),
});

const rememberRequest = ({ view }: MemoryAccess, args: Arguments): RememberRequest => ({
  text: required(args, "text"),
  ...given({
    type: choiceIn(args, "type", MEMORY_TYPES),
    title: textIn(args, "title"),
    category: textIn(args, "category"),
    scope: choiceIn(args, "scope", SCOPES),
    tags: textsIn(args, "tags"),
    importance: numberIn(args, "importance"),
    confidence: numberIn(args, "confidence"),
    steps: textsIn(args, "steps"),
    supersedes: textIn(args, "supersedes"),
    expires: moment(view, args, "expires"),
  }),
});

/** What all tools that look for memories take. */
const choice = ({ view }: MemoryAccess, args: Arguments) =>
  given({
    types: typesIn(args),
    since: moment(view, args, "since"),
    before: moment(view, args, "before"),
    minImportance: numberIn(args, "min_importance"),
    limit: numberIn(args, "limit"),
  });

/** Whether each is one is for whoever looks for them to say. */
const typesIn = (args: Arguments): MemoryType[] | undefined =>
  textsIn(args, "types")?.map((type) => type.toLowerCase() as MemoryType);

function moment({ host }: ProjectView, args: Arguments, field: string): string | undefined {
  const text = textIn(args, field);
  return text === undefined ? undefined : momentOf(field, text, host.now());
}

function told(remembered: Remembered): string {
  const {
    stored,
    reason,
    memory,
    because,
    superseded,
    reinforced,
    against = [],
    corrected = [],
  } = remembered;
  if (!stored || !memory)
    return `not remembered: ${reason}${reinforced ? ` (${reinforced} says so already)` : ""}`;
  return [
    `remembered: ${named(memory)}`,
    ...(because ? [`type: ${memory.type}, as it ${because}`] : []),
    ...(superseded ? [`in the place of: ${superseded}`] : []),
    ...corrected.map((id) => `in the place of: ${id}, which it puts right`),
    ...against.map((id) => `contradicts: ${id}; the user's inbox asks which holds`),
  ].join("\n");
}

const named = (memory: Memory): string => `${memory.type} "${shownText(nameOf(memory))}" (${memory.id})`;

/** Its line is redacted with the rest of the answer. */
/** ` [capture, turn 4]`, or nothing where it was not noted. */
function fromOf(memory: Memory): string {
  const origin = shownText(shortOrigin(memory));
  return origin === "" ? "" : ` [${origin}]`;
}

const datedLine = (memory: Memory): string =>
  `- ${happenedAt(memory).slice(0, 16)}Z ${memory.type} ${memory.id}${memory.status === "active" ? "" : ` (${memory.status})`}${fromOf(memory)}: ${memoryLine(memory, (text) => text).slice(2)}`;

const explained = ({ items }: Composed): string =>
  items
    .map(({ item, score, explain }) => {
      const kind = item.kind === "record" ? item.record.category : item.memory.type;
      const matched = explain.matched.map(shownText).join(", ");
      return `- ${kind} "${shownText(titleOf(item))}" (${shownText(idOf(item))}): score ${score.toFixed(1)}, matched ${matched}${item.kind === "memory" ? fromOf(item.memory) : ""}`;
    })
    .join("\n");
