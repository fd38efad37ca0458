/** Reading what we staged: the one read that runs without asking the person. */
import { dirname } from "node:path";
import { sessionFolder } from "../../capture/staging.ts";
import { realFile, realFolder } from "../../host/quick-fs.ts";
import type { EngineEvent, Host, Reply } from "../events.ts";

type ReadIntended = Extract<EngineEvent, { kind: "ReadIntended" }>;

/** Drafters read the context files of their own session; anything else is for the client to decide. */
export function onRead({ origin, path }: ReadIntended, host: Host): Reply {
  const file = realFile(path);
  const folder = realFolder(sessionFolder(host.paths.staging, origin.session));
  if (file === undefined || folder === undefined || dirname(file) !== folder) return {};
  return { verdict: { permit: "allow", reason: "Recollect staged this file for the session" } };
}
