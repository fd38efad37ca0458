/** Bringing a projection up to date at a prompt that found it is not: loaded only then. */

import type { Store } from "../../store/port.ts";
import { type RefreshReport, refreshProjection } from "../../store/sync.ts";
import type { ProjectView } from "../project-view.ts";
import { withFiles } from "../workspace.ts";

export const refreshPlace = (view: ProjectView, store: Store): Promise<RefreshReport> =>
  refreshProjection(withFiles(view).files, store.projection, view.place, { mode: "quick" });
