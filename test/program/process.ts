/** Processes with a time limit. */

/** Longer than any process of ours may take, on a busy machine too. */
export const TIME_LIMIT_MS = 20_000;

export interface Ended {
  code: number;
  out: string;
  err: string;
  /** Wall time in milliseconds. */
  ms: number;
}

export interface RunOptions {
  cwd: string;
  env: { readonly [name: string]: string | undefined };
  /** Whole standard input; none is an empty one, `open` one that never ends after these bytes. */
  stdin?: string | Uint8Array | { open: string };
  /** Milliseconds after which the process is killed and the test fails. */
  limitMs?: number;
}

/** Runs a process to its end; one that outlives the time limit is killed and fails the test. */
export async function run(
  argv: readonly string[],
  { cwd, env, stdin = "", limitMs = TIME_LIMIT_MS }: RunOptions,
): Promise<Ended> {
  const started = performance.now();
  const held = typeof stdin === "object" && "open" in stdin ? stdin.open : undefined;
  const child = Bun.spawn([...argv], {
    cwd,
    env: { ...env },
    stdin: held === undefined ? new Blob([stdin as string]) : "pipe",
    stdout: "pipe",
    stderr: "pipe",
  });
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    child.kill("SIGKILL");
  }, limitMs);
  try {
    if (held) feed(child.stdin, held);
    const [out, err, code] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
      child.exited,
    ]);
    if (late) throw new Error(`${argv.join(" ")} was still running after ${limitMs} ms`);
    return { code, out, err, ms: performance.now() - started };
  } finally {
    clearTimeout(timer);
  }
}

/** Writes and leaves open; a process may have ended without reading. */
function feed(stdin: Bun.FileSink | number | undefined, text: string): void {
  if (typeof stdin !== "object") return;
  try {
    stdin.write(text);
    stdin.flush();
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EPIPE")) throw error;
  }
}
