/** `memories`, `timeline`, `related`, `link`: looking at memories, and relating them. */

import { type MemoryAccess, withMemories } from "../../engine/memories/access.ts";
import { listMemories } from "../../engine/memories/find.ts";
import { linkMemories, related, unlinkMemories } from "../../engine/memories/links.ts";
import type { MemoryFilter, Related, RelatedMemory } from "../../engine/memories/requests.ts";
import { maskedFields } from "../../engine/privacy.ts";
import { nameOf } from "../../memory/create.ts";
import { OWN_LINK_TYPES } from "../../memory/links.ts";
import { MEMORY_STATUSES, SCOPES } from "../../memory/types.ts";
import { RecordError } from "../../record/error.ts";
import { snippet } from "../../record/sanitize.ts";
import { count } from "../../record/value.ts";
import { type Command, command, JSON_FLAG, openHere } from "../command.ts";
import { list, numberOf, oneOf } from "../input.ts";
import { datedLine, longLine, memoryLine } from "../memory-lines.ts";
import { CHOICE, type Choice, chosen, cliCaller } from "../memory-options.ts";
import { EXIT, emit, paint } from "../output.ts";

const here = <T>(work: (access: MemoryAccess) => Promise<T>): Promise<T> =>
  withMemories(openHere(), cliCaller(), work);

const PAGE = { offset: { type: "string", description: "Results to pass over" } } as const;
/** Results of a list where nobody says how many. */
const LIMIT = 20;

export const memoriesCommand: Command = command({
  name: "memories",
  description: "List memories, the newest first",
  args: {
    ...CHOICE,
    status: { type: "string", description: `${MEMORY_STATUSES.join(", ")} or all`, default: "active" },
    scope: { type: "string", description: `Only of this scope: ${SCOPES.join(", ")}` },
    long: { type: "boolean", description: "Tell where each came from" },
    tag: { type: "string", alias: "tags", description: "Only with each of these tags, separated by commas" },
    ...PAGE,
    ...JSON_FLAG,
  },
  run: ({ args }) =>
    shown(args, args.long ? longLine(memoryLine) : memoryLine, (now) => {
      const status = oneOf("--status", [...MEMORY_STATUSES, "all"], args.status);
      return {
        ...chosen(args, now),
        ...(status === "all" ? {} : { statuses: [status] }),
        ...(args.scope === undefined ? {} : { scopes: [oneOf("--scope", SCOPES, args.scope)] }),
        ...(args.tag === undefined ? {} : { tags: list(args.tag.toLowerCase()) }),
      };
    }),
});

export const timelineCommand: Command = command({
  name: "timeline",
  description: "What happened and what was learned, in order of time, the newest first",
  args: {
    long: { type: "boolean", description: "Tell where each came from" },
    ...CHOICE,
    ...PAGE,
    ...JSON_FLAG,
  },
  run: ({ args }) =>
    shown(args, args.long ? longLine(datedLine) : datedLine, (now) => ({
      ...chosen(args, now),
      statuses: ["active", "superseded"],
    })),
});

async function shown(
  args: { offset?: string | undefined; json?: boolean | undefined },
  line: typeof memoryLine,
  filterAt: (now: Date) => MemoryFilter,
): Promise<number> {
  const offset = args.offset === undefined ? 0 : numberOf("--offset", args.offset);
  const { found, limit } = await here(async (access) => {
    const filter = filterAt(access.view.host.now());
    const found = await listMemories(access, { ...filter, offset });
    return { found: maskedFields(access.view, found), limit: filter.limit ?? LIMIT };
  });
  emit(args.json, found, () => {
    if (found.length === 0) return paint("dim", nothing(args, offset));
    const more = paint("dim", `There may be more: --offset ${offset + limit}`);
    return [...found.map((memory) => line(memory, paint)), ...(found.length === limit ? [more] : [])].join(
      "\n",
    );
  });
  return EXIT.ok;
}

/** A list that is empty because nothing was made yet says how something is. */
function nothing(args: object, offset: number): string {
  if (offset > 0) return "No more memories.";
  const { type, since, before, "min-importance": importance, scope, tag, status } = args as Narrowing;
  const isNarrowed = [type, since, before, importance, scope, tag].some((option) => option !== undefined);
  return isNarrowed || (status !== undefined && status !== "active")
    ? "No memory is like that."
    : "No memories yet: sessions make them by themselves, you by `recollect remember`, `remind` and `task begin`.";
}

type Narrowing = Choice & { scope?: string; tag?: string; status?: string };

const ID = {
  type: "positional",
  description: "Id, or its first 6 characters and more",
  required: true,
} as const;

export const relatedCommand: Command = command({
  name: "related",
  description: "The memories that one is linked with, both ways",
  args: { id: ID, ...JSON_FLAG },
  async run({ args }) {
    const found = await here(async (access) => maskedFields(access.view, await related(access, args.id)));
    emit(args.json, found, () => renderRelated(found));
    return EXIT.ok;
  },
});

const renderRelated = ({ memory, links }: Related): string =>
  [
    memoryLine(memory, paint),
    ...(links.length > 0 ? links.map(linkLine) : [paint("dim", "  linked with none")]),
  ].join("\n");

const linkLine = ({ link, outgoing, memory }: RelatedMemory): string =>
  `  ${outgoing ? `${link.link_type} →` : `← ${link.link_type}`}  ${memoryLine(memory, paint)}`;

export const linkCommand: Command = command({
  name: "link",
  description: "Link two memories, or take the link away",
  args: {
    from: { ...ID, description: "Id of the memory that the link leads from" },
    to: { ...ID, description: "Id of the memory that it leads to" },
    type: { type: "string", description: OWN_LINK_TYPES.join(", ") },
    strength: { type: "string", description: "0–1 (default: 1)" },
    remove: { type: "boolean", description: "Take the link away: of this type, or all" },
    ...JSON_FLAG,
  },
  async run({ args }) {
    const { from, to } = args;
    const type = args.type === undefined ? undefined : oneOf("--type", OWN_LINK_TYPES, args.type);
    if (args.remove) {
      const removed = await here((access) => unlinkMemories(access, { from, to, ...(type ? { type } : {}) }));
      emit(args.json, { removed }, () => `${paint("green", "removed")} ${count(removed, "link")}`);
      return removed > 0 ? EXIT.ok : EXIT.notFound;
    }
    if (!type) {
      const expected = `one of ${OWN_LINK_TYPES.join(", ")}`;
      throw new RecordError(
        "INPUT_ERROR",
        { field: "--type", expected, got: "nothing" },
        "Say how they are related",
      );
    }
    const strength = args.strength === undefined ? {} : { strength: numberOf("--strength", args.strength) };
    const { link, source, target } = await here((access) =>
      linkMemories(access, { from, to, type, ...strength }),
    );
    emit(args.json, link, () =>
      [source, target].map((each) => snippet(nameOf(each))).join(` ${paint("cyan", type)} `),
    );
    return EXIT.ok;
  },
});
