/**
 * The doctor: looks at everything that could keep memory from working, and proves the main job by doing it. A record
 * is written by one process and read back through the prompt hook of another, in a scratch project.
 */
import { accessSync, constants, existsSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { readLayers } from "../../config/load.ts";
import { schemaProblems } from "../../config/usable.ts";
import { spokenName } from "../../host/process-name.ts";
import type { TraceEntry } from "../../host/trace.ts";
import { type FieldIssue, RecordError } from "../../record/error.ts";
import { isLeech } from "../../record/relations.ts";
import { recordIssues } from "../../record/schema.ts";
import type { ProjectRecord } from "../../record/types.ts";
import { count } from "../../record/value.ts";
import { recordCollection } from "../../store/collections.ts";
import { idOf } from "../../store/files/layout.ts";
import { validateIndex } from "../../store/files/maintenance.ts";
import type { ScanResult } from "../../store/files/scan.ts";
import { untilText } from "../consent/refuse.ts";
import { consentFolder, consentOf } from "../consent/standing.ts";
import { countOf, INDEX_TO_COME, keptMemories, recentFailures, timedAbout } from "../status/status.ts";
import { withheldOf } from "../status/withheld.ts";
import { storeUrl } from "../store-url.ts";
import { tryStore } from "../with-store.ts";
import { jobsThatAre, nameOfJob, workerLine, workerReport } from "../worker/report.ts";
import type { Workspace } from "../workspace.ts";
import { bad, type Check, ok } from "./check.ts";
import { checkModels } from "./models.ts";
import { proofs, type Sampler, type SelfCommand } from "./proofs.ts";

/** How the installation into a client stands, as the client's adapter found it. */
export interface Installation {
  /** The client's name for people. */
  client: string;
  /** Version of the installed plugin; absent where none is installed. */
  version?: string;
  problems: readonly { state: "warning" | "error"; found: string; fix: string }[];
}

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
    await withheld(ws),
    ...(await proofs(ws, self, sample)),
  ];
}

const runtime = (): Check => ok("runtime", `Bun ${Bun.version} at ${process.execPath}`);

