import { expect, test } from "bun:test";
import fc from "fast-check";
import { toldProcedure } from "./procedure.ts";
import { sampleMemory } from "./samples.ts";

test.each<[string, string, string[]]>([
  [
    "How to fix CI failures: check logs, fix issues, rerun",
    "How to fix CI failures",
    ["check logs", "fix issues", "rerun"],
  ],
  [
    "Release 1. bump the version 2. tag it 3) push the tag",
    "Release",
    ["bump the version", "tag it", "push the tag"],
  ],
  ["Release:\n\n1. bump, then build\n2. tag it", "Release", ["bump, then build", "tag it"]],
  ["To drain the queue:\n- stop it\n- wait 5 s\n", "To drain the queue", ["stop it", "wait 5 s"]],
  ["Deploy: build; then push and finally tell Ada", "Deploy", ["build", "push and finally tell Ada"]],
  [
    "Restart the worker when it hangs",
    "Restart the worker when it hangs",
    ["Restart the worker when it hangs"],
  ],
  ["Note: restart it", "Note: restart it", ["Note: restart it"]],
])("%p", (text, name, steps) => {
  expect(toldProcedure(text)).toEqual({ name, steps });
});

test("whatever is told becomes a procedure that may be kept", () => {
  const texts = fc
    .string({ unit: "grapheme", minLength: 1, maxLength: 400 })
    .filter((text) => text.trim() !== "");
  fc.assert(
    fc.property(fc.oneof(texts, fc.stringMatching(/^(?:[a-z]{0,5}[ :,;\n]|\d\. |\n?- )*[a-z]$/)), (text) => {
      const { name, steps } = toldProcedure(text);
      sampleMemory({ type: "procedural", procedure_name: name, steps });
    }),
  );
});
