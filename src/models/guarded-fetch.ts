/** Asking an address that we do not trust further than the question: no redirects, no endless answers. */
import { ModelError } from "./error.ts";

/** Bytes of an answer that are read. Thirty-six opinions take ten thousand. */
export const ANSWER_BYTES_MAX = 1_000_000;

export interface GuardedFetchOptions {
  /** Headers that are never to be sent. */
  readonly without?: readonly string[];
  /** Name or address of a host that no proxy is to be asked for. */
  readonly direct?: string;
}

/**
 * A `fetch` that goes where it is sent and no further: an answer that points elsewhere is an error, so that neither key nor
 * contents follow it, and an answer is cut off when it has become too big. Compressed answers are not asked for nor
 * unpacked, since a small one may hold a large one.
 */
export function guardedFetch({ without = [], direct }: GuardedFetchOptions = {}): typeof fetch {
  const guarded = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const headers = new Headers(init?.headers);
    for (const name of without) headers.delete(name);
    if (direct !== undefined) goPastProxies(direct);
    headers.set("accept-encoding", "identity");
    const response = await reached(input, { ...init, headers, redirect: "manual", decompress: false });
    if (response.status >= 300 && response.status < 400) {
      await response.body?.cancel();
      throw new ModelError("redirect", "The endpoint redirects elsewhere. Set endpoint.url to where it is");
    }
    const { status, statusText } = response;
    return new Response(await bounded(response), { status, statusText, headers: response.headers });
  };
  return Object.assign(guarded, { preconnect: fetch.preconnect });
}

/**
 * Bun sends through the proxy that the environment names whatever `NO_PROXY` does not except, this machine's own addresses
 * among it, and has no option that says otherwise: https://bun.com/docs/guides/http/proxy
 */
function goPastProxies(host: string): void {
  const { env } = process;
  const excepted = (env.no_proxy || env.NO_PROXY || "").split(",").filter(Boolean);
  if (excepted.includes(host) || excepted.includes("*")) return;
  env.no_proxy = env.NO_PROXY = [...excepted, host].join(",");
}

async function reached(input: string | URL | Request, init: BunFetchRequestInit): Promise<Response> {
  try {
    return await fetch(input, init);
  } catch (error) {
    if (init.signal?.aborted) throw error;
    const code = error instanceof Error && "code" in error ? ` (${String(error.code)})` : "";
    throw new ModelError("unreachable", `The endpoint cannot be reached${code}`);
  }
}

async function bounded(response: Response): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  const reader = response.body?.getReader();
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true };
    if (done || value === undefined) break;
    bytes += value.byteLength;
    if (bytes > ANSWER_BYTES_MAX) {
      await reader?.cancel();
      throw new ModelError("too_big", `The endpoint answers with more than ${ANSWER_BYTES_MAX} bytes`);
    }
    parts.push(value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}
