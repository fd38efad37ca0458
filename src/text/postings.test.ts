import { expect, test } from "bun:test";
import fc from "fast-check";
import { bm25, encodeText, inverseFrequency, isStressed, positionOf, termsOf } from "./postings.ts";

const postings = (body: string[], title: string[] = [], tags: string[] = []): string =>
  encodeText({ title, tags, passages: [body] }).postings;

const needle = (term: string, idf = 1): { term: string; idf: number } => ({ term, idf });

test("a passage tells its length and what each term counts for, in halves", () => {
  expect(postings(["sqlite", "ledger", "sqlite"], ["ledger"], ["db"])).toBe("5 db:3 ledger:8 sqlite:4 ");
  expect(encodeText({ title: [], tags: [], passages: [[], ["a"]] }).postings).toBe("0 \n1 a:2 ");
  expect(encodeText({ title: ["a"], tags: [], passages: [] })).toEqual({
    postings: "1 a:6 ",
    prominent: 5,
    terms: ["a"],
    passages: 1,
    length: 1,
  });
});

test("an encoded text knows its terms, and which of them stand in title or tags", () => {
  const word = fc.array(fc.constantFrom<string[]>("a", "b", "ledger", "src/a.ts", "x1", "移行"), {
    maxLength: 6,
  });
  fc.assert(
    fc.property(word, word, fc.array(word, { maxLength: 3 }), fc.boolean(), (title, tags, passages, made) => {
      const text = encodeText({ title, tags, passages, titleIsMade: made });
      const all = new Set([...title, ...tags, ...passages.flat()]);
      expect(termsOf(text.postings)).toEqual(all);
      expect(new Set(text.terms)).toEqual(all);
      expect(text.length).toBe(
        passages.flat().length + Math.max(1, passages.length) * (title.length + tags.length),
      );
      for (const term of [...all, "absent"]) {
        const at = positionOf(term, text.postings);
        expect(at >= 0).toBe(all.has(term));
        if (at >= 0) expect(at < text.prominent).toBe((!made && title.includes(term)) || tags.includes(term));
      }
    }),
  );
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
  const one = encodeText({ title: [], tags: [], passages: [good] }).postings;
  const many = encodeText({ title: [], tags: [], passages: [["c"], good, ["d", "e"], good] }).postings;
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

test("a term is stressed where a passage says it again, or begins with it, and not where passages say it once each", () => {
  const encoded = (passages: string[][], title: string[] = []): string =>
    encodeText({ title, tags: [], passages, titleIsMade: true }).postings;
  expect(isStressed("a", encoded([["a", "b", "a"]]))).toBe(true);
  expect(isStressed("b", encoded([["a", "b", "a"]]))).toBe(false);
  expect(isStressed("a", encoded([["a", "b"], ["a"]]))).toBe(false);
  expect(isStressed("a", encoded([["b"], ["a", "a"]]))).toBe(true);
  expect(isStressed("a", encoded([["a", "b"]], ["a"]))).toBe(true);
  expect(isStressed("c", encoded([["a"]]))).toBe(false);
});
