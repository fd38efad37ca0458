import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { type ModelReply, startModelServer, TOKENS } from "../../test/support/model-server.ts";
import { defaultConfig } from "../config/defaults.ts";
import { PROTOCOLS, type Protocol } from "../config/types.ts";
import { endpointModel, retryAfter } from "./endpoint.ts";
import { ModelError, type ModelTrouble } from "./error.ts";
import { ANSWER_BYTES_MAX } from "./guarded-fetch.ts";
import type { Model, Question } from "./model.ts";

const KEY = "key-of-a-test-0123456789";
const ENV = { KEY_OF_TEST: KEY, ANTHROPIC_API_KEY: "the-other-key", OPENAI_API_KEY: "the-other-key" };
const QUESTION: Question = { system: "You judge.", prompt: "This one, please", maxTokensOut: 300 };

const modelAt = (protocol: Protocol, url: string, more: object = {}): Model =>
  endpointModel({
    endpoint: {
      ...defaultConfig().endpoint,
      protocol,
      url,
      model: "small-1",
      key_env: "KEY_OF_TEST",
      ...more,
    },
    env: ENV,
  });

const ask = (model: Model, ms = 5_000): ReturnType<Model["ask"]> =>
  model.ask(QUESTION, AbortSignal.timeout(ms));

async function troubleOf(asking: Promise<unknown>): Promise<ModelError> {
  try {
    await asking;
  } catch (error) {
    if (error instanceof ModelError) return error;
    throw error;
  }
  throw new Error("it was answered");
}

const CONFIGURED: readonly [string, ModelTrouble, object][] = [
  ["no address", "not_set_up", { url: undefined }],
  ["an address that is none", "not_set_up", { url: "somewhere" }],
  ["an address with a password", "not_set_up", { url: "https://me:secret@models.example/v1" }],
  ["a public address without encryption", "not_set_up", { url: "http://models.example/v1" }],
  ["no model", "not_set_up", { url: "http://localhost:1/v1", model: undefined }],
  ["a key's variable that is not set", "key", { url: "https://models.example/v1", key_env: "NOT_THERE" }],
  ["a provider's own address without its key", "key", { url: "https://api.openai.com/v1" }],
];

test.each(CONFIGURED)("%s is told before anything is sent", async (_, trouble, endpoint) => {
  const { url: _url, model: _model, ...rest } = defaultConfig().endpoint;
  const make = (): Model => endpointModel({ endpoint: { ...rest, model: "small-1", ...endpoint }, env: {} });
  const error = await troubleOf((async () => make())());
  expect(error).toMatchObject({ trouble, isPassing: false });
  expect(error.message).not.toContain("secret");
});

