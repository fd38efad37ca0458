/**
 * Which memories could be records of the project, and what record each would be. A draft says what the memory says: what
 * nobody said (alternatives, reasons, how to verify) is left to be filled in by a person, or stands as "Not recorded".
 */
import { nameOf, saidBy, textHash } from "../memory/create.ts";
import { isRecallable } from "../memory/lifecycle.ts";
import { canBeSameClaim } from "../memory/same-claim.ts";
import { certainty, laplace } from "../memory/strength.ts";
import type { Memory, ProceduralMemory, ProspectiveMemory, SemanticMemory } from "../memory/types.ts";
import { cleanTitle, oneLine } from "../record/sanitize.ts";
import { TAG_CAP, TITLE_MAX } from "../record/types.ts";
import { clip } from "../record/value.ts";
import { analyze } from "../text/analyze.ts";
import { jaccard } from "../text/similarity.ts";
import { DRAFT_SUMMARY_MAX, type Draft } from "./types.ts";

/** What a memory has to have, at least, for a record to be proposed. */
export const LEAST: { readonly evidence: number; readonly confidence: number; readonly importance: number } =
  {
    /** Distinct sessions that speak for it. */
    evidence: 3,
    confidence: 0.7,
    importance: 6,
  };

export interface Promotion {
  readonly draft: Draft;
  /** The memories that it is made of, and that it takes the place of. */
  readonly memories: readonly Memory[];
  /** What they say, to tell it from what was proposed before. */
  readonly said: string;
  /** A sentence for people. */
  readonly why: string;
}

/** The record that a memory could become; undefined where it says none, or too little speaks for it. */
export function promotionOf(memory: Memory, now: Date): Promotion | undefined {
  if (!isRecallable(memory, now) || memory.importance < LEAST.importance) return undefined;
  // What is of all the user's projects is the user's, and no project's.
  if (memory.type === "working" || memory.scope === "user") return undefined;
  const { evidence, confidence } = standingOf(memory);
  if (evidence < LEAST.evidence || confidence < LEAST.confidence) return undefined;
  const made = draftFrom(memory);
  // What says nothing but what cannot be shown is no record.
  if (!made || cleanTitle(made.title ?? nameOf(memory)) === "" || oneLine(made.summary) === "")
    return undefined;
  const tags = memory.tags.slice(0, TAG_CAP);
  return {
    draft: {
      title: clip(oneLine(nameOf(memory)).replace(/…$/u, ""), TITLE_MAX),
      confidence: Math.round(confidence * 100) / 100,
      ...(tags.length > 0 ? { tags } : {}),
      ...made,
      summary: clip(made.summary.trim(), DRAFT_SUMMARY_MAX),
    },
    memories: [memory],
    said: saidBy(memory),
    why: `Noticed in ${evidence} sessions; importance ${memory.importance}, confidence ${confidence.toFixed(2)}`,
  };
}

/** How many sessions speak for a memory, and how sure it is, 0–1. */
function standingOf(memory: Memory): { evidence: number; confidence: number } {
  switch (memory.type) {
    case "semantic":
      return { evidence: memory.evidence_count, confidence: memory.confidence };
    case "procedural": {
      // To be taught is to have worked once for whoever taught it; who taught it again was counted as a use then.
      const taught = new Set(memory.source_sessions).size;
      const worked = Math.max(taught, memory.success_count);
      const failed = memory.usage_count - memory.success_count;
      return { evidence: worked, confidence: laplace(worked, worked + failed) };
    }
    case "prospective":
      // Someone wanted it, each time: nothing makes that unsure.
      return { evidence: new Set(memory.recurrence_sessions).size, confidence: 1 };
    default:
      return { evidence: 1, confidence: certainty(memory) };
  }
}

type Made = Pick<Draft, "category" | "summary"> & Partial<Draft>;

function draftFrom(memory: Memory): Made | undefined {
  switch (memory.type) {
    case "semantic":
      return fromKnowledge(memory);
    case "procedural":
      return runbookFrom(memory);
    case "prospective":
      return debtFrom(memory);
    default:
      return undefined;
  }
}

const DECIDED =
  /\b(?:decided|decision|chose|chosen|went with|settled on|switched|agreed (?:to|on)|adopted|replaced|migrat(?:e|ed|ing)|instead of|rather than)\b/i;
