import { describe, expect, test } from "bun:test";
import { parseArgs } from "citty";
import fc from "fast-check";
import { readArguments } from "./run.ts";

const defined = {
  action: { type: "string", required: true },
  input: { type: "string" },
  "new-info": { type: "string" },
  rebuild: { type: "boolean" },
  target: { type: "positional", required: false },
} as const;

const words = fc.array(
  fc.oneof(
    fc.constantFrom("--rebuild", "--action=create", "--new-info=a=b", "--input=", "one", "two"),
    fc
      .constantFrom("--action", "--input", "--new-info")
      .chain((name) => fc.stringMatching(/^[a-z0-9 ./]{1,12}$/).map((value) => `${name}\0${value}`)),
  ),
  { maxLength: 8 },
);

describe("the arguments of a program", () => {
  test("are read as citty reads them", () => {
    fc.assert(
      fc.property(words, (pieces) => {
        const argv = ["--action", "x", ...pieces.flatMap((piece) => piece.split("\0"))];
        const theirs = parseArgs(argv, { ...defined, action: { type: "string" } }) as {
          [name: string]: unknown;
        };
        const { args } = readArguments(argv, defined);
        for (const name of Object.keys(defined))
          expect({ [name]: args[name] }).toEqual({ [name]: theirs[name] });
      }),
    );
  });

  test("take the last word about a flag", () => {
    expect(readArguments(["--no-rebuild"], defined).args).toMatchObject({ rebuild: false });
    expect(readArguments(["--no-rebuild", "--rebuild"], defined).args).toMatchObject({ rebuild: true });
  });

  test("after -- are text", () => {
    expect(readArguments(["--action", "x", "--", "--rebuild"], defined).args).toMatchObject({
      _: ["--rebuild"],
    });
  });

  test("that are required are missed", () => {
    expect(readArguments(["--input", "x"], defined).missing).toEqual(["action"]);
  });

  test("nobody defined are passed on, for the command to refuse", () => {
    expect(readArguments(["--action", "x", "--inptu", "y"], defined).args).toHaveProperty("inptu", "y");
  });
});
