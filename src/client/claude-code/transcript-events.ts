/**
 * What lines of a Claude Code transcript tell of a session: who asked, what was said, called and came out. As observed with
 * 2.1.11 to 2.1.16, 2.1.197 and 2.1.330.
 *
 * A message of several blocks is several lines with the message's id. Results of tools are user lines; what a subagent did
 * stands in a transcript of its own, where every line is marked as a sidechain. Old versions put such lines into the main
 * one, where they are passed over: the subagent's own transcript is read.
 */
import type { TranscriptEvent } from "../../capture/segment.ts";
import type { SessionFormat, TranscriptOwner } from "../../capture/types.ts";
import { isObject, type JsonObject } from "../../record/value.ts";
import { agentTranscripts } from "./agent-transcripts.ts";
import { excerpt } from "./excerpt.ts";
import {
  CONTINUED,
  INTERRUPTED,
  insideOf,
  isClientLine,
  isCommand,
  isSyntheticPrompt,
  withoutElement,
  withoutInjected,
} from "./line-text.ts";
import { ownToolName } from "./own-tools.ts";
import { toolAction } from "./tool-action.ts";
import { claudeCodeTranscript, looksLikeMessage } from "./transcript-line.ts";

/** Most characters kept of what was said, and of what came out of a tool. */
export const SAID_MAX = 20_000;
export const OUTPUT_MAX = 4_000;

const NONE: readonly TranscriptEvent[] = [];

/** What a parsed line tells; nothing for lines that hold copies and bookkeeping, or are none. */
export function transcriptEvents(value: unknown, owner: TranscriptOwner): readonly TranscriptEvent[] {
  if (!isObject(value) || isElsewhere(value, owner)) return NONE;
  if (value.type === "attachment") return queued(value);
  const { message } = value;
  if (!isObject(message) || value.isMeta === true || value.isApiErrorMessage === true) return NONE;
  if (value.type === "assistant") return answered(value, message);
  return value.type === "user" || value.type === "human" ? userLine(value, message) : NONE;
}

/** Told in another transcript: that of a subagent, or of the session that this one was forked from. */
const isElsewhere = (line: JsonObject, owner: TranscriptOwner): boolean =>
  (line.isSidechain === true && owner === "main") || isObject(line.forkedFrom);

function answered(line: JsonObject, message: JsonObject): readonly TranscriptEvent[] {
  // The client answers for the model with this name ("No response requested.", API errors).
  if (message.model === "<synthetic>") return NONE;
  const when = timeOf(line);
  const id = text(message.id);
  return blocksOf(message.content).flatMap((block): TranscriptEvent[] => {
    if (block.type === "text") {
      const said = excerpt(withoutInjected(text(block.text)), SAID_MAX);
      return said === "" ? [] : [{ kind: "said", text: said, ...(id ? { id } : {}), ...when }];
    }
    const call = text(block.id);
    const name = text(block.name);
    // What goes into the memory and comes out of it is nothing new.
    if (block.type !== "tool_use" || call === "" || name === "" || ownToolName(name)) return [];
    const input = isObject(block.input) ? block.input : {};
    return [
      { kind: "call", id: call, action: toolAction(name, input, text(line.cwd) || undefined), ...when },
    ];
  });
}

function userLine(line: JsonObject, message: JsonObject): readonly TranscriptEvent[] {
  const blocks = blocksOf(message.content);
  const results = blocks.filter(({ type }) => type === "tool_result");
  const texts = blocks.filter(({ type }) => type === "text").map((block) => text(block.text));
  if (line.isCompactSummary === true || texts[0]?.trimStart().startsWith(CONTINUED)) {
    return [{ kind: "summary", text: summaryOf(texts.join("\n")), ...timeOf(line) }];
  }
  if (line.isVisibleInTranscriptOnly === true) return NONE;
  const told = results.flatMap((block) => resultOf(block, line));
  if (texts.some((said) => said.trimStart().startsWith(INTERRUPTED)))
    told.push({ kind: "interrupted", ...timeOf(line) });
  // Words beside a result are the client's, in whatever form the result is.
  if (results.length > 0 || line.toolUseResult !== undefined) return told;
  const asked = promptOf(
    texts,
    blocks.some(({ type }) => type === "image"),
  );
  return asked === undefined ? told : [...told, { ...asked, ...whereOf(line) }];
}

type Prompt = Extract<TranscriptEvent, { kind: "prompt" }>;

/** What a person asked with these texts; undefined where nobody asked anything. */
function promptOf(
  texts: readonly string[],
  withImage: boolean,
): Pick<Prompt, "kind" | "text" | "synthetic"> | undefined {
  const raw = texts.filter((said) => !isClientLine(said)).join("\n");
  if (isSyntheticPrompt(raw)) return { kind: "prompt", text: "", synthetic: true };
  const said = isCommand(raw) ? commandOf(raw) : withoutInjected(raw) || (withImage ? "[image]" : "");
  return said === "" ? undefined : { kind: "prompt", text: excerpt(said, SAID_MAX), synthetic: false };
}

/** What a person said while the model worked: it stands in no line of its own, unless the turn was over by then. */
function queued(line: JsonObject): readonly TranscriptEvent[] {
  const { attachment } = line;
  if (!isObject(attachment) || attachment.type !== "queued_command") return NONE;
  if (attachment.commandMode !== undefined && attachment.commandMode !== "prompt") return NONE;
  const blocks = blocksOf(attachment.prompt);
  const texts = blocks.filter(({ type }) => type === "text").map((block) => text(block.text));
  const asked = promptOf(
    texts,
    blocks.some(({ type }) => type === "image"),
  );
  return asked === undefined || asked.synthetic ? NONE : [{ ...asked, ...whereOf(line) }];
}

