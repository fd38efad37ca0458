import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { filePath, isDistinctive, mentionsFile, relativePath } from "./file-mention.ts";

const QUEUE = filePath("/home/ada/app", "src/db/queue.ts");
const INDEX = filePath("/home/ada/app", "src/db/index.ts");

describe("a text names a file", () => {
  test.each([
    "by its path: src/db/queue.ts is slow",
    "by its tail (db/queue.ts)",
    "by its name alone: `queue.ts`, if that is its own",
    "queue.ts:42 throws",
    "it ends a sentence: queue.ts.",
    "queue.ts's claim",
    "by ./src/db/queue.ts or ../db/queue.ts",
    "by /home/ada/app/src/db/queue.ts",
    "by /src/db/queue.ts, from the project's root",
    "by src\\db\\queue.ts",
    "修改queue.ts后重新启动",
    "other/queue.ts is another, but src/db/queue.ts is it",
  ])("%s", (text) => {
    expect(mentionsFile(text, QUEUE)).toBe(true);
  });

  test.each([
    "of another folder: lib/queue.ts",
    "of another project: /home/ada/lib/src/db/queue.ts, /home/bob/app/src/db/queue.ts",
    "of another name: my-queue.ts, myqueue.ts, job.queue.ts, queue.tsx, queue.ts.bak, queue.ts-old, Queue.ts",
    "of a folder: queue.ts/src",
    "of a longer path: packages/a/src/db/queue.ts",
    "the queue",
    "",
  ])("not by that %s", (text) => {
    expect(mentionsFile(text, QUEUE)).toBe(false);
  });

  test("that many folders have by two segments at least", () => {
    expect(mentionsFile("see index.ts", INDEX)).toBe(false);
    expect(mentionsFile("see db/index.ts", INDEX)).toBe(true);
    for (const name of [
      "README.md",
      "package.json",
      "index.test.ts",
      "Makefile",
      "queue",
      ".env",
      "a.ts",
      "__init__.py",
    ])
      expect(isDistinctive(name)).toBe(false);
    for (const name of ["queue.ts", "on-prompt.test.ts", "bunfig.toml", ".eslintrc.json"])
      expect(isDistinctive(name)).toBe(true);
  });

  test("whatever its segments are called", () => {
    const page = filePath("/p", "app/(shop)/[id]/größe.page.tsx");
    expect(relativePath(page)).toBe("app/(shop)/[id]/größe.page.tsx");
    expect(mentionsFile("in app/(shop)/[id]/größe.page.tsx, line 2", page)).toBe(true);
    expect(mentionsFile("in app/(shop)/[slug]/größe.page.tsx, line 2", page)).toBe(false);
  });

  test("by any tail of two segments and more, whatever stands around", () => {
    const segment = fc.stringMatching(/^[a-z][a-z0-9_.-]{0,7}[a-z0-9]$/);
    const around = fc.constantFrom("", " ", "`", '"', "(", "\n", ": ");
    fc.assert(
      fc.property(
        fc.array(segment, { minLength: 2, maxLength: 6 }),
        around,
        around,
        fc.nat(),
        (path, a, b, n) => {
          const file = filePath("/home/ada/app", path.join("/"));
          const tail = path.slice(Math.min(n % path.length, path.length - 2));
          expect(mentionsFile(`x ${a}${tail.join("/")}${b}`, file)).toBe(true);
          expect(mentionsFile(`x ${a}y/${tail.join("/")}${b}`, file)).toBe(
            path.length > tail.length && path.at(-tail.length - 1) === "y",
          );
        },
      ),
    );
  });
});
