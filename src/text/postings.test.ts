import { expect, test } from "bun:test";
import fc from "fast-check";
import { bm25, encodePostings, inverseFrequency } from "./postings.ts";

const postings = (body: string[], title: string[] = [], tags: string[] = []): string =>
  encodePostings({ title, tags, passages: [body] });

const needle = (term: string, idf = 1): { term: string; idf: number } => ({ term, idf });

test("a passage tells its length and what each term counts for, in halves", () => {
  expect(postings(["sqlite", "ledger", "sqlite"], ["ledger"], ["db"])).toBe("5 ledger:8 db:3 sqlite:4 ");
  expect(encodePostings({ title: [], tags: [], passages: [[], ["a"]] })).toBe("0 \n1 a:2 ");
});

test("a term is found whole, not as a part of another", () => {
  const text = postings(["retries", "src/retry.ts"]);
  expect(bm25(text, [needle("retry")], 2)).toBe(0);
  expect(bm25(text, [needle("retry.ts")], 2)).toBe(0);
  expect(bm25(text, [needle("src/retry.ts")], 2)).toBeGreaterThan(0);
});

test("a title counts for more than a tag, and a tag for more than the body", () => {
  const filler = ["x", "y", "z"];
  const score = (...fields: [string[], string[]?, string[]?]): number =>
    bm25(postings(...fields), [needle("a")], 4);
  const [title, tag, body] = [score(filler, ["a"]), score(filler, [], ["a"]), score(["a", ...filler])];
  expect(title).toBeGreaterThan(tag);
  expect(tag).toBeGreaterThan(body);
});

test("the best passage counts, however many there are", () => {
  const good = ["a", "b"];
  const one = encodePostings({ title: [], tags: [], passages: [good] });
  const many = encodePostings({ title: [], tags: [], passages: [["c"], good, ["d", "e"], good] });
  const needles = [needle("a"), needle("b")];
  expect(bm25(many, needles, 2)).toBe(bm25(one, needles, 2));
});

test("more of what is asked for never counts for less, and rarer terms count for more", () => {
  const word = fc.constantFrom("a", "b", "c", "d", "e");
  fc.assert(
    fc.property(fc.array(word, { maxLength: 30 }), fc.uniqueArray(word), (body, terms) => {
      const score = (asked: string[]): number =>
        bm25(
          postings(body),
          asked.map((term) => needle(term)),
          10,
        );
      for (let n = 1; n <= terms.length; n += 1)
        expect(score(terms.slice(0, n))).toBeGreaterThanOrEqual(score(terms.slice(0, n - 1)));
    }),
  );
  fc.assert(
    fc.property(fc.nat(1_000), fc.nat(1_000), fc.nat(1_000), (a, b, more) => {
      const items = Math.max(a, b) + more;
      expect(inverseFrequency(Math.min(a, b), items)).toBeGreaterThanOrEqual(
        inverseFrequency(Math.max(a, b), items),
      );
      expect(inverseFrequency(Math.max(a, b), items)).toBeGreaterThan(0);
    }),
  );
});
