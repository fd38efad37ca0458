import { expect, test } from "bun:test";
import type { ArgsDef } from "citty";
import { COMMANDS, findCommand, resolved } from "./commands.ts";
import { EXAMPLES } from "./examples.ts";

const lines = Object.values(EXAMPLES).flat();

test.each(lines)("%s names a command and options that there are", async (line) => {
  const [program, name = "", ...rest] = line.replace(/ < \S+$/, "").split(/ (?=(?:[^"]*"[^"]*")*[^"]*$)/);
  expect(program).toBe("recollect");
  expect(Object.keys(COMMANDS)).toContain(name);
  const found = await findCommand(name, rest);
  const known = Object.keys((await resolved<ArgsDef>(found.command.args)) ?? {});
  const options = found.rest.filter((word) => word.startsWith("--")).map((word) => word.slice(2));
  expect(options.filter((option) => !known.includes(option))).toEqual([]);
});

test("examples stand with commands that there are", async () => {
  for (const key of Object.keys(EXAMPLES)) {
    const [name = "", ...inner] = key.split(" ");
    expect((await findCommand(name, inner)).path.join(" ")).toBe(key);
  }
});
