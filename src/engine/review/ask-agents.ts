/**
 * Executor `client`: at a turn's end the model is told now and then that memories wait for review, and which agents of ours
 * judge them. It is asked seldom, and never because of what came of asking: agents that a client runs in the background end
 * in turns of their own.
 */
import type { CapturedTurn } from "../../capture/turn.ts";
import type { Memory } from "../../memory/types.ts";
import { DAY_MS } from "../../record/time.ts";
import { count } from "../../record/value.ts";
import type { Store } from "../../store/port.ts";
import type { Origin } from "../events.ts";
import { masking } from "../privacy.ts";
import type { ProjectView } from "../project-view.ts";
import { batchesOf, filesOf, writeBatch } from "./batch.ts";
import { itemOf } from "./items.ts";
import { unjudged } from "./unjudged.ts";

/** Batches that a session is handed, at most. */
export const BATCHES_PER_SESSION = 2;
/** Items of a batch, at most: agents read them in one go. */
export const BATCH_ITEMS = 8;
/** Fewer wait for more to come, a day at most. */
export const WORTH_ASKING = 3;

/** What to tell the model, if this is the time; from then on it counts as told. */
export async function askAgents(
  view: ProjectView,
  store: Store,
  origin: Origin,
  { state }: CapturedTurn,
): Promise<string | undefined> {
  const { host, project, config } = view;
  const at = { staging: host.paths.staging, session: origin.session };
  if (!origin.attended && !config.capture.unattended) return undefined;
  if (config.capture.mode === "off" || isTooSoon(state, config.capture.turns_between_requests))
    return undefined;
  if (batchesOf(at) >= BATCHES_PER_SESSION) return undefined;
  const waiting = await unjudged(store, project.id);
  if (!isWorthAsking(waiting, host.now())) return undefined;
  // It was redacted by all the rules when it was noted down.
  const redact = masking(view);
  const handed = waiting.slice(0, BATCH_ITEMS);
  const items = await Promise.all(
    handed.map(async (memory) => ({
      label: memory.id,
      ...(await itemOf(memory, store, async (text) => redact(text))),
    })),
  );
  const batch = {
    name: crypto.randomUUID().slice(0, 8),
    project: project.id,
    items: handed.map(({ id, content_hash: hash }) => ({ id, hash })),
  };
  // Noted before it is said: a request that gets lost is better than one made twice.
  const folder = writeBatch({ ...at, now: host.now() }, batch, items);
  await store.ledger.changeSession(project.id, origin.session, { last_request_turn: state.turns });
  return requestFor(batch.name, handed.length, folder);
}

/** Whatever it was that the model was asked then. */
const isTooSoon = ({ turns, last_request_turn: last }: CapturedTurn["state"], between: number): boolean =>
  last !== undefined && turns - last < between;

const isWorthAsking = (waiting: readonly Memory[], now: Date): boolean =>
  waiting.length >= WORTH_ASKING ||
  waiting.some(({ created_at }) => now.getTime() - Date.parse(created_at) >= DAY_MS);

/**
 * Facts, no orders: imperative text from a hook reads like an attack. The user sees it, too. Claude Code 2.1.330 runs agents in
 * the background in the terminal, whatever it is told: their answers come one by one then.
 */
function requestFor(name: string, notes: number, folder: string): string {
  const { plain, known } = filesOf(name);
  return (
    `Recollect: ${count(notes, "note waits", "notes wait")} for review by agents of this session, as the user's settings have it. ` +
    `In ${folder}, memory:analyzer and memory:patterns read ${plain}, memory:knowledge-archaeologist reads ${known}; ` +
    `the three are started in one response with run_in_background false, and when all of them have answered, their answers go word for word into one memory_review call (batch ${name}). No need to mention it.`
  );
}
