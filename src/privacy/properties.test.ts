import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { redactFields, redactFieldsWith } from "./fields.ts";
import { maskOf } from "./finding.ts";
import { labelledTexts, tokenMaker } from "./fixtures/labelled.ts";
import { openRedactor, type Redacted, redactQuick } from "./redact.ts";

const HOME = "/home/kay";
const rules = { home: HOME };
const make = tokenMaker(3);

/** Secrets, masks, signs and words next to each other in every way. */
const piece = fc.oneof(
  fc.constantFrom(
    ...["ghp", "stripe", "jwt", "pw", "hex32", "pemline", "slackb", "ant"].map(make),
    ...[
      "kay@acme.io",
      "+49 30 5557788",
      "4111111111111111",
      "DE89370400440532013000",
      `${HOME}/x`,
      "/Users/amy/x",
    ],
    ...["[redacted:password]", "[email]", "[phone]", "~", "[private]", "<private>", "</private>"],
    ...[
      "password",
      "api_key",
      "token",
      "Authorization: Bearer ",
      "postgres://app:",
      "@db/x",
      "curl -u a:",
      "sk-",
      "secret",
    ],
    ...[
      "=",
      ": ",
      '"',
      "'",
      "`",
      "\n",
      " ",
      "/",
      "\\",
      "-",
      "+",
      "(",
      ")",
      "is ",
      "<",
      ">",
      ".",
      "@",
      "://",
      "é",
      "𝒳",
      "İ",
    ],
  ),
  fc.string({ maxLength: 8 }),
  fc.string({ unit: "binary", maxLength: 4 }),
);
const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(""));

describe("redaction", () => {
  test("of what was redacted changes nothing", () => {
    fc.assert(
      fc.property(text, (said) => {
        const once = redactQuick(said, rules).text;
        expect(redactQuick(once, rules).text).toBe(once);
      }),
      { numRuns: 2_000 },
    );
  });

  test("keeps everything but what it found, character by character", () => {
    fc.assert(
      fc.property(text, (said) => {
        const { text: left, findings } = redactQuick(said, rules);
        let expected = "";
        let at = 0;
        for (const finding of findings) {
          expect(finding.start).toBeGreaterThanOrEqual(at);
          expected += said.slice(at, finding.start) + maskOf(finding);
          at = finding.end;
        }
        expect(left).toBe(expected + said.slice(at));
      }),
      { numRuns: 1_000 },
    );
  });

  test("finds in a short text what it finds in the same text among much else", () => {
    const far = `\n${"- ".repeat(150)}\n`;
    fc.assert(
      fc.property(text, (said) => {
        fc.pre(!/<\/?private/i.test(said));
        const apart = redactQuick(said, rules).findings.length;
        const among = redactQuick(`${far}${said}${far}`, rules).findings.length;
        expect(apart > 0).toBe(among > 0);
      }),
      { numRuns: 1_000 },
    );
  });

  test("of the labelled texts, by all rules, is done after one time", async () => {
    const { redact } = await openRedactor({ personal_data: "mask", exclude_paths: [], secrets: [] }, HOME);
    for (const { text: said } of labelledTexts()) {
      const once = await redact(said);
      const twice = await redact(once.text);
      expect([said, twice.findings]).toEqual([said, []]);
    }
  });

  test("of fields finds what it finds in each text, and leaves the rest of the value as it is", () => {
    fc.assert(
      fc.property(fc.array(text, { maxLength: 4 }), text, (list, one) => {
        const value = { list, deep: { one, number: 1, none: null, yes: true } };
        const { value: left, findings } = redactFields(value, (said) => redactQuick(said, rules));
        const expected = {
          list: list.map((said) => redactQuick(said, rules).text),
          deep: { ...value.deep, one: redactQuick(one, rules).text },
        };
        expect(left).toEqual(expected);
        if (findings.length === 0) expect(left).toBe(value);
      }),
      { numRuns: 500 },
    );
  });

  test("of fields is the same with a redactor that takes its time", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(text, { maxLength: 4 }), async (list) => {
        const at = async (said: string): Promise<Redacted> => redactQuick(said, rules);
        const value = { list };
        expect(await redactFieldsWith(value, at)).toEqual(
          redactFields(value, (said) => redactQuick(said, rules)),
        );
      }),
      { numRuns: 500 },
    );
  });
});

describe("hostile texts of a megabyte", () => {
  const MEGABYTE = 1_000_000;
  const repeated = (part: string, length: number): string =>
    part.repeat(Math.ceil(length / part.length)).slice(0, length);
  const HOSTILE: readonly string[] = [
    "a",
    "A",
    "0",
    "1 ",
    "-",
    ".",
    "_",
    "=",
    '"',
    "\\",
    "/",
    "@",
    "a@",
    "a.",
    "a@a.",
    "+1 ",
    "(1",
    "4 1-",
    "password",
    "password=",
    "password='",
    "token: ",
    "secret is ",
    'key\\"=>',
    "api ",
    "_KEY=",
    "ghp_",
    "ghs_1_",
    "ghs_1_a.",
    "sk-",
    "sk-proj-a",
    "eyJ",
    "eyJa.",
    "eyJaaaaaaaa.eyJ",
    "xoxb-a-",
    "SG.a.",
    "SG.",
    "hvs.",
    "://",
    "a://",
    "a://a:",
    "x://y:z",
    "https://a:b@",
    "postgres://",
    "Bearer ",
    "authorization: ",
    "curl ",
    "curl -u ",
    "mysql ",
    "login a password ",
    "-----BEGIN PRIVATE KEY-----",
    "-----BEGIN PRIVATE KEY-----\n",
    "-----END ",
    "\\n",
    "<private>",
    "</private>",
    "<private ",
    "<private></private>",
    "/home/",
    "/home/a",
    "/Users/a/",
    "C:\\Users\\",
    "phone ",
    "tel. 1",
    "call me at ",
    "DE12",
    "DE12 AAAA ",
    "MT",
    "MTa.",
    ":AA",
    "1:AA",
    "kind: Secret\ndata:\n a: ",
    "_authToken=",
    "hooks.slack.com/services/T",
    "İ",
    "𝒳",
  ];

  const WORDS = "The retry queue of the worker is drained because events come out of order. ";

  /** What takes far longer than words of the same length, on this machine at this moment. */
  async function slow(length: number, redact: (text: string) => unknown): Promise<string[]> {
    const timed = async (part: string): Promise<number> => {
      const text = repeated(part, length);
      const started = performance.now();
      await redact(text);
      return performance.now() - started;
    };
    await timed(WORDS);
    const usual = Math.max(20, await timed(WORDS));
    const found: string[] = [];
    for (const part of HOSTILE) {
      const times = Math.round((await timed(part)) / usual);
      if (times > 200) found.push(`${JSON.stringify(part)}: ${times} times as long as words`);
    }
    return found;
  }

  test("take no more than a generous multiple of plain words by the quick rules", async () => {
    expect(await slow(MEGABYTE, (text) => redactQuick(text, rules))).toEqual([]);
  }, 300_000);

  test("do not grow faster than they are long by all rules, either", async () => {
    const { redact } = await openRedactor({ personal_data: "mask", exclude_paths: [], secrets: [] }, HOME);
    expect(await slow(MEGABYTE / 5, redact)).toEqual([]);
  }, 300_000);
});
