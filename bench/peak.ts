/**
 * A program beside the benches: runs the command that stands on its standard input as JSON, and prints the bytes that it
 * and its own held in memory at most, with its exit code. A process counts what the one that started it held up to
 * then as its own (Linux keeps the peak of the memory that an exec replaces, see `setmax_mm_hiwater_rss`), and
 * benches hold made-up projects. This one holds 25 MiB, which no Bun process stays below.
 */
export interface Run {
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly env: { readonly [name: string]: string };
  readonly stdin?: string;
}

export interface Peak {
  readonly code: number;
  readonly bytes: number;
}

if (import.meta.main) {
  const { argv, cwd, env, stdin } = (await Bun.stdin.json()) as Run;
  const child = Bun.spawn([...argv], {
    cwd,
    env: { ...env },
    stdin: stdin === undefined ? "ignore" : new Blob([stdin]),
    stdout: "ignore",
    stderr: "ignore",
  });
  const code = await child.exited;
  const peak: Peak = { code, bytes: child.resourceUsage()?.maxRSS ?? 0 };
  console.log(JSON.stringify(peak));
}
