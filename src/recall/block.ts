/**
 * A block of text for a model that grows entry by entry within a hard budget. Its parts stand in an order of their own,
 * whatever the order in which entries come: the weightiest first, so that they are in when the budget runs out.
 */
import { estimateTokens } from "../text/tokens.ts";
import { HEADINGS } from "./headings.ts";
import { type Item, lineOf, mentionOf } from "./item.ts";
import { type EntryOptions, frame, lengthOf, type Shown } from "./render.ts";

/** Most characters (UTF-16) of a block, unless told: less than what clients cut off. */
export const BLOCK_MAX = 9_500;

/** The parts a block may have; what is to be done stands first. */
const PARTS = ["working", "prospective", "episodic", "semantic", "procedural"] as const;
export type Part = (typeof PARTS)[number];

export interface BlockLimits {
  /** Folder of the records relative to the project's. */
  readonly memoryRoot: string;
  /** Estimated tokens of the whole text, its tags included. */
  readonly tokens: number;
  /** Characters (UTF-16) of the whole text; `BLOCK_MAX` unless told. */
  readonly maxChars?: number;
}

/** Something to be told: an item of the ledger's, and its lines. */
export interface Entry {
  readonly item: Omit<Shown, "characters" | "tokens">;
  readonly lines: string;
}

export const entryOf = (item: Item, options: EntryOptions): Entry => ({
  item: mentionOf(item, 0),
  lines: lineOf(item, options),
});

export interface Block {
  /** Adds an entry, unless the whole would not fit any more. Lines of an item already told are added to it. */
  add(part: Part, entry: Entry): boolean;
  /** Empty while there is nothing to tell. */
  readonly text: string;
  readonly shown: readonly Shown[];
}

/** @param intro what the block is, on a line of its own; clean, because it is not escaped */
export function openBlock(intro: string, limits: BlockLimits): Block {
  const { memoryRoot, tokens, maxChars = BLOCK_MAX } = limits;
  const { open, close } = frame(memoryRoot);
  const told: { part: Part; entry: Entry }[] = [];
  let text = "";

  const written = (entries: typeof told): string => {
    const sections = PARTS.flatMap((part) => {
      const own = entries.filter((each) => each.part === part);
      return own.length === 0 ? [] : [HEADINGS[part], ...own.map(({ entry }) => entry.lines)];
    });
    return [open, intro, ...sections, close].join("\n");
  };

  return {
    add(part, entry) {
      const before = told.findIndex(({ entry: { item } }) => item.item === entry.item.item);
      const known = told[before];
      const next = known
        ? told.with(before, { part: known.part, entry: joined(known.entry, entry) })
        : [...told, { part, entry }];
      const whole = written(next);
      // An estimate of the whole is not the sum of its parts.
      if (whole.length > maxChars || estimateTokens(whole) > tokens) return false;
      told.splice(0, told.length, ...next);
      text = whole;
      return true;
    },
    get text() {
      return text;
    },
    get shown() {
      return told.map(({ entry: { item, lines } }) => ({ ...item, ...lengthOf(lines) }));
    },
  };
}

const joined = ({ item, lines }: Entry, more: Entry): Entry => ({ item, lines: `${lines}\n${more.lines}` });
