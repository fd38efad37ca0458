/** `inbox`: what waits for a person's yes or no: records that memories could become, contradictions, what nobody could judge. */
import { CHOICES } from "../../engine/inbox/conflict.ts";
import { accept, type Decided, edit, reject } from "../../engine/inbox/decide.ts";
import { atDesk } from "../../engine/inbox/desk.ts";
import { type InboxItem, idOf, inboxOf, sinceOf, titleOf, whyOf } from "../../engine/inbox/items.ts";
import { memorySaid, type Shown, showItem } from "../../engine/inbox/show.ts";
import { inboxSummary } from "../../engine/inbox/summary.ts";
import { undoLast } from "../../engine/maintain/collect.ts";
import { maskedFields } from "../../engine/privacy.ts";
import { RecordError } from "../../record/error.ts";
import { oneLine, snippet } from "../../record/sanitize.ts";
import { count, isObject, type JsonObject } from "../../record/value.ts";
import { type Command, command, JSON_FLAG, openHere } from "../command.ts";
import { editText } from "../edit-text.ts";
import { oneOf, parseJson, readInput } from "../input.ts";
import { EXIT, emit, paint } from "../output.ts";

const ID = { type: "positional", description: "Id, or its first characters", required: true } as const;
const KEEP = {
  type: "string",
  description: `Of two that contradict each other, which holds: ${CHOICES.join(", ")} (default: newer)`,
} as const;
const REASON = { type: "string", description: "Why; kept with the decision" } as const;

const listCommand: Command = command({
  name: "list",
  description: "What waits, proposals first",
  args: { ...JSON_FLAG },
  run: ({ args }) => listItems(args.json),
});

async function listItems(json: boolean | undefined): Promise<number> {
  const here = openHere();
  const { items, leeches } = await atDesk(here, async ({ ws, store }) => ({
    items: await inboxOf(ws, store),
    leeches: json ? [] : (await inboxSummary(ws, store)).leeches,
  }));
  emit(json, maskedFields(here, items.map(summaryOf)), () =>
    [
      ...(items.length === 0 ? [paint("dim", EMPTY)] : [...items.map(itemLine), "", paint("dim", HINT)]),
      ...leeches.map(({ title, why, fix }) => `${paint("yellow", "!")} ${snippet(title)}: ${why}; ${fix}`),
    ].join("\n"),
  );
  return EXIT.ok;
}

const EMPTY = "Nothing waits for you.";
const HINT = "recollect inbox show|accept|edit|reject ID";

/** The same fields for every kind. */
const summaryOf = (item: InboxItem): object => ({
  id: idOf(item),
  kind: item.kind,
  title: titleOf(item),
  why: whyOf(item),
  since: sinceOf(item),
});

const itemLine = (item: InboxItem): string =>
  [
    paint("cyan", item.kind.padEnd("promotion".length)),
    paint("bold", snippet(titleOf(item), 120)),
    paint("dim", idOf(item)),
  ].join("  ");

const showCommand: Command = command({
  name: "show",
  description: "One item whole: what would be done, and what it is made of",
  args: { id: ID, ...JSON_FLAG },
  async run({ args }) {
    const ws = openHere();
    const shown = maskedFields(ws, await atDesk(ws, (desk) => showItem(desk, args.id)));
    emit(args.json, { ...summaryOf(shown.item), ...shown }, () => renderItem(shown));
    return EXIT.ok;
  },
});

export function renderItem({ item, proposes, memories, records, blocked }: Shown): string {
  return [
    itemLine(item),
    `  ${oneLine(whyOf(item))}`,
    ...(blocked === undefined ? [] : [`  ${paint("yellow", "blocked")} ${oneLine(blocked)}`]),
    ...memories.map((memory) => `  ${paint("dim", memory.id)} ${oneLine(memorySaid(memory))}`),
    ...records.map(({ path, title }) => `  ${paint("dim", path)} ${oneLine(title)}`),
    ...(item.kind === "conflict" ? [] : ["", JSON.stringify(proposes, null, 2)]),
  ].join("\n");
}

