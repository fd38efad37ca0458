/**
 * A process that reads a session's transcripts, as the worker does, and may be killed at it:
 * `capture-worker.ts <home> <project folder> <session>`. With `RECOLLECT_TEST_NOTES` set, by an observer of the tests' own.
 */

import { captureJob, captureWith } from "../../src/engine/capture/capture.ts";
import { viewProject } from "../../src/engine/project-view.ts";
import { withStore } from "../../src/engine/with-store.ts";
import { hostPaths } from "../../src/host/paths.ts";
import { fileTrace } from "../../src/host/trace.ts";
import { doJob } from "./capturing.ts";
import { observeNotes } from "./observe-notes.ts";

const [home = "", folder = "", session = ""] = process.argv.slice(2);
const env = { HOME: home };
const paths = hostPaths(env);
const host = { paths, env, trace: fileTrace(paths.log), now: () => new Date(), patience: 5_000 };
const view = viewProject(host, folder);
const body = process.env.RECOLLECT_TEST_NOTES ? captureWith(observeNotes) : captureJob;
await withStore(view, (store) =>
  doJob(
    body,
    { host, store },
    {
      kind: "capture",
      project: view.project.id,
      subject: session,
      payload: { folder, ended: true },
    },
  ),
);
