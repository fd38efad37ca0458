/** What was lived through and then written down: the record tells it, which people have agreed to and keep up to date. */
import type { Memory } from "../memory/types.ts";
import type { ProjectRecord } from "../record/types.ts";
import { analyze } from "../text/analyze.ts";
import { isWeakTerm } from "../text/query.ts";

/** The share of a memory's telling words that a record has to have, and how many these are at the least. */
const SHARE = 0.75;
const LEAST = 4;

/**
 * Who asks whether a record says what a memory says. None does of intentions: that something is to be done is not said by what
 * speaks of the same thing. Nor where the memory is younger and names a figure that the record has not: it may be what has
 * changed.
 *
 * @param terms of the memory; the function takes those of a record
 */
export function tellsOf(
  memory: Memory,
  terms: ReadonlySet<string>,
): (record: ProjectRecord, known: ReadonlySet<string>) => boolean {
  if (memory.type === "prospective") return () => false;
  const date = memory.type === "episodic" ? analyze(memory.timestamp.slice(0, 10)) : [];
  const said = [...terms].filter((term) => !isWeakTerm(term) && !date.includes(term));
  return (record, known) => {
    const news = said.filter((term) => !known.has(term));
    const shared = said.length - news.length;
    return (
      shared >= LEAST &&
      shared >= SHARE * said.length &&
      (memory.updated_at <= record.updated_at || !news.some((term) => /^[\d.]+$/.test(term)))
    );
  };
}
