// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are texts of people
import { describe, expect, test } from "bun:test";
import { masked } from "./finding.ts";
import { type Labelled, labelledTexts, tokenMaker } from "./fixtures/labelled.ts";
import { openMaintained } from "./maintained.ts";
import { NO_SCORE, precisionOf, recallOf, scoreOf, sum } from "./measure.ts";
import { openRedactor, type PrivacySettings, type Redacted, redactQuick } from "./redact.ts";

const HOME = "/home/kay";
const SETTINGS: PrivacySettings = { personal_data: "mask", exclude_paths: [], secrets: [] };
const { redact } = await openRedactor(SETTINGS, HOME);
const quick = (text: string): Redacted => redactQuick(text, { home: HOME });
const make = tokenMaker(99);
const kindsIn = (text: string): string[] => quick(text).findings.map(({ kind }) => kind);

describe("the labelled set", () => {
  const texts = labelledTexts();
  const half = (name: Labelled["half"]): Labelled[] => texts.filter((text) => text.half === name);

  test("is large, and half of it was held out while rules were fitted", () => {
    expect(texts.length).toBeGreaterThanOrEqual(250);
    expect(half("held out").length).toBeGreaterThanOrEqual(125);
    const empty = texts.filter(
      ({ credentials, personal, marked }) => !credentials[0] && !personal[0] && !marked[0],
    );
    expect(empty.length).toBeGreaterThanOrEqual(100);
  });

  // What the rules reached when they were last changed, on the half that they were not fitted to.
  test.each([
    ["quick", "credential", 0.97, 0.88],
    ["all", "credential", 0.97, 0.88],
    ["quick", "personal", 0.94, 0.94],
    ["all", "personal", 0.94, 0.94],
    ["all", "private", 1, 1],
  ] as const)(
    "%s rules find %s data with a precision of %p and a recall of %p",
    async (way, of, precision, recall) => {
      let total = NO_SCORE;
      for (const each of half("held out"))
        total = sum(total, scoreOf(each, way === "quick" ? quick(each.text) : await redact(each.text), of));
      expect(precisionOf(total)).toBeGreaterThanOrEqual(precision);
      expect(recallOf(total)).toBeGreaterThanOrEqual(recall);
    },
  );

  test("holds nothing that the maintained rules find and the quick ones do not", async () => {
    const scan = await openMaintained();
    const missed: string[] = [];
    for (const { text } of texts) {
      const own = quick(text).findings;
      for (const { kind, start, end } of await scan(text))
        if (!own.some((each) => each.start < end && start < each.end))
          missed.push(`${kind}: ${text.slice(start, end)}`);
    }
    expect(missed).toEqual([]);
  });
});

describe("a credential", () => {
  test("is masked by its kind, and the text around it stays", () => {
    const { text, findings, credential } = quick(`Use ${make("ghp")} to push.`);
    expect(text).toBe("Use [redacted:github-token] to push.");
    expect(credential).toBe(true);
    expect(findings).toEqual([{ class: "credential", kind: "github token", start: 4, end: 44 }]);
  });

  test("is not hidden by a comment that calls rules off", async () => {
    const token = make("stripe");
    const { text } = await redact(
      `// secretlint-disable\nconst a = f('${token}'); // secretlint-disable-line`,
    );
    expect(text).not.toContain(token);
    const scan = await openMaintained();
    expect(await scan(`// secretlint-disable\n${make("ghp")}`)).toHaveLength(1);
  });

  test.each([
    ["of AWS's documentation", "AKIAIOSFODNN7EXAMPLE / wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"],
    ["that is filled with one character", `export GITHUB_TOKEN=ghp${"_"}${"x".repeat(36)}`],
    [
      "that stands in code as a type",
      "interface Login { user: string; password: string; token?: AccessToken }",
    ],
    ["that is a variable", "password: process.env.DB_PASSWORD, token = config.auth.token, key=${KEY}"],
    ["that is a placeholder", "API_KEY=your-api-key-here\nPASSWORD=changeme"],
    ["that stands in a template of GitHub's", "password: ${{ secrets.DOCKER_PASSWORD }}"],
  ])("%s is none", async (_, text) => {
    expect((await redact(text)).findings).toEqual([]);
  });

  test.each([
    ["a UUID", "session 7d9f1f4e-52c7-4f4e-9a55-0a9ce29d5a10"],
    ["a commit", "commit 0608bc4f2d9a1e7c3b5a6f8d9e0c1b2a3f4e5d6c"],
    ["an integrity hash", '"integrity": "sha512-z4PhNX7vuL3xVChQ1m2AB9Yg5AULVxXcg/SpIdNs6c5H0NE8XYXysP=="'],
    ["a repository's address", "git@github.com:org/repo.git and ssh://git@host/x.git"],
    ["a sender that nobody reads", "noreply@acme.io, no-reply@x.de, 12+k@users.noreply.github.com"],
    ["a version", "v1.24.0+3f2a9c1, 10.15.7, pkg@1.2.3, logo@2x.png"],
    ["a time", "2026-03-04T11:02:13.442Z 1772622133 +02:00 20260304110213"],
    ["an address without a password", "postgres://localhost:5432/db redis://cache:6379"],
  ])("%s is none", async (_, text) => {
    expect((await redact(text)).findings).toEqual([]);
  });

  test.each([
    ["the user", `https://${make("ghp")}:x-oauth-basic@github.com/a/b.git`],
    ["the password", "https://kay:s3cr3t-Pa55@host.io/x"],
  ])("in an address is found as %s", (_, text) => {
    expect(quick(text).credential).toBe(true);
  });

  test("of the user's own is found by the user's expressions, in long lines too", async () => {
    const own = await openRedactor({ ...SETTINGS, secrets: ["corp-[0-9]{6}"] }, HOME);
    const { text, credential } = await own.redact(`${"x ".repeat(400)}corp-123456${" y".repeat(400)}`);
    expect(credential).toBe(true);
    expect(text).toContain(" [redacted:credential-of-your-own] ");
  });

  test("that is a key is masked with all its lines, cut off or written in one", () => {
    const whole = make("openssh");
    expect(quick(`a\n${whole}\nb`).text).toBe("a\n[redacted:private-key]\nb");
    expect(quick(`"${make("pemline")}"`).text).toBe('"[redacted:private-key]"');
    expect(quick(whole.slice(0, 300)).text).toBe("[redacted:private-key]");
    expect(
      kindsIn(
        'if (!text.startsWith("-----BEGIN PRIVATE KEY-----")) throw new Error("this is no private key");',
      ),
    ).toEqual([]);
  });
});

