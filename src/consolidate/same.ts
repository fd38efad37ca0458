/** What is remembered already of what is about to be stored. */
import { saidBy } from "../memory/create.ts";
import { ENDED } from "../memory/lifecycle.ts";
import { canBeSameClaim } from "../memory/same-claim.ts";
import { MEMORY_STATUSES, type Memory, type MemoryStatus } from "../memory/types.ts";
import type { FindSimilar } from "../recall/similar.ts";
import type { MemoryStore, Viewpoint } from "../store/memory-port.ts";
import { searchableMemory } from "../store/searchable-memory.ts";
import { analyze } from "../text/analyze.ts";
import { coverage, jaccard } from "../text/similarity.ts";

/** What still counts as remembered: what was put away may be said anew. */
const PRESENT: readonly MemoryStatus[] = ["active", "staged"];
/** Memories that say just the same, looked at; there is one as a rule. */
const TWINS = 20;

/**
 * The memory of its type that says just the same. An event is the same only within its session, or nothing would ever
 * happen again; an open intention is the same in any.
 *
 * @param putAway whether what is not recalled any more counts, too
 */
export const twinOf = (
  memory: Memory,
  memories: MemoryStore,
  from: Viewpoint,
  { putAway }: { readonly putAway: boolean },
): Promise<Memory | undefined> => twinAmong(putAway ? MEMORY_STATUSES : PRESENT, memory, memories, from);

/** The same among those that are in use: of a memory that waits for review itself. */
export const activeTwinOf = (
  memory: Memory,
  memories: MemoryStore,
  from: Viewpoint,
): Promise<Memory | undefined> => twinAmong(["active"], memory, memories, from);

async function twinAmong(
  statuses: readonly MemoryStatus[],
  memory: Memory,
  memories: MemoryStore,
  from: Viewpoint,
): Promise<Memory | undefined> {
  const twins = await memories.find(from, {
    types: [memory.type],
    hashes: [memory.content_hash],
    statuses,
    everySession: memory.type === "prospective",
    limit: TWINS,
  });
  return twins.find((twin) => twin.type !== "prospective" || !ENDED.has(twin.state));
}

/** Where kin is looked for. */
export interface Kinship {
  readonly memories: MemoryStore;
  readonly similar: FindSimilar;
  readonly project: string;
}

/** A memory that holds all terms of another, and can say the same. @param least terms, or it says too little to tell */
export async function coveringKin(
  memory: Memory,
  { memories, similar, project }: Kinship,
  least: number,
): Promise<Memory | undefined> {
  const said = saidBy(memory);
  const terms = new Set(analyze(said));
  if (terms.size < least) return undefined;
  const covering = (await similar(said)).filter((other) => coverage(terms, other.terms) === 1);
  const found = await memories.get(
    project,
    covering.map(({ id }) => id),
  );
  return found.find(
    (other) => other.id !== memory.id && other.status === "active" && canBeSameClaim(said, saidBy(other)),
  );
}

export interface Kin {
  readonly memory: Memory;
  /** Share of common terms, 0–1. */
  readonly likeness: number;
}

/** The memory that says most nearly the same, of those the session may see: at least `least` of the terms in common. */
export async function kinOf(
  memory: Memory,
  { memories, similar, project }: Kinship,
  least: number,
): Promise<Kin | undefined> {
  const said = saidBy(memory);
  const terms = new Set(searchableMemory({ ...memory, status: "active" })?.terms);
  const alike = (await similar(said))
    .map((other) => ({ id: other.id, likeness: jaccard(terms, other.terms) }))
    .filter(({ likeness }) => likeness >= least)
    .sort((a, b) => b.likeness - a.likeness);
  const found = await memories.get(
    project,
    alike.map(({ id }) => id),
  );
  const kin = found.find((other) => canBeSameClaim(said, saidBy(other)));
  return kin && { memory: kin, likeness: alike.find(({ id }) => id === kin.id)?.likeness ?? 0 };
}
