/** Leeches: what takes attention and gives nothing. Memories that are shown to no use, records that do not settle. */
import { nameOf } from "../../memory/create.ts";
import { isRecallable } from "../../memory/lifecycle.ts";
import { leechReason } from "../../record/relations.ts";
import type { ProjectRecord } from "../../record/types.ts";
import type { Store } from "../../store/port.ts";
import type { ProjectView } from "../project-view.ts";

export interface Leech {
  readonly kind: "memory" | "record";
  /** Id of a memory; of a record its path relative to the project's folder. */
  readonly ref: string;
  readonly title: string;
  /** Why it is one. */
  readonly why: string;
  /** What can be done about it. */
  readonly fix: string;
}

/** Times in a row that a memory was shown to no use. */
const IDLE_LEAST = 8;
/** Injections looked back on. */
const LOOKED_AT = 1_000;

/** Memories that were shown again and again and never were of use since. @throws StoreError */
export async function idleMemories(
  { project, host }: Pick<ProjectView, "project" | "host">,
  { ledger, memories }: Store,
): Promise<Leech[]> {
  const shown = await ledger.recentInjections(project.id, LOOKED_AT);
  const ids = [...new Set(shown.map(({ item }) => item).filter((item) => !item.includes("/")))];
  if (ids.length === 0) return [];
  const effects = await ledger.effects(project.id, ids);
  const idle = ids.filter((id) => (effects.get(id)?.idle ?? 0) >= IDLE_LEAST);
  const found = await memories.get(project.id, idle);
  return found
    .filter((memory) => isRecallable(memory, host.now()))
    .map((memory) => ({
      kind: "memory",
      ref: memory.id,
      title: nameOf(memory),
      why: `shown ${effects.get(memory.id)?.idle} times in a row to no use`,
      fix: `say it better, or let it go: recollect show ${memory.id}, recollect forget ${memory.id}`,
    }));
}

/** Records that were corrected again and again, or go back and forth. @param records by path relative to the project */
export const unsettledRecords = (
  records: readonly { readonly path: string; readonly record: ProjectRecord }[],
): Leech[] =>
  records.flatMap(({ path, record }): Leech[] => {
    const why = record.record_status === "active" ? leechReason(record) : undefined;
    if (!why) return [];
    const fix = `its subject is unsettled, or it holds two: recollect history ${record.id}`;
    return [{ kind: "record", ref: path, title: record.title, why, fix }];
  });
