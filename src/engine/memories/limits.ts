/** What may be asked for: checked before anything is done, and said in the caller's own words. */
import { MEMORY_TYPES, type MemoryType } from "../../memory/types.ts";
import { RecordError } from "../../record/error.ts";
import { describeValue } from "../../record/value.ts";

export const LIMIT_MAX = 1_000;

export interface Bounds {
  readonly limit?: number;
  readonly offset?: number;
  readonly minImportance?: number;
  readonly types?: readonly string[];
  /** RFC 3339. */
  readonly since?: string;
  readonly before?: string;
}

/** @throws RecordError INPUT_ERROR for the first that is out of bounds */
export function checkBounds({ limit, offset, minImportance, types, since, before }: Bounds): void {
  if (limit !== undefined) checkWhole("limit", limit, 1, LIMIT_MAX);
  if (offset !== undefined) checkWhole("offset", offset, 0, Number.MAX_SAFE_INTEGER);
  if (minImportance !== undefined) checkWhole("min_importance", minImportance, 1, 10);
  if (types?.length === 0) refuse("types", `at least one of ${MEMORY_TYPES.join(", ")}`, types);
  for (const type of types ?? []) {
    if (!isType(type)) refuse("types", `one of ${MEMORY_TYPES.join(", ")}`, type);
  }
  for (const [field, time] of Object.entries({ since, before })) {
    if (time !== undefined && Number.isNaN(Date.parse(time)))
      refuse(field, "a time such as 2026-01-31T12:00:00Z", time);
  }
}

const isType = (type: string): type is MemoryType => MEMORY_TYPES.some((known) => known === type);

export function checkWhole(field: string, value: number, from: number, to: number): void {
  if (Number.isInteger(value) && value >= from && value <= to) return;
  const range = to === Number.MAX_SAFE_INTEGER ? `${from} or more` : `from ${from} to ${to}`;
  refuse(field, `a whole number, ${range}`, value);
}

function refuse(field: string, expected: string, value: unknown): never {
  throw new RecordError(
    "INPUT_ERROR",
    { field, expected, got: describeValue(value) },
    `Correct ${field}, or leave it out`,
  );
}
