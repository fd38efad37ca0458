/** Text on one line, shortened. */
import { cut } from "../record/value.ts";

/** At most `max` characters on one line, with an ellipsis where something is missing. */
export function clipped(text: string, max: number): string {
  const line = text.replace(/\s+/gu, " ").trim();
  return line.length <= max ? line : `${cut(line, max - 1).trimEnd()}…`;
}
