/** A session begins or ends: the projection is checked in full, and the model gets a short brief. */
import { refreshProjection } from "../store/sync.ts";
import type { EngineEvent, Host, Reply } from "./events.ts";
import { openWorkspace, withStore, type Workspace } from "./workspace.ts";

type SessionStarted = Extract<EngineEvent, { kind: "SessionStarted" }>;
type SessionEnded = Extract<EngineEvent, { kind: "SessionEnded" }>;
