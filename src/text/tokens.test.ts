import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { countTokens as cl100k } from "gpt-tokenizer/encoding/cl100k_base";
import { countTokens as o200k } from "gpt-tokenizer/encoding/o200k_base";
import { estimateTokens } from "./tokens.ts";

const ROOT = join(import.meta.dir, "../..");
const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");

/** Texts of the kinds that memory is made of. */
const CORPUS: { readonly [kind: string]: readonly string[] } = {
  prose: [
    read("README.md"),
    read("docs/architecture.md"),
    "Digestive enzymes catalyze the breakdown of macronutrients into absorbable units. Pepsin in the stomach cleaves proteins.",
  ],
  code: ["src/record/slug.ts", "src/store/sync.ts", "src/text/analyze.ts", "plugin/bin/recollect"].map(read),
  json: [
    read("package.json"),
    read("package-lock.json").slice(0, 40_000),
    JSON.stringify(JSON.parse(read("biome.json"))),
  ],
  paths: [
    [...new Bun.Glob("**/*.ts").scanSync(join(ROOT, "src"))]
      .map((path) => `/home/ada/app/src/${path}`)
      .join("\n"),
    "/usr/lib/x86_64-linux-gnu/libc.so.6 C:\\Users\\Ada\\AppData\\Local\\Temp\\x1y2.tmp ../../shared/../a_b-c.d",
  ],
  logs: [
    "2026-11-22T01:42:20.123Z ERROR [worker-3] job 8f14e45f-ceea-467f-a9d2-1c0b6a2e5d77 failed after 3 attempts: ECONNREFUSED 127.0.0.1:5432 (took 1532ms)\n    at Socket.<anonymous> (/srv/app/node_modules/pg/lib/client.js:132:19)",
    Array.from({ length: 20 }, (_, n) => new Bun.CryptoHasher("sha256").update(String(n)).digest("hex")).join(
      "\n",
    ),
  ],
  Chinese: [
    "我们决定在账本中使用数据库，因为它足够快，而且不需要额外的服务器。每次写入之前都要先检查索引是否是最新的，否则可能会丢失数据。如果队列里的消息超过一千条，就应该启动第二个工作进程来处理它们。",
  ],
  Japanese: [
    "台帳にはデータベースを使うことにしました。十分に速く、別のサーバーを必要としないからです。書き込みの前に、索引が最新かどうかを必ず確認してください。そうしないとデータが失われる可能性があります。",
  ],
  Korean: [
    "우리는 원장에 데이터베이스를 사용하기로 결정했습니다. 충분히 빠르고 별도의 서버가 필요하지 않기 때문입니다. 쓰기 전에 색인이 최신인지 반드시 확인해야 합니다.",
  ],
  Russian: [
    "Мы решили использовать базу данных для журнала, потому что она достаточно быстрая и не требует отдельного сервера. Перед каждой записью нужно проверять, что индекс актуален.",
  ],
  German: [
    "Wir haben beschlossen, für das Hauptbuch eine eingebettete Datenbank zu verwenden, weil sie schnell genug ist und keinen zusätzlichen Server benötigt.",
  ],
  pictographs: ["🎉 done ✅ shipped 🚀🚀 with 👍🏽 from 👩‍💻 and a flag 🇩🇪 🔥🔥🔥"],
};

test.each(Object.entries(CORPUS))("%s: at most 5 %% too few, by either of two tokenizers", (_, texts) => {
  for (const real of [cl100k, o200k]) {
    const tokens = texts.reduce((sum, text) => sum + real(text), 0);
    const estimate = texts.reduce((sum, text) => sum + estimateTokens(text), 0);
    expect(estimate / tokens).toBeGreaterThanOrEqual(0.95);
  }
});

test.each(["prose", "code", "json"])("%s: at most 40 %% too many", (kind) => {
  const texts = CORPUS[kind] ?? [];
  const tokens = texts.reduce((sum, text) => sum + cl100k(text), 0);
  expect(texts.reduce((sum, text) => sum + estimateTokens(text), 0) / tokens).toBeLessThan(1.4);
});

test("no text takes no tokens, any other at least one, and two texts at most a little more than both", () => {
  expect(estimateTokens("")).toBe(0);
  const text = fc.string({ unit: "grapheme", maxLength: 200 });
  fc.assert(
    fc.property(text, text, (a, b) => {
      const [one, two, both] = [estimateTokens(a), estimateTokens(b), estimateTokens(`${a}\n${b}`)];
      expect(Number.isInteger(both)).toBe(true);
      if (a.trim() !== "") expect(one).toBeGreaterThan(0);
      expect(both).toBeLessThanOrEqual(one + two + 2);
    }),
  );
});
