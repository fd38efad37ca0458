/** Errors of the databases. Hooks fail open on them; `doctor` shows what they say. */
import { renderBlock } from "../record/error.ts";

export type StoreErrorCode =
  /** The database was written by a newer version of the program; it is left untouched. */
  | "NEWER_DATABASE"
  /** Another process kept the database busy longer than the bounded wait. */
  | "LOCKED"
  /** The server is not there, or ended the connection. Nothing of the call was kept; the next one connects anew. */
  | "UNREACHABLE"
  /** The server took longer than the caller has. */
  | "TIMEOUT"
  /** The server does not let us in, or not do this. */
  | "DENIED"
  /** The address is none that can be used. */
  | "BAD_ADDRESS"
  /** The file or its folder cannot be written. */
  | "UNWRITABLE"
  /** The disk is full. */
  | "FULL"
  /** What the database holds does not read; it is looked into when it is next opened. */
  | "CORRUPT"
  /** The path is not one to open, e.g. a symbolic link. */
  | "UNSAFE_PATH"
  /** Anything else the database refused. */
  | "FAILED";

export class StoreError extends Error {
  override readonly name: string = "StoreError";
  readonly code: StoreErrorCode;
  /** File or address of the database. */
  readonly where: string;
  /** How to mend it, in a sentence. */
  readonly fix: string;
  readonly #what: string;

  constructor(code: StoreErrorCode, where: string, what: string, fix: string, options?: ErrorOptions) {
    super(`${what} (${where})`, options);
    this.code = code;
    this.where = where;
    this.fix = fix;
    this.#what = what;
  }

  /** The error block that agents and scripts read: see `record/error.ts`. */
  block(): string {
    return renderBlock(this.code, { problem: this.#what, where: this.where }, this.fix);
  }

  /** The same as data. */
  toJSON(): { code: StoreErrorCode; message: string; where: string; fix: string } {
    const { code, message, where, fix } = this;
    return { code, message, where, fix };
  }
}
