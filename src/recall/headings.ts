/** The headings of the original. */
import type { Lane } from "./budget.ts";

export const HEADINGS: { readonly [part in Lane | "working"]: string } = {
  working: "### Working Memory (Current Task)",
  episodic: "### Recent Events (Episodic)",
  semantic: "### Relevant Knowledge (Semantic)",
  prospective: "### Pending Tasks (Prospective)",
  procedural: "### Applicable Procedures (Procedural)",
};
