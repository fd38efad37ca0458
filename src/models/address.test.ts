import { describe, expect, test } from "bun:test";
import { addressOf, keyVariable } from "./address.ts";
import { ModelError } from "./error.ts";

describe("memories are sent", () => {
  test.each([
    "http://127.0.0.1:11434/v1",
    "http://127.8.9.10/v1",
    "http://localhost:1234/v1",
    "http://ollama.localhost/v1",
    "http://[::1]:8080/v1",
    "http://[fd12:3456::1]/v1",
    "http://[fe80::1]/v1",
    "http://10.0.0.7/v1",
    "http://172.16.0.1/v1",
    "http://172.31.255.255/v1",
    "http://192.168.1.4:8000/v1",
    "http://nas.local/v1",
    "http://host.docker.internal:11434/v1",
    "http://ollama:11434/v1",
    "http://2130706433/v1", // 127.0.0.1 as a number: the parser says which it is
  ])("to %s, which stays at home", (url) => {
    expect(addressOf(url).isPrivate).toBe(true);
  });

  test.each(["https://api.anthropic.com/v1", "https://models.example/api/v1/", "https://8.8.8.8/v1"])(
    "to %s, which is elsewhere, under encryption",
    (url) => {
      expect(addressOf(url)).toMatchObject({ isPrivate: false, url: url.replace(/\/$/, "") });
    },
  );

  test.each([
    "http://models.example/v1",
    "http://8.8.8.8/v1",
    "http://172.32.0.1/v1",
    "http://127.0.0.1.models.example/v1",
    "http://localhost.models.example/v1",
    "http://[2001:db8::1]/v1",
    "http://[::ffff:8.8.8.8]/v1",
    "https://me@models.example/v1",
    "https://models.example/v1?key=secret",
    "ftp://localhost/v1",
    "file:///etc/passwd",
    "localhost:11434",
    "",
  ])("never to %p", (url) => {
    expect(() => addressOf(url)).toThrow(ModelError);
  });
});

test("a bare host has the path that is the custom", () => {
  expect(addressOf("http://localhost:11434").url).toBe("http://localhost:11434/v1");
  expect(addressOf("https://api.anthropic.com/").url).toBe("https://api.anthropic.com/v1");
});

test("a provider's key goes to that provider alone, unless someone names it for another", () => {
  const variable = (protocol: "anthropic" | "openai", url: string, key_env?: string): string | undefined =>
    keyVariable({ protocol, ...(key_env ? { key_env } : {}) }, addressOf(url));
  expect(variable("anthropic", "https://api.anthropic.com")).toBe("ANTHROPIC_API_KEY");
  expect(variable("openai", "https://api.openai.com/v1")).toBe("OPENAI_API_KEY");
  expect(variable("openai", "https://models.example/v1")).toBeUndefined();
  expect(variable("openai", "https://api.openai.com.models.example/v1")).toBeUndefined();
  expect(variable("anthropic", "http://localhost:8080")).toBeUndefined();
  expect(variable("openai", "https://models.example/v1", "GATEWAY_KEY")).toBe("GATEWAY_KEY");
});
