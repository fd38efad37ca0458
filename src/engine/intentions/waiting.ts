/** Which intentions wait for what is happening. Apart from what takes them up: with most commands none does. */
import { type Happening, meets, speaksOfBranch } from "../../memory/triggers.ts";
import type { Host } from "../events.ts";
import { readTriggers, type Trigger } from "./triggers.ts";

/** @param project its id */
export const waitingFor = (
  host: Pick<Host, "paths">,
  { project, session }: { readonly project: string; readonly session: string },
  happenings: readonly Happening[],
): Trigger[] =>
  readTriggers(host, project).filter(
    (trigger) =>
      isFor(trigger, session) && happenings.some((happening) => meets(trigger.condition, happening)),
  );

/** @param branch asked for only if some intention speaks of one */
export function waitingForBranch(
  host: Pick<Host, "paths">,
  { project, session }: { readonly project: string; readonly session: string },
  branch: () => string | undefined,
): Trigger[] {
  const asking = readTriggers(host, project).filter(
    (trigger) => isFor(trigger, session) && speaksOfBranch(trigger.condition),
  );
  const name = asking.length === 0 ? undefined : branch();
  return name === undefined
    ? []
    : asking.filter(({ condition }) => meets(condition, { kind: "branch", name }));
}

const isFor = ({ session: own }: Trigger, session: string): boolean => own === undefined || own === session;
