import { describe, expect, test } from "bun:test";
import { keywordScore, keywordTokens } from "./keyword.ts";
import { STOP_WORDS } from "./stop-words.ts";

const score = (text: string, title: string, tags: string[] = []): number =>
  keywordScore(keywordTokens(text), { title, tags });

describe("keywordTokens", () => {
  test("are the letters and digits of ASCII text in lower case, longer than two, without stop words", () => {
    expect([...keywordTokens("The PostgreSQL-16 DB is our_main store, ok? it's v2 at 10.0.0.127")]).toEqual([
      "postgresql",
      "main",
      "store",
      "127",
    ]);
  });

  test("are found in text of any script", () => {
    expect([...keywordTokens("Восстановление базы café")]).toEqual(["восстановление", "базы", "café"]);
    expect(score("배포를 롤백", "배포 롤백 절차")).toBeGreaterThanOrEqual(4);
    expect(score("数据库", "数据库迁移")).toBeGreaterThanOrEqual(4);
  });

  test("there are at least seventy stop words", () => {
    expect(STOP_WORDS.size).toBeGreaterThanOrEqual(70);
  });
});

describe("keywordScore", () => {
  test("gives two points for a word of the title and three for a tag", () => {
    expect(score("kafka", "Kafka for events")).toBe(2);
    expect(score("kafka", "Message broker", ["kafka"])).toBe(3);
    expect(score("kafka", "Kafka", [" KAFKA "])).toBe(5);
    expect(score("kafka events", "Kafka for events")).toBe(4);
  });

  test("gives one point for the beginning of a word or tag, from four characters on", () => {
    expect(score("auth", "Authentication flow")).toBe(1);
    expect(score("aut", "Authentication flow")).toBe(0);
    expect(score("auth", "Login", ["authorization"])).toBe(1);
    expect(score("auth", "Authentication flow", ["authorization"])).toBe(1);
  });

  test("does not count a whole match as a beginning too", () => {
    expect(score("auth", "Auth and authentication")).toBe(2);
  });

  test("counts a repeated word once", () => {
    expect(score("kafka kafka KAFKA", "Kafka kafka")).toBe(2);
  });

  test("gives nothing for a longer word than the title's", () => {
    expect(score("authentication", "Auth flow", ["auth"])).toBe(0);
  });
});
