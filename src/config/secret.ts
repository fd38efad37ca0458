/** Settings as people may see them: a database's address without its passwords. */
import { isObject } from "../record/value.ts";

/** Up to the last `@`: a password whose special characters were not escaped is one, too. */
const IN_AUTHORITY = /^(\s*[a-z+]+:\/\/[^:@/]*):.*@/is;
const IN_QUERY = /([?&](?:ssl)?pass(?:word)?=)[^&]*/gi;

export const withoutPassword = (url: string): string =>
  url.replace(IN_AUTHORITY, "$1:***@").replace(IN_QUERY, "$1***");

/** A value of the configuration, or a section of it, or all, with every address made fit to be seen. */
export function presentable(value: unknown): unknown {
  if (typeof value === "string") return value.includes("://") ? withoutPassword(value) : value;
  if (Array.isArray(value)) return value.map(presentable);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, presentable(inner)]));
}
