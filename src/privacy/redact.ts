/**
 * What must not be kept is taken out before anything is stored or shown to a reviewer: credentials by rules that are kept
 * up with the world, what points at people, and what someone marked as private.
 */
import { exclusion } from "./excluded.ts";
import { type Redacted, settled } from "./finding.ts";
import { openMaintained } from "./maintained.ts";
import { findQuick, type QuickRules } from "./quick.ts";

export type { Finding, FindingClass, Redacted } from "./finding.ts";
export { type QuickRules, redactQuick } from "./quick.ts";

export interface Redactor {
  redact(text: string): Promise<Redacted>;
  /** Whether the file's content and changes are not to be kept. @param path absolute, or relative to the project */
  excludes(path: string): boolean;
}

/** What a configuration says of it. */
export interface PrivacySettings {
  readonly personal_data: "mask" | "keep";
  /** Paths with wildcards, besides the built-in ones. */
  readonly exclude_paths: readonly string[];
  /** Expressions of credentials, besides the known ones. */
  readonly secrets: readonly string[];
}

/** @param home the user's home folder, absolute */
export async function openRedactor(privacy: PrivacySettings, home: string): Promise<Redactor> {
  const scan = await openMaintained();
  const rules: QuickRules = { personal: privacy.personal_data, secrets: privacy.secrets, home };
  return {
    redact: async (text) =>
      settled(text, [...findQuick(text, rules), ...(await scan(text))], (left) => findQuick(left, rules)),
    excludes: exclusion(privacy.exclude_paths, home),
  };
}