/** `/review the parser` for what the client writes as elements. */
function commandOf(raw: string): string {
  const [name = "", given = ""] = ["command-name", "command-args"].map((part) => insideOf(raw, part)?.trim());
  return `${name} ${given}`.trim();
}

function resultOf(block: JsonObject, line: JsonObject): TranscriptEvent[] {
  const id = text(block.tool_use_id);
  const { toolUseResult: copy } = line;
  // What goes on in the background has only begun.
  if (id === "" || (isObject(copy) && (copy.isAsync === true || text(copy.backgroundTaskId) !== "")))
    return [];
  const raw = blocksOf(block.content)
    .map((part) => (part.type === "text" ? text(part.text) : part.type === "image" ? "[image]" : ""))
    .filter(Boolean)
    .join("\n");
  const said = isRefusal(raw);
  const refused = said || (isObject(copy) && copy.interrupted === true);
  return [
    {
      kind: "result",
      id,
      ok: block.is_error !== true && !refused,
      refused,
      text: excerpt(said ? wordsOf(raw) : outputOf(raw), OUTPUT_MAX),
      ...timeOf(line),
    },
  ];
}

/** How the client tells the model that a person said no, or stopped it. */
const REFUSALS = [
  "The user doesn't want to proceed with this tool use",
  "The user doesn't want to take this action right now",
  "User chose to stay in plan mode",
  "User rejected",
  INTERRUPTED,
];
const isRefusal = (raw: string): boolean => REFUSALS.some((start) => raw.startsWith(start));

/** What a person said when they refused. */
const wordsOf = (raw: string): string => /the user said:\s*([\s\S]*)$/.exec(raw)?.[1]?.trim() ?? "";

/** Without what the client adds for the model. */
const outputOf = (raw: string): string => {
  const said = withoutElement(raw, "system-reminder").trim();
  return said.startsWith("<tool_use_error>") ? (insideOf(said, "tool_use_error") ?? said) : said;
};

/** A compaction's summary without what the client says before and after it. */
function summaryOf(raw: string): string {
  const text = withoutElement(withoutElement(raw, "system-reminder"), "analysis");
  const head = HEAD_END.exec(text.slice(0, HEAD_MAX));
  const whole = insideOf(text, "summary") ?? text.slice(head ? head.index + head[0].length : 0);
  const tails = TAILS.map((tail) => whole.lastIndexOf(tail)).filter((at) => at >= 0);
  return excerpt(whole.slice(0, tails.length > 0 ? Math.min(...tails) : undefined).trim(), SAID_MAX);
}
const HEAD_MAX = 1_000;
const HEAD_END = /\nSummary:[ \t]*\n/;
const TAILS = [
  "\nIf you need specific details from before compaction",
  "\nContinue the conversation from where",
  "\nPlease continue the conversation from where",
];

/** The blocks of a message; a text alone is one. */
function blocksOf(content: unknown): JsonObject[] {
  if (typeof content === "string") return [{ type: "text", text: content }];
  return Array.isArray(content) ? content.filter(isObject) : [];
}

function timeOf({ timestamp }: JsonObject): { at?: string } {
  if (typeof timestamp !== "string") return {};
  if (AS_WRITTEN.test(timestamp)) return { at: timestamp };
  const time = new Date(timestamp);
  return Number.isNaN(time.getTime()) ? {} : { at: time.toISOString() };
}

/** How the client writes times, which is how they are kept. The last days of a month are looked at more closely. */
const AS_WRITTEN =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/;

const whereOf = (line: JsonObject): Pick<Prompt, "id" | "at" | "cwd" | "branch"> => {
  const [id, cwd, branch] = [text(line.uuid), text(line.cwd), text(line.gitBranch)];
  return { ...(id ? { id } : {}), ...timeOf(line), ...(cwd ? { cwd } : {}), ...(branch ? { branch } : {}) };
};

const text = (value: unknown): string => (typeof value === "string" ? value : "");

const QUEUED = '"type":"queued_command"';
/** A line's own type, not that of something in it: a tool may well be given an object of such a type. */
const PROGRESS_LINE = '"type":"progress","data":';
const THINKING = '"type":"thinking"';
const TEXT = '"type":"text"';
const TOOL_USE = '"type":"tool_use"';
const RESULT = '"type":"tool_result"';

/**
 * How far into a line its type and that of its first block stand, in what the client writes. What stands there is looked for
 * in a string: of a whole line of many kilobytes that takes longer than all else that is done with it.
 */
const HEAD = 1_024;

/** Of the lines that may hold a message, those of thoughts alone and the copies in progress lines tell nothing. */
function mayTell(line: Buffer): boolean {
  const head = line.toString("latin1", 0, HEAD);
  // Many kilobytes each, as a rule: the first that is asked.
  if (head.includes(PROGRESS_LINE)) return false;
  if (!looksLikeMessage(line, head)) return line.includes(QUEUED);
  return !head.includes(THINKING) || [TEXT, TOOL_USE, RESULT].some((block) => line.includes(block));
}

/** How Claude Code writes its transcripts, for capture. */
export const claudeCodeSession: SessionFormat = {
  ...claudeCodeTranscript,
  mayTell,
  events: transcriptEvents,
  agentsOf: agentTranscripts,
};
