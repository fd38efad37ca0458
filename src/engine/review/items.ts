/** What reviewers are shown of a memory: what it says, and what is remembered of the same. */
import { nameOf, saidBy } from "../../memory/create.ts";
import { sessionOf } from "../../memory/lifecycle.ts";
import type { Memory } from "../../memory/types.ts";
import { similarMemories } from "../../recall/similar.ts";
import { clip } from "../../record/value.ts";
import type { ReviewItem } from "../../review/question.ts";
import type { Store } from "../../store/port.ts";

/** Items that are shown as known, at most, and characters of each. */
const KNOWN_MAX = 5;
const KNOWN_CHARACTERS = 300;

/** What it says, under its name where that is not how it begins. */
export function saidOf(memory: Memory): string {
  const said = saidBy(memory);
  const name = nameOf(memory);
  return said.startsWith(name.replace(/…$/, "")) ? said : `${name}\n${said}`;
}

export async function itemOf(
  memory: Memory,
  { text, memories }: Store,
  redact: (text: string) => Promise<string>,
): Promise<ReviewItem> {
  const { project, type } = memory;
  const content = saidOf(memory);
  const from = { project, session: sessionOf(memory) ?? "" };
  const near = (await similarMemories(text, from, content)).slice(0, KNOWN_MAX).map(({ id }) => id);
  const known = await memories.get(project, near);
  // Redacted whole: half a credential is known by no rule.
  const shown = known.map(async (other) =>
    clip((await redact(saidOf(other))).replace(/\s+/g, " "), KNOWN_CHARACTERS),
  );
  return { content: await redact(content), type, known: await Promise.all(shown) };
}
