/** Memories without what must not be kept. */
import { redactFields, redactFieldsWith } from "../privacy/fields.ts";
import { credentialKind, type Redacted } from "../privacy/finding.ts";
import { cut } from "../record/value.ts";
import { contentHash, type MemoryDraft } from "./create.ts";
import { CONTENT_MAX, ENTRY_MAX, TITLE_MAX } from "./fields.ts";
import type { Memory } from "./types.ts";

/** A mask may be longer than what it stands for. A text that fitted its field fits it still. */
function fitting(redacted: Redacted, before: string): Redacted {
  const { text } = redacted;
  const max = [TITLE_MAX, ENTRY_MAX, CONTENT_MAX].find(
    (limit) => before.length <= limit && text.length > limit,
  );
  return max === undefined ? redacted : { ...redacted, text: cut(text, max) };
}

/** The memory as it may be kept; itself where nothing was found. What it is compared by is what is left of it. */
export function redactedMemory<M extends Memory>(memory: M, redact: (text: string) => Redacted): M {
  const { value, findings } = redactFields(memory, (text) => fitting(redact(text), text));
  return findings.length === 0 ? memory : { ...value, content_hash: contentHash(value) };
}

export interface RedactedDraft<D> {
  readonly draft: D;
  /** The kind of credential that it held: it is not to be stored, not even masked. */
  readonly credential?: string;
}

export async function redactedDraft<D extends MemoryDraft>(
  draft: D,
  redact: (text: string) => Promise<Redacted>,
): Promise<RedactedDraft<D>> {
  const { value, findings } = await redactFieldsWith(draft, async (text) =>
    fitting(await redact(text), text),
  );
  const credential = credentialKind(findings);
  return { draft: value, ...(credential === undefined ? {} : { credential }) };
}
