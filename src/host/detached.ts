/** Programs that go on by themselves. */

/**
 * Starts a program in a session of its own, with nothing on its standard streams and no folder that someone may want to
 * remove: it survives the end of whoever started it. Returns at once; throws where it cannot be started.
 */
export function startDetached(
  argv: readonly [string, ...string[]],
  env: { readonly [name: string]: string | undefined },
): void {
  Bun.spawn([...argv], {
    cwd: "/",
    env: { ...env },
    stdin: "ignore",
    stdout: "ignore",
    stderr: "ignore",
    detached: true,
  }).unref();
}
