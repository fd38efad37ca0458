/** Settings as people may see them: a database's address without its passwords. */
import { isObject } from "../record/value.ts";

/** Up to the last `@`, whatever stands before it: it may be an address that was mistyped, but the password is right. */
const IN_AUTHORITY = /^(\s*(?:[a-z+]+:\/+|(?![a-z+]+:\/))[^:@/]*):.*@/is;
const IN_QUERY = /([?&](?:ssl)?pass(?:word)?=)[^&]*/gi;

export const withoutPassword = (url: string): string =>
  url.replace(IN_AUTHORITY, "$1:***@").replace(IN_QUERY, "$1***");

/** A value of the configuration, or a section of it, or all, with its addresses made fit to be seen. @param key dotted */
export function presentable(value: unknown, key = ""): unknown {
  if (typeof value === "string") return /(?:^|\.)url$/i.test(key) ? withoutPassword(value) : value;
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, presentable(inner, name)]));
}
