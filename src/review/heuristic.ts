/**
 * Reviewers that need no model: stated rules for what matters and what is noise, and the text index for what is known.
 * They are cautious judges, not clever ones: what they cannot tell stays in the middle.
 */
import type { MemoryType } from "../memory/types.ts";
import type { FindSimilar } from "../recall/similar.ts";
import { analyze } from "../text/analyze.ts";
import { coverage } from "../text/similarity.ts";
import { EMPTY_CUES, IMPORTANCE_CUES, RELEVANCE_CUES, weigh } from "./cues.ts";
import type { Panel, Reviewer, Verdict } from "./types.ts";

/** Rules answer at once; a database may be slow. */
const TIMEOUT_MS = 2_000;

export interface Known {
  /** Among the memories that count as known. */
  readonly similar: FindSimilar;
  /** Importance by rules that knew more than the wording: how often something failed, whether a person said it. */
  readonly stated?: number;
}

export const heuristicPanel = (known: Known): Panel => ({
  reviewers: [analyzer(known), patterns, archaeologist(known)],
  timeoutMs: TIMEOUT_MS,
});

/** What importance begins at: what happened once matters less than what holds. */
const BASE: { readonly [type in MemoryType]: number } = {
  episodic: 4,
  semantic: 5,
  prospective: 5,
  procedural: 5,
  working: 4,
};

const analyzer = ({ stated }: Known): Reviewer => ({
  name: "analyzer",
  metric: "importance",
  executor: "heuristic",
  review: async (content, type) => {
    // What was rated by better rules is not rated by its words again, unless they say nothing.
    const { score, because } =
      stated === undefined ? weigh(content, BASE[type], IMPORTANCE_CUES) : weigh(content, stated, EMPTY_CUES);
    return { verdict: verdictOn(score, 4), trivial: score <= TRIVIAL, importance: score, reason: because };
  },
});

const patterns: Reviewer = {
  name: "patterns",
  metric: "relevance",
  executor: "heuristic",
  review: async (content) => {
    const { score, because } = weigh(content, 5, RELEVANCE_CUES);
    return { verdict: verdictOn(score, 5), trivial: score <= TRIVIAL, relevance: score, reason: because };
  },
};

const TRIVIAL = 2;
const SURE = 7;

/** @param least what is worth keeping at all */
const verdictOn = (score: number, least: number): Verdict =>
  score < least ? "reject" : score >= SURE ? "store" : "abstain";

/** What is known is no reason to refuse it: this one has no vote, only a score. */
const archaeologist = ({ similar }: Known): Reviewer => ({
  name: "knowledge-archaeologist",
  metric: "novelty",
  executor: "heuristic",
  review: async (content) => {
    const terms = new Set(analyze(content));
    const alike = await similar(content);
    const said = Math.max(0, ...alike.map((other) => coverage(terms, other.terms)));
    const reason =
      said === 0 ? "nothing like it is stored" : `${Math.round(100 * said)} % of its words are in one memory`;
    return { verdict: "abstain", trivial: false, novelty: 1 + Math.round(9 * (1 - said)), reason };
  },
});
