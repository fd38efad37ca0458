import { expect, test } from "bun:test";
import { StoreError } from "../error.ts";
import { readAddress } from "./address.ts";

test.each([
  ["postgres://ada:s3cret@db.example.com/team", "postgres://ada@db.example.com/team, schema recollect"],
  ["postgresql://db:5433/team?schema=ada", "postgres://db:5433/team, schema ada"],
  [
    "postgres://ada@localhost/team?host=/run/postgresql",
    "postgres://ada@/run/postgresql/team, schema recollect",
  ],
  ["postgres:///team", "postgres://localhost/team, schema recollect"],
])("%s is told as %s", (url, where) => {
  expect(readAddress(url).where).toBe(where);
});

test("the schema is ours to read, and all else the client's", () => {
  const { url, schema, database } = readAddress("postgres://db/te%20am?schema=ada&sslmode=verify-full");
  expect([url, schema, database]).toEqual(["postgres://db/te%20am?sslmode=verify-full", "ada", "te am"]);
});

test.each([
  ["postgres://db.example.com/team", true],
  ["postgres://db.example.com/team?sslmode=disable", false],
  ["postgres://127.0.0.1/team", false],
  ["postgres://localhost/team?host=/run/postgresql", false],
])("whether %s goes over a network unprotected: %p", (url, unprotected) => {
  expect(readAddress(url).unprotected).toBe(unprotected);
});

test("every secret is known, as it is written and as it is meant", () => {
  const { secrets } = readAddress("postgres://ada:p%40ss@db/team?sslpassword=k3y");
  expect(secrets).toEqual(["p%40ss", "p@ss", "k3y"]);
});

test.each([
  "mysql://ada:s3cret@db/team",
  "ada:s3cret@db/team",
  "postgres://ada:s3cret/@db/team",
  "postgres://ada:12/s3cret@db/team",
  "postgres://ada:12#s3cret@db/team",
  "postgres://ada:12?s3cret@db/team",
  "postgres:/ada:s3cret@/team",
  "postgres://ada:s3cret@db/team?schema=Team; DROP",
  "postgres://ada:s3cret@db/team?schema=pg_catalog",
])("%s is refused, and not quoted", (url) => {
  try {
    readAddress(url);
    expect.unreachable();
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    expect(error.code).toBe("BAD_ADDRESS");
    expect(`${error.message} ${error.fix} ${error.where}`).not.toContain("s3cret");
  }
});
