import { expect, test } from "bun:test";
import fc from "fast-check";
import { redactQuick } from "../../privacy/redact.ts";
import { excerpt } from "./excerpt.ts";

const MAX = 600;
const TOKEN = `ghp_${"a1B2c3D4e5F6".repeat(3)}`;
const KEY = [
  "-----BEGIN RSA PRIVATE KEY-----",
  ...Array.from({ length: 50 }, (_, n) => `${"MIIEpAIBAAKCAQEA7bq".repeat(3)}${n}`),
  "-----END RSA PRIVATE KEY-----",
].join("\n");
const ADDRESS = "postgres://ledger:Tr0ub4dor-and-3-more@db.internal:5432/ledger";
const PRIVATE = "<private>my diagnosis is a thing of my own</private>";

/** Pieces of a text of which none may be left, however little of the rest is. */
const SECRETS: readonly [string, string, string][] = [
  ["a token", TOKEN, "ghp_a1B2"],
  ["a key", KEY, "MIIEpAIBAAKCAQEA"],
  ["an address with a password", ADDRESS, "Tr0ub4dor"],
  ["what is private", PRIVATE, "diagnosis"],
];

test.each(SECRETS)("of a long text keeps no half of %s, wherever it is cut", (_, secret, piece) => {
  fc.assert(
    fc.property(fc.nat(2_500), fc.nat(2_500), (before, after) => {
      fc.pre(before + secret.length + after > MAX);
      const words = (length: number): string => "plain words of a log\n".repeat(200).slice(0, length);
      const kept = excerpt(`${words(before)}\n${secret}\n${words(after)}`, MAX);
      expect(kept.length).toBeLessThanOrEqual(MAX);
      expect(kept).not.toContain(piece);
    }),
  );
});

test("a short text is left to the rules that look at all of it", () => {
  expect(excerpt(TOKEN, MAX)).toBe(TOKEN);
});

test("a text of megabytes is looked at where it is cut", () => {
  const long = `${"x ".repeat(100)}${TOKEN} ${"y ".repeat(2_000_000)}${KEY}\nend`;
  const kept = excerpt(long, MAX);
  expect(redactQuick(kept).findings).toEqual([]);
  expect(kept).not.toContain("MIIEpAIBAAKCAQEA");
});
