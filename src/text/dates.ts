/** Dates as people and programs write them, brought to one form: `2026-03-07`. */

const MONTHS = [
  "january",
  "february",
  "march",
  "april",
  "may",
  "june",
  "july",
  "august",
  "september",
  "october",
  "november",
  "december",
] as const;

const DAY = /^(0?[1-9]|[12]\d|3[01])(?:st|nd|rd|th)?$/i;
const ISO = /^(\d{4})-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])(?:T\d{2})?$/;

/** What a date is made of. */
export interface DateParts {
  readonly year: string;
  /** English, lower case. */
  readonly month: string;
  /** Without a leading zero. */
  readonly day: string;
  /** `20260307`. */
  readonly compact: string;
}

/** The parts of `2026-03-07`, also with the hour of a time after it; undefined for anything else. */
export function readDate(chunk: string): DateParts | undefined {
  const [, year, number, day] = ISO.exec(chunk) ?? [];
  const month = MONTHS[Number(number) - 1];
  return year && number && day && month
    ? { year, month, day: String(Number(day)), compact: `${year}${number}${day}` }
    : undefined;
}

/** The chunks of a text, with `7 March 2026`, `7th of March 2026` and `Mar 7, 2026` as one chunk each, `2026-03-07`. */
export function joinDates(chunks: readonly string[]): readonly string[] {
  let joined: string[] | undefined;
  for (let i = 0; i < chunks.length; i += 1) {
    const chunk = chunks[i] ?? "";
    const found = isYear(chunk) ? dateBefore(chunk, chunks.slice(Math.max(0, i - 3), i)) : undefined;
    if (found) {
      joined ??= chunks.slice(0, i);
      joined.length -= found.length;
      joined.push(found.iso);
    } else joined?.push(chunk);
  }
  return joined ?? chunks;
}

/** 1000 to 2999; asked of every chunk. */
function isYear(chunk: string): boolean {
  if (chunk.length !== 4) return false;
  const first = chunk.charCodeAt(0);
  return (first === 0x31 || first === 0x32) && /^\d{4}$/.test(chunk);
}

/** The date that a year ends, and how many chunks before the year belong to it. */
function dateBefore(year: string, before: readonly string[]): { iso: string; length: number } | undefined {
  const [third = "", second = "", last = ""] = before.length < 3 ? ["", ...before] : before;
  const iso = (day: string, month: string, length: number): { iso: string; length: number } | undefined => {
    const number = monthOf(month);
    const digits = DAY.exec(day)?.[1];
    return number && digits
      ? { iso: `${year}-${String(number).padStart(2, "0")}-${digits.padStart(2, "0")}`, length }
      : undefined;
  };
  return (
    iso(second, last, 2) ??
    iso(last, second, 2) ??
    (second.toLowerCase() === "of" ? iso(third, last, 3) : undefined)
  );
}

/** 1–12 for a month's English name, whole or its first three or four letters; 0 for anything else. */
function monthOf(word: string): number {
  if (word.length < 3) return 0;
  const lower = word.toLowerCase();
  return MONTHS.findIndex((name) => name === lower || (lower.length <= 4 && name.startsWith(lower))) + 1;
}
