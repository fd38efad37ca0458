/** What the tool for the inbox does. */
import { CHOICES } from "../engine/inbox/conflict.ts";
import { accept, edit, reject } from "../engine/inbox/decide.ts";
import { atDesk } from "../engine/inbox/desk.ts";
import { type InboxItem, idOf, inboxOf, titleOf, whyOf } from "../engine/inbox/items.ts";
import { memorySaid, showItem } from "../engine/inbox/show.ts";
import type { Workspace } from "../engine/workspace.ts";
import { shownText } from "../recall/render.ts";
import { RecordError } from "../record/error.ts";
import { cleanText } from "../record/sanitize.ts";
import { describeValue, isObject, type JsonObject } from "../record/value.ts";
import { type Arguments, choiceIn, required, textIn } from "./arguments.ts";
import { INBOX_ACTIONS } from "./memory-tools.ts";

/** Items that a model is told of at once. */
const LISTED = 20;

export async function inbox(ws: Workspace, args: Arguments): Promise<string> {
  const action = choiceIn(args, "action", INBOX_ACTIONS) ?? required(args, "action");
  if (action === "list") return atDesk(ws, async ({ store }) => listed(await inboxOf(ws, store, LISTED)));
  const id = required(args, "id");
  return atDesk(ws, async (desk) => {
    if (action === "show") {
      const { item, memories, proposes, blocked } = await showItem(desk, id);
      return [
        line(item),
        ...(blocked === undefined ? [] : [`  blocked: ${shownText(blocked)}`]),
        ...memories.map((memory) => `  made of ${memory.id}: ${shownText(memorySaid(memory))}`),
        cleanText(JSON.stringify(proposes, null, 1)),
      ].join("\n");
    }
    if (action === "edit") return `changed: ${line(await edit(desk, id, changeIn(args)))}`;
    const { state, done } =
      action === "accept"
        ? await accept(desk, id, choiceIn(args, "keep", CHOICES))
        : await reject(desk, id, textIn(args, "reason"));
    return [`${state}: ${id}`, ...done.map((each) => `  ${shownText(each)}`)].join("\n");
  });
}

const listed = (items: readonly InboxItem[]): string =>
  items.length === 0 ? "Nothing waits." : items.map((item) => `- ${line(item)}`).join("\n");

const line = (item: InboxItem): string =>
  `${item.kind} ${idOf(item)}: ${shownText(titleOf(item))} (${shownText(whyOf(item))})`;

function changeIn({ change }: Arguments): JsonObject {
  const value = typeof change === "string" ? parsed(change) : change;
  if (isObject(value)) return value;
  throw new RecordError(
    "INPUT_ERROR",
    { field: "change", expected: "an object with the fields to change", got: describeValue(change) },
    'Pass change: {"title": "…"}',
  );
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
