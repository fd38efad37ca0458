import { describe, expect, test } from "bun:test";
import { sentencesOf } from "./sentences.ts";
import { settled } from "./settled.ts";
import type { Utterance } from "./view.ts";

const AT = "2026-03-02T09:00:00.000Z";
const utterance = (role: Utterance["role"], text: string): Utterance => ({
  role,
  sentences: sentencesOf(text),
  place: 0,
  at: AT,
  last: role === "assistant",
});
const said = (agent: string, person: string): string | undefined =>
  settled(utterance("user", person), utterance("assistant", agent))?.said;

describe("what the agent put to a person is settled", () => {
  test("by a word of agreement and a few of its own", () => {
    expect(said("Spreading gives the same figures. I'd use `service_period_end`.", "ok, period end")).toBe(
      "Decided: period end. The agent had said: I'd use `service_period_end`. Spreading gives the same figures.",
    );
    expect(said("GCRA needs one key for each partner, and no edges.", "gcra it is")).toContain(
      "GCRA needs one key",
    );
    expect(said("I'd use data sources. Remote state shows passwords.", "convincing. data sources")).toContain(
      "Remote state shows passwords.",
    );
  });

  test("by its name, where something was put up", () => {
    const choice =
      "Two ways fit here:\n\n- A column on payouts\n- An own table for approvals\n\nWhich do you want?";
    expect(said(choice, "own table. auditors like it")).toBe(
      "Decided: own table. auditors like it. The agent had said: An own table for approvals.",
    );
    expect(said("The tests of the own table pass.", "own table")).toBeUndefined();
  });

  test("with why, where the person says so in the same breath", () => {
    const found = said(
      "If Redis is down: let everybody through, or nobody?",
      "let through. partners are paying",
    );
    expect(found).toContain("let through. partners are paying.");
  });

  test("not by what they take back as they write", () => {
    expect(said("I'd offer a yearly plan.", "yearly then. wait, no")).toBeUndefined();
    expect(said("I'd offer a yearly plan.", "ok yearly. hm, or rather not")).toBeUndefined();
  });

  test("not by an order, a remark, a question, trouble or a place in a list", () => {
    const agent = "I'd take the parser first, then the printer. Which one?";
    for (const person of [
      "fix the parser",
      "the parser is done",
      "ok, and the parser?",
      "parser crashes",
      "not the parser",
      "ok the first one",
      "thanks",
      "yes",
    ])
      expect(said(agent, person)).toBeUndefined();
  });

  test("not by words that the agent did not use, nor where it said nothing", () => {
    expect(said("I'd use Redis.", "ok, kafka")).toBeUndefined();
    expect(settled(utterance("user", "ok, kafka"), undefined)).toBeUndefined();
  });
});
