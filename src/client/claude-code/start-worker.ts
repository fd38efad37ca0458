/** Starts the worker from a process that Claude Code, or a person, has started. */
import { startDetached } from "../../host/detached.ts";
import type { Environment } from "../../host/paths.ts";

/** What the client says of its session, and the launcher of how a hook is run: the worker belongs to neither. */
const OF_SESSION: readonly RegExp[] = [
  /^CLAUDECODE$/,
  /^CLAUDE_(?:PROJECT_DIR|EFFORT|ENV_FILE|PLUGIN_.*)$/,
  /^CLAUDE_CODE_(?:SESSION_ID|ENTRYPOINT|SSE_PORT)$/,
  /^RECOLLECT_LAUNCHED$/,
  /^BUN_/,
];

/**
 * The worker's environment: the caller's, keys for models and the client's own settings with it, and the hooks switched off,
 * so that no client that the worker starts can set them off.
 */
export const workerEnvironment = (env: Environment): Environment => ({
  ...Object.fromEntries(Object.entries(env).filter(([name]) => !OF_SESSION.some((one) => one.test(name)))),
  RECOLLECT_HOOKS: "off",
});

/**
 * Starts it through the launcher, which says in the environment where it is. Undefined where none may be started:
 * `RECOLLECT_WORKER` is `off`, or this process was not started by the launcher.
 */
export function workerStarter(env: Environment): (() => void) | undefined {
  const { RECOLLECT_LAUNCHER: launcher, RECOLLECT_WORKER: wanted } = env;
  if (wanted === "off" || !launcher?.startsWith("/")) return undefined;
  return () => startDetached([launcher, "work"], workerEnvironment(env));
}
