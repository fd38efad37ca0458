/** Going through the inbox item by item, with a person at the terminal. */
import { isCancel, log, outro, select, text } from "@clack/prompts";
import { accept, edit, reject } from "../engine/inbox/decide.ts";
import { atDesk } from "../engine/inbox/desk.ts";
import { type InboxItem, idOf } from "../engine/inbox/items.ts";
import { showItem } from "../engine/inbox/show.ts";
import type { Workspace } from "../engine/workspace.ts";
import { RecordError } from "../record/error.ts";
import { cleanText } from "../record/sanitize.ts";
import { isObject } from "../record/value.ts";
import { renderItem, told } from "./commands/inbox.ts";
import { editText } from "./edit-text.ts";
import { parseJson } from "./input.ts";

type Answer = "newer" | "older" | "both" | "accept" | "edit" | "reject" | "skip" | "quit";

/** Asks of each item in turn; one that cannot be done is told, and left. */
export async function walkInbox(ws: Workspace, items: readonly InboxItem[]): Promise<void> {
  for (const [place, item] of items.entries()) {
    const id = idOf(item);
    let answer: Answer = "edit";
    while (answer === "edit") {
      const shown = await atDesk(ws, (desk) => showItem(desk, id));
      log.message(cleanText(renderItem(shown)));
      answer = await asked(item, `${place + 1} of ${items.length}`);
      if (answer === "quit") return void outro("The rest waits.");
      await attempt(() => act(ws, id, answer, shown.proposes));
    }
  }
  outro("That was all.");
}

async function asked(item: InboxItem, message: string): Promise<Answer> {
  const yes: { value: Answer; label: string }[] =
    item.kind === "conflict"
      ? [
          { value: "newer", label: "The newer holds" },
          { value: "older", label: "The older holds" },
          { value: "both", label: "Both hold" },
        ]
      : [
          { value: "accept", label: item.kind === "staged" ? "Remember it" : "Write the record" },
          { value: "edit", label: "Edit it first" },
          { value: "reject", label: "Reject it" },
        ];
  const rest: { value: Answer; label: string }[] = [
    { value: "skip", label: "Later" },
    { value: "quit", label: "Stop here" },
  ];
  const answer = await select({ message, options: [...yes, ...rest] });
  return isCancel(answer) ? "quit" : answer;
}

async function act(ws: Workspace, id: string, answer: Answer, proposes: unknown): Promise<void> {
  if (answer === "skip") return;
  if (answer === "edit") {
    const change = parseJson("the edited text", await editText(JSON.stringify(proposes, null, 2), "json"));
    if (isObject(change)) await atDesk(ws, (desk) => edit(desk, id, change));
    return;
  }
  if (answer === "reject") {
    const reason = await text({ message: "Why? (may be empty)" });
    if (isCancel(reason)) return;
    return log.success(told(await atDesk(ws, (desk) => reject(desk, id, reason || undefined))));
  }
  const keep = answer === "accept" || answer === "quit" ? undefined : answer;
  log.success(told(await atDesk(ws, (desk) => accept(desk, id, keep))));
}

async function attempt(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof RecordError)) throw error;
    log.error(error.block());
  }
}
