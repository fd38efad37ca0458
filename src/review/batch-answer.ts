/**
 * One answer that speaks of several items for several reviewers. It counts for what it holds: an answer that breaks off
 * counts for the items before the break, one that leaves out a reviewer for the others.
 */
import { isObject, type JsonObject } from "../record/value.ts";
import { type ReadAnswer, readAnswer } from "./parse.ts";

/** Most characters of such an answer that are read. */
export const BATCH_ANSWER_MAX = 100_000;

/** Each item's opinions, by its label and the reviewer's name. What was not asked about is not heard. */
export type BatchAnswer = ReadonlyMap<string, ReadonlyMap<string, ReadAnswer>>;

export function readBatchAnswer(
  text: string,
  labels: readonly string[],
  reviewers: readonly string[],
): BatchAnswer {
  const asked = new Set(labels);
  const answers = new Map<string, ReadonlyMap<string, ReadAnswer>>();
  for (const entry of objectsWith("item", text)) {
    const label = typeof entry.item === "string" ? entry.item.trim() : "";
    // The first word on an item holds: what comes after it is a repetition at best.
    if (!asked.has(label) || answers.has(label)) continue;
    const own = reviewers.filter((name) => Object.hasOwn(entry, name));
    answers.set(label, new Map(own.map((name) => [name, readAnswer(entry[name])])));
  }
  return answers;
}

/**
 * The JSON objects in a text that have a field, in their order, wherever they stand: in a list, in a fence, among words, or
 * before the point where the answer breaks off.
 */
export function* objectsWith(field: string, text: string): Generator<JsonObject> {
  const open: number[] = [];
  const read = text.slice(0, BATCH_ANSWER_MAX);
  for (const { index, 0: mark } of read.matchAll(TOKEN)) {
    if (mark === "{") open.push(index);
    if (mark !== "}") continue;
    const start = open.pop();
    if (start === undefined) continue;
    const value = objectIn(read.slice(start, index + 1));
    if (value && Object.hasOwn(value, field)) yield value;
  }
}

/** Braces that count, and strings, whose braces do not. A string ends with its line at the latest, as JSON's do. */
const TOKEN = /"(?:[^"\\\n]|\\.)*"|[{}]/g;

/** Nothing that is asked for is longer: neither opinions of an item nor the draft of a record. */
const ENTRY_MAX = 20_000;

function objectIn(text: string): JsonObject | undefined {
  if (text.length > ENTRY_MAX) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
