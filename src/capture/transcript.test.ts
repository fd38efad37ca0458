import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { claudeCodeTranscript as format } from "../client/claude-code/transcript-line.ts";
import { RecordError } from "../record/error.ts";
import { MAX_BYTES, MAX_LINE_BYTES, readTranscript } from "./transcript.ts";
import type { TranscriptSlice } from "./types.ts";

let dir: string;
let file: string;

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "recollect-transcript-"));
  file = join(dir, "session.jsonl");
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const user = (content: string): string =>
  JSON.stringify({ type: "user", message: { role: "user", content } });
const answer = (id: string, ...content: object[]): string =>
  JSON.stringify({ type: "assistant", message: { id, role: "assistant", content } });
const text = (said: string): object => ({ type: "text", text: said });
const tool = (name: string): object => ({ type: "tool_use", id: "t", name, input: {} });

const read = (offset = 0, more: { maxBytes?: number; maxMessages?: number } = {}): Promise<TranscriptSlice> =>
  readTranscript(file, { offset, format, roots: [dir], ...more });
const texts = (slice: TranscriptSlice): string[] => slice.messages.map((message) => message.text);

describe("reading on from an offset", () => {
  test("each reading takes what came since the last one", async () => {
    writeFileSync(file, `${user("one")}\n`);
    const first = await read();
    expect(texts(first)).toEqual(["one"]);
    appendFileSync(file, `${user("two")}\n`);
    const second = await read(first.offset);
    expect(texts(second)).toEqual(["two"]);
    expect((await read(second.offset)).messages).toEqual([]);
  });

  test("a torn last line is left for the next reading", async () => {
    const line = user("two");
    writeFileSync(file, `${user("one")}\n${line.slice(0, 20)}`);
    const first = await read();
    expect(texts(first)).toEqual(["one"]);
    appendFileSync(file, `${line.slice(20)}\n`);
    expect(texts(await read(first.offset))).toEqual(["two"]);
  });

  test("a last line that only lacks its line break is taken, and not again", async () => {
    writeFileSync(file, user("one"));
    const first = await read();
    expect(texts(first)).toEqual(["one"]);
    appendFileSync(file, `\n${user("two")}\n`);
    expect(texts(await read(first.offset))).toEqual(["two"]);
  });

  test("a file shorter than the offset is read anew", async () => {
    writeFileSync(file, `${user("one")}\n${user("two")}\n`);
    const { offset } = await read();
    truncateSync(file, 0);
    appendFileSync(file, `${user("three")}\n`);
    expect(texts(await read(offset))).toEqual(["three"]);
  });

  test("another file in which no line begins at the offset is read from its start", async () => {
    writeFileSync(file, `${user("a much longer first line than the offset reaches")}\n`);
    expect(texts(await read(10))).toEqual(["a much longer first line than the offset reaches"]);
  });

  test("a file that is not there yet has nothing new", async () => {
    expect(await read(7)).toEqual({
      messages: [],
      offset: 7,
      skippedLines: 0,
      skippedBytes: 0,
    });
  });

  test("however a file is cut into appends, the same is read", async () => {
    const all = `${[user("größe"), answer("m1", text("日本語")), "{broken", user("done")].join("\n")}\n`;
    const bytes = Buffer.from(all);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(bytes.length), { maxLength: 6 }), async (cuts) => {
        writeFileSync(file, "");
        const found: string[] = [];
        let offset = 0;
        let written = 0;
        for (const cut of [...cuts.sort((a, b) => a - b), bytes.length]) {
          appendFileSync(file, bytes.subarray(written, cut));
          written = Math.max(written, cut);
          const slice = await read(offset);
          expect(slice.offset).toBeGreaterThanOrEqual(offset);
          offset = slice.offset;
          found.push(...texts(slice));
        }
        expect(found).toEqual(["größe", "日本語", "done"]);
      }),
      { numRuns: 60 },
    );
  });
});

describe("messages", () => {
  test("lines of one message become one", async () => {
    const lines = [
      user("go"),
      answer("m1", text("First.")),
      answer("m1", tool("Read")),
      JSON.stringify({ type: "user", message: { content: [{ type: "tool_result" }] }, toolUseResult: {} }),
      answer("m1", tool("Bash")),
      answer("m2", text("Second.")),
    ];
    writeFileSync(file, `${lines.join("\n")}\n`);
    expect((await read()).messages).toMatchObject([
      { role: "user", text: "go" },
      { role: "assistant", text: "First.", tools: ["Read", "Bash"] },
      { role: "assistant", text: "Second.", tools: [] },
    ]);
  });

  test("only the last messages with text are kept, with the tool calls between them", async () => {
    const lines = Array.from({ length: 50 }, (_, index) => [
      user(`u${index}`),
      answer(`m${index}`, tool("Bash")),
    ]);
    writeFileSync(file, `${lines.flat().join("\n")}\n`);
    const { messages } = await read(0, { maxMessages: 3 });
    expect(messages.filter((message) => message.text !== "").map((message) => message.text)).toEqual([
      "u47",
      "u48",
      "u49",
    ]);
    expect(messages).toHaveLength(6);
    expect(messages[0]?.text).toBe("u47");
  });

  test("the last prompt tells whether the turn is the client's own", async () => {
    const notice = user("<task-notification>\n<status>completed</status>\n</task-notification>");
    writeFileSync(
      file,
      `${user("go")}\n${answer("m1", text("Started."))}\n${notice}\n${answer("m2", text("Done."))}\n`,
    );
    const slice = await read();
    expect(slice.synthetic).toBe(true);
    expect(texts(slice)).toEqual(["go", "Started.", "Done."]);
    appendFileSync(file, `${user("thanks")}\n`);
    expect((await read()).synthetic).toBe(false);
    const { offset } = await read();
    appendFileSync(file, `${answer("m3", text("Welcome."))}\n`);
    expect((await read(offset)).synthetic).toBeUndefined();
  });
});

