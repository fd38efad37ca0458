/** A project with a store of its own, for tests. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hostPaths } from "../../host/paths.ts";
import type { Store } from "../../store/port.ts";
import { viewProject } from "../project-view.ts";
import { openScratchStore } from "../with-store.ts";
import type { Caller, MemoryAccess } from "./access.ts";

export interface Scene extends AsyncDisposable {
  readonly store: Store;
  /** Access to the project; a person's unless told otherwise. */
  as(caller?: Partial<Caller>): MemoryAccess;
  /** What the clock says; a test may move it. */
  now: Date;
  dir: string;
}

export function openScene(now: Date = new Date("2026-03-07T12:00:00Z")): Scene {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), "recollect-memories-")));
  const project = join(dir, "project");
  mkdirSync(project);
  const env = { RECOLLECT_HOME: join(dir, "home") };
  const store = openScratchStore(join(dir, "memories.db"));
  const scene: Scene = {
    store,
    now,
    dir,
    as: (caller = {}) => ({
      view: viewProject({ paths: hostPaths(env), env, trace: () => {}, now: () => scene.now }, project),
      store,
      caller: { name: "test", isPerson: true, ...caller },
    }),
    async [Symbol.asyncDispose]() {
      await store.close();
      rmSync(dir, { recursive: true, force: true });
    },
  };
  return scene;
}

/** A session that is not a person's look at everything. */
export const session = (id: string): Partial<Caller> => ({ name: "main", session: id, isPerson: false });