const BINDING =
  /\b(?:must(?:n't)?|cannot|can't|not (?:allowed|supported|possible)|forbidden|prohibited|at most|no more than|only works|requires?|required|has to|have to|max(?:imum)?|limit(?:ed)?|compliance|policy)\b/i;
const PREFERRED =
  /\b(?:prefers?|preferred|favou?rs?|likes?|wants?|convention|style|always|never|avoid|do not|don't|use|name|write|keep)\b/i;
const MENDED = /\b(?:fix(?:ed|es)?|resolved|solved|solution|workaround|mitigated)\b/i;
const FAILED = /\b(?:error|exception|fail(?:s|ed|ing|ure)?|crash\w*|broke\w*|timeout|timed out)\b/i;

/** Facts and knowledge of the domain stay private; a rule, a choice or a cure is the project's. */
function fromKnowledge(memory: SemanticMemory): Made | undefined {
  if (memory.category !== "principle" && memory.category !== "pattern") return undefined;
  const { content, tags } = memory;
  const is = (tag: string, wording: RegExp): boolean => tags.includes(tag) || wording.test(content);
  if ((tags.includes("fix") || FAILED.test(content)) && is("fix", MENDED)) return cureFrom(memory);
  if (is("decision", DECIDED)) return { category: "decision", summary: content };
  const isWish = tags.includes("preference") || tags.includes("correction");
  if (!isWish && is("constraint", BINDING)) return { category: "constraint", summary: content };
  return isWish || PREFERRED.test(content) ? preferenceFrom(memory) : undefined;
}

const preferenceFrom = ({ content, importance }: SemanticMemory): Made => ({
  category: "preference",
  summary: content,
  content: {
    strength: importance >= STRONG || /\b(?:always|never|must)\b/i.test(content) ? "strong" : "default",
  },
});

/** From this importance on a preference is held firmly. */
const STRONG = 9;

/** Trouble with its cure, line by line as capture notes it: the failure, its cause, the fix, what was changed. */
function cureFrom({ concept, content }: SemanticMemory): Made {
  const lines = content.split(/(?<=[.!?])\s+(?=[A-Z`])|\n+/).filter((line) => line.trim() !== "");
  const after = (label: string): string[] =>
    lines.filter((line) => line.startsWith(label)).map((line) => line.slice(label.length).trim());
  const cures = lines.filter((line) => MENDED.test(line) && !/^(?:Cause|Changed|Problem):/.test(line));
  const steps = [
    ...cures.map((line) => line.replace(/^Fix:\s*/, "")),
    ...after("Changed:").map((files) => `Changed ${files}`),
  ];
  const [cause] = after("Cause:");
  const symptoms = [
    ...after("Problem:"),
    ...lines.filter((line) => FAILED.test(line) && !cures.includes(line) && !/^\w+:/.test(line)),
  ];
  return {
    category: "runbook",
    title: clip(oneLine(concept).replace(/^Fixed:\s*/, ""), TITLE_MAX),
    summary: content,
    content: {
      trigger: concept.replace(/^Fixed:\s*/, ""),
      steps: steps.length > 0 ? steps : [content],
      ...(symptoms.length > 0 ? { symptoms } : {}),
      ...(cause ? { root_cause: cause } : {}),
    },
  };
}

function runbookFrom({ procedure_name, ...memory }: ProceduralMemory): Made {
  const { steps, success_conditions: succeeds, prerequisites } = memory;
  return {
    category: "runbook",
    summary: procedure_name,
    content: {
      trigger: procedure_name,
      steps: steps.map(({ action, detail }) => (detail ? `${action}: ${detail}` : action)),
      ...(succeeds.length > 0 ? { verification: succeeds.join("; ") } : {}),
      ...(prerequisites.length > 0 ? { environment: `Needs: ${prerequisites.join("; ")}` } : {}),
    },
  };
}

const DEBT_PRIORITY: readonly string[] = ["critical", "high", "medium", "low", "low"];

/** A reminder is one person's; what three sessions put off is the project's debt. */
function debtFrom({ intention_type, content, priority, state, due_at }: ProspectiveMemory): Made | undefined {
  if (intention_type === "reminder" || due_at !== undefined) return undefined;
  return {
    category: "tech_debt",
    summary: content,
    content: {
      status: DEBT_STATE[state],
      priority: DEBT_PRIORITY[priority - 1] ?? "medium",
      description: content,
    },
  };
}

/** The state of a debt for that of the intention it grew from. */
export const DEBT_STATE: { readonly [state in ProspectiveMemory["state"]]: string } = {
  pending: "open",
  active: "in_progress",
  completed: "resolved",
  cancelled: "wont_fix",
};

/** The state of an intention for that of the debt it became; undefined for what is no state of a debt. */
export const intentionState = (status: unknown): ProspectiveMemory["state"] | undefined =>
  (Object.keys(DEBT_STATE) as ProspectiveMemory["state"][]).find((state) => DEBT_STATE[state] === status);

/** The same for what says the same in other forms and another order of its words. */
export const promotionHash = (category: string, said: string): string =>
  textHash(`promotion ${category} ${[...new Set(analyze(said))].sort().join(" ")}`);

/** Two texts with this share of common terms propose the same. */
const SAME = 0.6;

/** Whether what was proposed before is said once more, a little reworded. */
export const proposesTheSame = (said: string, before: string): boolean =>
  jaccard(new Set(analyze(said)), new Set(analyze(before))) >= SAME && canBeSameClaim(said, before);
