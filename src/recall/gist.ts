/** A record in one line: what a reader needs in order to decide whether to open it. */
import type { Category } from "../record/category.ts";
import { oneLine } from "../record/sanitize.ts";
import type {
  ConstraintContent,
  DecisionContent,
  PreferenceContent,
  ProjectRecord,
  RunbookContent,
  SessionSummaryContent,
  TechDebtContent,
} from "../record/types.ts";
import { clip } from "../record/value.ts";
import { STOP_WORDS } from "../text/stop-words.ts";

/** Most characters (UTF-16) of a gist. */
export const GIST_MAX = 200;

/**
 * The gist of a record, at most `max` characters, on one line, clean but not escaped. It rests on what the content
 * holds, not on what its schema promises: an old or half-written record has a gist too, if an empty one.
 *
 * @param redact takes out what must not be shown, before anything is cut off that it would be known by
 * @param category what a custom category says of its key fields; built-in ones need none
 */
export function gistOf(
  record: ProjectRecord,
  redact: (text: string) => string,
  category?: Category,
  max: number = GIST_MAX,
): string {
  return clip(shortLine(redact(wording(record, category))), max);
}

function wording(record: ProjectRecord, category: Category | undefined): string {
  const content: { [field: string]: unknown } =
    typeof record.content === "object" && record.content !== null ? record.content : {};
  switch (record.category) {
    case "decision": {
      const { decision, rationale, status } = content as Partial<DecisionContent>;
      const because = first(rationale);
      const state = status && status !== "accepted" ? `(${text(status)}) ` : "";
      return `${state}${text(decision)}${because ? ` — because ${withinSentence(because)}` : ""}`;
    }
    case "runbook": {
      const { trigger, steps } = content as Partial<RunbookContent>;
      return joined(" → ", text(trigger), list(steps, 3).join("; "));
    }
    case "constraint": {
      const { rule, severity } = content as Partial<ConstraintContent>;
      return `${text(rule)}${text(severity) ? ` (severity ${text(severity)})` : ""}`;
    }
    case "tech_debt": {
      const { description, reason_deferred, status, priority } = content as Partial<TechDebtContent>;
      const state = joined(", ", text(status), text(priority) && `${text(priority)} priority`);
      const deferred = text(reason_deferred);
      return `${text(description)}${state ? ` (${state})` : ""}${deferred ? ` — deferred: ${deferred}` : ""}`;
    }
    case "preference": {
      const { topic, value, strength } = content as Partial<PreferenceContent>;
      return `${joined(": ", text(topic), text(value))}${strength === "strong" ? " (strong)" : ""}`;
    }
    case "session_summary": {
      const { goal, outcome, next_actions } = content as Partial<SessionSummaryContent>;
      const next = list(next_actions, 2).join("; ");
      return `${text(goal)}${text(outcome) ? ` (${text(outcome)})` : ""}${next ? ` — next: ${next}` : ""}`;
    }
    default: {
      const fields = category && category.keyFields.length > 0 ? category.keyFields : Object.keys(content);
      return fields
        .map((field) =>
          Array.isArray(content[field]) ? list(content[field], 3).join("; ") : text(content[field]),
        )
        .filter((value) => value !== "")
        .slice(0, 3)
        .join(" — ");
    }
  }
}

/** Without the capital of a sentence's beginning, as far as it is known for one: names keep theirs. */
function withinSentence(reason: string): string {
  const [word = ""] = /^\p{Lu}\p{Ll}+/u.exec(reason) ?? [];
  return STOP_WORDS.has(word.toLowerCase()) ? reason.charAt(0).toLowerCase() + reason.slice(1) : reason;
}

const text = (value: unknown): string =>
  typeof value === "string" ? shortLine(value) : typeof value === "number" ? String(value) : "";

const list = (value: unknown, most: number): string[] =>
  Array.isArray(value)
    ? value
        .map(text)
        .filter((item) => item !== "")
        .slice(0, most)
    : [];

const first = (value: unknown): string => list(Array.isArray(value) ? value : [value], 1)[0] ?? "";

const joined = (separator: string, ...parts: string[]): string =>
  parts.filter((part) => part !== "").join(separator);

/** Longer texts are cut before they are cleaned: a gist needs little of a field of a megabyte. */
const shortLine = (value: string): string => oneLine(value.slice(0, 2_000));
