import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type HarnessDocument, openRecallHarness, type RecallHarness } from "./recall-harness.ts";

/** Two friends, three evenings: what is asked for often stands beside the words it is asked with. */
const TALK: readonly (readonly [session: string, speaker: string, text: string])[] = [
  ["march", "Nadia", "Did you decide where to take your mother for her birthday?"],
  ["march", "Oskar", "Yes! The little lighthouse island, three nights."],
  ["march", "Nadia", "Lovely. Is she still afraid of boats?"],
  ["march", "Oskar", "A bit. I told her the crossing takes twelve minutes."],
  ["march", "Nadia", "My week was all about the broken boiler."],
  ["march", "Oskar", "Again? Who repairs it this time?"],
  ["march", "Nadia", "A woman called Irena, she found it was the pump."],
  ["may", "Oskar", "I finally signed up for the pottery course."],
  ["may", "Nadia", "Which day is it on?"],
  ["may", "Oskar", "Thursdays, after work, until the end of July."],
  ["may", "Nadia", "I could never sit still that long."],
  ["may", "Oskar", "How is the dog, by the way?"],
  ["may", "Nadia", "Better, the vet changed her tablets."],
  ["may", "Oskar", "What was wrong with her?"],
  ["may", "Nadia", "An allergy against chicken, of all things."],
  ["june", "Oskar", "My mother still talks about the trip."],
  ["june", "Nadia", "And the boat?"],
  ["june", "Oskar", "She slept the whole way back."],
  ["june", "Nadia", "I sold the old boiler for scrap, forty euros."],
  ["june", "Oskar", "Then the drinks are on you."],
  ["june", "Nadia", "Have you made anything in the pottery course?"],
  ["june", "Oskar", "A bowl. It leans to the left."],
];
const QUESTIONS: readonly (readonly [question: string, at: number])[] = [
  ["Where did Oskar take his mother for her birthday?", 1],
  ["Who repaired the boiler?", 6],
  ["On which day of the week is the pottery course?", 9],
  ["What did Oskar make in the pottery course?", 21],
  ["What was wrong with the dog?", 14],
  ["How did the mother like the boat?", 17],
];

describe("in a small talk of three evenings", () => {
  const documents = TALK.map(
    ([session, speaker, text], seq): HarnessDocument => ({ id: String(seq), session, seq, speaker, text }),
  );
  let dir: string;
  let harness: RecallHarness;
  beforeAll(async () => {
    dir = mkdtempSync(join(tmpdir(), "recollect-talk-"));
    harness = openRecallHarness(join(dir, "talk.db"));
    await harness.index("turns", documents);
    await harness.index(
      "alone",
      documents.map(({ seq: _, ...document }) => document),
    );
  });
  afterAll(async () => {
    await harness.close();
    rmSync(dir, { recursive: true, force: true });
  });

  const found = async (group: string): Promise<number> => {
    let right = 0;
    for (const [text, at] of QUESTIONS) {
      const ids = await harness.query({ text, group, k: 5, floor: false });
      right += ids.includes(String(at)) ? 1 : 0;
    }
    return right;
  };

  test("answers are found beside what they are asked with, which their own words do not tell", async () => {
    const alone = await found("alone");
    const turns = await found("turns");
    expect(turns).toBeGreaterThanOrEqual(alone + 3);
  });

  test("with the floor a neighbour alone is no answer", async () => {
    const ids = await harness.query({ text: "pottery course", group: "turns", k: 10, floor: true });
    expect(ids.toSorted()).toEqual(["20", "7"]);
    expect(
      await harness.query({ text: "quantum chromodynamics", group: "turns", k: 10, floor: true }),
    ).toEqual([]);
  });
});
