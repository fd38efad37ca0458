/** What happens when a turn ends: read what is new, keep its signals, and ask for records if it is time. */
import type { Config } from "../config/types.ts";
import type { CategoryTable } from "../record/category.ts";
import { RecordError } from "../record/error.ts";
import type {
  SessionChange,
  SessionLedger,
  SessionState,
  StoredSignal,
  TurnActivity,
} from "../store/port.ts";
import { type Decision, decide, reasonForSilence, totalActivity } from "./decide.ts";
import { inlineRequest } from "./request.ts";
import { activityOf, findSignals } from "./score.ts";
import { tablesFor } from "./tables.ts";
import { emptySlice, readTranscript } from "./transcript.ts";
import type { FoundSignal, Signal, TranscriptFormat, TranscriptMessage, TranscriptSlice } from "./types.ts";

export interface CaptureTurnInput {
  ledger: SessionLedger;
  /** As stored before this turn's end. */
  state: SessionState;
  config: Config;
  categories: CategoryTable;
  /** Absent when the client gave none. */
  transcriptPath?: string;
  format: TranscriptFormat;
  /** Folders that a transcript may lie in. */
  roots: readonly string[];
  /** The answer, as the client gives it: at a turn's end the transcript may not hold it yet. */
  lastAssistantMessage?: string;
  attended: boolean;
  stopHookActive: boolean;
  /** Whether what was said then is to be left out. */
  leftOut?: (at: string | undefined) => boolean;
  /** Whether the turn goes on, as before a compaction: nothing is asked then, and no turn counted. */
  underway?: boolean;
  now: Date;
  /** Takes out of a message what must not be kept. */
  redact(text: string): string;
  /** The user's staging folder, for mode `agents`. */
  staging: string;
}

export interface TurnSummary {
  decision: Decision;
  /** Messages read, and signals found in them. */
  messages: number;
  signals: number;
  skippedLines: number;
  skippedBytes: number;
  /** What could not be done, a sentence each; capture went on without it. */
  problems: string[];
}

export interface CapturedTurn {
  /** What to put before the model, if anything. */
  request?: string;
  /** Whether records are to be drafted of what waits, by a model that is in no conversation. */
  drafts?: true;
  /** As saved. */
  state: SessionState;
  /** Whether a person began the turn, and it is over: then it is a time at which something may be asked. */
  readonly isPersons: boolean;
  /** What was said since the last time, as far as the transcript holds it already. */
  said: { readonly [role in TranscriptMessage["role"]]: string };
  summary: TurnSummary;
}

/**
 * Captures a turn, as a rule when it has ended. Turns are counted when a person began them: what hooks and background
 * tasks add belongs to the turn before. Who began it is told by the transcript's last prompt or, where that was not
 * written in time, by the mark that the prompt left. Errors of the transcript and of staging become `problems`; those of
 * the ledger are thrown.
 */
