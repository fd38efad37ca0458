import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { transcript } from "../../test/support/transcript.ts";
import { claudeCodeSession as format } from "../client/claude-code/transcript-events.ts";
import { RecordError } from "../record/error.ts";
import { EVENT_LINE_MAX, type PlacedEvent, readEvents } from "./read-events.ts";

let dir: string;
let file: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "recollect-events-"));
  file = join(dir, "session.jsonl");
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

interface All {
  readonly from: number;
  readonly size: number;
  readonly end: number;
  readonly events: PlacedEvent[];
  readonly skipped: number;
}

async function read(offset = 0, path = file): Promise<All | undefined> {
  using reading = await readEvents(path, { offset, format, owner: "main", roots: [dir] });
  if (!reading) return undefined;
  const { from, size } = reading;
  const events: PlacedEvent[] = [];
  let [skipped, end] = [0, from];
  for (const piece of reading.pieces) {
    events.push(...piece.events);
    skipped += piece.skippedLines;
    end = piece.end;
  }
  return { from, size, end, events, skipped };
}

const texts = (all: All | undefined): string[] =>
  (all?.events ?? []).map(({ event }) => ("text" in event ? event.text : event.kind));

describe("from an offset", () => {
  test("each event says where its line begins, and reading from there gives the rest", async () => {
    transcript().prompt("one").said("größe").prompt("two").said("日本語").write(file);
    const all = await read();
    expect(texts(all)).toEqual(["one", "größe", "two", "日本語"]);
    for (const [index, { from }] of (all?.events ?? []).entries()) {
      expect(texts(await read(from))).toEqual(texts(all).slice(index));
    }
    expect(all?.end).toBe(all?.size ?? -1);
  });

  test("a torn last line is left, unless it only lacks its line break", async () => {
    const { lines } = transcript().prompt("one").said("two");
    const [first, second] = lines.map((line) => JSON.stringify(line));
    writeFileSync(file, `${first}\n${second?.slice(0, 40)}`);
    expect(texts(await read())).toEqual(["one"]);
    expect(await read()).toMatchObject({ skipped: 0, end: (first?.length ?? 0) + 1 });
    writeFileSync(file, `${first}\n${second}`);
    expect(texts(await read())).toEqual(["one", "two"]);
  });

  test("a file that was rewritten, so that no line begins there, is read from its start", async () => {
    transcript().prompt("a much longer first line than the offset reaches").write(file);
    expect(await read(10)).toMatchObject({ from: 0 });
    expect(await read(1_000_000)).toMatchObject({ from: 0 });
    expect(await read(-1)).toMatchObject({ from: 0 });
  });

  test("a file that is not there yet is no error", async () => {
    expect(await read(7)).toBeUndefined();
  });

  test("what is appended while it is read is for the next reading", async () => {
    const session = transcript().prompt("one").write(file);
    using reading = await readEvents(file, { offset: 0, format, owner: "main", roots: [dir] });
    session.prompt("two").append(file);
    const told = [...(reading?.pieces ?? [])].flatMap(({ events }) => events);
    expect(told).toHaveLength(1);
  });
});

describe("lines that are none", () => {
  test("are passed over and counted, whatever stands between", async () => {
    const good = (text: string): string => JSON.stringify(transcript().prompt(text).lines[0]);
    const latin = Buffer.from(`${good("café")}\n`, "latin1");
    writeFileSync(file, `${good("one")}\nnot json\n[1]\n{"type":"user"\n\n`);
    appendFileSync(file, latin);
    appendFileSync(file, `${good("two")}\n`);
    expect(texts(await read())).toEqual(["one", "two"]);
    expect((await read())?.skipped).toBe(4);
  });

  test("of any length are passed over in bounded memory, and none after them is lost", async () => {
    const huge = Buffer.alloc(1024 * 1024, 0x61);
    transcript().prompt("one").write(file);
    for (let n = 0; n < 3 * (EVENT_LINE_MAX / huge.length); n += 1) appendFileSync(file, huge);
    appendFileSync(file, "\n");
    appendFileSync(file, transcript().prompt("two").text());
    expect(texts(await read())).toEqual(["one", "two"]);
    expect((await read())?.skipped).toBe(1);
  });

  test("a request with a picture of several megabytes is no such line", async () => {
    const data = "A".repeat(5 * 1024 * 1024);
    transcript()
      .blocks([
        { type: "text", text: "What is wrong here?" },
        { type: "image", source: { type: "base64", data } },
      ])
      .said("The margin.")
      .write(file);
    expect(texts(await read())).toEqual(["What is wrong here?", "The margin."]);
  });

  test("any bytes at all are read without an error", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 80 })), fc.nat(200), async (parts, offset) => {
        writeFileSync(file, Buffer.concat(parts.flatMap((part) => [Buffer.from(part), Buffer.from("\n")])));
        const all = await read(offset);
        expect(all?.end).toBeLessThanOrEqual(all?.size ?? -1);
      }),
      { numRuns: 50 },
    );
  });
});

describe("paths", () => {
  const codeOf = async (path: string): Promise<string | undefined> => {
    try {
      await read(0, path);
      return undefined;
    } catch (error) {
      return error instanceof RecordError ? error.code : String(error);
    }
  };

  test("outside the allowed folders, folders, pipes and devices are refused without hanging", async () => {
    mkdirSync(join(dir, "folder"));
    symlinkSync("/etc/passwd", join(dir, "link.jsonl"));
    spawnSync("mkfifo", [join(dir, "pipe")]);
    for (const path of [
      "/etc/passwd",
      join(dir, "link.jsonl"),
      join(dir, "folder"),
      join(dir, "pipe"),
      "/dev/zero",
    ]) {
      expect(await codeOf(path)).toBe("PATH_ERROR");
    }
  });

  test("no file is left open, neither after a reading nor after one that was broken off", async () => {
    transcript().prompt("one").write(file);
    const open = (): number =>
      readdirSync("/proc/self/fd").filter((fd) => {
        try {
          return readlinkSync(`/proc/self/fd/${fd}`) === file;
        } catch {
          return false;
        }
      }).length;
    for (let n = 0; n < 20; n += 1) {
      await read();
      using reading = await readEvents(file, { offset: 0, format, owner: "main", roots: [dir] });
      expect(open()).toBe(1);
      expect(reading?.size).toBeGreaterThan(0);
    }
    expect(open()).toBe(0);
  });
});
