/** How far back capture looks: messages are counted by what was said in them. */
import type { TranscriptMessage } from "./types.ts";

/** The tail that begins with the `count`th message with text from the end; all of them where there are fewer. */
export function lastWithText(messages: readonly TranscriptMessage[], count: number): TranscriptMessage[] {
  let kept = 0;
  const from = messages.findLastIndex(({ text }) => {
    if (text !== "") kept += 1;
    return kept >= count;
  });
  return messages.slice(Math.max(0, from));
}
