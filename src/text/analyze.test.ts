import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { analyze, TERM_MAX } from "./analyze.ts";
import { PASSAGE_MAX, passages } from "./passages.ts";

describe("analyze", () => {
  test("drops stop words, and brings inflected forms together", () => {
    expect(analyze("The databases were being migrated")).toEqual(["databas", "migrat"]);
    expect(analyze("Migrating a database")).toEqual(["migrat", "databas"]);
  });

  test("maps irregular forms and developers' short forms", () => {
    expect(analyze("chose chosen choice indices children wrote")).toEqual(
      analyze("choose choose choose index child write"),
    );
    expect(analyze("db config repo k8s postgres env")).toEqual(
      analyze("database configuration repository kubernetes postgresql environment"),
    );
  });

  test("keeps identifiers whole and splits them, in every style alike", () => {
    const whole = "busytimeout";
    for (const style of ["busyTimeout", "busy_timeout", "busy-timeout", "BUSY_TIMEOUT", "BusyTimeout"]) {
      expect(analyze(style)).toEqual([whole, "busi", "timeout"]);
    }
    expect(analyze("HTTPServer sha256 TS2345")).toEqual([
      "httpserver",
      "http",
      "server",
      "sha256",
      "sha",
      "256",
      "ts2345",
      "ts",
      "2345",
    ]);
  });

  test("keeps paths whole, their file name, and their parts", () => {
    expect(analyze("see src/store/open.ts:12")).toEqual([
      "see",
      "src/store/open.ts",
      "open.ts",
      "src",
      "store",
      "open",
      "ts",
      "12",
    ]);
    expect(analyze("C:\\Temp\\log.txt")).toContain("temp/log.txt");
    expect(analyze("v1.39.1")[0]).toBe("v1.39.1");
  });

  test("reads possessives and contractions as their words, with either apostrophe", () => {
    expect(analyze("the user's doesn't user’s don’t")).toEqual(["user", "user"]);
  });

  test("names of languages with signs are words", () => {
    expect(analyze("C++ and C#")).toEqual(["cpp", "csharp"]);
  });

  test("folds the accents of Latin and Greek and keeps those of other scripts", () => {
    expect(analyze("café Straße Øre Άλφα")).toEqual([...analyze("cafe strasse ore"), "αλφα"]);
    expect(analyze("й")).toEqual(["й"]);
    expect(analyze("Привет")).toEqual(["привет"]);
  });

  test("composed and decomposed, full-width and half-width text are the same", () => {
    expect(analyze("ＡＢＣ ｄａｔａ")).toEqual(analyze("abc data"));
    expect(analyze("한글".normalize("NFD"))).toEqual(analyze("한글"));
    expect(analyze("e\u0301tude")).toEqual(analyze("étude"));
  });

  test("reads Chinese, Japanese, Korean and Thai as bigrams, also beside Latin text", () => {
    expect(analyze("数据库")).toEqual(["数据", "据库"]);
    expect(analyze("データベース")).toEqual(["デー", "ータ", "タベ", "ベー", "ース"]);
    expect(analyze("배포를")).toEqual(["배포", "포를"]);
    expect(analyze("猫")).toEqual(["猫"]);
    expect(analyze("使用Redis缓存")).toEqual(["使用", "redi", "缓存"]);
    expect(analyze("ไทย")).toHaveLength(2);
  });

  test("typographic punctuation is no part of a word", () => {
    expect(analyze("“redis” — cache… ‘ttl’")).toEqual(["redi", "cach", "ttl"]);
  });

  test("terms are short, lower case and free of characters with a meaning in queries", () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: "binary" }), fc.string({ unit: "grapheme" }), fc.string()),
        (text) => {
          for (const term of analyze(text)) {
            expect(term.length).toBeGreaterThan(0);
            expect(term.length).toBeLessThanOrEqual(TERM_MAX);
            expect(term).not.toMatch(/[\s"'()*:^+{}\0]/);
          }
        },
      ),
    );
  });

  test("is the same the second time, when it is remembered", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(analyze(text)).toEqual(analyze(text));
      }),
    );
  });

  test("drops what is too long to be a word", () => {
    expect(analyze(`${"a".repeat(41)} ${"x1".repeat(500)}`).filter((term) => term.length > 2)).toEqual([]);
  });
});

describe("a date", () => {
  test.each([
    "2026-03-07",
    "2026-03-07T10:00:00Z",
    "7 March 2026",
    "07 mar 2026",
    "the 7th of March 2026",
    "March 7, 2026",
    "Mar. 7th, 2026",
  ])("is the same however it is written: %s", (text) => {
    expect(analyze(text).slice(0, 4)).toEqual(["20260307", "2026", "march", "7"]);
  });

  test("stands between other words, and beside another date", () => {
    expect(analyze("Kafka since 1 May 2025 and redis since June 30, 2026 alone")).toEqual([
      ...analyze("Kafka since 2025-05-01 and redis since 2026-06-30 alone"),
    ]);
  });

  test.each([
    ["2026-13-07", ["20261307", "2026", "13", "07"]],
    ["2026-02-32", ["20260232", "2026", "02", "32"]],
    ["March 2026", ["march", "2026"]],
    ["March 45, 2026", ["march", "45", "2026"]],
    ["of March 2026", ["march", "2026"]],
    ["2026", ["2026"]],
  ])("is not %s", (text, terms) => {
    expect(analyze(text)).toEqual(terms);
  });
});

describe("passages", () => {
  test("a short text is one passage, an empty one none", () => {
    expect(passages(" short ")).toEqual(["short"]);
    expect(passages(" \n ")).toEqual([]);
  });

  test("a long text is cut at the ends of sentences", () => {
    const found = passages("This is one sentence of the text. ".repeat(80));
    expect(found.length).toBeGreaterThan(3);
    for (const passage of found) expect(passage).toEndWith(".");
  });

  test("paragraphs stay whole where they can", () => {
    const paragraph = `${"word ".repeat(110)}end.`;
    expect(passages([paragraph, paragraph, paragraph].join("\n\n"))).toEqual([
      paragraph,
      paragraph,
      paragraph,
    ]);
  });

  test("nothing but white space is lost, and no passage is too long", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: "grapheme", maxLength: 200 }), { maxLength: 30 }), (parts) => {
        const text = parts.join(" ");
        const found = passages(text);
        expect(found.join("").replace(/\s/g, "")).toBe(text.replace(/\s/g, ""));
        for (const passage of found) expect(passage.length).toBeLessThanOrEqual(PASSAGE_MAX);
      }),
    );
    expect(passages("😀".repeat(2_000)).every((passage) => passage.isWellFormed())).toBe(true);
  });
});
