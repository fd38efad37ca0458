/** Reads a command's arguments after the conventions of getopt. */

export interface Options {
  /** By letter or long name; the value where the option takes one, else "". */
  readonly given: ReadonlyMap<string, string>;
  readonly operands: readonly string[];
}

/** `short`: letters of options that take a value; `long`: names of those. `+`: operands end the options. */
export function readOptions(
  args: readonly string[],
  short = "",
  long: readonly string[] = [],
  order: "mixed" | "+" = "mixed",
): Options {
  const given = new Map<string, string>();
  const operands: string[] = [];
  for (let i = 0; i < args.length; i += 1) {
    const arg = args[i] ?? "";
    if (arg === "--") {
      operands.push(...args.slice(i + 1));
      break;
    }
    if (arg.startsWith("--")) {
      const [name = "", value] = arg.slice(2).split(/=(.*)/s, 2);
      if (value === undefined && long.includes(name)) i += 1;
      given.set(name, value ?? (long.includes(name) ? (args[i] ?? "") : ""));
    } else if (arg.startsWith("-") && arg.length > 1) {
      for (let j = 1; j < arg.length; j += 1) {
        const letter = arg[j] ?? "";
        if (!short.includes(letter)) {
          given.set(letter, "");
          continue;
        }
        if (j + 1 === arg.length) i += 1;
        given.set(letter, j + 1 === arg.length ? (args[i] ?? "") : arg.slice(j + 1));
        break;
      }
    } else {
      operands.push(arg);
      if (order === "+") {
        operands.push(...args.slice(i + 1));
        break;
      }
    }
  }
  return { given, operands };
}
