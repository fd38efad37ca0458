/** What errors of the server, the client and the clock mean to the program. */
import { RecordError } from "../../record/error.ts";
import { StoreError, type StoreErrorCode } from "../error.ts";
import type { Address } from "./address.ts";

/** The server has not answered in time. */
export class Late extends Error {
  constructor(ms: number) {
    super(`no answer within ${Math.round(ms)} ms`);
  }
}

interface Meaning {
  readonly code: StoreErrorCode;
  readonly what: string;
  readonly fix: string;
}

const UNREACHABLE: Meaning = {
  code: "UNREACHABLE",
  what: "The database server cannot be reached",
  fix: "See whether it runs and the address is right; `recollect doctor` tries again.",
};
const TIMEOUT: Meaning = {
  code: "TIMEOUT",
  what: "The database server takes too long",
  fix: "Try again; if it lasts, see what the server is busy with, or use one that is nearer.",
};
const LOCKED: Meaning = {
  code: "LOCKED",
  what: "The database is busy",
  fix: "Try again; if it lasts, look for a process that holds a transaction open.",
};
const STRANGER: Meaning = {
  code: "DENIED",
  what: "The database server does not let us in",
  fix: "Correct user, password or database in store.url or RECOLLECT_DATABASE_URL.",
};
const FORBIDDEN: Meaning = {
  code: "DENIED",
  what: "The database server does not allow this",
  fix: "Give the role a schema of its own: CREATE SCHEMA recollect AUTHORIZATION role.",
};
const READ_ONLY: Meaning = {
  code: "UNWRITABLE",
  what: "The database cannot be written",
  fix: "Use the primary server, not a standby.",
};
const FULL: Meaning = { code: "FULL", what: "The server's disk is full", fix: "Make room on the server." };
const CORRUPT: Meaning = {
  code: "CORRUPT",
  what: "The server's files are damaged",
  fix: "Restore the database from a backup; records are safe in their files.",
};
const FAILED: Meaning = { code: "FAILED", what: "The database refused", fix: "Run `recollect doctor`." };

/** By SQLSTATE or its first characters: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const BY_STATE: readonly (readonly [RegExp, Meaning])[] = [
  [/^(?:08|57P|53300)/, UNREACHABLE],
  [/^57014/, TIMEOUT],
  [/^(?:40001|40P01|55P03)/, LOCKED],
  [/^(?:28|3D000)/, STRANGER],
  [/^42501/, FORBIDDEN],
  [/^25006/, READ_ONLY],
  [/^53100/, FULL],
  [/^XX00[12]/, CORRUPT],
];

/** By the client's own codes. */
const BY_CODE: readonly (readonly [RegExp, Meaning])[] = [
  [/^ERR_POSTGRES_CONNECTION_TIMEOUT$/, TIMEOUT],
  // A way that is cut in the middle of a handshake is met as a message that makes no sense.
  [/^ERR_POSTGRES_(?:(?:CONNECTION|IDLE|LIFETIME)_|UNEXPECTED_MESSAGE$)/, UNREACHABLE],
  [
    /^ERR_POSTGRES_(?:TLS|SASL|AUTHENTICATION|CHANNEL_BINDING|UNKNOWN_AUTH|UNSUPPORTED_AUTH|INVALID_SERVER)/,
    STRANGER,
  ],
  [/CERT|SIGNATURE|_CA_|HOSTNAME/, STRANGER],
];

/** Errors of ours pass: work in a transaction may find that it was asked for wrongly. */
export function asStoreError(error: unknown, { where, secrets }: Address): StoreError | RecordError {
  if (error instanceof StoreError || error instanceof RecordError) return error;
  const { code, what, fix } = meaningOf(error);
  const said = error instanceof Error ? error.message : String(error);
  return new StoreError(code, where, `${what}: ${without(secrets, said)}`, fix);
}

function meaningOf(error: unknown): Meaning {
  if (error instanceof Late) return TIMEOUT;
  const state = stateOf(error);
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const among = (meanings: typeof BY_STATE, text: string): Meaning | undefined =>
    meanings.find(([pattern]) => pattern.test(text))?.[1];
  return (state === "" ? among(BY_CODE, code) : among(BY_STATE, state)) ?? FAILED;
}

/** The server's own code of an error; "" for one that is not the server's. */
export const stateOf = (error: unknown): string =>
  error instanceof Error && "errno" in error && typeof error.errno === "string" ? error.errno : "";

const without = (secrets: readonly string[], text: string): string =>
  secrets.reduce((left, secret) => left.replaceAll(secret, "***"), text);
