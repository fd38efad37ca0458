/** The configuration's JSON Schema for editors, and its reference table for the documentation. */
import { BUILT_IN_CATEGORIES, CATEGORY_FOLDER, CATEGORY_NAME } from "../record/category.ts";
import type { JsonObject } from "../record/value.ts";
import { PATTERN_MAX } from "../text/pattern-limits.ts";
import { customCategoryDefaults, defaultConfig } from "./defaults.ts";
import { CONFIG_KEYS, type ConfigKey, keyAt, segmentsBelow } from "./keys.ts";
import { show, valueAt } from "./value.ts";

/** Own categories alone: what patterns match is checked in addition to what `properties` name. */
const OWN_CATEGORY = `^(?!(?:${BUILT_IN_CATEGORIES.join("|")})$)${CATEGORY_NAME.source.slice(1)}`;
const ANY_CATEGORY_ANY_CASE = "^[A-Za-z][A-Za-z0-9_]{0,39}$";

/** JSON Schema (draft 2020-12) of `memory-config.json`, and of the user's `config.json`, which has the same shape. */
export function configJsonSchema(): JsonObject {
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "Recollect configuration",
    description: "Every key is optional; defaults apply where nothing is said.",
    ...section([], []),
    properties: { $schema: { type: "string" }, ...(section([], []).properties as JsonObject) },
  };
}

/** A section's schema. `path` is where it stands in a real file, `pattern` in the table of keys. */
function section(path: readonly string[], pattern: readonly string[]): JsonObject {
  const properties: JsonObject = {};
  const patternProperties: JsonObject = {};
  const ofBuiltIn = path[0] === "categories" && path.length > 1 && path[1] !== "*";
  for (const segment of segmentsBelow(pattern)) {
    if (ofBuiltIn && isCustomOnly([...pattern, segment])) continue;
    if (segment === "*") {
      for (const name of BUILT_IN_CATEGORIES) properties[name] = node([...path, name], [...pattern, name]);
      const anyCase = keyAt([...pattern, "*"])?.anyCase === true;
      patternProperties[anyCase ? ANY_CATEGORY_ANY_CASE : OWN_CATEGORY] = node(
        [...path, "*"],
        [...pattern, "*"],
      );
    } else if (!(segment in properties))
      properties[segment] = node([...path, segment], [...pattern, segment]);
  }
  return {
    type: "object",
    properties,
    ...(path.join(".") === "categories.*" ? { required: ["folder"] } : {}),
    ...(Object.keys(patternProperties).length > 0 ? { patternProperties } : {}),
    additionalProperties: false,
  };
}

/** Whether everything at and below a pattern is for categories of one's own. */
function isCustomOnly(pattern: readonly string[]): boolean {
  const entry = keyAt(pattern);
  if (entry) return entry.customOnly === true;
  return segmentsBelow(pattern).every((segment) => isCustomOnly([...pattern, segment]));
}

function node(path: readonly string[], pattern: readonly string[]): JsonObject {
  const entry = keyAt(pattern);
  if (!entry) return section(path, pattern);
  const fallback = defaultAt(path);
  return {
    ...valueSchema(entry),
    description: entry.doc,
    ...(fallback === undefined ? {} : { default: fallback }),
  };
}

function valueSchema(entry: ConfigKey): JsonObject {
  switch (entry.kind) {
    case "boolean":
      return { type: "boolean" };
    case "integer":
    case "number":
      return { type: entry.kind, minimum: entry.min, maximum: entry.max };
    case "choice":
      return { enum: entry.choices };
    case "text":
      return { type: "string", minLength: 1, maxLength: entry.max };
    case "root":
      return { type: "string", minLength: 1, maxLength: 255, pattern: "^[^/~\\\\]" };
    case "folder":
      return { type: "string", pattern: CATEGORY_FOLDER.source };
    case "patterns":
      return {
        type: "array",
        maxItems: entry.max,
        items: { type: "string", format: "regex", minLength: 1, maxLength: PATTERN_MAX },
      };
    case "globs":
      return { type: "array", maxItems: entry.max, items: { type: "string", minLength: 1, maxLength: 500 } };
    case "schema":
      return { anyOf: [{ type: "object" }, { type: "string", pattern: "\\.json$" }] };
  }
}

/** Default at a path; `*` stands for a category of one's own. */
function defaultAt(path: readonly string[]): unknown {
  const field = path.at(-1) ?? "";
  if (path[0] === "categories" && path[1] === "*") {
    if (field === "folder" || field === "description") return undefined;
    return valueAt(customCategoryDefaults("", ""), [field]);
  }
  return valueAt(defaultConfig(), path);
}

/** A Markdown table of every key: what it holds, its default, what it is for. */
export function configReference(): string {
  const rows = CONFIG_KEYS.map(
    (entry) => `| \`${entry.key}\` | ${holds(entry)} | ${defaultsOf(entry)} | ${entry.doc} |`,
  );
  return ["| Key | Holds | Default | What it is for |", "|---|---|---|---|", ...rows].join("\n");
}

function holds(entry: ConfigKey): string {
  switch (entry.kind) {
    case "boolean":
      return "`true`, `false`";
    case "integer":
      return `integer ${entry.min}–${entry.max}`;
    case "number":
      return `number ${entry.min}–${entry.max}`;
    case "choice":
      return (entry.choices ?? []).map((value) => `\`${value}\``).join(", ");
    case "text":
      return `text, 1–${entry.max} characters`;
    case "root":
      return "relative path";
    case "folder":
      return "folder name";
    case "patterns":
      return `list, ≤ ${entry.max}`;
    case "globs":
      return `list of paths, ≤ ${entry.max}`;
    case "schema":
      return "object or path";
  }
}

function defaultsOf(entry: ConfigKey): string {
  const path = entry.key.split(".");
  const star = path.indexOf("*");
  if (star < 0) return code(defaultAt(path));
  if (entry.customOnly) return "–";
  const values = BUILT_IN_CATEGORIES.map((name) => [name, defaultAt(path.with(star, name))] as const);
  const distinct = new Set(values.map(([, value]) => value));
  if (distinct.size === 1) return code(values[0]?.[1]);
  if (distinct.size === values.length) return "see below";
  const counts = [...Map.groupBy(values, ([, value]) => value)].toSorted((a, b) => b[1].length - a[1].length);
  const [common, ...others] = counts;
  const exceptions = others.flatMap(([value, names]) => names.map(([name]) => `${name} ${code(value)}`));
  return `${code(common?.[0])}; ${exceptions.join(", ")}`;
}

const code = (value: unknown): string =>
  value === undefined ? "–" : `\`${typeof value === "string" ? value : show(value)}\``;
