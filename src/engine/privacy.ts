/** What a project's configuration says of redaction, ready to use. */
import { homeFolder } from "../host/paths.ts";
import type { QuickRules, Redacted, Redactor } from "../privacy/redact.ts";
import type { ProjectView } from "./project-view.ts";

type Asking = Pick<ProjectView, "config" | "host">;

/** Loaded by those who have a text to look at: most hooks have none. */
const quick = (): typeof import("../privacy/quick.ts") => require("../privacy/quick.ts");

export const quickRulesOf = ({ config, host }: Asking): QuickRules => {
  const { personal_data, secrets } = config.privacy;
  return { personal: personal_data, secrets, home: homeFolder(host.env) };
};

/** For what hooks keep, and for what is shown. */
export function quickRedaction(asking: Asking): (text: string) => Redacted {
  const rules = quickRulesOf(asking);
  return (text) => quick().redactQuick(text, rules);
}

/** For what is shown: the text alone. */
export function shownRedaction(asking: Asking): (text: string) => string {
  const redact = quickRedaction(asking);
  return (text) => redact(text).text;
}

/** For records and memories that are shown whole; names of fields stay. */
export const shownFields = <T>(asking: Asking, value: T): T =>
  (require("../privacy/fields.ts") as typeof import("../privacy/fields.ts")).redactFields(
    value,
    quickRedaction(asking),
  ).value;

/** For what is stored or shown to a reviewer. The maintained rules take some 40 ms to load: not for hooks. */
export async function redactorOf({ config, host }: Asking): Promise<Redactor> {
  const { openRedactor } = await import("../privacy/redact.ts");
  return openRedactor(config.privacy, homeFolder(host.env));
}
