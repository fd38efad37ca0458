/**
 * Whether a turn's end is the time to ask for records. Pure policy over what the ledger holds: while it is silent the
 * signals stay pending and add up; what was proposed once is not pending any more.
 */
import type { Config } from "../config/types.ts";
import type { CategoryName } from "../record/category.ts";
import type { SessionState, StoredSignal, TurnActivity } from "../store/port.ts";
import type { SignalTable } from "./patterns.ts";
import { scoreCategories } from "./score.ts";
import { type Activity, LIFECYCLE_EVENTS, type LifecycleEvent, type TriagedCategory } from "./types.ts";

export const SILENT_REASONS = [
  "capture_off",
  "triage_disabled",
  "turn_underway",
  "stop_hook_active",
  "synthetic_turn",
  "unattended",
  "session_limit",
  "too_soon",
  "nothing_new",
  "summary_alone",
] as const;
export type SilentReason = (typeof SILENT_REASONS)[number];

/**
 * A summary of the session by itself is worth interrupting for from this turn on. Every busy first turn reaches the
 * summary's threshold, and asking then would use up the request that the decision of the next turn needs.
 */
export const SUMMARY_ALONE_FROM_TURN = 5;

export interface DecideInput {
  /** As of the turn that ended, which `state.turns` already counts. */
  state: Pick<SessionState, "turns" | "requests" | "last_request_turn">;
  config: Pick<Config, "capture" | "triage" | "categories">;
  tables: readonly SignalTable[];
  signals: readonly StoredSignal[];
  activity: readonly TurnActivity[];
  /** Whether a person sits before the client. */
  attended: boolean;
  /** Whether the model already goes on because of a hook. */
  stopHookActive: boolean;
  /** Whether the client itself began the turn. */
  synthetic: boolean;
  /** Whether the turn goes on, so that nobody could answer. */
  underway: boolean;
}

export type Decision = { propose: TriagedCategory[] } | { silent: SilentReason };

export function decide(input: DecideInput): Decision {
  const silent = reasonForSilence(input);
  if (silent) return { silent };
  const propose = scoreCategories(
    input.signals.filter(({ state }) => state === "pending").map(toScored),
    totalActivity(input.activity),
    {
      tables: input.tables,
      thresholds: input.config.triage.thresholds,
      wanted: (category) => isCaptured(input.config, category),
    },
  );
  if (propose.length === 0) return { silent: "nothing_new" };
  const alone = propose.every(({ category }) => category === "session_summary");
  return alone && input.state.turns < SUMMARY_ALONE_FROM_TURN ? { silent: "summary_alone" } : { propose };
}

/** Why nothing is asked whatever was noticed; undefined if that depends on the signals. */
export function reasonForSilence({
  state,
  config,
  ...turn
}: Omit<DecideInput, "signals" | "activity">): SilentReason | undefined {
  const { capture, triage } = config;
  if (capture.mode === "off") return "capture_off";
  if (!triage.enabled) return "triage_disabled";
  if (turn.underway) return "turn_underway";
  if (turn.stopHookActive) return "stop_hook_active";
  if (turn.synthetic) return "synthetic_turn";
  // A request would replace the answer of a session without a person.
  if (!turn.attended && !capture.unattended) return "unattended";
  if (state.requests >= capture.requests_per_session) return "session_limit";
  const last = state.last_request_turn;
  if (last !== undefined && state.turns - last < capture.turns_between_requests) return "too_soon";
  return undefined;
}

/** Whether triage may propose records of a category: it is enabled and captured automatically. */
export function isCaptured(config: Pick<Config, "categories">, category: CategoryName): boolean {
  const settings = config.categories[category];
  return settings?.enabled === true && settings.auto_capture;
}

/** Activity of several turns as one. */
export const totalActivity = (turns: readonly TurnActivity[]): Activity => ({
  toolUses: turns.reduce((sum, turn) => sum + turn.tool_uses, 0),
  tools: [...new Set(turns.flatMap(({ tools }) => tools))].sort(),
  exchanges: turns.reduce((sum, turn) => sum + turn.exchanges, 0),
});

const toScored = ({ category, boosted, snippet, lifecycle_event }: StoredSignal) => ({
  category,
  boosted,
  snippet,
  ...(isLifecycleEvent(lifecycle_event) ? { lifecycleEvent: lifecycle_event } : {}),
});

const isLifecycleEvent = (value: string | undefined): value is LifecycleEvent =>
  LIFECYCLE_EVENTS.some((event) => event === value);