describe.each([...PROTOCOLS])("a model that speaks %s", (protocol) => {
  const keyHeader = protocol === "anthropic" ? "x-api-key" : "authorization";

  test("is asked once, with its key, and what it took is told", async () => {
    await using server = await startModelServer(protocol, () => ({ text: "an answer" }));
    const priced = { usd_per_million_in: 2, usd_per_million_out: 10 };
    expect(await ask(modelAt(protocol, server.url, priced))).toMatchObject({
      text: "an answer",
      tokens_in: TOKENS.in,
      tokens_out: TOKENS.out,
      usd: 0.0004,
      model: "small-1",
    });
    expect(server.calls).toHaveLength(1);
    expect(server.calls[0]).toMatchObject({
      path: protocol === "anthropic" ? "/v1/messages" : "/v1/chat/completions",
      model: "small-1",
      system: QUESTION.system,
      prompt: QUESTION.prompt,
      body: { max_tokens: 300 },
    });
    expect(server.calls[0]?.headers[keyHeader]).toContain(KEY);
    expect(server.calls[0]?.body.stream).not.toBe(true);
  });

  test("is sent no key that was not named for it", async () => {
    await using server = await startModelServer(protocol, () => ({ text: "an answer" }));
    await ask(modelAt(protocol, server.url, { key_env: undefined }));
    const headers = JSON.stringify(server.calls[0]?.headers);
    expect(headers).not.toContain("the-other-key");
    expect(server.calls[0]?.headers[keyHeader]).toBeUndefined();
  });

  const failures: readonly [string, ModelTrouble, ModelReply][] = [
    ["a bad key", "key", { status: 401, body: JSON.stringify({ error: { message: `bad key ${KEY}` } }) }],
    ["a key that may not", "key", { status: 403 }],
    ["an unknown model", "not_found", { status: 404 }],
    ["a question that it does not take", "refused", { status: 400 }],
    ["too many calls", "rate_limited", { status: 429, headers: { "retry-after": "7" } }],
    ["trouble of its own", "server", { status: 500 }],
    ["overload", "server", { status: 529, body: "<html>" }],
    ["something that is no JSON", "broken", { status: 200, body: "<html>hello</html>" }],
    ["nothing", "broken", { status: 200, body: "" }],
    ["JSON of another shape", "broken", { status: 200, body: '{"hello": []}' }],
    ["half an answer", "broken", { broken: '{"id": "c1", "choices": [' }],
    ["ten megabytes", "too_big", { bytes: 10_000_000 }],
  ];

  test.each(failures)(
    "that answers with %s is asked once, and its trouble has a name",
    async (_, trouble, reply) => {
      await using server = await startModelServer(protocol, () => reply);
      const error = await troubleOf(ask(modelAt(protocol, server.url)));
      expect(error).toMatchObject({ trouble });
      expect(server.calls).toHaveLength(1);
      // Nor what was sent or received: an error is logged, and shown.
      const all = Bun.inspect(error);
      expect(all).not.toContain(KEY);
      expect(all).not.toContain(QUESTION.prompt);
      if (trouble === "rate_limited") expect(error.retryAfterMs).toBe(7_000);
    },
  );

  test("is not followed elsewhere, and its key is sent to no other", async () => {
    await using elsewhere = await startModelServer(protocol, () => ({ text: "got you" }));
    await using server = await startModelServer(protocol, () => ({
      status: 307,
      headers: { location: `${elsewhere.url}/messages` },
    }));
    expect(await troubleOf(ask(modelAt(protocol, server.url)))).toMatchObject({
      trouble: "redirect",
      isPassing: false,
    });
    expect(elsewhere.calls).toEqual([]);
  });

  test("of this machine is asked past the proxies that the environment names", async () => {
    await using server = await startModelServer(protocol, () => ({ text: "Yes" }));
    await using proxy = await startModelServer(protocol, () => ({ text: "Seen on the way" }));
    const { http_proxy, no_proxy, NO_PROXY } = process.env;
    Object.assign(process.env, {
      http_proxy: new URL(proxy.url).origin,
      no_proxy: "",
      NO_PROXY: "corp.example",
    });
    try {
      expect(await ask(modelAt(protocol, server.url))).toMatchObject({ text: "Yes" });
      expect(proxy.calls).toEqual([]);
      expect(process.env.NO_PROXY).toContain("corp.example");
    } finally {
      for (const [name, value] of Object.entries({ http_proxy, no_proxy, NO_PROXY }))
        if (value === undefined) delete process.env[name];
        else process.env[name] = value;
    }
  });

  test("that is slow is not waited for", async () => {
    await using server = await startModelServer(protocol, () => ({ text: "late", delayMs: 3_000 }));
    const error = await troubleOf(ask(modelAt(protocol, server.url), 50));
    expect(error).toMatchObject({ trouble: "timeout", isPassing: true, mayHaveWorked: true });
  });

  test("may be called off", async () => {
    await using server = await startModelServer(protocol, () => ({ text: "late", delayMs: 3_000 }));
    const off = new AbortController();
    const asking = modelAt(protocol, server.url).ask(QUESTION, off.signal);
    off.abort();
    expect(await troubleOf(asking)).toMatchObject({ trouble: "called_off" });
  });

  test("that is not there says so", async () => {
    expect(await troubleOf(ask(modelAt(protocol, "http://127.0.0.1:1")))).toMatchObject({
      trouble: "unreachable",
      isPassing: true,
      mayHaveWorked: false,
    });
  });

  test("is held to a form where one is given", async () => {
    await using server = await startModelServer(protocol, () => ({ text: '{"a": 1}' }));
    const schema = {
      type: "object",
      properties: { a: { type: "number" } },
      required: ["a"],
      additionalProperties: false,
    };
    await modelAt(protocol, server.url).ask({ ...QUESTION, schema }, AbortSignal.timeout(5_000));
    expect(JSON.stringify(server.calls[0]?.body)).toContain('"properties":{"a":{"type":"number"}}');
  });
});

test("tokens that a server does not tell are estimated", async () => {
  await using server = await startModelServer("openai", () => ({
    text: "seven words are in this answer here",
    usage: "untold",
  }));
  const { tokens_in, tokens_out } = await ask(modelAt("openai", server.url));
  expect(tokens_in).toBeGreaterThan(4);
  expect(tokens_out).toBeGreaterThan(5);
});

test("an answer is read up to its limit", async () => {
  await using server = await startModelServer("openai", () => ({ text: "x".repeat(ANSWER_BYTES_MAX / 2) }));
  expect((await ask(modelAt("openai", server.url))).text).toHaveLength(ANSWER_BYTES_MAX / 2);
});

describe("when to try again", () => {
  const now = Date.parse("2026-03-07T12:00:00Z");

  test("is told in seconds or as a date, and never far off", () => {
    expect(retryAfter({ "retry-after": "30" }, now)).toBe(30_000);
    expect(retryAfter({ "retry-after": "Sat, 07 Mar 2026 12:01:00 GMT" }, now)).toBe(60_000);
    expect(retryAfter({ "retry-after": "Sat, 07 Mar 2026 11:00:00 GMT" }, now)).toBe(0);
    expect(retryAfter({ "retry-after": "99999999" }, now)).toBe(3_600_000);
    expect(retryAfter({ "retry-after": "soon" }, now)).toBeUndefined();
    expect(retryAfter({}, now)).toBeUndefined();
  });

  test("whatever a server says is a time within the hour, or none", () => {
    fc.assert(
      fc.property(fc.string(), (said) => {
        const ms = retryAfter({ "retry-after": said }, now) ?? 0;
        expect(ms >= 0 && ms <= 3_600_000).toBe(true);
      }),
    );
  });
});
