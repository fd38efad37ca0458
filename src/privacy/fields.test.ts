import { expect, test } from "bun:test";
import { defaultConfig } from "../config/defaults.ts";
import { redactFields, redactFieldsWith } from "./fields.ts";
import { quickRules, redactQuick } from "./quick.ts";
import { openRedactor } from "./redact.ts";

const { privacy } = defaultConfig();
const { redact } = await openRedactor(privacy, "/home/kay");
const rules = quickRules(privacy, "/home/kay");

const TOKEN = `ghp_${"a1B2c3D4e5".repeat(4).slice(0, 36)}`;
const HELD = {
  title: "How to deploy",
  content: { steps: ["Log in", `Set TOKEN to ${TOKEN}`] },
  tags: ["deploy"],
};
const FOUND = [{ field: "content.steps.1", class: "credential" as const, kind: "github token" }];

test("a secret in any field is taken out, by either way of looking, and it is told where it was", async () => {
  for (const { value, findings } of [
    await redactFieldsWith(HELD, redact),
    redactFields(HELD, (text) => redactQuick(text, rules)),
  ]) {
    expect(JSON.stringify(value)).not.toContain(TOKEN);
    expect(value.title).toBe(HELD.title);
    expect(findings).toEqual(FOUND);
  }
});

test("what holds none is the value itself", async () => {
  const clean = { title: "How to deploy", content: { steps: ["Log in"] } };
  expect((await redactFieldsWith(clean, redact)).value).toBe(clean);
  expect(redactFields(clean, (text) => redactQuick(text, rules)).value).toBe(clean);
});