describe("personal data", () => {
  test.each([
    ["kay.larsen@acme.io", "[email]"],
    ["4111 1111 1111 1111", "[card-number]"],
    ["DE89 3704 0044 0532 0130 00", "[iban]"],
    ["+49 30 5557788", "[phone]"],
    ["/home/kay/work/a.ts", "~/work/a.ts"],
    ["/Users/amelie/a.ts", "~/a.ts"],
    ["C:\\Users\\amelie\\a.ts", "~\\a.ts"],
  ])("%s becomes %s", (said, left) => {
    expect(quick(`see ${said} there`).text).toBe(`see ${left} there`);
    expect(quick(`see ${said} there`).credential).toBe(false);
  });

  test.each(["4111 1111 1111 1112", "DE89 3704 0044 0532 0130 01", "4111-1111-1111-1111-9"])(
    "%s does not prove itself, and stays",
    (said) => {
      expect(quick(`no. ${said} of 3`).findings).toEqual([]);
    },
  );

  test("is kept for those who want so, credentials and private spans never are", async () => {
    const keeping = await openRedactor({ ...SETTINGS, personal_data: "keep" }, HOME);
    const { text } = await keeping.redact(`kay@acme.io in ${HOME} <private>ill</private> ${make("ghp")}`);
    expect(text).toBe(`kay@acme.io in ${HOME} [private] [redacted:github-token]`);
  });
});

describe("what someone marked", () => {
  test.each([
    ["<private>a</private> b", "[private] b"],
    ["a <private>b <private>c</private> d</private> e", "a [private] e"],
    ["a <private>b", "a [private]"],
    ["a <PRIVATE reason='x'>b</Private>c", "a [private]c"],
    ["<private>a</private><private>b", "[private][private]"],
    ["no </private> open", "no </private> open"],
    ["<privateer>a</privateer>", "<privateer>a</privateer>"],
  ])("%s becomes %s", (said, left) => {
    expect(quick(said).text).toBe(left);
  });

  test("may hold a credential, which stays one", () => {
    const { findings, credential } = quick(`<private>${make("ghp")}</private>`);
    expect(credential).toBe(true);
    expect(findings).toHaveLength(1);
  });
});

test("findings that overlap become one, of the gravest kind", () => {
  const found = [
    { class: "personal", kind: "email", start: 0, end: 5 },
    { class: "credential", kind: "password", start: 3, end: 8 },
    { class: "personal", kind: "phone", start: 7, end: 9 },
  ] as const;
  expect(masked("0123456789", found)).toEqual({
    text: "[redacted:password]9",
    findings: [{ class: "credential", kind: "password", start: 0, end: 9 }],
    credential: true,
  });
});
