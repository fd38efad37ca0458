/** A reviewer's answer as it came, read strictly in what it says and leniently in how it says it. */
import { clip, describeValue, isObject, type JsonObject } from "../record/value.ts";
import { METRICS, type Metric, type ReviewAnswer, VERDICTS, type Verdict } from "./types.ts";

export type ReadAnswer =
  | { readonly ok: true; readonly answer: ReviewAnswer }
  | { readonly ok: false; readonly error: string };

/** Most characters of an answer that are read: a score and a sentence take two hundred. */
export const ANSWER_MAX = 20_000;
/** Most characters of a reason that are kept. */
export const REASON_MAX = 300;

/** Reads an answer: an object, or text that holds one as JSON, bare, fenced, or with words around it. */
export function readAnswer(raw: unknown): ReadAnswer {
  if (typeof raw !== "string") return isObject(raw) ? checked(raw) : failed(`got ${describeValue(raw)}`);
  if (raw.length > ANSWER_MAX) return failed(`got ${raw.length} characters, more than ${ANSWER_MAX}`);
  const value = objectIn(raw);
  return value ? checked(value) : failed("got no JSON object");
}

const failed = (error: string): ReadAnswer => ({ ok: false, error });

const FENCED = /```(?:json)?[^\S\n]*\n([\s\S]*?)```/i;

function objectIn(text: string): JsonObject | undefined {
  const bare = text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1);
  for (const candidate of [FENCED.exec(text)?.[1], bare]) {
    if (candidate === undefined) continue;
    try {
      const value: unknown = JSON.parse(candidate);
      if (isObject(value)) return value;
    } catch {
      // The next reading may do.
    }
  }
  return undefined;
}

class Misfit extends Error {}

function checked(value: JsonObject): ReadAnswer {
  try {
    const answer = { ...read(value), ...scoresOf(value) };
    return says(answer) ? { ok: true, answer } : failed(`says nothing: none of ${METRICS.join(", ")}`);
  } catch (error) {
    if (error instanceof Misfit) return failed(error.message);
    throw error;
  }
}

const read = (value: JsonObject): Pick<ReviewAnswer, "verdict" | "trivial" | "reason"> => ({
  verdict: verdictOf(own(value, "verdict")),
  trivial: triviality(own(value, "trivial")),
  reason: clip(textOf(own(value, "reason")), REASON_MAX),
});

const own = (value: JsonObject, field: string): unknown =>
  Object.hasOwn(value, field) ? (value[field] ?? undefined) : undefined;

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

/** An opinion is a score, a verdict or a call of trivial; reasons alone are none. */
const says = (answer: ReviewAnswer): boolean =>
  answer.trivial || answer.verdict !== "abstain" || METRICS.some((metric) => answer[metric] !== undefined);

function verdictOf(value: unknown): Verdict {
  if (value === undefined) return "abstain";
  const verdict = VERDICTS.find((known) => known === textOf(value).toLowerCase());
  if (!verdict) throw misfit("verdict", `one of ${VERDICTS.join(", ")}`, value);
  return verdict;
}

function triviality(value: unknown): boolean {
  if (value === undefined) return false;
  if (typeof value === "boolean") return value;
  const word = textOf(value).toLowerCase();
  if (word === "true" || word === "false") return word === "true";
  throw misfit("trivial", "true or false", value);
}

function scoresOf(value: JsonObject): { [metric in Metric]?: number } {
  const scores: { [metric in Metric]?: number } = {};
  for (const metric of METRICS) {
    const score = own(value, metric);
    if (score !== undefined) scores[metric] = scoreOf(metric, score);
  }
  return scores;
}

function scoreOf(metric: Metric, value: unknown): number {
  const isNumeral = typeof value === "string" && /^\s*\d{1,2}(?:\.\d+)?\s*$/.test(value);
  const score = typeof value === "number" ? value : isNumeral ? Number(value) : Number.NaN;
  if (!(score >= 1 && score <= 10)) throw misfit(metric, "a number from 1 to 10", value);
  return score;
}

const misfit = (field: string, expected: string, value: unknown): Misfit =>
  new Misfit(`${field} is ${describeValue(value)}, not ${expected}`);
