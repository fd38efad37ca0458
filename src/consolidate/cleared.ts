/** What someone hands over to be kept, without what must not be kept. */
import { type RedactedFields, redactFields, textsIn } from "../privacy/fields.ts";
import type { Redacted } from "../privacy/finding.ts";
import { RecordError } from "../record/error.ts";
import { count } from "../record/value.ts";

/** Paths of the project's own files have rules of their own: one below the home folder is none, and has to be told of as it is. */
const PATHS = /^(?:input\.)?related_files\b/;

/**
 * The input of a record with masks where it spoke of people. What the record says already is left as it is: it is for
 * whoever wrote it to change.
 *
 * @param known the record as it stands, where there is one
 * @throws RecordError SECURITY_ERROR with the field and kind of every credential, never with its text
 */
export function cleared<T>(input: T, redact: (text: string) => Redacted, known?: unknown): T {
  const said = new Set(known === undefined ? [] : textsIn(known));
  return withoutCredentials(
    redactFields(input, (text, field) =>
      said.has(text) || PATHS.test(field) ? unchanged(text) : redact(text),
    ),
  );
}

const unchanged = (text: string): Redacted => ({ text, findings: [], credential: false });

/** The value of fields that were looked at. @throws RecordError SECURITY_ERROR */
export function withoutCredentials<T>({ value, findings }: RedactedFields<T>): T {
  const held = findings.filter((finding) => finding.class === "credential");
  const [first] = held;
  if (!first) return value;
  const more = held.length > 1 ? `, and ${count(held.length - 1, "credential")} more` : "";
  throw new RecordError(
    "SECURITY_ERROR",
    {
      field: [...new Set(held.map(({ field }) => field || "text"))].slice(0, 5).join(", "),
      expected: "a text without credentials",
      got: `a credential (${first.kind})${more}`,
    },
    "Say where it is kept instead of what it is; nothing was stored",
  );
}
