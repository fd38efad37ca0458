/** What time alone has made due in a project, seen from the database: no file is read for it. */
import { expired } from "../../consolidate/window.ts";
import type { CategoryName } from "../../record/category.ts";
import { purgeable } from "../../record/lifecycle.ts";
import type { Store } from "../../store/port.ts";
import { enabledCategories } from "../project-view.ts";
import type { Workspace } from "../workspace.ts";

/** Most records that one session start retires, and most that it archives or deletes; the next one goes on. */
export const UPKEEP_MAX = 100;
/** Retired records looked at, at most: those changed longest ago. */
const LOOKED_AT = 1_000;

export interface Due {
  /** Categories with records beyond their retention or the session window. */
  limits: ReadonlySet<CategoryName>;
  /** Retired records past their grace period: paths relative to the memory root. */
  collect: readonly string[];
  /** Whether there are active records and no `index.md`, as in a fresh clone, or one that a pull left behind. */
  index: boolean;
}

/** @throws StoreError */
export async function dueNow(ws: Workspace, { projection }: Store): Promise<Due> {
  const { place, host, config } = ws;
  const now = host.now();
  const headers = await projection.headers(place, ["active", "retired"]);
  const active = headers.filter(({ status }) => status === "active");
  const limits = [...enabledCategories(ws)].filter((name) => {
    const own = active.filter(({ category }) => category === name);
    const { max_retained: most = Number.POSITIVE_INFINITY, retention_days: days = 0 } =
      config.categories[name] ?? {};
    return own.length > most || expired(own, days, now).length > 0;
  });
  const retired = headers
    .filter(({ status }) => status === "retired")
    .sort((a, b) => (a.updated_at < b.updated_at ? -1 : a.updated_at > b.updated_at ? 1 : 0))
    .slice(0, LOOKED_AT);
  const collect = (
    await projection.getMany(
      place,
      retired.map(({ path }) => path),
    )
  )
    .filter(({ record }) => purgeable(record, now.toISOString(), config.delete.grace_period_days))
    .slice(0, UPKEEP_MAX)
    .map(({ path }) => path);
  return {
    limits: new Set(limits),
    collect,
    index: active.length > 0 && ws.files.currentIndex() === undefined,
  };
}

export const isAnythingDue = ({ limits, collect, index }: Due): boolean =>
  limits.size > 0 || collect.length > 0 || index;
