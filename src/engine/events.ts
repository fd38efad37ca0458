/**
 * What the engine hears and says. A client's adapter turns its payloads into events and replies into its payloads;
 * no event holds a word of any client.
 */
import type { TranscriptFormat } from "../capture/types.ts";
import type { Environment, HostPaths } from "../host/paths.ts";
import type { Trace } from "../host/trace.ts";
import type { TaskChange } from "../memory/tasks.ts";

/** Where an event comes from. */
export interface Origin {
  /** Client's name, e.g. `claude-code`. */
  client: string;
  /** Id of the conversation. */
  session: string;
  /** Id of the subagent that it comes from, if it is not the conversation itself. */
  agent?: string;
  /** Current folder of the conversation's shell. */
  cwd: string;
  /** Folder the session was started in, where the client says so: it stays when `cwd` wanders. */
  projectDir?: string;
  /** The conversation's transcript, which may not exist yet, and how to read it. */
  transcript?: { path: string; format: TranscriptFormat };
  /** Whether a person sits at the session. Unattended ones are never asked to save: that would replace their answer. */
  attended: boolean;
}

export type EngineEvent =
  /** A session begins, or goes on: `afterCompaction` when the model has just lost its context, `resumed` when it had ended. */
  | { kind: "SessionStarted"; origin: Origin; afterCompaction: boolean; resumed: boolean }
  /** A prompt, and the client's id of it; `synthetic` when the client itself raised it. */
  | { kind: "PromptSubmitted"; origin: Origin; prompt: string; id?: string; synthetic: boolean }
  /** A tool, by the client's name, is about to write these files (absolute paths), or to run a shell command. */
  | { kind: "WriteIntended"; origin: Origin; tool?: string; paths: readonly string[]; shellCommand?: string }
  /** A tool is about to read a file (absolute path). */
  | { kind: "ReadIntended"; origin: Origin; path: string }
  /** One of our own tools is about to run. */
  | { kind: "OwnToolIntended"; origin: Origin; tool: string; input: { readonly [key: string]: unknown } }
  /** A subagent of this type is about to be called, to do this. */
  | { kind: "SubagentIntended"; origin: Origin; type: string; task: string }
  /** A subagent of this type starts; `origin.agent` is its id. */
  | { kind: "SubagentStarted"; origin: Origin; type: string }
  /** A tool has written these files (absolute paths), or has run a shell command. */
  | { kind: "WriteDone"; origin: Origin; paths: readonly string[]; shellCommand?: string }
  /** A tool has read or written a file (absolute path). */
  | { kind: "FileTouched"; origin: Origin; path: string; how: "read" | "written" }
  /** A tool has failed: what it was told to do, where it was a shell command, and what it complained of. */
  | { kind: "ToolFailed"; origin: Origin; tool: string; shellCommand?: string; error: string }
  /** The client's tasks of a list have changed, see `memory/tasks.ts`; `whole` when these are all of them. */
  | { kind: "TasksChanged"; origin: Origin; list: string; tasks: readonly TaskChange[]; whole: boolean }
  /** A person has accepted a plan. */
  | { kind: "PlanAccepted"; origin: Origin; plan: string }
  /** A shell command that may have made a commit has run and succeeded. */
  | { kind: "CommandDone"; origin: Origin; command: string; output: string }
  /** The model has ended its turn; `continued` when it ended one that we prolonged. */
  | { kind: "TurnEnded"; origin: Origin; continued: boolean; lastMessage?: string }
  /** A subagent has ended its work; `origin.agent` is its id, and this the path of its transcript. */
  | { kind: "SubagentEnded"; origin: Origin; transcript: string }
  /** The context is about to be compacted, and has been. */
  | { kind: "ContextCompacting"; origin: Origin }
  | { kind: "ContextCompacted"; origin: Origin }
  | { kind: "SessionEnded"; origin: Origin; reason: string };

export interface Reply {
  /** Text for the model. */
  context?: string;
  /** Whether the tool may run; absent: as the client decides. */
  verdict?: { permit: "allow" | "deny"; reason: string };
  /** The tool's input as it should run instead. */
  input?: { readonly [key: string]: unknown };
  /** Something already done that the model has to know was wrong. */
  problem?: string;
  /** A line for the person alone. */
  notice?: string;
}

/** What the engine needs of the machine. */
export interface Host {
  paths: HostPaths;
  env: Environment;
  trace: Trace;
  now: () => Date;
  /** Whether the process ends right after the answer, so that closing things is left to its end. */
  oneShot?: boolean;
  /** Milliseconds after which the process gives up, where it does. */
  timeLimit?: number;
  /** Milliseconds to wait for what another process writes, where it is more than usual. */
  patience?: number;
  /** Starts the worker, apart from this process; returns at once. Absent where none may be started. */
  startWorker?: () => void;
}
