/** One short line on a project's memory, for a place that is looked at again and again. */
import { isThere, sizeOf } from "../../host/quick-fs.ts";
import { DAY_MS, HOUR_MS, startOfDay } from "../../record/time.ts";
import { count } from "../../record/value.ts";
import { recordCollection } from "../../store/collections.ts";
import { MAIN } from "../../store/mark-port.ts";
import type { Store } from "../../store/port.ts";
import { wasRead } from "../capture/progress.ts";
import { type Consent, consentOf } from "../consent/standing.ts";
import type { Host } from "../events.ts";
import { type ProjectView, viewProject } from "../project-view.ts";
import { storeUrl } from "../store-url.ts";
import { withStore } from "../with-store.ts";

/** A part of the line; `pressing` ones want to be seen. */
export interface LinePart {
  readonly text: string;
  readonly pressing?: true;
}

/** @param session the one that is looked at from */
export async function statusLine(host: Host, folder: string, session: string): Promise<LinePart[]> {
  const view = viewProject(host, folder);
  const consent = consentOf(host, view.project.id);
  if (consent.state === "off") return [{ text: "off here", pressing: true }];
  const paused = consent.state === "paused" ? [pauseOf(consent)] : [];
  if (storeUrl(view) === undefined && sizeOf(host.paths.database) === 0)
    return [...paused, { text: "nothing kept yet" }];
  const parts = await withStore(view, (store) => partsOf(view, store, session));
  return [...paused, ...parts, ...(await failures(host))];
}

function pauseOf({ until, problem }: Consent): LinePart {
  if (problem !== undefined) return { text: "paused: recollect doctor says why", pressing: true };
  return { text: until === undefined ? "paused" : `paused until ${clock(new Date(until))}`, pressing: true };
}

const clock = (time: Date): string =>
  `${String(time.getHours()).padStart(2, "0")}:${String(time.getMinutes()).padStart(2, "0")}`;

async function partsOf(view: ProjectView, store: Store, session: string): Promise<LinePart[]> {
  const { project, place, host, config } = view;
  const now = host.now();
  const counts = await store.memories.counts(project.id);
  const inStatus = (status: string): number =>
    counts.reduce((sum, each) => sum + (each.status === status ? each.count : 0), 0);
  const memories = inStatus("active");
  const records = isThere(view.root)
    ? (await store.text.look([recordCollection(place)])).statistics.items
    : 0;
  const waiting = ((await store.proposals.counts(project.id)).get("open") ?? 0) + inStatus("staged");
  const mark = (await store.marks.of(project.id, session)).find(({ source }) => source === MAIN);
  const spent = config.review.executor === "heuristic" ? 0 : await spentToday(store, now);
  return [
    { text: `${count(memories, "memory", "memories")}, ${count(records, "record")}` },
    ...(mark && wasRead(mark) ? [{ text: `captured ${ageOf(mark.at, now)} ago` }] : []),
    ...(waiting > 0 ? [{ text: `${waiting} to review` }] : []),
    ...(spent > 0 ? [{ text: `$${spent.toFixed(2)} today` }] : []),
  ];
}

async function spentToday(store: Store, now: Date): Promise<number> {
  return (await store.usage.sums(startOfDay(now).toISOString())).reduce((sum, { usd }) => sum + usd, 0);
}

/** `4 min`, `2 h`, `3 d`. */
function ageOf(at: string, now: Date): string {
  const ms = Math.max(0, now.getTime() - Date.parse(at));
  if (ms < HOUR_MS) return `${Math.floor(ms / 60_000)} min`;
  return ms < DAY_MS ? `${Math.floor(ms / HOUR_MS)} h` : `${Math.floor(ms / DAY_MS)} d`;
}

/** What is read of the trace's end: its newest entries, by far more than a day has. */
const TAIL = 16 * 1024;

/** Errors of the last day. */
async function failures({ paths, now }: Host): Promise<LinePart[]> {
  if (sizeOf(paths.log) === 0) return [];
  const since = new Date(now().getTime() - DAY_MS).toISOString();
  const log = Bun.file(paths.log);
  const text = await log.slice(Math.max(0, log.size - TAIL)).text();
  const errors = text.split("\n").filter((line) => {
    const [, at] = /^\{"at":"([^"]+)","level":"error"/.exec(line) ?? [];
    return at !== undefined && at >= since;
  }).length;
  return errors > 0 ? [{ text: count(errors, "error"), pressing: true }] : [];
}
