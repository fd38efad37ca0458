/** What a project's configuration says of redaction, ready to use. */
import { homeFolder } from "../host/paths.ts";
import { type QuickRules, quickRules } from "../privacy/quick.ts";
import type { Redactor } from "../privacy/redact.ts";
import type { ProjectView } from "./project-view.ts";

type Asking = Pick<ProjectView, "config" | "host">;

/** For what is shown, and for hooks. */
export const quickRulesOf = ({ config, host }: Asking): QuickRules =>
  quickRules(config.privacy, homeFolder(host.env));

/** For what is stored or shown to a reviewer. The maintained rules take some 40 ms to load: not for hooks. */
export async function redactorOf({ config, host }: Asking): Promise<Redactor> {
  const { openRedactor } = await import("../privacy/redact.ts");
  return openRedactor(config.privacy, homeFolder(host.env));
}