export async function captureTurn(input: CaptureTurnInput): Promise<CapturedTurn> {
  const { ledger, config } = input;
  const tables = tablesFor(config);
  const problems: string[] = [];
  const idle = config.capture.mode === "off" || !config.triage.enabled;
  const slice = wanted(idle ? emptySlice(input.state.offset) : await read(input, problems), input);
  // The mark of a background turn that was cut short says nothing about the turn that a person began after it.
  const synthetic = slice.synthetic ?? input.state.synthetic === true;
  const underway = input.underway === true;
  const { synthetic: _begun, ...before } = input.state;
  const state: SessionState = {
    ...before,
    ...(underway && synthetic ? { synthetic } : {}),
    ...(input.transcriptPath !== undefined && !idle ? { transcript: input.transcriptPath } : {}),
    offset: slice.offset,
    messages: input.state.messages + slice.messages.filter(({ text }) => text !== "").length,
    turns: input.state.turns + (input.stopHookActive || synthetic || underway ? 0 : 1),
  };

  const signals = idle || isOurHousekeeping(input) ? [] : signalsOf(input, slice, state, tables);
  const continued = state.turns === input.state.turns;
  await keep(ledger, signals, await activityRow(input, state, slice, continued), state.project);

  const { attended, stopHookActive } = input;
  const turn = { state, config, tables, attended, stopHookActive, synthetic, underway };
  // Most turns are silent for reasons that no signal changes, and the signals of a long session are many.
  const pending = reasonForSilence(turn)
    ? { signals: [], activity: [] }
    : await ledger.pending(
        state.project,
        state.session,
        Math.max(0, state.messages - config.triage.max_messages),
      );
  const decision = decide({ ...turn, ...pending });
  const isPersons = state.turns > input.state.turns;
  const said = { user: saidBy("user", slice), assistant: saidBy("assistant", slice) };
  const summary: TurnSummary = {
    decision,
    messages: slice.messages.length,
    signals: signals.length,
    skippedLines: slice.skippedLines,
    skippedBytes: slice.skippedBytes,
    problems,
  };
  if ("silent" in decision) {
    await ledger.changeSession(state.project, state.session, changeOf(state));
    return { state, isPersons, said, summary };
  }
  const asked = { ...state, requests: state.requests + 1, last_request_turn: state.turns };
  const isDraftedElsewhere = config.capture.mode === "endpoint";
  // Marked before it is said: a request that gets lost is better than one made twice. Who drafts elsewhere needs the text.
  if (!isDraftedElsewhere) await ledger.markProposed(state.project, state.session);
  await ledger.changeSession(asked.project, asked.session, changeOf(asked));
  if (isDraftedElsewhere) return { drafts: true, state: asked, isPersons, said, summary };
  const request = await requestFor(input, decision.propose, pending, problems);
  return { request, state: asked, isPersons, said, summary };
}

/** What a turn's end changes; when the session ended is another process's to say. */
const changeOf = ({
  transcript,
  offset,
  messages,
  turns,
  requests,
  ...more
}: SessionState): SessionChange => ({
  ...(transcript === undefined ? {} : { transcript }),
  offset,
  messages,
  turns,
  requests,
  ...(more.last_request_turn === undefined ? {} : { last_request_turn: more.last_request_turn }),
  synthetic: more.synthetic === true,
});

interface WantedSlice extends TranscriptSlice {
  /** Whether what ends the slice is told, and with it the answer that the transcript lags behind. */
  readonly isTold: boolean;
}

/** What was said in answer to something that is left out tells of it. */
function wanted(slice: TranscriptSlice, { leftOut }: CaptureTurnInput): WantedSlice {
  if (!leftOut) return { ...slice, isTold: true };
  let isTold = true;
  const messages = slice.messages.filter(({ role, text, at }) => {
    const begins = role === "user" && text !== "";
    isTold = (begins || isTold) && !leftOut(at);
    return isTold;
  });
  return { ...slice, messages, isTold };
}

const saidBy = (speaker: TranscriptMessage["role"], { messages }: TranscriptSlice): string =>
  messages
    .filter(({ role }) => role === speaker)
    .map(({ text }) => text)
    .join("\n");

/** The model goes on because of our own request: what it says then is about saving, not worth saving. */
const isOurHousekeeping = ({ stopHookActive, state }: CaptureTurnInput): boolean =>
  stopHookActive && state.last_request_turn !== undefined && state.last_request_turn === state.turns;

async function read(input: CaptureTurnInput, problems: string[]): Promise<TranscriptSlice> {
  const { transcriptPath, state, format, roots, config } = input;
  if (transcriptPath === undefined) return emptySlice(state.offset);
  try {
    return await readTranscript(transcriptPath, {
      offset: state.offset,
      format,
      roots,
      maxMessages: config.triage.max_messages,
    });
  } catch (error) {
    problems.push(error instanceof RecordError ? error.message : `Transcript unreadable: ${String(error)}`);
    return emptySlice(state.offset);
  }
}

/**
 * Signals of the new messages and, where the transcript lags, of the answer. The answer is not counted as a message:
 * the next reading meets it and does so, while its signals are known by their hashes then.
 */
function signalsOf(
  input: CaptureTurnInput,
  slice: WantedSlice,
  state: SessionState,
  tables: Parameters<typeof findSignals>[1],
): StoredSignal[] {
  const messages = [...slice.messages];
  const answer = !slice.isTold ? undefined : input.lastAssistantMessage?.trim();
  if (answer && !messages.some(({ role, text }) => role === "assistant" && text.includes(answer))) {
    messages.push({ role: "assistant", text: answer, tools: [] });
  }
  const saved = messages.findLastIndex(({ tools }) => tools.some((tool) => SAVE_TOOL.test(tool)));
  const numbers = numbersOf(messages, input.state.messages);
  return keepable(messages, tables, input.redact)
    .filter(({ message }) => message > saved)
    .map((signal) => toStored(signal, state, numbers[signal.message] ?? state.messages));
}

