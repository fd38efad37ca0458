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

/** The same where a mask is all there is to do: for what is shown. */
export function masking(asking: Asking): (text: string) => string {
  const redact = quickRedaction(asking);
  return (text) => redact(text).text;
}

/** Records, memories and events whole; names of fields stay. */
export const maskedFields = <T>(asking: Asking, value: T): T =>
  (require("../privacy/fields.ts") as typeof import("../privacy/fields.ts")).redactFields(
    value,
    quickRedaction(asking),
  ).value;

/**
 * What someone asks to have kept, with masks where it speaks of people.
 *
 * @throws RecordError SECURITY_ERROR with the fields that hold credentials
 */
export async function clearedBy<T>(asking: Asking, value: T): Promise<T> {
  const { redact } = await redactorOf(asking);
  const { redactFieldsWith } = await import("../privacy/fields.ts");
  const { withoutCredentials } = await import("../consolidate/cleared.ts");
  return withoutCredentials(await redactFieldsWith(value, redact));
}

/** For what is stored or shown to a reviewer. The maintained rules take some 40 ms to load: not for hooks. */
export async function redactorOf({ config, host }: Asking): Promise<Redactor> {
  const { openRedactor } = await import("../privacy/redact.ts");
  return openRedactor(config.privacy, homeFolder(host.env));
}
