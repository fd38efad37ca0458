/** `recall-server`: recall driven by JSON lines, for harnesses that measure it. See docs/recall.md. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import {
  type HarnessDocument,
  openRecallHarness,
  type RecallHarness,
} from "../../engine/recall/recall-harness.ts";
import { messageOf } from "../../host/trace.ts";
import { RecordError } from "../../record/error.ts";
import { describeValue, isObject, type JsonObject } from "../../record/value.ts";
import { type Command, command } from "../command.ts";
import { EXIT, write } from "../output.ts";

export const recallServerCommand: Command = command({
  name: "recall-server",
  description: "Answer recall requests, a JSON line each, from a store that is thrown away: for measuring",
  args: { stdio: { type: "boolean", description: "Speak on standard input and output (the only way)" } },
  async run() {
    const dir = mkdtempSync(join(tmpdir(), "recollect-recall-"));
    const harness = openRecallHarness(join(dir, "recall.db"));
    try {
      for await (const line of createInterface({ input: process.stdin })) {
        if (line.trim() !== "") write(JSON.stringify(await answer(harness, line)));
      }
    } finally {
      await harness.close();
      rmSync(dir, { recursive: true, force: true });
    }
    return EXIT.ok;
  },
});

const GROUP = /^.{1,80}$/u;

/** One answer for every line, whatever it holds. */
async function answer(harness: RecallHarness, line: string): Promise<JsonObject> {
  try {
    const request: unknown = JSON.parse(line);
    if (!isObject(request)) throw wrong("", "an object with an op", request);
    const started = performance.now();
    const answered = await perform(harness, request);
    return { ...answered, ms: Math.round((performance.now() - started) * 1_000) / 1_000 };
  } catch (error) {
    return { error: error instanceof RecordError ? error.toJSON() : messageOf(error) };
  }
}

async function perform(harness: RecallHarness, request: JsonObject): Promise<JsonObject> {
  const { op, group = "default", text, k = 10, floor = false, docs } = request;
  if (typeof group !== "string" || !GROUP.test(group)) throw wrong("group", "1–80 characters", group);
  switch (op) {
    case "index":
      if (!Array.isArray(docs) || !docs.every(isDocument)) throw wrong("docs", "a list of {id, text}", docs);
      await harness.index(group, docs);
      return { ok: true };
    case "query":
      if (typeof text !== "string") throw wrong("text", "a text", text);
      if (!isCount(k)) throw wrong("k", "a whole number from 1 to 1,000", k);
      return { ids: await harness.query({ text, group, k, floor: floor === true }) };
    case "info":
      return { rss: process.memoryUsage.rss() };
    default:
      throw wrong("op", "index, query or info", op);
  }
}

const isDocument = (value: unknown): value is HarnessDocument =>
  isObject(value) && typeof value.id === "string" && typeof value.text === "string";

const isCount = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 1_000;

const wrong = (field: string, expected: string, value: unknown): RecordError =>
  new RecordError(
    "INPUT_ERROR",
    { field, expected, got: describeValue(value) },
    "Send one JSON object a line",
  );
