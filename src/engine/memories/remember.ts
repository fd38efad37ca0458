/** Remembering what someone says is worth it. */
import { storeMemory } from "../../consolidate/remember.ts";
import { classify } from "../../memory/classify.ts";
import { draftOf } from "../../memory/told.ts";
import { MEMORY_TYPES, type Memory, type MemoryType, type Scope } from "../../memory/types.ts";
import { RecordError } from "../../record/error.ts";
import { describeValue } from "../../record/value.ts";
import { assertMayKeep, assertOn } from "../consent/refuse.ts";
import { writeTriggers } from "../intentions/write-triggers.ts";
import { redactorOf } from "../privacy.ts";
import { type Caller, type MemoryAccess, provenanceOf, viewpointOf } from "./access.ts";
import { findMemory } from "./find.ts";
import type { Remembered, RememberRequest } from "./requests.ts";

/** @throws RecordError with what is wrong with the request; StoreError */
export async function remember(access: MemoryAccess, request: RememberRequest): Promise<Remembered> {
  const { view, store, caller } = access;
  const { supersedes, review, ...told } = request;
  if (caller.isPerson) assertOn(view);
  else assertMayKeep(view);
  if (typeof told.text !== "string" || told.text.trim() === "") {
    throw new RecordError(
      "INPUT_ERROR",
      { field: "text", expected: "what is to be remembered", got: describeValue(told.text) },
      "Say it in a sentence or two, with its reason",
    );
  }
  const old = supersedes === undefined ? undefined : await findMemory(access, supersedes);
  if (old && old.type !== "working" && old.scope === "user" && !caller.isPerson && told.scope !== "user") {
    // Else it would be gone from all projects by a call that is asked about in none.
    throw new RecordError(
      "INPUT_ERROR",
      { field: "scope", expected: "user, as the memory it replaces has", got: describeValue(told.scope) },
      "Pass scope: user; the person is asked",
    );
  }
  const guess = told.type === undefined && !old ? classify(told.text) : undefined;
  const type = typeOf(told.type ?? old?.type ?? guess?.type ?? "episodic");
  const scope = told.scope ?? scopeOf(old, caller);
  const { stored, reason, memory, reinforced, against, corrected } = await storeMemory({
    store,
    draft: { ...draftOf({ ...told, type, ...(scope ? { scope } : {}) }), provenance: provenanceOf(caller) },
    at: {
      ...viewpointOf(access),
      agent: caller.name,
      now: view.host.now(),
      random: crypto.getRandomValues(new Uint8Array(10)),
    },
    redactor: await redactorOf(view),
    ...(old ? { replaces: old } : {}),
    ...(review ? { review } : {}),
  });
  if (type === "prospective") await writeTriggers(view, store);
  return {
    stored,
    reason,
    type,
    ...(memory ? { memory } : {}),
    ...(reinforced ? { reinforced } : {}),
    ...(guess ? { because: guess.because } : {}),
    ...(against ? { against } : {}),
    ...(corrected ? { corrected } : {}),
    ...(old && stored && memory?.status === "active" ? { superseded: old.id } : {}),
  };
}

/** Who is to see it, where nobody says so: those who saw what it takes the place of, or whoever sees its type as a rule. */
function scopeOf(old: Memory | undefined, { session }: Caller): Scope | undefined {
  if (old && old.type !== "working" && old.scope !== "session") return old.scope;
  // Outside a conversation there is none that it could be kept to.
  return session === undefined ? "project" : undefined;
}

function typeOf(type: string): MemoryType {
  const known = MEMORY_TYPES.find((each) => each === type);
  if (known) return known;
  throw new RecordError(
    "INPUT_ERROR",
    { field: "type", expected: `one of ${MEMORY_TYPES.join(", ")}`, got: describeValue(type) },
    "Choose one of them, or leave it out",
  );
}
