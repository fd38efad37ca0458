/** What capture keeps in a mark besides the offset: what observation has in mind, and what of the next segments is stored. */
import type { Carry } from "../../capture/observation.ts";
import { isObject, type JsonObject } from "../../record/value.ts";
import { type CaptureMark, MAIN } from "../../store/mark-port.ts";

export interface Progress {
  /** What observation has in mind, redacted. */
  readonly seen: Carry;
  /**
   * Observations of segments from the mark's offset on that were given to the memory already, whatever became of them
   * there: hashes of what they said, by the ids that their memories have or would have.
   */
  readonly given: { readonly [id: string]: string };
  /** Bytes that the file had when it was last read. */
  readonly size: number;
}

export function progressOf(carry: JsonObject): Progress {
  const { seen, given, size } = carry;
  return {
    seen: isObject(seen) ? seen : {},
    given: isObject(given)
      ? Object.fromEntries(
          Object.entries(given).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
        )
      : {},
    size: typeof size === "number" ? size : 0,
  };
}

export const carryOf = ({ seen, given, size }: Progress): JsonObject => ({ seen, given, size });

/** Label of the environment that a session was last heard of in. */
export const environmentOf = (marks: readonly Pick<CaptureMark, "source" | "env">[]): string =>
  (marks.find(({ source }) => source === MAIN) ?? marks[0])?.env ?? "";

/** Whether anything of the transcript was read, be it the turn that is going on. */
export const wasRead = ({ offset, carry }: Pick<CaptureMark, "offset" | "carry">): boolean =>
  offset > 0 || progressOf(carry).size > 0;
