/**
 * Errors of the records half. Each carries what was wrong, where, and how to mend it, and renders as the
 * error block that agents and scripts read:
 *
 *     VALIDATION_ERROR
 *     field: content.status
 *     expected: one of "proposed", "accepted", "deprecated", "superseded"
 *     got: "active"
 *     fix: Change content.status to a valid value
 */

export const RECORD_ERROR_CODES = [
  "VALIDATION_ERROR",
  "MERGE_ERROR",
  "OCC_CONFLICT",
  "PATH_ERROR",
  "ANTI_RESURRECTION_ERROR",
  "CREATE_ERROR",
  "UPDATE_ERROR",
  "DELETE_ERROR",
  "ARCHIVE_ERROR",
  "UNARCHIVE_ERROR",
  "RESTORE_ERROR",
  "PURGE_ERROR",
  "READ_ERROR",
  "INPUT_ERROR",
  "SECURITY_ERROR",
  "LOCK_ERROR",
  "WRITE_ERROR",
  "CONFIG_ERROR",
  "NOT_FOUND",
  "CONSENT_ERROR",
] as const;

export type RecordErrorCode = (typeof RECORD_ERROR_CODES)[number];

/** One wrong field. A validation error lists every one it found. */
export interface FieldIssue {
  /** Dotted path, e.g. `content.alternatives.0.option`; empty for the whole record. */
  field: string;
  expected: string;
  got: string;
  fix: string;
}

/** Lines between the code and `fix:`, in the order given. */
export type ErrorDetails = Readonly<{ [line: string]: string }>;

export class RecordError extends Error {
  override readonly name: string = "RecordError";
  readonly code: RecordErrorCode;
  readonly details: ErrorDetails;
  readonly fix: string;
  readonly issues: readonly FieldIssue[];

  constructor(code: RecordErrorCode, details: ErrorDetails, fix: string, issues: readonly FieldIssue[] = []) {
    super(`${code}: ${Object.values(details)[0] ?? fix}`);
    this.code = code;
    this.details = details;
    this.fix = fix;
    this.issues = issues;
  }

  /** A validation error from its issues (at least one); the first is the one the block leads with. */
  static validation(issues: readonly [FieldIssue, ...FieldIssue[]]): RecordError {
    const [first] = issues;
    const { field, expected, got, fix } = first;
    return new RecordError("VALIDATION_ERROR", { field, expected, got }, fix, issues);
  }

  /** The error block, one `key: value` line each, without a closing newline. Values are kept to one line. */
  block(): string {
    if (this.issues.length > 0) {
      return this.issues
        .map(({ field, expected, got, fix }) => renderBlock(this.code, { field, expected, got }, fix))
        .join("\n\n");
    }
    return renderBlock(this.code, this.details, this.fix);
  }

  /** The same as data, for `--json` and MCP. */
  toJSON(): { code: RecordErrorCode; fix: string; issues?: readonly FieldIssue[] } & {
    [line: string]: unknown;
  } {
    return {
      code: this.code,
      ...this.details,
      fix: this.fix,
      ...(this.issues.length > 0 ? { issues: this.issues } : {}),
    };
  }
}

/** The lines of an error block, each value kept to one line. */
export const renderBlock = (code: string, details: ErrorDetails, fix: string): string =>
  [
    code,
    ...Object.entries(details).map(([key, value]) => `${key}: ${oneLine(value)}`),
    `fix: ${oneLine(fix)}`,
  ].join("\n");

const oneLine = (text: string): string => text.replace(/\s*[\r\n]+\s*/g, " ").trim();
