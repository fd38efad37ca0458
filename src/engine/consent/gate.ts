/** The gate before every event: in a project that is off, nothing is answered but for what guards its records. */
import { findProject } from "../../host/project.ts";
import type { EngineEvent, Host } from "../events.ts";
import { consentOf, isAnySaid } from "./standing.ts";

/** The guard has a word in these; what else would be said to them asks for itself. */
const GUARDED: ReadonlySet<EngineEvent["kind"]> = new Set(["WriteIntended", "WriteDone"]);

export function isShut({ kind, origin }: EngineEvent, host: Host): boolean {
  if (GUARDED.has(kind) || !isAnySaid(host)) return false;
  return consentOf(host, findProject(origin.projectDir ?? origin.cwd).id).state === "off";
}
