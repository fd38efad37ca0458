/** Commands that run the command after them, such as `sudo` and `timeout`. */
import { readOptions } from "./options.ts";

/** Letters of their options that take a value. */
const WRAPPERS: Readonly<{ [name: string]: string }> = {
  sudo: "ugpCDhrtT",
  doas: "uC",
  env: "uCS",
  nohup: "",
  command: "",
  builtin: "",
  exec: "a",
  nice: "n",
  ionice: "cnp",
  timeout: "ks",
  stdbuf: "ioe",
  setsid: "",
  busybox: "",
  npx: "p",
  bunx: "",
  pnpx: "",
};

/** The command inside a wrapper's arguments; undefined where the name is no wrapper. */
export function wrappedCommand(name: string, args: readonly string[]): string[] | undefined {
  const letters = Object.hasOwn(WRAPPERS, name) ? WRAPPERS[name] : undefined;
  if (letters === undefined) return undefined;
  const { operands } = readOptions(args, letters, [], "+");
  let skip = name === "timeout" ? 1 : 0;
  if (name === "env") while (/^[A-Za-z_]\w*=/.test(operands[skip] ?? "")) skip += 1;
  return operands.slice(skip);
}