/** That nothing is installed is no fault: the command line works without it, and a plugin can be loaded otherwise. */
function installed({ client, version, problems }: Installation): Check[] {
  if (problems.length > 0) return problems.map(({ state, found, fix }) => bad(client, state, found, fix));
  return version === undefined
    ? [bad(client, "warning", "the plugin is not installed", "Run `recollect install`")]
    : [ok(client, `plugin ${version} installed and switched on`)];
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

function folders(ws: Workspace): Check[] {
  const { data, state, config } = ws.host.paths;
  return [
    ["data folder", data],
    ["state folder", state],
    ["configuration folder", config],
  ].map(([name = "", path = ""]) => {
    const existing = nearestExisting(path);
    try {
      accessSync(existing, constants.W_OK);
    } catch {
      return bad(
        name,
        name === "configuration folder" ? "warning" : "error",
        `${path} cannot be written to`,
        "Give yourself permission, or set RECOLLECT_HOME to a folder of yours",
      );
    }
    const mode = existsSync(path) ? statSync(path).mode & 0o077 : 0;
    return mode !== 0 && name !== "configuration folder"
      ? bad(name, "warning", `${path} can be read by others`, `chmod 700 ${path}`)
      : ok(name, path);
  });
}

const nearestExisting = (path: string): string => (existsSync(path) ? path : nearestExisting(dirname(path)));

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
      `${count(spoilt.length, "row")} that ${spoilt.length === 1 ? "holds" : "hold"} no memory any more: ${spoilt.slice(0, 3).join(", ")}`,
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
        `${about.system}, ${about.where}, answers in ${about.ms} ms; ${count(records, "record")} and ${memories} ${memories === 1 ? "memory" : "memories"} of this project in use`,
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

function records(ws: Workspace, scan: ScanResult): Check[] {
  const { records: found, problems } = scan;
  const invalid = found.flatMap(({ path, record }) => {
    const [issue] = issuesOf(ws, record);
    return issue ? [`${path}: ${issue.field}: expected ${issue.expected}, got ${issue.got}`] : [];
  });
  const unreadable = problems.map(({ path, problem }) => `${path}: ${problem}`);
  const faults = [...unreadable, ...invalid];
  const dead = deadLinks(scan);
  const leeches = found.filter(({ record }) => record.record_status === "active" && isLeech(record));
  return [
    faults.length > 0
      ? bad(
          "records",
          "error",
          `${faults.length} of ${found.length + problems.length} files are faulty: ${faults.slice(0, 3).join("; ")}`,
          "Mend the files by hand or from git, then run `recollect index --rebuild`",
        )
      : ok("records", `${count(found.length, "file")}, all valid`),
    ...(dead.length > 0
      ? [
          bad(
            "links",
            "warning",
            `${dead.length === 1 ? "1 link leads" : `${dead.length} links lead`} to no record: ${dead.slice(0, 3).join(", ")}`,
            "Take it out of related_records, or name the record that took its place, at the next update",
          ),
        ]
      : []),
    ...(leeches.length > 0
      ? [
          bad(
            "unstable records",
            "warning",
            `corrected again and again: ${leeches.map(({ record }) => record.id).join(", ")}`,
            "Read their history (`recollect history ID`) and settle what holds",
          ),
        ]
      : []),
  ];
}

/**
 * Links to ids that no file has, as `record → id`. They are told of and not taken out: the record that is missed may be on
 * another branch, or of a category that this machine does not know.
 */
function deadLinks({ records: found, problems }: ScanResult): string[] {
  const ids = new Set([...found, ...problems].map(({ path }) => idOf(path)));
  return found.flatMap(({ record }) =>
    (record.related_records ?? []).filter(({ id }) => !ids.has(id)).map(({ id }) => `${record.id} → ${id}`),
  );
}

/** What is wrong with a record; nothing where its category's own schema cannot be used, which is told of by itself. */
function issuesOf(ws: Workspace, record: ProjectRecord): FieldIssue[] {
  const category = ws.categories.get(record.category);
  try {
    return category ? recordIssues(record, category) : [];
  } catch (error) {
    if (error instanceof RecordError && error.code === "CONFIG_ERROR") return [];
    throw error;
  }
}

function index(ws: Workspace, scan: ScanResult): Check {
  const { ok: inSync, present, missing, stale } = validateIndex(ws.files, scan);
  if (!present) return ok("index", `index.md is ${INDEX_TO_COME}`);
  return inSync
    ? ok("index", "index.md matches the files")
    : bad(
        "index",
        "warning",
        `${missing.length} records missing from index.md, ${stale.length} stale lines`,
        "Run `recollect index --rebuild`",
      );
}

/** What is done apart from sessions. */
async function worker(ws: Workspace): Promise<Check> {
  const name = "worker";
  const asked = await tryStore(ws, (open) => workerReport(open, ws.host));
  if (!asked.ok)
    return bad(name, "warning", "unknown, as the database cannot be used", "See to the database");
  const report = asked.value;
  const { seat } = report;
  const [dead] = jobsThatAre(report, "dead");
  if (dead) {
    const number = jobsThatAre(report, "dead").length;
    return bad(
      name,
      "warning",
      `${count(number, "job")} given up; ${nameOfJob(dead)}: ${dead.error ?? "no reason"}`,
      "`recollect worker retry` tries again, `recollect worker drop` forgets; `recollect worker status` shows all",
    );
  }
  if (seat?.silent && seat.where === "here") {
    return bad(
      name,
      "warning",
      `${spokenName(seat.owner)} is at work and has not been heard of for a while`,
      `If it stays so, end that process; what it had is done by the next one`,
    );
  }
  const now = ws.host.now().getTime();
  const late = jobsThatAre(report, "waiting").find(({ due }) => now - Date.parse(due) > LATE_MS);
  if (late && !seat) {
    return bad(
      name,
      "warning",
      `${nameOfJob(late)} waits since ${late.due}, and no worker has come`,
      "`recollect worker run` does it now and tells what is wrong; hooks start none where RECOLLECT_WORKER is off",
    );
  }
  return ok(name, workerLine(report));
}

/** Milliseconds after which a job that nobody is at has been overlooked. */
const LATE_MS = 3_600_000;

async function withheld(ws: Workspace): Promise<Check> {
  const name = "credentials";
  const told = await tryStore(ws, (store) => withheldOf(store, ws.project.id));
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
