import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sessionFolder } from "../../capture/staging.ts";
import { type Calling, noteTask, TASK_STALE_MS, takeTask } from "./agent-tasks.ts";

const NOW = new Date("2026-03-07T12:00:00Z");

let staging: string;
beforeEach(() => {
  staging = join(mkdtempSync(join(tmpdir(), "recollect-tasks-")), "staging");
});
afterEach(() => rmSync(join(staging, ".."), { recursive: true, force: true }));

const calling = (later = 0, session = "s1"): Calling => ({
  staging,
  session,
  now: new Date(NOW.getTime() + later),
});
const waiting = (): string[] => readdirSync(sessionFolder(staging, "s1"));

describe("the task of a subagent", () => {
  test("is found by the agent's type, the first called first, once", () => {
    noteTask(calling(0), "Explore", "first");
    noteTask(calling(1), "memory:other", "other");
    noteTask(calling(2), "Explore", "second");
    expect(takeTask(calling(3), "Explore")).toBe("first");
    expect(takeTask(calling(3), "Explore")).toBe("second");
    expect(takeTask(calling(3), "Explore")).toBeUndefined();
    expect(takeTask(calling(3), "memory:other")).toBe("other");
    expect(waiting()).toEqual([]);
  });

  test("is its session's own", () => {
    noteTask(calling(), "Explore", "first");
    expect(takeTask(calling(0, "s2"), "Explore")).toBeUndefined();
    expect(takeTask(calling(), "Explore")).toBe("first");
  });

  test("is forgotten after some minutes, because its call was refused", () => {
    noteTask(calling(), "Explore", "refused");
    noteTask(calling(), "Plan", "refused, too");
    noteTask(calling(TASK_STALE_MS), "Explore", "next");
    expect(takeTask(calling(TASK_STALE_MS + 1), "Explore")).toBe("next");
    noteTask(calling(TASK_STALE_MS + 1), "Explore", "last");
    expect(waiting()).toHaveLength(1);
  });

  test("is the user's alone, and no longer than recall looks at", () => {
    mkdirSync(staging, { recursive: true });
    chmodSync(staging, 0o755);
    noteTask(calling(), "../../x", `begin ${"x".repeat(20_000)} end`);
    const [name = ""] = waiting();
    const file = statSync(join(sessionFolder(staging, "s1"), name));
    expect(file.mode & 0o777).toBe(0o600);
    expect(statSync(staging).mode & 0o777).toBe(0o700);
    const task = takeTask(calling(), "../../x") ?? "";
    expect(task.length).toBeLessThan(6_100);
    expect(task).toStartWith("begin ");
    expect(task).toEndWith(" end");
  });

  test("is not written where someone else could have prepared the folder", () => {
    symlinkSync(tmpdir(), staging);
    expect(() => noteTask(calling(), "Explore", "first")).toThrow("SECURITY_ERROR");
  });

  test("is none where something else lies", () => {
    noteTask(calling(), "Explore", "first");
    const folder = sessionFolder(staging, "s1");
    writeFileSync(join(folder, "context-decision.txt"), "said");
    mkdirSync(
      join(
        folder,
        waiting()
          .find((name) => name.startsWith("task-"))
          ?.replace(/-[^-]*$/, "-zz") ?? "",
      ),
    );
    expect(takeTask(calling(), "Explore")).toBe("first");
    expect(takeTask(calling(), "Explore")).toBeUndefined();
  });
});
