/** Which addresses a model may be asked at. */
import type { Protocol } from "../config/types.ts";
import { ModelError } from "./error.ts";

export interface Address {
  /** Without a slash at its end. */
  readonly url: string;
  readonly host: string;
  /** Whether what is sent stays on this machine or in its network. */
  readonly isPrivate: boolean;
}

/**
 * Anywhere by HTTPS; by plain HTTP only where it stays on this machine or in its network, since anyone on the way could
 * read along. A bare host gets the path that both protocols have by custom.
 *
 * @throws ModelError not_set_up
 */
export function addressOf(text: string | undefined): Address {
  if (text === undefined) throw unusable("endpoint.url is not set");
  const url = URL.parse(text.trim());
  // The text itself is not repeated: it may hold a password.
  if (!url || !/^https?:$/.test(url.protocol)) throw unusable("endpoint.url is no http or https address");
  if (url.username !== "" || url.password !== "") {
    throw unusable(
      "endpoint.url holds a name or password, which belongs into the variable that endpoint.key_env names",
    );
  }
  if (url.search !== "" || url.hash !== "")
    throw unusable("endpoint.url holds a query, which cannot be sent");
  const isPrivate = isPrivateHost(url.hostname);
  if (url.protocol === "http:" && !isPrivate) {
    throw unusable(`endpoint.url would send memories to ${url.hostname} unencrypted; use https`);
  }
  const path = url.pathname.replace(/\/+$/, "");
  return { url: `${url.origin}${path === "" ? "/v1" : path}`, host: url.host, isPrivate };
}

const unusable = (what: string): ModelError => new ModelError("not_set_up", what);

/** Names that only a private network resolves: https://www.rfc-editor.org/rfc/rfc6762, rfc6761, rfc8375; and those without a dot. */
const PRIVATE_NAME = /^[^.:]+$|(?:^|\.)localhost$|\.(?:local|internal|home\.arpa)$/i;

/** Loopback, private and link-local: https://www.rfc-editor.org/rfc/rfc6890 */
function isPrivateHost(host: string): boolean {
  if (host.startsWith("[")) return /^\[(?:::1\]|f[cd][0-9a-f]{2}:|fe[89ab][0-9a-f]:)/i.test(host);
  const [a = 0, b = 0, ...rest] = host.split(".").map(Number);
  if (rest.length === 2 && [a, b, ...rest].every((part) => part >= 0 && part <= 255)) {
    return (
      a === 127 ||
      a === 10 ||
      (a === 172 && b >= 16 && b < 32) ||
      (a === 192 && b === 168) ||
      (a === 169 && b === 254)
    );
  }
  return PRIVATE_NAME.test(host);
}

/** Whose default variable is whose: a provider's key goes to that provider, and elsewhere only if someone says so. */
const OWN_KEYS: { readonly [protocol in Protocol]: { readonly host: string; readonly variable: string } } = {
  anthropic: { host: "api.anthropic.com", variable: "ANTHROPIC_API_KEY" },
  openai: { host: "api.openai.com", variable: "OPENAI_API_KEY" },
};

/** The environment variable whose key goes to an address; none where none is named and it is no provider's own. */
export function keyVariable(
  { protocol, key_env }: { readonly protocol: Protocol; readonly key_env?: string },
  { host }: Address,
): string | undefined {
  if (key_env !== undefined) return key_env;
  return OWN_KEYS[protocol].host === host ? OWN_KEYS[protocol].variable : undefined;
}
