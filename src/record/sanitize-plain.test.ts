import { expect, test } from "bun:test";
import fc from "fast-check";
import { cleanTag, cleanTitle } from "./sanitize.ts";

/** ASCII with what titles and tags must not hold sprinkled in. */
const ascii = fc
  .array(
    fc.oneof(
      fc.constantFrom("->", " -> ", "#tags:", "#TAGS:", " ", "  ", ",", "#"),
      fc.stringMatching(/^[!-~]{1,30}$/),
    ),
    {
      maxLength: 8,
    },
  )
  .map((parts) => parts.join(""));

test("what is taken as it stands would not be changed by cleaning", () => {
  fc.assert(
    fc.property(ascii, (text) => {
      // A character that is never plain makes cleaning go the long way; it is removed there.
      expect(cleanTitle(text)).toBe(cleanTitle(`\u200b${text}`));
      expect(cleanTag(text)).toBe(cleanTag(`\u200b${text}`));
    }),
    { numRuns: 2_000 },
  );
});
