/** The model that the configuration names, under its caps. What it needs is loaded when it is asked for. */
import { metered } from "../models/metered.ts";
import type { Model } from "../models/model.ts";
import type { Store } from "../store/port.ts";
import type { Purpose } from "../store/usage-port.ts";
import type { ProjectView } from "./project-view.ts";

export interface ModelUse {
  readonly executor: Model["executor"];
  readonly purpose: Purpose;
  /** Whose memories it is about. */
  readonly project: string;
  /** Another model at the endpoint than `endpoint.model`. */
  readonly model?: string;
}

/** @throws ModelError not_set_up or key, as far as that can be told without asking it */
export async function openModel(
  view: Pick<ProjectView, "host" | "config">,
  store: Store,
  { executor, purpose, project, model }: ModelUse,
): Promise<Model> {
  const { limits } = view.config;
  const { now } = view.host;
  const named = await configuredModel(view, executor, model);
  return metered(named, { usage: store.usage, project, purpose, limits, now });
}

/** @throws ModelError not_set_up or key */
export async function configuredModel(
  { host: { env, paths }, config }: Pick<ProjectView, "host" | "config">,
  executor: Model["executor"],
  model?: string,
): Promise<Model> {
  if (executor === "claude") {
    const { claudeModel } = await import("../models/claude.ts");
    return claudeModel({ claude: config.claude, env, state: paths.state });
  }
  const { endpointModel } = await import("../models/endpoint.ts");
  return endpointModel({ endpoint: config.endpoint, env, ...(model === undefined ? {} : { model }) });
}
