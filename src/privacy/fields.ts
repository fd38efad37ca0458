/** Redaction of values that hold texts: a record's fields, a memory's. */
import type { FindingClass, Redacted } from "./finding.ts";

/** What was found in a field. */
export interface FieldFinding {
  /** Dotted path, e.g. `content.alternatives.0.option`. */
  readonly field: string;
  readonly class: FindingClass;
  readonly kind: string;
}

export interface RedactedFields<T> {
  readonly value: T;
  readonly findings: readonly FieldFinding[];
}

/** Deeper than any field of ours; what lies below is left out. */
const DEPTH_MAX = 32;

/**
 * The value with every text in it redacted; the value itself where nothing was found. Names of fields stay. All texts are
 * looked at as one first: mostly there is nothing in any of them.
 */
export function redactFields<T>(
  value: T,
  redact: (text: string, field: string) => Redacted,
): RedactedFields<T> {
  return redact(asOne(value), "").findings.length === 0 ? { value, findings: [] } : redactEach(value, redact);
}

function redactEach<T>(value: T, redact: (text: string, field: string) => Redacted): RedactedFields<T> {
  const findings: FieldFinding[] = [];
  const rewritten = rewrite(value, "", (text, field) => {
    const redacted = redact(text, field);
    for (const each of redacted.findings) findings.push({ field, class: each.class, kind: each.kind });
    return redacted.text;
  });
  return { value: findings.length === 0 ? value : (rewritten as T), findings };
}

/** The same with a redactor that takes its time. */
export async function redactFieldsWith<T>(
  value: T,
  redact: (text: string) => Promise<Redacted>,
): Promise<RedactedFields<T>> {
  if ((await redact(asOne(value))).findings.length === 0) return { value, findings: [] };
  const known = new Map<string, Redacted>();
  for (const text of new Set(textsIn(value))) known.set(text, await redact(text));
  return redactEach(value, (text) => known.get(text) ?? { text, findings: [], credential: false });
}

/** What is found in one of the texts is found in this: nothing reaches over the end of a line that is not found before it. */
const asOne = (value: unknown): string => textsIn(value).join("\n");

/** Every text in a value. */
export function textsIn(value: unknown): string[] {
  const texts: string[] = [];
  rewrite(value, "", (text) => {
    texts.push(text);
    return text;
  });
  return texts;
}

function rewrite(
  value: unknown,
  field: string,
  change: (text: string, field: string) => string,
  depth = 0,
): unknown {
  if (typeof value === "string") return change(value, field);
  if (typeof value !== "object" || value === null || value instanceof Date) return value;
  if (depth > DEPTH_MAX) return Array.isArray(value) ? [] : {};
  const below = (inner: unknown, name: string | number): unknown =>
    rewrite(inner, field === "" ? String(name) : `${field}.${name}`, change, depth + 1);
  if (Array.isArray(value)) return value.map(below);
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, below(inner, name)]));
}
