/** A line at a session's start, when something waits in the inbox: once when it is new, and then once a week, not more. */
import { DAY_MS } from "../../record/time.ts";
import { count } from "../../record/value.ts";
import type { Store } from "../../store/port.ts";
import type { ProjectView } from "../project-view.ts";

const WEEK_MS: number = 7 * DAY_MS;
/** Items looked at. */
const LOOKED_AT = 50;

/** Whole weeks that something has waited. */
const weeksSince = (created: string, at: string): number =>
  Math.floor((Date.parse(at) - Date.parse(created)) / WEEK_MS);

/**
 * Whether a session that starts now tells of it: if it came, or another week has passed, since the session before began. Nothing
 * has to be noted for it.
 *
 * @param created when it came, `before` when the session before began, `now`: RFC 3339
 */
export const isDueToTell = (created: string, before: string | undefined, now: string): boolean =>
  before === undefined ||
  Date.parse(created) >= Date.parse(before) ||
  weeksSince(created, now) > weeksSince(created, before);

/**
 * For the person alone; undefined where there is nothing to tell.
 *
 * @param session the one that starts
 * @throws StoreError
 */
export async function inboxNotice(
  { project, host }: Pick<ProjectView, "project" | "host">,
  { proposals, ledger }: Pick<Store, "proposals" | "ledger">,
  session: string,
): Promise<string | undefined> {
  const open = await proposals.list(project.id, ["open"], LOOKED_AT);
  if (open.length === 0) return undefined;
  const recent = await ledger.recentSessions(project.id, 2);
  const before = recent.find((other) => other.session !== session)?.started_at;
  const now = host.now().toISOString();
  if (!open.some(({ created_at }) => isDueToTell(created_at, before, now))) return undefined;
  const more = open.length === LOOKED_AT ? " or more" : "";
  return `Recollect: ${count(open.length, "proposal")}${more} ${open.length === 1 ? "waits" : "wait"} for your yes or no: recollect inbox`;
}