/** Signals of the messages as they may be kept. Most turns have none, and need not be looked through for secrets. */
function keepable(
  messages: readonly TranscriptMessage[],
  tables: Parameters<typeof findSignals>[1],
  redact: (text: string) => string,
): FoundSignal[] {
  const found = findSignals(messages, tables);
  if (found.length === 0) return found;
  // Excerpts reach into the messages around, and what is private may begin there.
  const isTaken = (n: number): boolean => found.some(({ reach }) => reach.from <= n && n <= reach.to);
  if (messages.every(({ text }, n) => !isTaken(n) || redact(text) === text)) return found;
  const masked = messages.map((message) => ({ ...message, text: redact(message.text) }));
  return findSignals(masked, tables);
}

/** What came before a save in the same turn has been considered by the one who saved. */
const SAVE_TOOL = /(?:^|__)memory_save$/;

/** Numbers in the session: only messages with text have one of their own. */
function numbersOf(messages: readonly TranscriptMessage[], from: number): number[] {
  let next = from;
  return messages.map(({ text }) => (text === "" ? Math.max(0, next - 1) : next++));
}

const toStored = (signal: Signal, state: SessionState, message: number): StoredSignal => ({
  session: state.session,
  turn: state.turns,
  message,
  category: signal.category,
  boosted: signal.boosted,
  snippet: signal.snippet,
  excerpt: signal.excerpt,
  ...(signal.lifecycleEvent ? { lifecycle_event: signal.lifecycleEvent } : {}),
  hash: signal.hash,
  state: "pending",
});

/** The turn's activity; a turn that went on by hooks or background tasks adds to what it had done. */
async function activityRow(
  { ledger, state: before }: CaptureTurnInput,
  state: SessionState,
  slice: TranscriptSlice,
  continued: boolean,
): Promise<TurnActivity> {
  const { toolUses, tools, exchanges } = activityOf(slice.messages);
  // What the turn had done is kept under the last message read.
  const from = Math.max(0, before.messages - 1);
  const earlier = continued
    ? (await ledger.pending(state.project, state.session, from)).activity.find(
        ({ turn }) => turn === state.turns,
      )
    : undefined;
  return {
    session: state.session,
    turn: state.turns,
    message: Math.max(0, state.messages - 1),
    tool_uses: toolUses + (earlier?.tool_uses ?? 0),
    tools: [...new Set([...tools, ...(earlier?.tools ?? [])])].sort(),
    exchanges: exchanges + (earlier?.exchanges ?? 0),
  };
}

async function keep(
  ledger: SessionLedger,
  signals: readonly StoredSignal[],
  activity: TurnActivity,
  project: string,
): Promise<void> {
  if (signals.length === 0 && activity.tool_uses === 0 && activity.exchanges === 0) return;
  await ledger.addTurn(project, signals, activity);
}

async function requestFor(
  input: CaptureTurnInput,
  proposed: Extract<Decision, { propose: unknown }>["propose"],
  pending: { signals: StoredSignal[]; activity: TurnActivity[] },
  problems: string[],
): Promise<string> {
  if (input.config.capture.mode !== "agents") return inlineRequest(proposed);
  const activity = totalActivity(pending.activity);
  const parts = {
    staging: input.staging,
    session: input.state.session,
    proposed,
    signals: pending.signals,
    activity,
    categories: input.categories,
  };
  let contextFiles = new Map<string, string>();
  try {
    const { removeOldStaging, writeContextFiles } = await import("./context-files.ts");
    contextFiles = writeContextFiles(parts);
    removeOldStaging(input.staging, input.now);
  } catch (error) {
    problems.push(error instanceof Error ? error.message : String(error));
  }
  const { agentsRequest } = await import("./agents-request.ts");
  return agentsRequest({
    categories: proposed,
    contextFiles,
    parallel: input.config.triage.parallel,
    activity,
  });
}
