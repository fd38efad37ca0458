import { describe, expect, test } from "bun:test";
import type { MemoryDraft } from "../memory/create.ts";
import { sampleMemory } from "../memory/samples.ts";
import { memoryLine } from "./memory-line.ts";

const lineFor = (draft: MemoryDraft): string => memoryLine(sampleMemory(draft), (text) => text);
const event = (title: string, content: string): string =>
  lineFor({ type: "episodic", title, content, timestamp: "2026-03-02T09:00:00Z" });

describe("a memory's line", () => {
  test("tells a name that its text does not say", () => {
    expect(event("Moved to Loki", "Promtail runs on all nodes.")).toBe(
      "- 2026-03-02 Moved to Loki: Promtail runs on all nodes.",
    );
    expect(lineFor({ type: "semantic", concept: "art", content: "The start takes a minute" })).toBe(
      "- art: The start takes a minute",
    );
  });

  test("tells once what name and text both say, wherever the text says it", () => {
    const content =
      "`npm run smoke` failed: Error: listen EADDRINUSE: address in use. Cause: the port is taken. Changed: src/a.ts.";
    expect(event("Fixed: Error: listen EADDRINUSE: address in use", content)).toBe(`- 2026-03-02 ${content}`);
    expect(event("Fixed: Error: listen EADDRINUSE: addr…", content)).toBe(`- 2026-03-02 ${content}`);
    const told = "Problem: pods restart every few minutes. Cause: a leak. Changed: quote.js.";
    expect(event("Fixed: pods restart every few minutes:", told)).toBe(`- 2026-03-02 ${told}`);
    const asked = "Asked: “add a modal for\ncancelling”. Done: It is there.";
    expect(event("add a modal for cancelling", asked)).toBe(`- 2026-03-02 ${asked.replace("\n", " ")}`);
  });

  test("begins with the text where the name is its beginning", () => {
    expect(lineFor({ type: "semantic", concept: "Acme pays late", content: "Acme pays late, always" })).toBe(
      "- Acme pays late, always",
    );
  });
});
