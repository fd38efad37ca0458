/** Stands in for Bun: notes every call of the launcher and answers nothing, so that the plugin's own wiring is seen. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { put, type Sandbox } from "./sandbox.ts";

export interface Recorder {
  /** Path of the executable. */
  bin: string;
  /** Calls so far: the program's file and its arguments, without Bun's own options. */
  calls(): { program: string; args: string[]; root: string }[];
}

export function makeRecorder(sandbox: Sandbox): Recorder {
  const log = join(sandbox.dir, "calls.log");
  const bin = join(sandbox.dir, "recorder");
  const script = [
    "#!/bin/sh",
    "while case $1 in --*) true ;; *) false ;; esac; do shift; done",
    `printf '%s|%s|%s\\n' "$1" "$2" "$CLAUDE_PLUGIN_ROOT" >> '${log}'`,
    "case $1 in *mcp*) exit 1 ;; esac", // the client does not wait for a server that has ended
    "exec cat > /dev/null",
  ];
  put(bin, `${script.join("\n")}\n`, 0o755);
  return {
    bin,
    calls: () =>
      !existsSync(log)
        ? []
        : readFileSync(log, "utf8")
            .trim()
            .split("\n")
            .map((line) => line.split("|"))
            .map(([program = "", argument = "", root = ""]) => ({
              program: program.replace(/^.*\/(dist|src)\//, "").replace(/\.[jt]s$/, ""),
              args: argument ? [argument] : [],
              root,
            })),
  };
}
