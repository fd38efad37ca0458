/**
 * Processes by name, so that others can tell whether one that holds something still lives: machine, process and a random
 * part, as in `laptop-4f0c21aa:5120:9b1de07c`.
 */
import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";
import { shortHash } from "./project.ts";

/** `gone` is said only of a process of this machine. */
export type Whereabouts = "here" | "gone" | "elsewhere";

/** A name for this process; another one with each call. */
export const processName = (): string => `${machine()}:${process.pid}:${randomPart()}`;

export function whereabouts(name: string): Whereabouts {
  const { machine: its, pid } = partsOf(name);
  if (its !== machine() || pid === undefined) return "elsewhere";
  return isRunning(pid) ? "here" : "gone";
}

/** For people: `process 5120 on laptop`. */
export function spokenName(name: string): string {
  const { machine: its, pid } = partsOf(name);
  return pid === undefined ? name : `process ${pid} on ${its.replace(/-[0-9a-f]{8}$/, "")}`;
}

function partsOf(name: string): { machine: string; pid?: number } {
  const [, its = "", pid] = /^(.*):(\d+):[0-9a-f]+$/.exec(name) ?? [];
  return pid === undefined ? { machine: its } : { machine: its, pid: Number(pid) };
}

let known: string | undefined;

/**
 * Host names are given twice, and containers on one host number their processes each for themselves: the boot and the
 * namespace of process ids tell them apart. A process of before a restart counts as another machine's.
 */
function machine(): string {
  known ??= `${hostname()}-${shortHash([hostname(), boot(), namespace()].join("\n")).slice(0, 8)}`;
  return known;
}

function boot(): string {
  try {
    return readFileSync("/proc/sys/kernel/random/boot_id", "utf8");
  } catch {
    return "";
  }
}

function namespace(): string {
  try {
    return readlinkSync("/proc/self/ns/pid");
  } catch {
    return "";
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
  return !isZombie(pid);
}

/** Ended, and kept in the table of processes because nobody asked for its exit code, as in containers without an init. */
function isZombie(pid: number): boolean {
  try {
    return /^\d+ \(.*\) [ZX] /s.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}

const randomPart = (): string => Buffer.from(crypto.getRandomValues(new Uint8Array(4))).toString("hex");
