/** What a look at something found. */

export type CheckState = "ok" | "warning" | "error";

export interface Check {
  name: string;
  state: CheckState;
  /** What was found, in a sentence without a full stop. */
  found: string;
  /** How to mend it. */
  fix?: string;
}

export const ok = (name: string, found: string): Check => ({ name, state: "ok", found });
export const bad = (name: string, state: CheckState, found: string, fix: string): Check => ({
  name,
  state,
  found,
  fix,
});
