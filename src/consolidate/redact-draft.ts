/** What must not be kept, taken out of the draft of a memory. */
import type { MemoryDraft } from "../memory/create.ts";
import { CONTENT_MAX, ENTRY_MAX, TITLE_MAX } from "../memory/fields.ts";
import { redactFieldsWith } from "../privacy/fields.ts";
import type { Redacted, Redactor } from "../privacy/redact.ts";
import { cut } from "../record/value.ts";

export interface RedactedDraft {
  readonly draft: MemoryDraft;
  /** The kind of credential that it held: it is not to be stored, not even masked. */
  readonly credential?: string;
}

export async function redactDraft(draft: MemoryDraft, redactor: Redactor): Promise<RedactedDraft> {
  const redact = async (text: string): Promise<Redacted> => {
    const redacted = await redactor.redact(text);
    return { ...redacted, text: fitting(redacted.text, text.length) };
  };
  const { value, findings } = await redactFieldsWith(draft, redact);
  const credential = findings.find((finding) => finding.class === "credential")?.kind;
  return { draft: value, ...(credential === undefined ? {} : { credential }) };
}

/** A mask may be longer than what it stands for. A text that fitted its field fits it still. */
function fitting(text: string, before: number): string {
  const max = [TITLE_MAX, ENTRY_MAX, CONTENT_MAX].find((limit) => before <= limit && text.length > limit);
  return max === undefined ? text : cut(text, max);
}
