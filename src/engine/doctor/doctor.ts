/**
 * The doctor: looks at everything that could keep memory from working, and proves the main job by doing it. A record
 * is written by one process and read back through the prompt hook of another, in a scratch project.
 */
import { readLayers } from "../../config/load.ts";
import { schemaProblems } from "../../config/usable.ts";
import type { TraceEntry } from "../../host/trace.ts";
import { count } from "../../record/value.ts";
import { recordCollection } from "../../store/collections.ts";
import { untilText } from "../consent/refuse.ts";
import { consentFolder, consentOf } from "../consent/standing.ts";
import { refusedCredentials } from "../status/refused-credentials.ts";
import { countOf, keptMemories, recentFailures, timedAbout } from "../status/status.ts";
import { storeUrl } from "../store-url.ts";
import { tryStore } from "../with-store.ts";
import type { Workspace } from "../workspace.ts";
import { bad, type Check, ok } from "./check.ts";
import { folders, type Installation, installed, runtime } from "./machine.ts";
import { checkModels } from "./models.ts";
import { proofs, type Sampler, type SelfCommand } from "./proofs.ts";
import { index, records } from "./records.ts";
import { worker } from "./worker.ts";

/**
 * @param installations into the clients that there may be
 * @param callsModel whether the configured model is called, once
 */
export async function examine(
  ws: Workspace,
  self: SelfCommand,
  installations: readonly Installation[],
  { callsModel = false, sample }: { readonly callsModel?: boolean; readonly sample: Sampler },
): Promise<Check[]> {
  const database = await store(ws);
  const scan = ws.files.exists() ? ws.files.scan() : undefined;
  return [
    runtime(),
    ...installations.flatMap(installed),
    consent(ws),
    ...folders(ws),
    database,
    configuration(ws),
    ...(scan
      ? records(ws, scan)
      : [ok("records", `none yet: ${ws.config.memory_root} is made at the first save`)]),
    scan ? index(ws, scan) : ok("index", "none yet"),
    await worker(ws),
    await checkModels(ws, callsModel),
    failures(ws),
    await credentials(ws),
    ...(await proofs(ws, self, sample)),
  ];
}

/** What the user wants is no fault; that it cannot be read is. */
function consent({ host, project }: Workspace): Check {
  const { state, problem, ...said } = consentOf(host, project.id);
  const folder = consentFolder(host);
  if (problem !== undefined)
    return bad(
      "consent",
      "warning",
      `${problem}; it counts as a pause`,
      `Run \`recollect resume\`, or see to ${folder}`,
    );
  switch (state) {
    case "on":
      return ok("consent", "sessions may be kept");
    case "paused":
      return bad(
        "consent",
        "warning",
        `paused${untilText(said)}: nothing new is kept`,
        "`recollect resume` ends it",
      );
    case "off":
      return bad(
        "consent",
        "warning",
        "off in this project: nothing is kept and nothing recalled",
        "`recollect on` turns it on",
      );
  }
}

async function store(ws: Workspace): Promise<Check> {
  const opened = await tryStore(ws, async (open) => ({
    notices: open.notices,
    about: await timedAbout(open),
    memories: countOf(await keptMemories(open, ws.project.id), "active"),
    records: (await open.text.look([recordCollection(ws.place)])).statistics.items,
    spoilt: await open.memories.spoilt(ws.project.id),
  }));
  if (!opened.ok)
    return bad(
      "database",
      "error",
      opened.problem,
      storeUrl(ws) === undefined
        ? `Look at ${ws.host.paths.database}; records are safe in their files`
        : "Correct store.url or RECOLLECT_DATABASE_URL, or see to the server; records are safe in their files",
    );
  const { about, records, memories, notices, spoilt } = opened.value;
  const [notice] = notices;
  const [row] = spoilt;
  if (row !== undefined && notice === undefined)
    return bad(
      "database",
      "warning",
      `${count(spoilt.length, "row that holds", "rows that hold")} no memory any more: ${spoilt.slice(0, 3).join(", ")}`,
      `recollect forget ${row}`,
    );
  return notice
    ? bad(
        "database",
        "warning",
        notice,
        "Records were read again from their files; memories are in the file that was kept",
      )
    : ok(
        "database",
        `${about.system}, ${about.where}, answers in ${about.ms} ms; ${count(records, "record")} and ${count(memories, "memory", "memories")} of this project in use`,
      );
}

function configuration(ws: Workspace): Check {
  const { layers } = readLayers({ projectDir: ws.project.dir, paths: ws.host.paths, env: ws.host.env });
  const problems = [...schemaProblems(ws, layers), ...ws.problems];
  const [first] = problems;
  return first
    ? bad(
        "configuration",
        "warning",
        `${problems.length === 1 ? "1 problem" : `${problems.length} problems; first`}: ${first.key || first.where}: ${first.message}`,
        "Run `recollect config validate`",
      )
    : ok(
        "configuration",
        `capture ${ws.config.capture.mode}, at most ${ws.config.retrieval.max_inject} records per prompt`,
      );
}

async function credentials(ws: Workspace): Promise<Check> {
  const name = "credentials";
  const told = await tryStore(ws, (store) => refusedCredentials(store, ws.project.id));
  const { count: times = 0, last = undefined } = told.ok ? told.value : {};
  return last
    ? ok(name, `${count(times, "text")} not kept because of one, last: ${last.kind} at ${last.at}`)
    : ok(name, "none was in what was to be kept");
}

function failures(ws: Workspace): Check {
  const name = "recent failures";
  const recent = recentFailures(ws);
  const errors = recent.filter(({ level }) => level === "error");
  const told = ({ at, part, message }: TraceEntry): string => `last: ${at} ${part}: ${message}`;
  const [lastError, lastWarning] = [errors.at(-1), recent.at(-1)];
  if (lastError)
    return bad(
      name,
      "warning",
      `${errors.length} in the last 7 days; ${told(lastError)}`,
      `Read ${ws.host.paths.log}`,
    );
  return lastWarning
    ? ok(name, `none in the last 7 days, ${recent.length} warnings; ${told(lastWarning)}`)
    : ok(name, "none in the last 7 days");
}
