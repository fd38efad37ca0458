/**
 * Reads one JSON value from standard input. Clients do not always close the pipe, so reading ends as soon as what
 * has come is a whole JSON value, and gives up after a silence.
 */

/** Most bytes taken; a payload may carry a whole edited file. */
const MAX_BYTES = 64_000_000;

export interface StdinOptions {
  /** Milliseconds without any new byte after which reading ends. */
  silenceMs: number;
}

/** The value, or undefined when nothing, or nothing whole, arrived. Invalid UTF-8 becomes U+FFFD. */
export async function readJsonFromStdin({ silenceMs }: StdinOptions): Promise<unknown> {
  const reader = Bun.stdin.stream().getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = (): Promise<"silence"> =>
    new Promise((resolve) => {
      timer = setTimeout(() => resolve("silence"), silenceMs);
    });
  try {
    while (size < MAX_BYTES) {
      const next = await Promise.race([reader.read(), silence()]);
      clearTimeout(timer);
      if (next === "silence" || next.done) break;
      chunks.push(next.value);
      size += next.value.byteLength;
      if (endsLikeJson(next.value)) {
        const value = parse(chunks);
        if (value !== undefined) return value;
      }
    }
    return parse(chunks);
  } finally {
    clearTimeout(timer);
    reader.cancel().catch(() => undefined);
  }
}

/** Whether the chunk's last byte that is no white space can end a JSON object or array. */
function endsLikeJson(chunk: Uint8Array): boolean {
  for (let i = chunk.length - 1; i >= 0; i -= 1) {
    const byte = chunk[i] ?? 0;
    if (byte > 0x20) return byte === 0x7d || byte === 0x5d;
  }
  return false;
}

function parse(chunks: readonly Uint8Array[]): unknown {
  if (chunks.length === 0) return undefined;
  try {
    return JSON.parse(new TextDecoder().decode(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)));
  } catch {
    return undefined;
  }
}
