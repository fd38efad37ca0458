import { describe, expect, test } from "bun:test";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { scratchProject } from "../../../test/support/records.ts";
import { acquireLock, LOCK_FILE, LOCK_OWNER_FILE } from "./lock.ts";

/** A process that takes the lock of `root`, says so, and keeps it until it is killed. */
async function ownerProcess(
  root: string,
): Promise<Bun.Subprocess<"ignore", "pipe", "ignore"> & AsyncDisposable> {
  const code = `
    const { acquireLock } = await import(${JSON.stringify(join(import.meta.dir, "lock.ts"))});
    globalThis.lock = await acquireLock(${JSON.stringify(root)});
    console.log("held");
    setInterval(() => {}, 1000);
  `;
  const child = Bun.spawn([process.execPath, "-e", code], {
    stdin: "ignore",
    stdout: "pipe",
    stderr: "ignore",
  });
  const { value } = await child.stdout.getReader().read();
  expect(new TextDecoder().decode(value)).toContain("held");
  return child;
}

describe("the lock", () => {
  test("is held by one at a time and had by the next when given back", async () => {
    using project = scratchProject();
    const first = await acquireLock(project.dir);
    await expect(acquireLock(project.dir, { timeoutMs: 0 })).rejects.toMatchObject({ code: "LOCK_ERROR" });
    const waiting = acquireLock(project.dir);
    first.release("finished");
    const second = await waiting;
    expect(second.interrupted).toBe(false);
    second.release("finished");
  });

  test("leaves an empty file and no note behind", async () => {
    using project = scratchProject();
    (await acquireLock(project.dir)).release("finished");
    expect(readdirSync(project.dir)).toEqual([LOCK_FILE]);
    expect(statSync(join(project.dir, LOCK_FILE)).size).toBe(0);
  });

  test("that cannot be had in time is a LOCK_ERROR which names the owner", async () => {
    using project = scratchProject();
    await using owner = await ownerProcess(project.dir);
    const waiting = acquireLock(project.dir, { timeoutMs: 60 });
    await expect(waiting).rejects.toMatchObject({
      code: "LOCK_ERROR",
      details: { owner: expect.stringContaining(`process ${owner.pid} on `) },
    });
  });

  test("of a killed process is had at once, and the next owner learns of it", async () => {
    using project = scratchProject();
    await using owner = await ownerProcess(project.dir);
    const waiting = acquireLock(project.dir);
    owner.kill("SIGKILL");
    const lock = await waiting;
    expect(lock.interrupted).toBe(true);
    lock.release("finished");
    const next = await acquireLock(project.dir);
    expect(next.interrupted).toBe(false);
    next.release("finished");
  });

  test("given back unfinished tells the next owner", async () => {
    using project = scratchProject();
    (await acquireLock(project.dir)).release("unfinished");
    const next = await acquireLock(project.dir);
    expect(next.interrupted).toBe(true);
    next.release("finished");
  });

  test("is not shared by owners of which one has lost the file to someone who removed it", async () => {
    using project = scratchProject();
    await using _owner = await ownerProcess(project.dir);
    const waiting = acquireLock(project.dir, { timeoutMs: 100 });
    await expect(waiting).rejects.toMatchObject({ code: "LOCK_ERROR" });
    unlinkSync(join(project.dir, LOCK_FILE));
    const lock = await acquireLock(project.dir);
    expect(existsSync(join(project.dir, LOCK_FILE))).toBe(true);
    lock.release("finished");
  });

  test("refuses a lock file that is a link, a folder or has content", async () => {
    using project = scratchProject();
    const lock = join(project.dir, LOCK_FILE);
    symlinkSync(join(project.dir, "elsewhere"), lock);
    await expect(acquireLock(project.dir)).rejects.toMatchObject({ code: "SECURITY_ERROR" });
    unlinkSync(lock);
    writeFileSync(lock, "SQLite format 3\0");
    await expect(acquireLock(project.dir)).rejects.toMatchObject({ code: "SECURITY_ERROR" });
    unlinkSync(lock);
    mkdirSync(lock);
    await expect(acquireLock(project.dir)).rejects.toMatchObject({ code: "SECURITY_ERROR" });
    expect(existsSync(join(project.dir, "elsewhere"))).toBe(false);
  });

  test("does not write its note through a link", async () => {
    using project = scratchProject();
    const victim = join(project.dir, "victim");
    writeFileSync(victim, "mine");
    symlinkSync(victim, join(project.dir, LOCK_OWNER_FILE));
    const lock = await acquireLock(project.dir);
    expect(await Bun.file(victim).text()).toBe("mine");
    lock.release("finished");
  });
});
