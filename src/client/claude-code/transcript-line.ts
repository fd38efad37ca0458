/**
 * Lines of a Claude Code transcript, as observed with 2.1.197 and 2.1.330: one JSON object per line; conversation is
 * `type:"user"` (once `human`) and `type:"assistant"` with the text under `message.content`; everything else
 * (`progress`, `system`, `attachment`, `queue-operation`, `api-request`, …) holds copies or bookkeeping.
 */
import type { TranscriptFormat, TranscriptLine } from "../../capture/types.ts";
import { isObject } from "../../record/value.ts";
import { isClientLine, isCommand, isSyntheticPrompt, withoutInjected } from "./line-text.ts";

const IGNORED: TranscriptLine = { kind: "ignored" };

type Fields = { readonly [key: string]: unknown };

/** Decodes one parsed line. Anything that is not conversation, or not a line at all, is `ignored`. */
export function decodeTranscriptLine(value: unknown): TranscriptLine {
  if (!isObject(value) || !isObject(value.message)) return IGNORED;
  if (value.isMeta === true || value.isSidechain === true || value.isCompactSummary === true) return IGNORED;
  if (value.isVisibleInTranscriptOnly === true || value.isApiErrorMessage === true) return IGNORED;
  const at = typeof value.timestamp === "string" ? { at: value.timestamp } : {};
  if (value.type === "assistant") return assistantLine(value.message, at);
  if (value.type === "user" || value.type === "human") return userLine(value, value.message, at);
  return IGNORED;
}

function assistantLine(message: Fields, at: { at?: string }): TranscriptLine {
  // The client answers for the model with this name ("No response requested.", API errors).
  if (message.model === "<synthetic>") return IGNORED;
  const { texts, tools } = blocksOf(message.content);
  const text = withoutInjected(texts.join("\n"));
  const id = typeof message.id === "string" ? { id: message.id } : {};
  if (text === "" && tools.length === 0) return IGNORED;
  return { kind: "message", origin: "assistant", message: { role: "assistant", text, tools, ...at }, ...id };
}

function userLine(line: Fields, message: Fields, at: { at?: string }): TranscriptLine {
  if (line.toolUseResult !== undefined) return IGNORED;
  const { texts, other } = blocksOf(message.content);
  if (texts.length === 0 && other) return IGNORED;
  const said = texts.filter((text) => !isClientLine(text));
  if (said.length === 0) return IGNORED;
  const raw = said.join("\n");
  if (isSyntheticPrompt(raw)) {
    return { kind: "message", origin: "synthetic", message: { role: "user", text: "", tools: [], ...at } };
  }
  const text = withoutInjected(raw);
  // Output of a local command is not a prompt; a slash command begins a turn although it leaves no text.
  if (text === "" && !isCommand(raw)) return IGNORED;
  return { kind: "message", origin: "person", message: { role: "user", text, tools: [], ...at } };
}

/** Text blocks, names of called tools, and whether there was any other block. */
function blocksOf(content: unknown): { texts: string[]; tools: string[]; other: boolean } {
  if (typeof content === "string") return { texts: [content], tools: [], other: false };
  const found = { texts: [] as string[], tools: [] as string[], other: false };
  if (!Array.isArray(content)) return found;
  for (const block of content) {
    if (!isObject(block)) continue;
    if (block.type === "text" && typeof block.text === "string") found.texts.push(block.text);
    else if (block.type === "tool_use" && typeof block.name === "string") found.tools.push(block.name);
    else found.other = true;
  }
  return found;
}

const USER = '"type":"user"';
const ASSISTANT = '"type":"assistant"';
const TOOL_RESULT = '"toolUseResult":';
const THINKING = '"type":"thinking"';
const TEXT = '"type":"text"';
const TOOL_USE = '"type":"tool_use"';
const PROGRESS = '"type":"progress"';

/**
 * The client writes compact JSON, and a quote inside a string is always escaped, so these byte sequences can only be
 * keys and values of the structure. Lines from other writers (spaces after colons, `human`) are let through to the
 * parser when they hold the words at all.
 */
function mayMatter(line: Buffer): boolean {
  if (line.includes(USER)) return !line.includes(TOOL_RESULT) && !line.includes(PROGRESS);
  if (line.includes(ASSISTANT)) {
    if (line.includes(PROGRESS)) return false;
    return !line.includes(THINKING) || line.includes(TEXT) || line.includes(TOOL_USE);
  }
  return isLooseMessage(line);
}

/** Whether the line may be a message of anyone's, or hold one. @param head its beginning, which mostly tells */
export const looksLikeMessage = (line: Buffer, head: string): boolean =>
  head.includes(USER) ||
  head.includes(ASSISTANT) ||
  line.includes(USER) ||
  line.includes(ASSISTANT) ||
  isLooseMessage(line);

const isLooseMessage = (line: Buffer): boolean => SPACED_TYPE.test(line.toString("latin1", 0, LOOSE_LOOK));

/** How far into a line of another writer its type is looked for. */
const LOOSE_LOOK = 4_096;
const SPACED_TYPE = /"type"\s*:\s*"(?:human"|(?<=\s")(?:user|assistant)")/;

/** How Claude Code writes its transcripts. */
export const claudeCodeTranscript: TranscriptFormat = { mayMatter, decode: decodeTranscriptLine };
