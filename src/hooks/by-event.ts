/** The hook of each event of the client; loading it answers the event and ends the process. */
export const HOOKS = {
  SessionStart: (): Promise<unknown> => import("./SessionStart.ts"),
  UserPromptSubmit: (): Promise<unknown> => import("./UserPromptSubmit.ts"),
  PreToolUse: (): Promise<unknown> => import("./PreToolUse.ts"),
  PostToolUse: (): Promise<unknown> => import("./PostToolUse.ts"),
  PostToolUseFailure: (): Promise<unknown> => import("./PostToolUseFailure.ts"),
  SubagentStart: (): Promise<unknown> => import("./SubagentStart.ts"),
  SubagentStop: (): Promise<unknown> => import("./SubagentStop.ts"),
  Stop: (): Promise<unknown> => import("./Stop.ts"),
  PreCompact: (): Promise<unknown> => import("./PreCompact.ts"),
  PostCompact: (): Promise<unknown> => import("./PostCompact.ts"),
  SessionEnd: (): Promise<unknown> => import("./SessionEnd.ts"),
} as const;

export type HookEvent = keyof typeof HOOKS;

export const HOOK_EVENTS: readonly HookEvent[] = Object.keys(HOOKS) as HookEvent[];

export const isHookEvent = (name: string): name is HookEvent => Object.hasOwn(HOOKS, name);
