/** Stands in for Bun: notes every call of the launcher and answers nothing, so that the plugin's own wiring is seen. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { put, type Sandbox } from "./sandbox.ts";

export interface Recorder {
  /** Path of the executable. */
  bin: string;
  /** Calls so far, by the program's file: `hooks/Stop`, `mcp/main`. */
  calls(): Call[];
  /** The hooks among them. */
  hooks(): Call[];
}

export interface Call {
  program: string;
  /** The plugin's folder, as the client names it. */
  root: string;
}

export function makeRecorder(sandbox: Sandbox): Recorder {
  const log = join(sandbox.dir, "calls.log");
  const bin = join(sandbox.dir, "recorder");
  const script = [
    "#!/bin/sh",
    "while case $1 in --*) true ;; *) false ;; esac; do shift; done",
    `printf '%s|%s\\n' "$1" "$CLAUDE_PLUGIN_ROOT" >> '${log}'`,
    "case $1 in *mcp*) exit 1 ;; esac", // the client does not wait for a server that has ended
    "exec cat > /dev/null",
  ];
  put(bin, `${script.join("\n")}\n`, 0o755);
  const calls = (): Call[] =>
    (existsSync(log) ? readFileSync(log, "utf8").trim().split("\n") : [])
      .map((line) => line.split("|"))
      .map(([program = "", root = ""]) => ({
        program: program.replace(/^.*\/(dist|src)\//, "").replace(/\.[jt]s$/, ""),
        root,
      }));
  return { bin, calls, hooks: () => calls().filter(({ program }) => program.startsWith("hooks/")) };
}
