import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { cleanTag, cleanText, cleanTitle, escapeXml, snippet, TAG_MAX, visibleJson } from "./sanitize.ts";

/** Text made of the pieces that could do harm when put together. */
const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        " ",
        "->",
        "-",
        ">",
        "#",
        "tags:",
        "#tags:",
        "#TAGS:",
        ",",
        "\n",
        "\u200b",
        "\u202e",
        "&",
        "<",
        "`",
      ),
      fc.string({ unit: "binary", maxLength: 4 }),
      fc.constantFrom("\u{1f600}", "\ud83d", "\u{e0041}", "e\u0301", "한국어", "İ"),
    ),
    { maxLength: 60 },
  )
  .map((parts) => parts.join(""));

test("prose keeps newlines and tabs and loses control, zero-width, bidirectional and tag characters", () => {
  expect(cleanText("a\x00b\x1b[31m\tc\nd\x7f")).toBe("ab[31m\tc\nd");
  expect(cleanText("pay\u202egnp.exe\u2066 \u200bnow\ufeff\u{e0049}\u{e007f}")).toBe("paygnp.exe now");
});

test.each([
  ["soft hyphens", "\u00ad"],
  ["the combining grapheme joiner", "\u034f"],
  ["the Mongolian vowel separator", "\u180e"],
  ["deprecated format characters", "\u206a\u206f"],
  ["Hangul fillers", "\u3164\uffa0"],
  ["marks of annotations", "\ufff9\ufffb"],
  ["marks of music", "\u{1d173}\u{1d17a}"],
  ["variation selectors of plane 14", "\u{e0100}\u{e0150}\u{e01ef}"],
])("prose loses %s", (_, hidden) => {
  expect(cleanText(`a${hidden}b`)).toBe("ab");
});

test("one variation selector stays, a row of them hides nothing", () => {
  expect(cleanText("a \u2764\ufe0f b")).toBe("a \u2764\ufe0f b");
  const bytes = "\ufe01\u{e0131}\ufe05\u200b\ufe09".repeat(30);
  expect(cleanText(`a \u2764\ufe0f${bytes} b`)).toBe("a \u2764\ufe0f b");
});

test("Windows line ends become newlines and lone surrogates become replacement characters", () => {
  expect(cleanText("a\r\nb\rc")).toBe("a\nb\nc");
  expect(cleanText("a\ud800b")).toBe("a\ufffdb");
});

describe("a title", () => {
  test("loses index markers even when removal would build a new one", () => {
    expect(cleanTitle("#ta#tags:gs: use -> it")).toBe("use - it");
    expect(cleanTitle("a -> -> b")).toBe("a - - b");
    expect(cleanTitle("a -#tags:> b")).toBe("a - b");
  });

  test("keeps an arrow that is part of a word", () => {
    expect(cleanTitle("Check ptr->field first")).toBe("Check ptr->field first");
  });

  test("is cut to 120 characters without splitting a surrogate pair", () => {
    const title = cleanTitle(`${"a".repeat(119)}\u{1f600}`);
    expect(title).toBe("a".repeat(119));
  });

  test("is stable, one line, in bounds and free of markers, whatever comes in", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const title = cleanTitle(text);
        expect(cleanTitle(title)).toBe(title);
        expect(title.length).toBeLessThanOrEqual(120);
        expect(title.isWellFormed()).toBe(true);
        expect(title).not.toMatch(/ -> |#tags:|[\x00-\x1f\u200b-\u200f\u2028-\u202f]/i);
      }),
    );
  });
});

describe("a tag", () => {
  test("is lower case, without commas and hash signs", () => {
    expect(cleanTag("  #Auth, JWT ")).toBe("auth jwt");
    expect(cleanTag("C#")).toBe("c#");
    expect(cleanTag("데이터베이스")).toBe("데이터베이스");
  });

  test("is stable and in bounds, whatever comes in", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const tag = cleanTag(text);
        expect(cleanTag(tag)).toBe(tag);
        expect(tag.length).toBeLessThanOrEqual(TAG_MAX);
        expect(tag).not.toMatch(/,|#tags:| -> |\n/);
      }),
    );
  });
});

describe("a snippet", () => {
  test("is one escaped line without backticks", () => {
    expect(snippet("run `x`\n<b> & go")).toBe("run x &lt;b&gt; &amp; go");
  });

  test("never ends in half an escape", () => {
    expect(snippet("aaaa&b", 6)).toBe("aaaa");
    expect(snippet("aaaa&b", 9)).toBe("aaaa&amp;");
  });

  test("fits its limit and unescapes to a prefix of the cleaned line, whatever comes in", () => {
    fc.assert(
      fc.property(hostile, fc.integer({ min: 0, max: 130 }), (text, max) => {
        const result = snippet(text, max);
        expect(result.length).toBeLessThanOrEqual(max);
        const plain = result.replace(/&lt;/g, "<").replace(/&gt;/g, ">").replace(/&amp;/g, "&");
        expect(escapeXml(plain)).toBe(result);
        expect(plain).not.toMatch(/`|\n/);
      }),
    );
  });
});

test("JSON shows what hides or steers a terminal as escapes, and means the same", () => {
  fc.assert(
    fc.property(fc.oneof(hostile, fc.string({ unit: "binary" })), (text) => {
      const json = visibleJson(JSON.stringify([text.toWellFormed()], null, 2));
      expect(JSON.parse(json)).toEqual([text.toWellFormed()]);
      expect(cleanText(json).length).toBeGreaterThanOrEqual(json.replace(/[\ufe00-\ufe0f]/g, "").length);
    }),
  );
  expect(visibleJson('"\u009b2J\u202e\udb40\udc41"')).toBe('"\\u009b2J\\u202e\\udb40\\udc41"');
});
