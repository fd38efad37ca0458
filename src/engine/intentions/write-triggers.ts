/** Keeps the files of what intentions wait for, see `triggers.ts`: after intentions change, and when a session starts. */
import { rmdirSync, rmSync } from "node:fs";
import { writeAtomic } from "../../host/atomic.ts";
import { ownFolder } from "../../host/private-files.ts";
import { CONDITION_MAX } from "../../memory/triggers.ts";
import type { ProspectiveMemory, Scope } from "../../memory/types.ts";
import { cut } from "../../record/value.ts";
import type { Store } from "../../store/port.ts";
import type { ProjectView } from "../project-view.ts";
import { type Trigger, triggerFiles, triggersFolder } from "./triggers.ts";

/** Most intentions that wait at a time. */
const MOST = 1_000;

/** The user's file is of every project, and so is the folder. */
const KEY = "triggers";

/** What was read first must not be written last. @throws StoreError; RecordError WRITE_ERROR, SECURITY_ERROR */
export const writeTriggers = (view: ProjectView, store: Store): Promise<void> =>
  store.alone(KEY, (own) => writeAlone(view, own));

async function writeAlone({ project, host }: ProjectView, { memories }: Store): Promise<void> {
  const waiting = async (scopes: readonly Scope[]): Promise<Trigger[]> => {
    const from = { project: project.id, session: "" };
    const open = await memories.find(from, {
      types: ["prospective"],
      scopes,
      open: true,
      everySession: true,
      limit: MOST,
    });
    return (open as ProspectiveMemory[]).filter(isWaiting).map(triggerOf);
  };
  const { own, user } = triggerFiles(host, project.id);
  put(host, own, await waiting(["session", "project"]));
  put(host, user, await waiting(["user"]));
  try {
    rmdirSync(triggersFolder(host)); // of use only when it is empty
  } catch {
    // another project's are in it
  }
}

function put(host: ProjectView["host"], path: string, triggers: readonly Trigger[]): void {
  if (triggers.length === 0) {
    rmSync(path, { force: true });
    return;
  }
  ownFolder(triggersFolder(host));
  writeAtomic(path, JSON.stringify(triggers), { mode: 0o600, flush: "later" });
}

/** By time it is due, by context it is found; everything else that has a condition waits for something to happen. */
const isWaiting = ({ status, state, trigger_type, trigger_condition }: ProspectiveMemory): boolean =>
  status === "active" &&
  state === "pending" &&
  trigger_condition !== undefined &&
  (trigger_type === "event" || trigger_type === undefined);

const triggerOf = ({ id, trigger_condition = "", scope, session_id }: ProspectiveMemory): Trigger => ({
  id,
  condition: cut(trigger_condition, CONDITION_MAX),
  ...(scope === "session" ? { session: session_id } : {}),
});
