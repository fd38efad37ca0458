import { expect, test } from "bun:test";
import { analyzeQuery } from "./query.ts";

const termsOf = (prompt: string): string[] => analyzeQuery(prompt).map(({ term }) => term);

test("of a German, French or Spanish prompt what it is about is left", () => {
  expect(termsOf("Wo liegt der Index der Notizen?")).toEqual(["liegt", "index", "notizen"]);
  expect(termsOf("Wie kommen die Freigaben vom Zoll zu uns?")).toEqual(["kommen", "freigaben", "zoll"]);
  expect(termsOf("combien de temps dure la mise en cache ?")).toEqual(["temp", "dure", "mise", "cach"]);
  expect(termsOf("¿por qué la cola está en Postgres?")).toEqual(["cola", "postgresql"]);
});

test("an English prompt keeps its words, whatever they mean elsewhere", () => {
  expect(termsOf("what was the cold war about")).toEqual(["cold", "war"]);
  expect(termsOf("MIT licence for the die casting app")).toContain("die");
  expect(termsOf("MIT licence for the die casting app")).toContain("mit");
  expect(termsOf("the man page of sed says nothing")).toContain("man");
});

test("words of both languages in one prompt are no reason to drop either's names", () => {
  expect(termsOf("Warum bricht pnpm test mit ERR_REQUIRE_ESM ab und wie beheben wir das?")).toEqual(
    expect.arrayContaining(["pnpm", "errrequireesm", "bricht", "beheben"]),
  );
});
