/** Why a model did not answer. No message holds a key, nor anything that was sent or received. */
import type { Spent } from "./model.ts";

export type ModelTrouble =
  /** The configuration lacks something, or says what cannot be used. */
  | "not_set_up"
  /** A cap on calls, tokens or money is in the way. */
  | "capped"
  /** The key is missing, wrong, or not allowed to do this. */
  | "key"
  /** There is no such address or model there. */
  | "not_found"
  /** It does not take what it was sent. */
  | "refused"
  /** Too many calls lately; see `retryAfterMs`. */
  | "rate_limited"
  /** It is in trouble itself. */
  | "server"
  | "unreachable"
  /** The answer broke off, or is none that can be read. */
  | "broken"
  | "too_big"
  /** It sends us elsewhere; nobody went there. */
  | "redirect"
  | "timeout"
  | "called_off";

/** Those that another try, later, may not meet. */
const PASSING: ReadonlySet<ModelTrouble> = new Set([
  "rate_limited",
  "server",
  "unreachable",
  "broken",
  "timeout",
  "called_off",
]);

/** Those where the model may have worked before it failed us, and is paid for it. */
const WORKED: ReadonlySet<ModelTrouble> = new Set(["broken", "too_big", "timeout", "called_off"]);

export interface ModelErrorDetails {
  /** Milliseconds after which to try again, where it was said. */
  readonly retryAfterMs?: number;
  /** What it cost all the same, where that was said. */
  readonly spent?: Spent;
}

export class ModelError extends Error {
  override readonly name: string = "ModelError";
  readonly trouble: ModelTrouble;
  readonly retryAfterMs?: number;
  readonly spent?: Spent;

  constructor(trouble: ModelTrouble, message: string, details: ModelErrorDetails = {}) {
    super(message);
    this.trouble = trouble;
    if (details.retryAfterMs !== undefined) this.retryAfterMs = details.retryAfterMs;
    if (details.spent) this.spent = details.spent;
  }

  /** Whether another try, later, may do. */
  get isPassing(): boolean {
    return PASSING.has(this.trouble);
  }

  /** Whether it may have cost something. */
  get mayHaveWorked(): boolean {
    return WORKED.has(this.trouble);
  }
}
