/** What holds whatever the work is about: severe constraints, strong preferences, principles of the user's. */
import { isRecallable } from "../memory/lifecycle.ts";
import type { CategoryName } from "../record/category.ts";
import type { ProjectRecord } from "../record/types.ts";
import type { Viewpoint } from "../store/memory-port.ts";
import type { Place, Store } from "../store/port.ts";
import type { MemoryItem, RecordItem } from "./item.ts";

/** Records of a category that are read in search of those that hold always: the ones changed last. */
const LOOKED_AT = 60;
const CONSTRAINTS = 8;
const PREFERENCES = 8;
/** Memories read in search of principles: the newest of the important ones. */
const PRINCIPLES_LOOKED_AT = 200;
const PRINCIPLES = 4;
/** From when on a principle is as good as a strong preference. */
const IMPORTANT = 8;
const SURE = 0.7;

export interface StandingRequest {
  readonly store: Pick<Store, "projection" | "memories">;
  readonly from: Viewpoint;
  /** Where the project's records are; none are looked at without. */
  readonly place?: Place;
  readonly now: Date;
  readonly enabledCategories: ReadonlySet<CategoryName>;
}

/** What always holds, of each kind the weightiest first. */
export interface Always {
  readonly constraints: readonly RecordItem[];
  readonly preferences: readonly RecordItem[];
  readonly principles: readonly MemoryItem[];
}

/** @throws StoreError */
export async function whatAlwaysHolds(request: StandingRequest): Promise<Always> {
  const { now } = request;
  const constraints = await newestOf(request, "constraint", LOOKED_AT);
  const preferences = await newestOf(request, "preference", LOOKED_AT);
  return {
    constraints: constraints.filter(({ record }) => isSevere(record, now)).slice(0, CONSTRAINTS),
    preferences: preferences.filter(({ record }) => isStrong(record)).slice(0, PREFERENCES),
    principles: await principles(request),
  };
}

/** The active records of a category that were changed last; none of one that is switched off. */
export async function newestOf(
  { store, place, enabledCategories }: StandingRequest,
  category: CategoryName,
  limit: number,
): Promise<RecordItem[]> {
  if (!place || !enabledCategories.has(category)) return [];
  const found = await store.projection.newest(place, category, limit);
  return found.map(({ path, hash, record }) => ({ kind: "record", path, hash, record }));
}

/** Whether a constraint of high severity is in force. */
const isSevere = (constraint: ProjectRecord, now: Date): boolean =>
  constraint.content.severity === "high" && isInForce(constraint, now);

/** Whether a constraint has neither been lifted nor expired. */
export function isInForce({ content }: ProjectRecord, now: Date): boolean {
  if (content.active === false) return false;
  const expires = typeof content.expires === "string" ? Date.parse(content.expires) : Number.NaN;
  return Number.isNaN(expires) || expires >= now.getTime();
}

const isStrong = ({ content }: ProjectRecord): boolean => content.strength === "strong";

/** What has been seen to hold for the project or the user, though nobody made a record of it. */
async function principles({ store, from, now }: StandingRequest): Promise<MemoryItem[]> {
  const found = await store.memories.find(from, {
    types: ["semantic"],
    statuses: ["active"],
    scopes: ["project", "user"],
    minImportance: IMPORTANT,
    limit: PRINCIPLES_LOOKED_AT,
  });
  return found
    .filter((memory) => memory.type === "semantic")
    .filter(
      (memory) => memory.category === "principle" && memory.confidence >= SURE && isRecallable(memory, now),
    )
    .sort((a, b) => b.importance - a.importance || b.confidence - a.confidence)
    .slice(0, PRINCIPLES)
    .map((memory) => ({ kind: "memory", memory }));
}
