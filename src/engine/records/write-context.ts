/** What the write pipeline needs of a workspace. */
import type { WriteContext } from "../../consolidate/write-support.ts";
import type { Workspace } from "../workspace.ts";

export const writeContext = ({ project, categories, host, config }: Workspace): WriteContext => ({
  projectDir: project.dir,
  categories,
  now: host.now,
  graceDays: config.delete.grace_period_days,
});
