import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { z } from "zod";
import { defaultConfig } from "./defaults.ts";
import { CONFIG_KEYS } from "./keys.ts";
import { configJsonSchema, configReference } from "./schema.ts";

const file = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");

test("the schema file for editors is current", () => {
  expect(JSON.parse(file("schemas/memory-config.schema.json"))).toEqual(configJsonSchema());
});

test("the documentation's table is current, and every key stands in it", () => {
  const page = file("docs/configuration.md");
  expect(page).toContain(configReference());
  for (const { key } of CONFIG_KEYS) expect(page).toContain(`| \`${key}\` |`);
});

test("the schema accepts the defaults and a category of one's own, and refuses what the program refuses", () => {
  const check = z.fromJSONSchema(configJsonSchema() as z.core.JSONSchema.JSONSchema);
  const config = defaultConfig();
  expect(check.safeParse(config).error?.issues).toBeUndefined();
  config.categories.security = { ...(config.categories.decision ?? raise()), folder: "security" };
  config.triage.thresholds.SECURITY = 0.2;
  expect(check.safeParse(config).success).toBe(true);
  expect(check.safeParse({ retrieval: { max_inject: 21 } }).success).toBe(false);
  expect(check.safeParse({ retrieval: { max_injct: 2 } }).success).toBe(false);
  expect(check.safeParse({ categories: { decision: { signals: { primary: ["x"] } } } }).success).toBe(false);
});

function raise(): never {
  throw new Error("missing");
}
