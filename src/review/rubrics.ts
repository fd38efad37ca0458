/** What each reviewer is asked, in the words that a model is given. */
import type { Reviewer } from "./types.ts";

export interface Rubric extends Pick<Reviewer, "name" | "metric"> {
  /** What it judges, and what the ends of its scale are. */
  readonly asks: string;
  /** Whether it is shown what is remembered already. */
  readonly seesKnown: boolean;
}

/** The three of the panel, in the order they are asked and shown. */
export const RUBRICS: readonly Rubric[] = [
  {
    name: "analyzer",
    metric: "importance",
    asks: `How much would it cost to have forgotten this a month from now? importance 1: nothing at all, chatter or a step that anyone would take again; 4: it may spare a minute; 7: it spares an hour, or a mistake that was made once; 10: the work would go wrong without it. trivial is true for acknowledgements, progress notes, and output that tells nothing.`,
    seesKnown: false,
  },
  {
    name: "patterns",
    metric: "relevance",
    asks: `Does this hold beyond the moment: a decision and its reason, a cause and its remedy, a habit of this project, a preference of this person, something still to be done? relevance 1: of this one moment only; 5: it may come up again; 10: it will come up again and again. trivial is true for what any programmer knows, whatever the project.`,
    seesKnown: false,
  },
  {
    name: "knowledge-archaeologist",
    metric: "novelty",
    asks: `How much of this is not in what is remembered already, shown as "known" with the item? novelty 1: it is there, in other words; 3: it adds a detail; 7: it is about the same and says something else, a contradiction among it; 10: nothing there is about it. Where nothing is known, nothing is known of it. trivial is true where there is nothing to know.`,
    seesKnown: true,
  },
];
