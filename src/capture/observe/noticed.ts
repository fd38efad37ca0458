/** What a rule has noticed, before it is told apart from what other rules noticed. */
import type { Observation } from "../observation.ts";

export interface Noticed extends Omit<Observation, "key" | "segment" | "turn"> {
  /** The words it was found by: the same whenever the segment is read. */
  readonly by: string;
}