const acceptCommand: Command = command({
  name: "accept",
  description: "Do what it proposes: write the record, decide a contradiction, recall a staged memory",
  args: { id: ID, keep: KEEP, ...JSON_FLAG },
  async run({ args }) {
    const keep = args.keep === undefined ? undefined : oneOf("--keep", CHOICES, args.keep);
    const decided = await atDesk(openHere(), (desk) => accept(desk, args.id, keep));
    emit(args.json, decided, () => told(decided));
    return EXIT.ok;
  },
});

const rejectCommand: Command = command({
  name: "reject",
  description: "Turn it away: it does not come back, nor does what says nearly the same",
  args: { id: ID, reason: REASON, ...JSON_FLAG },
  async run({ args }) {
    const decided = await atDesk(openHere(), (desk) => reject(desk, args.id, args.reason));
    emit(args.json, decided, () => told(decided));
    return EXIT.ok;
  },
});

export const told = ({ state, id, done }: Decided): string =>
  [
    `${paint(state === "accepted" ? "green" : "yellow", state)} ${paint("dim", id)}`,
    ...done.map((line) => `  ${oneLine(line)}`),
  ].join("\n");

const editCommand: Command = command({
  name: "edit",
  description: "Change it before it is accepted: in $EDITOR, by --set, or as JSON on standard input with -",
  args: {
    id: ID,
    input: { type: "positional", description: "- for JSON on standard input", required: false },
    set: {
      type: "string",
      description: 'field=value, e.g. title="…" or content.severity=high; a value may be JSON',
    },
    ...JSON_FLAG,
  },
  async run({ args }) {
    const ws = openHere();
    const change =
      args.set === undefined
        ? await changeFrom(args.input, () => atDesk(ws, (desk) => showItem(desk, args.id)))
        : settingOf(args.set);
    const item = await atDesk(ws, (desk) => edit(desk, args.id, change));
    emit(args.json, { ...summaryOf(item), item }, () => `${paint("green", "changed")} ${itemLine(item)}`);
    return EXIT.ok;
  },
});

async function changeFrom(input: string | undefined, shown: () => Promise<Shown>): Promise<JsonObject> {
  const text =
    input === "-"
      ? await readInput()
      : await editText(JSON.stringify((await shown()).proposes, null, 2), "json");
  const change = parseJson(input === "-" ? "standard input" : "the edited text", text);
  if (isObject(change)) return change;
  throw new RecordError(
    "INPUT_ERROR",
    { field: "change", expected: "a JSON object", got: typeof change },
    "Pass an object",
  );
}

/** `content.severity=high` as an object; the value as JSON where it is some, as text otherwise. */
export function settingOf(setting: string): JsonObject {
  const [, path = "", text = ""] = /^([A-Za-z_][\w.]*)=(.*)$/s.exec(setting) ?? [];
  if (path === "") {
    throw new RecordError(
      "INPUT_ERROR",
      { field: "--set", expected: "field=value", got: snippet(setting) },
      "Write it so: --set title=Use pnpm",
    );
  }
  return path
    .split(".")
    .reduceRight<unknown>((value, field) => ({ [field]: value }), readValue(text)) as JsonObject;
}

function readValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const undoCommand: Command = command({
  name: "undo",
  description: "Take an accepted promotion back: the memories are recalled again, the record is as before",
  args: { id: ID, ...JSON_FLAG },
  async run({ args }) {
    const undone = await undoLast(openHere(), args.id);
    emit(args.json, undone, () =>
      [`${paint("green", "undone")} ${count(undone.restored.length, "item")} back`, ...undone.done].join(
        "\n  ",
      ),
    );
    return EXIT.ok;
  },
});

const overview: Command = command({
  name: "inbox",
  description: "What waits for your yes or no; on a terminal it asks of each",
  args: { ...JSON_FLAG },
  async run({ args }) {
    if (args.json || !process.stdin.isTTY || !process.stdout.isTTY) return listItems(args.json);
    const ws = openHere();
    const items = await atDesk(ws, ({ store }) => inboxOf(ws, store));
    if (items.length === 0) return listItems(false);
    const { walkInbox } = await import("../walk-inbox.ts");
    await walkInbox(ws, items);
    return EXIT.ok;
  },
});

export const inboxCommand: Command = {
  ...overview,
  subCommands: {
    list: listCommand,
    show: showCommand,
    accept: acceptCommand,
    edit: editCommand,
    reject: rejectCommand,
    undo: undoCommand,
  },
};
