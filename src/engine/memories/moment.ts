/** Moments in the past, as people write them. */
import { RecordError } from "../../record/error.ts";
import { DAY_MS, HOUR_MS } from "../../record/time.ts";
import { describeValue } from "../../record/value.ts";

const UNIT_MS: { readonly [unit: string]: number } = {
  m: HOUR_MS / 60,
  h: HOUR_MS,
  d: DAY_MS,
  w: 7 * DAY_MS,
};
const AGE = /^(\d{1,5})\s*([mhdw])$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})$/;

/**
 * RFC 3339 in UTC of a moment written so, of a day (its beginning in UTC), or of an age: `7d`, `12h`, `90m`, `2w`.
 *
 * @throws RecordError INPUT_ERROR
 */
export function momentOf(field: string, text: string, now: Date): string {
  const said = text.trim();
  const [, count, unit = ""] = AGE.exec(said) ?? [];
  const at = count ? now.getTime() - Number(count) * (UNIT_MS[unit] ?? 0) : parsed(said);
  if (!Number.isNaN(at)) return new Date(at).toISOString();
  throw new RecordError(
    "INPUT_ERROR",
    {
      field,
      expected: "a day (2026-01-31), a time (2026-01-31T12:00:00Z) or an age (7d, 12h)",
      got: describeValue(text),
    },
    `Write ${field} in one of these ways`,
  );
}

/** A day that no month has is none, where JavaScript would go on counting. */
function parsed(text: string): number {
  if (!DAY.test(text) && !TIME.test(text)) return Number.NaN;
  const day = text.slice(0, 10);
  const atMidnight = Date.parse(`${day}T00:00:00Z`);
  if (Number.isNaN(atMidnight) || new Date(atMidnight).toISOString().slice(0, 10) !== day) return Number.NaN;
  return Date.parse(text);
}
