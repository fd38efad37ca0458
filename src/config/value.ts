/** Checking single values, and reading them from text. */
import { isObject, type JsonObject } from "../record/value.ts";
import { CATEGORY_FOLDER, type ConfigKey } from "./keys.ts";

/** Whether a value is one that the key may hold. */
export function isValid(entry: ConfigKey, value: unknown): boolean {
  switch (entry.kind) {
    case "boolean":
      return typeof value === "boolean";
    case "integer":
      return Number.isInteger(value) && inRange(entry, value as number);
    case "number":
      return Number.isFinite(value) && inRange(entry, value as number);
    case "text":
      return (
        typeof value === "string" &&
        value.trim() !== "" &&
        value.length <= (entry.max ?? Number.POSITIVE_INFINITY) &&
        !/[\u0000-\u001f\u007f\u2028\u2029]/.test(value)
      );
    case "choice":
      return typeof value === "string" && (entry.choices ?? []).includes(value);
    case "root":
      return typeof value === "string" && isSafeRoot(value);
    case "folder":
      return typeof value === "string" && CATEGORY_FOLDER.test(value);
    case "patterns":
      // Each expression is judged by itself, see `pattern.ts`.
      return Array.isArray(value);
    case "globs":
      return (
        Array.isArray(value) &&
        value.length <= (entry.max ?? Number.POSITIVE_INFINITY) &&
        value.every((path) => typeof path === "string" && /^[^\u0000-\u001f\u007f]{1,500}$/.test(path))
      );
    case "schema":
      return (
        isObject(value) || (typeof value === "string" && isSafeRelative(value) && /\.json$/i.test(value))
      );
  }
}

const inRange = ({ min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY }: ConfigKey, n: number) =>
  n >= min && n <= max;

/** Relative, with forward slashes, staying below where it starts, without odd characters. */
const isSafeRelative = (path: string): boolean =>
  path.length > 0 &&
  path.length <= 255 &&
  !/[\\:*?"<>|\u0000-\u001f\u007f]/.test(path) &&
  !path.startsWith("/") &&
  !path.startsWith("~") &&
  !path.split("/").includes("..");

/** A folder that the project can give away: not itself, not git's, not the one with the client's settings. */
function isSafeRoot(path: string): boolean {
  if (!isSafeRelative(path)) return false;
  const segments = path.split("/").filter((segment) => segment !== "" && segment !== ".");
  if (segments.length === 0 || segments.some((segment) => segment.toLowerCase() === ".git")) return false;
  return segments.join("/").toLowerCase() !== ".claude";
}

/** The canonical spelling of a valid memory root: no empty or `.` segments, no slash at the end. */
export const normalRoot = (path: string): string =>
  path
    .split("/")
    .filter((segment) => segment !== "" && segment !== ".")
    .join("/");

/**
 * A value written as text, on a command line or in a variable: JSON where it is JSON, the bare text otherwise.
 * Where the key holds text, `123` and `true` stay text.
 */
export function valueFromText(text: string, entry: ConfigKey | undefined): unknown {
  let parsed: unknown = text;
  try {
    parsed = JSON.parse(text);
  } catch {
    return text;
  }
  const holdsText = entry !== undefined && ["text", "choice", "root", "folder"].includes(entry.kind);
  return holdsText && typeof parsed !== "string" ? text : parsed;
}

/** A value for a message: JSON, shortened. */
export function show(value: unknown): string {
  const text = typeof value === "number" && !Number.isFinite(value) ? String(value) : JSON.stringify(value);
  if (text === undefined) return "nothing";
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}

/** The value at a path of own properties. */
export function valueAt(root: unknown, path: readonly string[]): unknown {
  let at: unknown = root;
  for (const segment of path) {
    if (!isObject(at) || !Object.hasOwn(at, segment)) return undefined;
    at = at[segment];
  }
  return at;
}

/** Sets the value at a path, making the objects on the way. Segments must not be `__proto__`. */
export function assignAt(root: JsonObject, path: readonly string[], value: unknown): void {
  let at = root;
  for (const segment of path.slice(0, -1)) {
    const next = Object.hasOwn(at, segment) ? at[segment] : undefined;
    if (isObject(next)) at = next;
    else {
      const made: JsonObject = {};
      at[segment] = made;
      at = made;
    }
  }
  const last = path.at(-1);
  if (last !== undefined) at[last] = value;
}
