/** What the write pipeline needs of a workspace. */
import type { WriteContext } from "../../consolidate/write-support.ts";
import { quickRedaction } from "../privacy.ts";
import type { Workspace } from "../workspace.ts";

export const writeContext = (ws: Workspace): WriteContext => ({
  projectDir: ws.project.dir,
  categories: ws.categories,
  now: ws.host.now,
  graceDays: ws.config.delete.grace_period_days,
  redact: quickRedaction(ws),
});
