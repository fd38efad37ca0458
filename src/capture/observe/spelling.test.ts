import { describe, expect, test } from "bun:test";
import { spelt } from "./spelling.ts";

describe("what was typed fast", () => {
  test.each([
    ["dont ever push w/o asking", "don't ever push without asking"],
    ["lets go w/ sqs pls", "let's go with sqs please"],
    ["nope, its the `its_im` table", "nope, it's the `its_im` table"],
    ["thats fine, im not sure u can", "that's fine, I'm not sure you can"],
    ["id rather wait, ill ask b4 lunch", "I'd rather wait, I'll ask before lunch"],
  ])("%s", (typed, full) => expect(spelt(typed)).toBe(full));

  test.each([
    "the trait lets you borrow it",
    "give each row its own id",
    'look for `dont` and "pls" in src/u/w.ts',
    "la table dont on parle",
    "der Server im Keller ist kaputt",
    "der Rechner im Büro, pls",
    "the ids of u.s. customers",
  ])("is left as it is where it may be something else: %s", (typed) => expect(spelt(typed)).toBe(typed));
});
