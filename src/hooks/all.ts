/**
 * All hooks in one program: `<program> <Event>`. It is what `recollect install` makes into an executable of its own
 * (see `client/claude-code/setup/executable.ts`); an event that it does not know, or none, ends well at once.
 */
const start: { readonly [event: string]: () => unknown } = {
  SessionStart: () => import("./SessionStart.ts"),
  UserPromptSubmit: () => import("./UserPromptSubmit.ts"),
  PreToolUse: () => import("./PreToolUse.ts"),
  PostToolUse: () => import("./PostToolUse.ts"),
  Stop: () => import("./Stop.ts"),
  PreCompact: () => import("./PreCompact.ts"),
  SessionEnd: () => import("./SessionEnd.ts"),
};

start[process.argv[2] ?? ""]?.();