describe("bad lines", () => {
  test("what is no JSON object is skipped and counted", async () => {
    const bad = [
      "not json",
      "[1,2]",
      "null",
      '{"type":"user","message":',
      '{"type":"user","message":{"content":"nul \u0000 byte"}}',
      "// a comment",
      "",
    ];
    writeFileSync(file, `${[user("one"), ...bad, user("two")].join("\n")}\n`);
    const slice = await read();
    expect(texts(slice)).toEqual(["one", "two"]);
    expect(slice.skippedLines).toBe(6);
  });

  test("bytes that are not UTF-8 are skipped and counted", async () => {
    const line = Buffer.from(user("caf\u00e9"), "latin1");
    writeFileSync(file, Buffer.concat([line, Buffer.from(`\n${user("two")}\n`)]));
    const slice = await read();
    expect(texts(slice)).toEqual(["two"]);
    expect(slice.skippedLines).toBe(1);
  });

  test("a line beyond the limit is passed over", async () => {
    writeFileSync(file, `${user("x".repeat(MAX_LINE_BYTES))}\n${user("two")}\n`);
    const slice = await read();
    expect(texts(slice)).toEqual(["two"]);
    expect(slice.skippedLines).toBe(1);
  });

  test("deep nesting does not overflow", async () => {
    writeFileSync(
      file,
      `{"type":"user","message":${'{"a":'.repeat(100_000)}1${"}".repeat(100_001)}\n${user("two")}\n`,
    );
    expect(texts(await read())).toEqual(["two"]);
  });
});

describe("much at once", () => {
  test("of more than one reading takes, the last whole lines are read", async () => {
    const lines = Array.from({ length: 100 }, (_, index) => user(`line ${index}`));
    writeFileSync(file, `${lines.join("\n")}\n`);
    const slice = await read(0, { maxBytes: 300 });
    expect(texts(slice).at(-1)).toBe("line 99");
    expect(texts(slice).length).toBeLessThan(6);
    const consumed = texts(slice).reduce((sum, said) => sum + user(said).length + 1, 0);
    expect(slice.skippedBytes + consumed).toBe(slice.offset);
  });

  test("a hundred megabytes of nonsense are passed over", async () => {
    const chunk = Buffer.alloc(10 * 1024 * 1024, 0x61);
    for (let i = 0; i < 10; i += 1) appendFileSync(file, chunk);
    const before = process.memoryUsage().rss;
    const torn = await read();
    expect(torn.messages).toEqual([]);
    expect(torn.offset).toBe(0);
    appendFileSync(file, `\n${user("still here")}\n`);
    const slice = await read();
    expect(texts(slice)).toEqual(["still here"]);
    expect(slice.skippedBytes).toBeGreaterThan(90 * 1024 * 1024);
    expect(process.memoryUsage().rss - before).toBeLessThan(10 * MAX_BYTES);
    expect((await read(slice.offset)).messages).toEqual([]);
  });

  test("a hundred thousand empty and broken lines are survived", async () => {
    writeFileSync(file, `${"{\n\n".repeat(100_000)}${user("end")}\n`);
    const slice = await read();
    expect(texts(slice)).toEqual(["end"]);
    expect(slice.skippedLines).toBe(100_000);
  });
});

describe("paths", () => {
  const codeOf = async (path: string): Promise<string | undefined> => {
    try {
      await readTranscript(path, { offset: 0, format, roots: [dir] });
      return undefined;
    } catch (error) {
      return error instanceof RecordError ? error.code : String(error);
    }
  };

  test("outside the allowed folders, directly, by .. or by a link", async () => {
    expect(await codeOf("/etc/passwd")).toBe("PATH_ERROR");
    expect(await codeOf(join(dir, "..", "..", "etc", "passwd"))).toBe("PATH_ERROR");
    symlinkSync("/etc/passwd", join(dir, "link.jsonl"));
    expect(await codeOf(join(dir, "link.jsonl"))).toBe("PATH_ERROR");
    expect(await codeOf(`${dir}-sibling`)).toBeUndefined();
  });

  test("folders, pipes and devices are refused without hanging", async () => {
    mkdirSync(join(dir, "folder"));
    expect(await codeOf(join(dir, "folder"))).toBe("PATH_ERROR");
    spawnSync("mkfifo", [join(dir, "pipe")]);
    expect(await codeOf(join(dir, "pipe"))).toBe("PATH_ERROR");
    expect(await codeOf("/dev/zero")).toBe("PATH_ERROR");
  });

  test("a link that stays inside is followed", async () => {
    writeFileSync(file, `${user("one")}\n`);
    symlinkSync(file, join(dir, "link.jsonl"));
    expect(await codeOf(join(dir, "link.jsonl"))).toBeUndefined();
  });
});
