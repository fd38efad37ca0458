/** What a memory is joined to because it says nearly the same, and how. */
import { createLink } from "../memory/links.ts";
import type { Memory, MemoryLink, ProceduralMemory } from "../memory/types.ts";
import { NEAR_DUPLICATE } from "../text/similarity.ts";
import { gainsEvidence, saidAgain } from "./reinforce.ts";
import { coveringKin, type Kin, type Kinship, kinOf } from "./same.ts";

/** What reviewers take for known is looked for among what shares this much with it. */
const KNOWN_ALIKE = 0.6;

/** What a memory that is not new to the reviewers says once more. */
export async function knownKin(memory: Memory, among: Kinship): Promise<Kin | undefined> {
  const kin = await kinOf(memory, among, KNOWN_ALIKE);
  return kin && gainsEvidence(kin.memory) ? kin : undefined;
}

/** Fewer terms than these are within many a text. */
const TERMS_LEAST = 3;

/**
 * What holds of a text that says less than another: the wish said again in fewer words. All of its terms are in the other, and
 * both can be the same claim.
 */
export async function saidInMoreWords(memory: Memory, among: Kinship): Promise<Memory | undefined> {
  if (memory.type !== "semantic" || memory.tags.includes("correction")) return undefined;
  const kin = await coveringKin(memory, among, TERMS_LEAST);
  return kin?.type === "semantic" && kin.category === memory.category ? kin : undefined;
}

export interface NearDuplicate {
  readonly kin: Kin;
  readonly link: MemoryLink;
  /** The other one as it is for having been said again, where that changes it. */
  readonly firmer: readonly Memory[];
}

/** The memory of its type that says nearly the same: that stands firmer, and both stay as they were worded. */
export async function nearDuplicate(
  memory: Memory,
  among: Kinship,
  { session, now }: { readonly session: string; readonly now: Date },
): Promise<NearDuplicate | undefined> {
  const kin = await kinOf(memory, among, NEAR_DUPLICATE);
  if (!kin || kin.memory.type !== memory.type) return undefined;
  const firmer = standsFirmer(memory, kin.memory) ? saidAgain(kin.memory, session, now) : kin.memory;
  return { kin, link: reinforcing(memory, kin, now), firmer: firmer === kin.memory ? [] : [firmer] };
}

/** A procedure is the same where its steps are; what it complained of before may be worded by chance. */
function standsFirmer(memory: Memory, kin: Memory): boolean {
  if (kin.type !== "procedural" || memory.type !== "procedural") return kin.type === "semantic";
  const stepsOf = ({ steps }: ProceduralMemory): string => steps.map(({ action }) => action).join("\n");
  return stepsOf(memory) === stepsOf(kin);
}

export const reinforcing = (memory: Memory, { memory: kin, likeness }: Kin, now: Date): MemoryLink =>
  createLink({ source_id: memory.id, target_id: kin.id, link_type: "reinforces", strength: likeness }, now);
