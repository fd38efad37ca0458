/** Where a database is: read from a URL, and told to people without its secrets. */
import { StoreError } from "../error.ts";

export interface Address {
  /** For the client. */
  readonly url: string;
  /** The database's name, where the URL says one. */
  readonly database?: string;
  /** Our schema there. */
  readonly schema: string;
  /** For people: user, host, database, schema; no password. */
  readonly where: string;
  /** What no message may show. */
  readonly secrets: readonly string[];
  /** Whether the way there leaves this machine and the URL does not say how it is protected. */
  readonly unprotected: boolean;
}

const SCHEMA = "recollect";
/** Parameters that hold a password: of the user, of the key of a client's certificate. */
const SECRET = ["password", "sslpassword"] as const;

/** @throws StoreError BAD_ADDRESS */
export function readAddress(text: string): Address {
  const url = URL.parse(text);
  if (!url || !/^postgres(?:ql)?:\/\//i.test(text)) throw unreadable();
  const { searchParams: given } = url;
  // A password that was not escaped ends the user's part early, and the rest of it would pass for something to show.
  const spilt = [url.hash, url.pathname.slice(1), ...given.keys()].some((part) => /[@/#]/.test(part));
  if (spilt) throw unreadable();
  const schema = given.get("schema") ?? SCHEMA;
  if (!/^[a-z_][a-z0-9_]{0,62}$/.test(schema) || schema.startsWith("pg_")) {
    throw new StoreError(
      "BAD_ADDRESS",
      "?schema=",
      "The schema in the database's address has no usable name",
      "Name it with lower-case letters, digits and underscores, 63 at most.",
    );
  }
  given.delete("schema");
  const secrets = [url.password, decoded(url.password), ...SECRET.map((name) => given.get(name) ?? "")];
  const host = given.get("host") ?? given.get("path") ?? given.get("socket") ?? decoded(url.hostname);
  const database = decoded(url.pathname.slice(1)) || given.get("dbname") || "";
  return {
    url: url.href,
    ...(database ? { database } : {}),
    schema,
    where: told(url, host, database, schema),
    secrets: secrets.filter((secret) => secret !== ""),
    unprotected: !isLocal(host) && !["sslmode", "ssl", "tls"].some((name) => given.has(name)),
  };
}

/** What is wrong is not quoted: it may be a password with characters that had to be escaped. */
const unreadable = (): StoreError =>
  new StoreError(
    "BAD_ADDRESS",
    "store.url",
    "The database's address cannot be read",
    "Write it as postgres://USER:PASSWORD@HOST/DATABASE, with anything special in the password percent-encoded.",
  );

function told(url: URL, host: string, database: string, schema: string): string {
  const user = url.username ? `${decoded(url.username)}@` : "";
  const port = url.port ? `:${url.port}` : "";
  return `postgres://${user}${host || "localhost"}${port}/${database}, schema ${schema}`;
}

const isLocal = (host: string): boolean =>
  host === "" || host.startsWith("/") || /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(host);

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
