/** When something is due, as people write it: `2026-12-01`, `tomorrow`, `in 3 days`, `friday at 14:00`. In local time. */
import { DAY_MS, HOUR_MS } from "../record/time.ts";

const WEEKDAYS = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"] as const;
const EVENING = 18;
/** Days whose hours are those after noon, whether or not that is said. */
const EVENINGS: ReadonlySet<string> = new Set(["tonight", "this evening"]);
/** Whoever needs more to say a time says something else. */
const LENGTH_MAX = 200;

const RFC_3339 = /^\d{4}-\d{2}-\d{2}t\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:z|[+-]\d{2}:\d{2})$/;
const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const IN = /^in (an?|one|two|three|four|five|six|\d{1,4}) (minute|min|hour|day|week|month|year)s?$/;
const NEXT = /^next (week|month|year)$/;
const AT = /[\s,]+(?:at\s+)?(\d{1,2})(?::(\d{2}))?\s*(am|pm)?$/;

const NUMBERS: Readonly<{ [word: string]: number }> = {
  a: 1,
  an: 1,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
};

/**
 * The time meant, seen from `now`; undefined for what is no time. A day without an hour is due from its beginning, so that it
 * is there the whole day. A weekday is the next one, never today.
 */
export function readDue(text: string, now: Date): Date | undefined {
  if (text.length > LENGTH_MAX) return undefined;
  const said = text
    .trim()
    .toLowerCase()
    .replace(/\s+/g, " ")
    .replace(/^(?:due|on|by|until) /, "");
  if (RFC_3339.test(said)) return valid(new Date(said.toUpperCase()));
  const whole = dayOf(said, now);
  if (whole) return whole;
  const [clock, hours = "", minutes = "0", half] = AT.exec(said) ?? [];
  if (clock === undefined) return undefined;
  const dayWords = said.slice(0, said.length - clock.length).replace(/[\s,]+at$/, "");
  const day = dayOf(dayWords, now);
  const inTheEvening = EVENINGS.has(dayWords) && Number(hours) >= 5 && Number(hours) < 12;
  const ofHalf = half ?? (inTheEvening ? "pm" : undefined);
  const hour = ofHalf === undefined ? Number(hours) : (Number(hours) % 12) + (ofHalf === "pm" ? 12 : 0);
  if (!day || hour > 23 || Number(minutes) > 59 || (half !== undefined && Number(hours) > 12))
    return undefined;
  // Without a colon and a half of the day it would be any number.
  if (half === undefined && !clock.includes(":") && !clock.includes("at")) return undefined;
  return new Date(day.getFullYear(), day.getMonth(), day.getDate(), hour, Number(minutes));
}

function dayOf(said: string, now: Date): Date | undefined {
  const date = DATE.exec(said);
  if (date) return calendarDay(Number(date[1]), Number(date[2]), Number(date[3]));
  const ahead = IN.exec(said);
  if (ahead) return later(now, NUMBERS[ahead[1] ?? ""] ?? Number(ahead[1]), ahead[2] ?? "");
  switch (said) {
    case "now":
    case "today":
      return new Date(now);
    case "tonight":
    case "this evening":
      return new Date(now.getFullYear(), now.getMonth(), now.getDate(), EVENING);
    case "tomorrow":
      return daysFrom(now, 1);
    case "the day after tomorrow":
    case "day after tomorrow":
      return daysFrom(now, 2);
  }
  const next = NEXT.exec(said)?.[1];
  if (next === "week") return daysFrom(now, (8 - now.getDay()) % 7 || 7);
  if (next === "month") return new Date(now.getFullYear(), now.getMonth() + 1, 1);
  if (next === "year") return new Date(now.getFullYear() + 1, 0, 1);
  const weekday = WEEKDAYS.findIndex((name) => {
    const named = said.replace(/^(?:next|this) /, "");
    return named === name || (named.length >= 3 && named.length <= 4 && name.startsWith(named));
  });
  return weekday < 0 ? undefined : daysFrom(now, (weekday - now.getDay() + 7) % 7 || 7);
}

/** Undefined for days that no calendar has. */
function calendarDay(year: number, month: number, day: number): Date | undefined {
  const date = new Date(year, month - 1, day);
  const isIt = date.getFullYear() === year && date.getMonth() === month - 1 && date.getDate() === day;
  return isIt ? date : undefined;
}

const daysFrom = (now: Date, days: number): Date =>
  new Date(now.getFullYear(), now.getMonth(), now.getDate() + days);

/** The same day of another month, or its last: a month from the 31st is not in the month after. */
function monthsFrom(now: Date, count: number): Date {
  const [year, month] = [now.getFullYear(), now.getMonth() + count];
  const days = new Date(year, month + 1, 0).getDate();
  return new Date(year, month, Math.min(now.getDate(), days), now.getHours(), now.getMinutes());
}

function later(now: Date, count: number, unit: string): Date | undefined {
  switch (unit) {
    case "minute":
    case "min":
      return new Date(now.getTime() + count * 60_000);
    case "hour":
      return new Date(now.getTime() + count * HOUR_MS);
    case "day":
      return new Date(now.getTime() + count * DAY_MS);
    case "week":
      return new Date(now.getTime() + count * 7 * DAY_MS);
    case "month":
      return monthsFrom(now, count);
    case "year":
      return valid(monthsFrom(now, 12 * count));
    default:
      return undefined;
  }
}

const valid = (date: Date): Date | undefined => (Number.isNaN(date.getTime()) ? undefined : date);
