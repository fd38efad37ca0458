/** What is stored already and holds a credential: from before it was looked for, or committed by others. */
import { redactFieldsWith } from "../../privacy/fields.ts";
import type { Redactor } from "../../privacy/redact.ts";
import type { Store } from "../../store/port.ts";
import { redactorOf } from "../privacy.ts";
import { withStore } from "../with-store.ts";
import type { Workspace } from "../workspace.ts";

/** A field that holds one: where it is and what it is, never the text. */
export interface Held {
  readonly item: "record" | "memory";
  /** Of a record its path relative to the project, of a memory its id. */
  readonly id: string;
  readonly field: string;
  readonly kind: string;
}

export interface ScanReport {
  /** Records and memories that were looked at. */
  readonly records: number;
  readonly memories: number;
  readonly held: readonly Held[];
}

const PAGE = 200;

/** Rejects with a StoreError. */
export async function scanKept(ws: Workspace): Promise<ScanReport> {
  const redactor = await redactorOf(ws);
  const held: Held[] = [];
  const records = ws.files.exists() ? ws.files.scan().records : [];
  for (const { path, record } of records)
    held.push(...(await heldIn(redactor, "record", ws.files.projectPath(path), record)));
  const memories = await withStore(ws, (store) => scanMemories(ws, store, redactor, held));
  return { records: records.length, memories, held };
}

async function scanMemories(
  { project }: Workspace,
  { memories }: Store,
  redactor: Redactor,
  held: Held[],
): Promise<number> {
  let looked = 0;
  for (let after: string | undefined; ; ) {
    const page = await memories.walk(project.id, { limit: PAGE, ...(after === undefined ? {} : { after }) });
    for (const memory of page) held.push(...(await heldIn(redactor, "memory", memory.id, memory)));
    looked += page.length;
    after = page.at(-1)?.id;
    if (after === undefined || page.length < PAGE) return looked;
  }
}

async function heldIn({ redact }: Redactor, item: Held["item"], id: string, value: unknown): Promise<Held[]> {
  const { findings } = await redactFieldsWith(value, redact);
  return findings.flatMap(({ class: found, field, kind }) =>
    found === "credential" ? [{ item, id, field, kind }] : [],
  );
}
