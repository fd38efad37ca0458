/** Plays a session through the whole chain: its transcript as a file, segments, observation, filter, panel, a real database. */
import { join } from "node:path";
import { OBSERVATION_KINDS, type ObservationKind, type Observe } from "../../src/capture/observation.ts";
import { observe } from "../../src/capture/observe/observe.ts";
import { defaultConfig } from "../../src/config/defaults.ts";
import { storeMemory } from "../../src/consolidate/remember.ts";
import { nameOf, saidBy } from "../../src/memory/create.ts";
import type { Memory } from "../../src/memory/types.ts";
import { openRedactor } from "../../src/privacy/redact.ts";
import { similarTo } from "../../src/recall/similar.ts";
import { heuristicPanel } from "../../src/review/heuristic.ts";
import { openSqliteStore } from "../../src/store/sqlite/open.ts";
import { transcriptsOf } from "./segments.ts";
import type { LabelledSession } from "./session.ts";

/** What became of a session. */
export interface Played {
  readonly kept: readonly Kept[];
  /** What was noticed and not stored, with the reason. */
  readonly refused: readonly { readonly text: string; readonly reason: string }[];
}

export interface Kept {
  readonly kind: ObservationKind;
  readonly memory: Memory;
  /** Its name and all that it says. */
  readonly text: string;
}

/** @param folder for the transcript and the database */
export async function play(
  session: LabelledSession,
  folder: string,
  look: Observe = observe,
): Promise<Played> {
  const store = openSqliteStore({ path: join(folder, `${session.name}.db`) });
  const redactor = await openRedactor(defaultConfig().privacy, "/home/nobody");
  const kept: Kept[] = [];
  const refused: { text: string; reason: string }[] = [];
  try {
    for await (const { source, segments } of transcriptsOf(session, folder)) {
      const { observations } = look(segments, {}, { done: segments.length, projectDir: session.project });
      for (const [number, { draft, kind, key, at }] of observations.entries()) {
        const done = await storeMemory({
          store,
          redactor,
          draft,
          at: {
            project: "bench",
            session: session.name,
            agent: source,
            now: new Date(at),
            random: bytesOf(`${source}${number}${key}`),
          },
          review: heuristicPanel({
            similar: similarTo(store.text, { project: "bench", session: session.name }),
            ...(draft.importance === undefined ? {} : { stated: draft.importance }),
          }),
        });
        const { memory, reason } = done;
        if (memory) kept.push({ kind, memory, text: `${nameOf(memory)}\n${saidBy(memory)}` });
        else refused.push({ text: `${kind}: ${JSON.stringify(draft)}`, reason });
      }
    }
  } finally {
    await store.close();
  }
  return { kept, refused };
}

export const KINDS: readonly ObservationKind[] = OBSERVATION_KINDS;

const bytesOf = (text: string): Uint8Array =>
  new Uint8Array(new Bun.CryptoHasher("sha256").update(text).digest());
