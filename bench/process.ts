/** Whole processes, timed: what a user waits for, launcher included; and what they hold in memory. */
import { join } from "node:path";
import type { Peak, Run } from "./peak.ts";

export interface Sample {
  /** Wall time in milliseconds from spawn to exit. */
  ms: number;
  /** Milliseconds of computing, of all its threads. Where others keep the machine busy, it says more than `ms`. */
  cpuMs: number;
}

export interface Command {
  argv: readonly string[];
  cwd: string;
  env: { readonly [name: string]: string };
  /** Standard input of a run. */
  stdin?: (run: number) => string;
  /** Runs before each sample, untimed. */
  before?: (run: number) => void | Promise<void>;
  /** Runs after each sample, untimed. */
  after?: () => Promise<void>;
}

/** Runs a command once; throws with its output when it does not end with 0. */
export async function sample(command: Command, run: number): Promise<Sample> {
  await command.before?.(run);
  const started = performance.now();
  const child = Bun.spawn([...command.argv], {
    cwd: command.cwd,
    env: { ...command.env },
    stdin: command.stdin === undefined ? "ignore" : new Blob([command.stdin(run)]),
    stdout: "pipe",
    stderr: "pipe",
  });
  const code = await child.exited;
  const ms = performance.now() - started;
  await command.after?.();
  if (code !== 0) {
    const text = (await new Response(child.stderr).text()) || (await new Response(child.stdout).text());
    throw new Error(`${command.argv.join(" ")} ended with ${code}: ${text.slice(0, 500)}`);
  }
  const used = child.resourceUsage();
  return { ms, cpuMs: Number(used?.cpuTime.total ?? 0) / 1_000 };
}

/** Peak resident set of a command in MiB, launcher included: the most of some runs. They are not timed. */
export async function peakMemory(command: Command, runs: number): Promise<number> {
  const peaks: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    await command.before?.(run);
    const { argv, cwd, env, stdin } = command;
    const told: Run = { argv, cwd, env, ...(stdin ? { stdin: stdin(run) } : {}) };
    const program = Bun.spawn([process.execPath, join(import.meta.dir, "peak.ts")], {
      stdin: new Blob([JSON.stringify(told)]),
      stdout: "pipe",
    });
    const { code, bytes } = (await new Response(program.stdout).json()) as Peak;
    await command.after?.();
    if (code !== 0) throw new Error(`${argv.join(" ")} ended with ${code}`);
    peaks.push(bytes);
  }
  return Math.max(...peaks) / 2 ** 20;
}

export interface Comparison {
  subject: Sample;
  baseline: Sample;
  /** Median over the pairs of subject to baseline: a machine that is slower for a while is so for both of a pair. */
  ratio: number;
}

/** Measures a command against a baseline, run in pairs so that both meet the same machine. Medians. */
export async function compare(subject: Command, baseline: Command, runs: number): Promise<Comparison> {
  const subjects: Sample[] = [];
  const baselines: Sample[] = [];
  for (let run = 0; run < runs + WARM_UP; run += 1) {
    const base = await sample(baseline, run);
    const own = await sample(subject, run);
    if (run < WARM_UP) continue;
    baselines.push(base);
    subjects.push(own);
  }
  const ratios = subjects.map(({ ms }, pair) => ms / (baselines[pair]?.ms ?? Number.NaN));
  return { subject: medians(subjects), baseline: medians(baselines), ratio: median(ratios) };
}

const WARM_UP = 3;

const medians = (samples: readonly Sample[]): Sample => ({
  ms: median(samples.map(({ ms }) => ms)),
  cpuMs: median(samples.map(({ cpuMs }) => cpuMs)),
});

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}
