/** Claude Code's hook payloads → engine events. Anything mistyped or missing is tolerated: a hook never fails on its input. */
import type { EngineEvent, Origin } from "../../engine/events.ts";
import type { Environment } from "../../host/paths.ts";
import { isObject } from "../../record/value.ts";
import { isSyntheticPrompt } from "./line-text.ts";
import { isOwnAgent } from "./names.ts";
import { ownToolName } from "./own-tools.ts";
import { taskEvent } from "./task-tools.ts";
import { absolutePath, intendedWrites } from "./tool-writes.ts";
import { claudeCodeTranscript } from "./transcript-line.ts";

export const CLIENT_NAME = "claude-code";

type Payload = { readonly [field: string]: unknown };

/**
 * The event of a hook payload, or undefined when there is nothing for the engine to do.
 * `name` is the event the hook was registered for.
 */
export function decodeHook(name: string, payload: unknown, env: Environment): EngineEvent | undefined {
  if (!isObject(payload)) return undefined;
  const input: Payload = payload;
  const origin = originOf(input, env);
  switch (name) {
    case "SessionStart":
      return {
        kind: "SessionStarted",
        origin,
        afterCompaction: input.source === "compact",
        resumed: input.source === "resume",
      };
    case "UserPromptSubmit": {
      const prompt = text(input.prompt) || text(input.user_prompt);
      const id = text(input.prompt_id);
      const synthetic = isSyntheticPrompt(prompt);
      return { kind: "PromptSubmitted", origin, prompt, synthetic, ...(id ? { id } : {}) };
    }
    case "PreToolUse":
      return toolIntended(origin, input, env);
    case "PostToolUse": {
      const task = taskEvent(origin, input);
      if (task) return task;
      const read = readOf(origin, input, env);
      if (read) return { kind: "FileTouched", origin, path: read, how: "read" };
      const writes = writesOf(origin, input, env);
      return writes && { kind: "WriteDone", origin, ...writes };
    }
    case "PostToolUseFailure":
      return toolFailed(origin, input);
    case "SubagentStart":
      return agentStarted(origin, text(input.agent_type));
    case "Stop": {
      const lastMessage = text(input.last_assistant_message);
      const continued = input.stop_hook_active === true;
      return { kind: "TurnEnded", origin, continued, ...(lastMessage ? { lastMessage } : {}) };
    }
    case "SubagentStop":
      return agentEnded(origin, text(input.agent_type), text(input.agent_transcript_path));
    case "PreCompact":
      return { kind: "ContextCompacting", origin };
    case "PostCompact":
      return { kind: "ContextCompacted", origin };
    case "SessionEnd":
      return { kind: "SessionEnded", origin, reason: text(input.reason) || "other" };
    default:
      return undefined;
  }
}

/** Compaction is an agent without a type. */
const agentStarted = (origin: Origin, type: string): EngineEvent | undefined =>
  origin.agent && type && !isOwnAgent(type) ? { kind: "SubagentStarted", origin, type } : undefined;

const agentEnded = (origin: Origin, type: string, transcript: string): EngineEvent | undefined =>
  origin.agent && type && transcript && !isOwnAgent(type)
    ? { kind: "SubagentEnded", origin, transcript }
    : undefined;

/** What a person has interrupted did not go wrong. */
function toolFailed(origin: Origin, input: Payload): EngineEvent | undefined {
  const tool = text(input.tool_name);
  const error = text(input.error);
  const shellCommand = tool === "Bash" ? text(object(input.tool_input).command) : "";
  return error && input.is_interrupt !== true
    ? { kind: "ToolFailed", origin, tool, error, ...(shellCommand ? { shellCommand } : {}) }
    : undefined;
}

/** `Task` is the tool's older name. */
const AGENT_TOOLS: ReadonlySet<unknown> = new Set(["Agent", "Task"]);
/** The type of agents that are called without one. */
const USUAL_AGENT = "general-purpose";

function agentIntended(origin: Origin, call: Payload): EngineEvent | undefined {
  const type = text(call.subagent_type) || USUAL_AGENT;
  const task = [text(call.description), text(call.prompt)].filter(Boolean).join("\n");
  return isOwnAgent(type) ? undefined : { kind: "SubagentIntended", origin, type, task };
}

function toolIntended(origin: Origin, input: Payload, env: Environment): EngineEvent | undefined {
  if (AGENT_TOOLS.has(input.tool_name)) return agentIntended(origin, object(input.tool_input));
  const own = ownToolName(text(input.tool_name));
  if (own) return { kind: "OwnToolIntended", origin, tool: own, input: object(input.tool_input) };
  const read = readOf(origin, input, env);
  if (read) return { kind: "ReadIntended", origin, path: read };
  const writes = writesOf(origin, input, env);
  const tool = text(input.tool_name);
  return writes && { kind: "WriteIntended", origin, ...writes, ...(tool ? { tool } : {}) };
}

/** The file that a tool call reads. */
function readOf({ cwd }: Origin, input: Payload, env: Environment): string | undefined {
  const path = input.tool_name === "Read" ? text(object(input.tool_input).file_path) : "";
  return path ? absolutePath(path, cwd, env) : undefined;
}

/** What a tool call writes, as far as it says; undefined for one that writes nothing. */
function writesOf(
  origin: Origin,
  input: Payload,
  env: Environment,
): { paths: string[]; shellCommand?: string } | undefined {
  const command = input.tool_name === "Bash" ? text(object(input.tool_input).command) : "";
  if (command) return { paths: [], shellCommand: command };
  const paths = intendedWrites(input.tool_name, input.tool_input, origin.cwd, env);
  return paths.length > 0 ? { paths } : undefined;
}

function originOf(input: Payload, env: Environment): Origin {
  const projectDir = env.CLAUDE_PROJECT_DIR;
  const transcript = text(input.transcript_path);
  const agent = text(input.agent_id);
  return {
    client: CLIENT_NAME,
    session: text(input.session_id) || env.CLAUDE_CODE_SESSION_ID || "unknown",
    ...(agent ? { agent } : {}),
    cwd: text(input.cwd) || projectDir || process.cwd(),
    ...(projectDir ? { projectDir } : {}),
    ...(transcript ? { transcript: { path: transcript, format: claudeCodeTranscript } } : {}),
    attended: isAttended(env),
  };
}

/** `claude -p` and the SDKs say `sdk-cli`, `sdk-ts`, …; the terminal says `cli`. */
const isAttended = (env: Environment): boolean => {
  const entrypoint = env.CLAUDE_CODE_ENTRYPOINT ?? "";
  return entrypoint !== "" && !/^sdk|github-action/.test(entrypoint);
};

const text = (value: unknown): string => (typeof value === "string" ? value : "");
const object = (value: unknown): Payload => (isObject(value) ? value : {});
