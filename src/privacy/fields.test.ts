import { expect, test } from "bun:test";
import { redactFields, redactFieldsWith } from "./fields.ts";
import type { Redacted } from "./finding.ts";
import { redactQuick } from "./redact.ts";

const VALUE = {
  title: "Releases",
  steps: [{ action: "Write to jane.doe@muster-werke.de" }, { action: "Build" }],
  who: "john.doe@muster-werke.de",
};
const redact = (text: string): Redacted => redactQuick(text, { personal: "mask", secrets: [], home: "/h" });

test("every text of a value is redacted where it stands, at once or in time", async () => {
  for (const done of [redactFields(VALUE, redact), await redactFieldsWith(VALUE, async (t) => redact(t))]) {
    const text = JSON.stringify(done.value);
    expect(text).not.toContain("@muster-werke");
    expect(text).toContain('"title":"Releases"');
    expect(done.findings.map(({ field }) => field)).toEqual(["steps.0.action", "who"]);
  }
});

test("a value in which nothing is found stays itself", async () => {
  const clean = { title: "Releases", steps: [{ action: "Build" }] };
  expect(redactFields(clean, redact).value).toBe(clean);
  expect((await redactFieldsWith(clean, async (text) => redact(text))).value).toBe(clean);
});
