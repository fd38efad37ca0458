import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { analyzeQuery } from "./query.ts";

const kinds = (prompt: string): { [term: string]: string } =>
  Object.fromEntries(analyzeQuery(prompt).map(({ term, kind }) => [term, kind]));

describe("analyzeQuery", () => {
  test("tells words, identifiers, paths and error codes apart", () => {
    expect(
      kinds("why does openDatabase in src/store/open.ts throw SQLITE_BUSY and ECONNREFUSED TS2345 TypeError"),
    ).toEqual({
      opendatabas: "identifier",
      "src/store/open.ts": "path",
      throw: "word",
      sqlitebusi: "error_code",
      econnrefus: "error_code",
      ts2345: "error_code",
      typeerror: "error_code",
    });
  });

  test("hyphenated words are words", () => {
    expect(kinds("up-to-date read/write")).toEqual({ uptod: "word", "read/write": "word" });
  });

  test("names each thing once, with its parts", () => {
    const [first, ...rest] = analyzeQuery("busyTimeout busy_timeout BUSY-TIMEOUT");
    expect(first).toEqual({
      term: "busytimeout",
      kind: "identifier",
      parts: ["busi", "timeout"],
      weak: false,
    });
    expect(rest).toEqual([]);
  });

  test("knows the words that prompts are made of", () => {
    expect(
      analyzeQuery("please add a new function for kafka")
        .filter(({ weak }) => !weak)
        .map(({ term }) => term),
    ).toEqual(["kafka"]);
  });

  test("has nothing to say about stop words and punctuation", () => {
    for (const prompt of ["", "   ", "and the of it", "?!... --- ***", '" OR "" AND NOT (']) {
      expect(analyzeQuery(prompt)).toEqual([]);
    }
  });

  test("looks at the beginning and the end of a prompt of a megabyte", () => {
    const prompt = `why does alphaservice fail\n${"middle ".repeat(150_000)}\nlook at omegaservice`;
    const terms = analyzeQuery(prompt).map(({ term }) => term);
    expect(terms).toContain("alphaservic");
    expect(terms).toContain("omegaservic");
    expect(
      analyzeQuery(Array.from({ length: 100_000 }, (_, i) => `w${i}x`).join(" ")).length,
    ).toBeLessThanOrEqual(256);
  });

  test("takes a date for one thing, however it is written", () => {
    const date = {
      term: "20260307",
      kind: "identifier",
      parts: ["2026", "march", "7"],
      weak: false,
    } as const;
    for (const prompt of ["2026-03-07", "on 7 March 2026", "on March 7th, 2026?"]) {
      expect(analyzeQuery(prompt)).toEqual([date]);
    }
  });

  test("knows short numbers, and names that are made of weak words, as weak", () => {
    const weak = (prompt: string): boolean[] => analyzeQuery(prompt).map((term) => term.weak);
    expect(weak("7 42")).toEqual([true, true]);
    expect(weak("seven ten")).toEqual([true, true]);
    expect(weak("404 1999")).toEqual([false, false]);
    expect(weak("userName 5x")).toEqual([true, true]);
    expect(weak("ledgerName")).toEqual([false]);
  });

  test("takes no word of which it sees only a part", () => {
    const terms = (prompt: string): string[] => analyzeQuery(prompt).map(({ term }) => term);
    const filler = "the ".repeat(999);
    expect(terms(`${filler}kafkazookeeper ${"and ".repeat(1_000)}`)).toEqual([]);
    expect(terms(`${filler}kafka\n${"and ".repeat(1_000)}`)).toEqual([]);
    expect(terms(`${filler}zoo ${"and ".repeat(1_000)}`)).toEqual(["zoo"]);
    expect(terms(`${"x".repeat(100_000)} redis`)).toEqual(["redi"]);
  });

  test("takes any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 500 }), (prompt) => {
        const terms = analyzeQuery(prompt).map(({ term }) => term);
        expect(new Set(terms).size).toBe(terms.length);
      }),
    );
  });
});
