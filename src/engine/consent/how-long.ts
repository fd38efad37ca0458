/** How long a pause is to last, as people write it: `2h`, `for 90 minutes`, `until 18:00`, `until friday`. */
import { RecordError } from "../../record/error.ts";
import { snippet } from "../../record/sanitize.ts";
import { DAY_MS, HOUR_MS } from "../../record/time.ts";
import { readDue } from "../../text/due-time.ts";

const UNIT_MS: { readonly [unit: string]: number } = {
  m: HOUR_MS / 60,
  h: HOUR_MS,
  d: DAY_MS,
  w: 7 * DAY_MS,
};
const PARTS = /^(?:\d{1,5}\s*[mhdw]\s*)+$/;

/** When it is over, RFC 3339. @throws RecordError INPUT_ERROR for what is no time, or is over already */
export function endOf(text: string, now: Date): string {
  const said = text.trim().toLowerCase();
  const length = said.replace(/^for\s+/, "");
  const end = PARTS.test(length)
    ? new Date(now.getTime() + msOf(length))
    : (readDue(`in ${length}`, now) ?? readDue(said, now) ?? readDue(`today at ${clockOf(said)}`, now));
  if (end && !Number.isNaN(end.getTime()) && end > now) return end.toISOString();
  throw new RecordError(
    "INPUT_ERROR",
    {
      field: "duration",
      expected: "how long (2h, for 90 minutes, 1d) or until when (until 18:00, until friday)",
      got: snippet(text),
    },
    "Say it in one of these ways, or leave it out: recollect resume ends a pause",
  );
}

const clockOf = (text: string): string => text.replace(/^until\s+(?:at\s+)?/, "");

const msOf = (text: string): number =>
  [...text.matchAll(/(\d+)\s*([mhdw])/g)].reduce(
    (sum, [, count, unit = ""]) => sum + Number(count) * (UNIT_MS[unit] ?? 0),
    0,
  );
