/**
 * Writing to standard output and error, without the streams of `process.stdout`: loading those takes longer than most
 * of our commands run. What is written is written when the call returns, so nothing is lost at the process's end.
 */
import { fstatSync, statSync, writeSync } from "node:fs";

const STDOUT = 1;
const STDERR = 2;
/** Milliseconds between attempts while whoever reads a pipe is busy. */
const RETRY_MS = 2;

/** Writes to standard output. When nobody reads it any more (`| head`), the program has done its work and ends. */
export const writeOut = (text: string): void => writeAll(STDOUT, text);

/** Writes to standard error. */
export const writeErr = (text: string): void => writeAll(STDERR, text);

function writeAll(fd: number, text: string): void {
  const bytes = Buffer.from(text, "utf8");
  for (let done = 0; done < bytes.length; ) {
    try {
      done += writeSync(fd, bytes, done, bytes.length - done);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === "EPIPE") process.exit(process.exitCode ?? 0);
      if (code !== "EAGAIN") throw error;
      Bun.sleepSync(RETRY_MS);
    }
  }
}

/** Whether standard output (or error) is a terminal: a character device, and not the one that swallows everything. */
export function isTerminal(stream: "stdout" | "stderr"): boolean {
  if (process.platform === "win32") return process[stream].isTTY === true;
  try {
    const stat = fstatSync(stream === "stdout" ? STDOUT : STDERR);
    return stat.isCharacterDevice() && stat.rdev !== statSync("/dev/null").rdev;
  } catch {
    return false;
  }
}
