/**
 * A model at an address that speaks one of two protocols. The providers' own calls are used, below the SDK's: what that adds
 * (second tries, telemetry, tools, streams) is not wanted here.
 */
import { createAnthropic } from "@ai-sdk/anthropic";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { APICallError, type JSONSchema7, type LanguageModelV4 } from "@ai-sdk/provider";
import type { Config } from "../config/types.ts";
import { estimateTokens } from "../text/tokens.ts";
import { type Address, addressOf, keyVariable } from "./address.ts";
import { ModelError } from "./error.ts";
import { guardedFetch } from "./guarded-fetch.ts";
import type { Model, ModelAnswer, Question } from "./model.ts";

export interface EndpointOptions {
  readonly endpoint: Config["endpoint"];
  /** Another model there than `endpoint.model`. */
  readonly model?: string;
  /** Where the key is. It is looked up for each call and kept nowhere. */
  readonly env: { readonly [name: string]: string | undefined };
}

/** @throws ModelError not_set_up, or key where the variable is not set */
export function endpointModel({ endpoint, model: other, env }: EndpointOptions): Model {
  const address = addressOf(endpoint.url);
  const name = other ?? endpoint.model;
  if (name === undefined) throw new ModelError("not_set_up", "endpoint.model is not set");
  const variable = keyVariable(endpoint, address);
  const key = variable === undefined ? undefined : env[variable];
  if (variable !== undefined && !key) {
    throw new ModelError("key", `The environment variable ${variable}, which is to hold the key, is not set`);
  }
  const model = connected(endpoint.protocol, address, name, key);
  const price = (tokensIn: number, tokensOut: number): number =>
    (tokensIn * endpoint.usd_per_million_in + tokensOut * endpoint.usd_per_million_out) / 1_000_000;
  return {
    executor: "endpoint",
    name,
    price,
    ask: (question, signal) => ask(model, price, question, signal),
  };
}

function connected(
  protocol: Config["endpoint"]["protocol"],
  { url, host, isPrivate }: Address,
  name: string,
  key: string | undefined,
): LanguageModelV4 {
  // A proxy would carry out of the network what is to stay in it, unencrypted.
  const direct = isPrivate ? { direct: new URL(url).hostname } : {};
  if (protocol === "anthropic") {
    // Without a key of ours the provider would look for one by itself, and send it to whatever address this is.
    const apiKey = key ?? "";
    const fetch = guardedFetch({ ...direct, ...(key === undefined ? { without: ["x-api-key"] } : {}) });
    return createAnthropic({ baseURL: url, apiKey, fetch })(name);
  }
  return createOpenAICompatible({
    name: "endpoint",
    baseURL: url,
    ...(key === undefined ? {} : { apiKey: key }),
    fetch: guardedFetch(direct),
    supportsStructuredOutputs: true,
    // OpenAI's own newer models know the limit by another name only; others know the older one.
    ...(host === "api.openai.com" ? { transformRequestBody: renamedLimit } : {}),
  })(name);
}

const renamedLimit = ({ max_tokens, ...body }: { [key: string]: unknown }): { [key: string]: unknown } => ({
  ...body,
  max_completion_tokens: max_tokens,
});

/** Held to a form, but not to the strictest one, which knows no object of fields that differ. What comes is checked anyway. */
const LENIENT = {
  endpoint: { strictJsonSchema: false },
  anthropic: { structuredOutputMode: "jsonTool" },
} as const;

async function ask(
  model: LanguageModelV4,
  price: Model["price"],
  { system, prompt, maxTokensOut, schema }: Question,
  signal: AbortSignal,
): Promise<ModelAnswer> {
  const begun = performance.now();
  try {
    const { content, usage, response } = await model.doGenerate({
      prompt: [
        { role: "system", content: system },
        { role: "user", content: [{ type: "text", text: prompt }] },
      ],
      maxOutputTokens: maxTokensOut,
      abortSignal: signal,
      ...(schema
        ? {
            responseFormat: { type: "json", name: "answer", schema: schema as JSONSchema7 },
            providerOptions: LENIENT,
          }
        : {}),
    });
    const text = content.map((part) => (part.type === "text" ? part.text : "")).join("");
    // Servers of one's own often do not say what it took.
    const tokens_in = usage.inputTokens.total ?? estimateTokens(system) + estimateTokens(prompt);
    const tokens_out = usage.outputTokens.total ?? estimateTokens(text);
    return {
      text,
      tokens_in,
      tokens_out,
      usd: price(tokens_in, tokens_out),
      ms: Math.round(performance.now() - begun),
      model: response?.modelId ?? model.modelId,
    };
  } catch (error) {
    throw told(error, signal);
  }
}

/** What went wrong, as ours. The SDK's errors hold what was sent and received, so none is passed on, nor kept as a cause. */
function told(error: unknown, signal: AbortSignal): ModelError {
  const own = ownOf(error);
  if (own) return own;
  if (signal.aborted) {
    return isTimeout(signal.reason)
      ? new ModelError("timeout", "The endpoint did not answer in time")
      : new ModelError("called_off", "The call was called off");
  }
  const status = APICallError.isInstance(error) ? error.statusCode : undefined;
  if (status === undefined || status < 300) {
    return new ModelError("broken", "The endpoint's answer broke off, or is not of its protocol");
  }
  const headers = APICallError.isInstance(error) ? error.responseHeaders : undefined;
  return ofStatus(status, headers ?? {});
}

const isTimeout = (reason: unknown): boolean => reason instanceof Error && reason.name === "TimeoutError";

/** Ours among what an error was caused by: the provider wraps what our `fetch` throws. */
function ownOf(error: unknown): ModelError | undefined {
  if (!(error instanceof Error) || error instanceof ModelError)
    return error instanceof ModelError ? error : undefined;
  return ownOf(error.cause);
}

function ofStatus(status: number, headers: { readonly [name: string]: string }): ModelError {
  const answered = `The endpoint answered ${status}`;
  switch (status) {
    case 401:
    case 403:
      return new ModelError("key", `${answered}: the key is missing, wrong, or may not do this`);
    case 404:
      return new ModelError("not_found", `${answered}: see that endpoint.url and endpoint.model are right`);
    case 429: {
      const retryAfterMs = retryAfter(headers, Date.now());
      return new ModelError("rate_limited", `${answered}: too many calls, or the account is used up`, {
        ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
      });
    }
    case 408:
      return new ModelError("timeout", `${answered}: it took too long`);
    default:
      return status >= 500
        ? new ModelError("server", `${answered}: it is in trouble`)
        : new ModelError("refused", `${answered}: it does not take what it was sent`);
  }
}

/** An hour is the longest that anyone is waited for at its word. */
const RETRY_AFTER_MAX_MS = 3_600_000;

/** Seconds or a date: https://www.rfc-editor.org/rfc/rfc9110#field.retry-after */
export function retryAfter(headers: { readonly [name: string]: string }, now: number): number | undefined {
  const said = headers["retry-after"];
  if (said === undefined) return undefined;
  const ms = /^\s*\d+(?:\.\d+)?\s*$/.test(said) ? Number(said) * 1_000 : Date.parse(said) - now;
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, 0), RETRY_AFTER_MAX_MS);
}
