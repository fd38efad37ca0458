import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { renameNeeded, slugify, wordDifference } from "./slug.ts";
import { ID_PATTERN } from "./types.ts";

describe("an id from a title", () => {
  test("is kebab-case without accents", () => {
    expect(slugify("Use JWT for Auth!")).toBe("use-jwt-for-auth");
    expect(slugify("Café Größe, naïve Łódź")).toBe("cafe-grosse-naive-lodz");
    expect(slugify("404")).toBe("404");
  });

  test("is a stable hash for titles in Korean, Japanese, Chinese and Cyrillic", () => {
    const titles = ["데이터베이스 선택", "データベースの選択", "选择数据库", "Выбор базы данных", "2024年"];
    for (const title of titles) expect(slugify(title)).toMatch(/^r-[0-9a-f]{10}$/);
    expect(new Set(titles.map(slugify)).size).toBe(titles.length);
    expect(slugify("데이터베이스".normalize("NFD"))).toBe(slugify("데이터베이스".normalize("NFC")));
  });

  test("tells apart titles that share their Latin words only", () => {
    expect(slugify("Redis 사용")).toMatch(/^redis-[0-9a-f]{10}$/);
    expect(slugify("Redis 사용")).not.toBe(slugify("Redis 금지"));
  });

  test("always matches the pattern of ids and is stable under itself", () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: "binary", maxLength: 200 }), fc.string({ maxLength: 200 })),
        (title) => {
          const id = slugify(title);
          expect(id).toMatch(ID_PATTERN);
          expect(slugify(id)).toBe(id);
        },
      ),
    );
  });
});

describe("the difference of titles in words", () => {
  test("ignores case, punctuation, order and function words", () => {
    expect(wordDifference("Use the JWT for auth", "AUTH: jwt")).toBe(0);
    expect(wordDifference("", "")).toBe(0);
    expect(wordDifference("alpha beta", "gamma delta")).toBe(1);
  });

  test("lets the id follow when the subject changed, and stay when it did not", () => {
    expect(renameNeeded("Use Jest for testing", "Use Vitest for testing")).toBe(true);
    expect(renameNeeded("Use JWT for authentication", "Use JWT for API authentication")).toBe(false);
  });

  test("counts characters in scripts without spaces", () => {
    expect(renameNeeded("选择数据库引擎", "选择数据库引擎了")).toBe(false);
    expect(renameNeeded("选择数据库", "禁止网络访问")).toBe(true);
  });

  test("is symmetric and between 0 and 1", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (a, b) => {
        const difference = wordDifference(a, b);
        expect(difference).toBe(wordDifference(b, a));
        expect(difference).toBeGreaterThanOrEqual(0);
        expect(difference).toBeLessThanOrEqual(1);
      }),
    );
  });
});
