/** Memories from lines that `exportMemories` wrote. */

import { redactedMemory } from "../../memory/redacted.ts";
import { readHeader, readLine, sameMemory, type TransferHeader } from "../../memory/transfer.ts";
import type { Memory, MemoryLink } from "../../memory/types.ts";
import { redactFields } from "../../privacy/fields.ts";
import { type FieldIssue, RecordError } from "../../record/error.ts";
import { writeTriggers } from "../intentions/write-triggers.ts";
import { quickRedaction } from "../privacy.ts";
import type { MemoryAccess } from "./access.ts";
import type { ImportReport, ImportRequest } from "./requests.ts";

/** Lines that are put at a time. */
const BATCH = 500;
/** Most lines, and most ids, that are named. */
const NAMED_MAX = 20;

type Access = Pick<MemoryAccess, "view" | "store">;

/**
 * Imports into the project: the memories become its own, and keep their ids. Twice the same changes nothing; of two versions
 * of a memory the one that was changed later wins. The lines are gone through twice, so that nothing is imported by half
 * because of a wrong one.
 *
 * @param open the lines from the first on, each time it is called
 * @throws RecordError INPUT_ERROR for what is no export; VALIDATION_ERROR with the wrong lines, unless they are skipped
 */
export async function importMemories(
  access: Access,
  open: () => AsyncIterable<string>,
  { dryRun = false, skipInvalid = false }: ImportRequest = {},
): Promise<ImportReport> {
  const ids = new Set<string>();
  const looked = await goThrough(access, open(), ids, async () => {});
  if (looked.invalid > 0 && !skipInvalid) throw refused(looked);
  const report = await goThrough(access, open(), ids, async ({ memories, links }) => {
    if (dryRun) return;
    if (memories.length > 0) await access.store.memories.put(memories);
    for (const link of links) await access.store.memories.link(access.view.project.id, link);
  });
  if (!dryRun) await writeTriggers(access.view, access.store);
  return report;
}

interface Changes {
  readonly memories: readonly Memory[];
  readonly links: readonly MemoryLink[];
}

/** Memories and links of some lines, with their numbers. */
interface Batch {
  readonly memories: (readonly [line: number, memory: Memory])[];
  readonly links: MemoryLink[];
}

/** @param ids of the memories in the lines, as far as they were gone through; links to them lead somewhere */
async function goThrough(
  access: Access,
  lines: AsyncIterable<string>,
  ids: Set<string>,
  apply: (changes: Changes) => Promise<void>,
): Promise<ImportReport> {
  let report: ImportReport | undefined;
  let batch: Batch = { memories: [], links: [] };
  let number = 0;
  for await (const line of lines) {
    number += 1;
    if (!report) {
      report = reportOf(readHeader(line.replace(/^\ufeff/, "")));
      continue;
    }
    if (line.trim() === "") continue;
    take(line, number, access, batch, ids, report);
    if (batch.memories.length + batch.links.length < BATCH) continue;
    await apply(await changesOf(access, batch, ids, report));
    batch = { memories: [], links: [] };
  }
  report ??= reportOf(readHeader(""));
  await apply(await changesOf(access, batch, ids, report));
  return report;
}

const reportOf = ({ project, name }: TransferHeader): ImportReport => ({
  from: { project, name },
  memories: { created: 0, updated: 0, unchanged: 0, kept: 0 },
  shared: 0,
  kept: [],
  links: { created: 0, unchanged: 0, loose: 0 },
  invalid: 0,
  problems: [],
});

function take(
  line: string,
  number: number,
  access: Access,
  batch: Batch,
  ids: Set<string>,
  report: ImportReport,
): void {
  try {
    const item = readLine(line, access.view.project.id);
    if (item.is === "link") batch.links.push(item.link);
    else {
      batch.memories.push([number, keepable(item.memory, access)]);
      ids.add(item.memory.id);
    }
  } catch (error) {
    if (!(error instanceof RecordError) || !error.issues[0]) throw error;
    noteProblem(report, number, error.issues[0]);
  }
}

/** Lines come by the thousand, so that the quick rules have to do. @throws RecordError VALIDATION_ERROR for a credential */
function keepable(memory: Memory, { view }: Access): Memory {
  const redact = quickRedaction(view);
  const { findings } = redactFields(memory, redact);
  if (findings.length === 0) return memory;
  const held = findings.find((finding) => finding.class === "credential");
  if (!held) return redactedMemory(memory, redact);
  const got = `a credential (${held.kind})`;
  throw RecordError.validation([
    { field: held.field, expected: "a text without credentials", got, fix: "Take it out of the line" },
  ]);
}

function noteProblem(report: ImportReport, line: number, issue: FieldIssue): void {
  report.invalid += 1;
  if (report.problems.length < NAMED_MAX) report.problems.push({ line, ...issue });
}

/** What of a batch is not there yet; the rest is counted. */
async function changesOf(
  access: Access,
  batch: Batch,
  ids: ReadonlySet<string>,
  report: ImportReport,
): Promise<Changes> {
  return {
    memories: await changedMemories(access, batch.memories, report),
    links: await newLinks(access, batch.links, ids, report),
  };
}

async function changedMemories(
  { view, store }: Access,
  lines: Batch["memories"],
  report: ImportReport,
): Promise<Memory[]> {
  const asked = lines.map(([, { id }]) => id);
  const present = await store.memories.get(view.project.id, asked);
  const there = new Map(present.map((memory) => [memory.id, memory]));
  const changed = new Map<string, Memory>();
  const { memories: counts } = report;
  for (const [line, memory] of lines) {
    const known = there.get(memory.id);
    if (known && known.type !== memory.type) {
      const expected = `${known.type}, as the memory of this id is`;
      noteProblem(report, line, { field: "type", expected, got: memory.type, fix: "Give it another id" });
      continue;
    }
    // The user's own may be at home in another project, and stays there: it is not for this one to take it in.
    if (known && known.project !== view.project.id && !isShared(memory)) {
      const got = memory.type === "working" ? "none" : memory.scope;
      const issue = { field: "scope", expected: "user, as the memory of this id has", got };
      noteProblem(report, line, { ...issue, fix: "Give it another id" });
      continue;
    }
    if (known && sameMemory(known, memory)) counts.unchanged += 1;
    else if (known && Date.parse(memory.updated_at) <= Date.parse(known.updated_at)) {
      counts.kept += 1;
      if (report.kept.length < NAMED_MAX) report.kept.push(memory.id);
    } else {
      counts[known ? "updated" : "created"] += 1;
      if (isShared(memory)) report.shared += 1;
      const taken = { ...memory, project: known?.project ?? memory.project };
      there.set(memory.id, taken);
      changed.set(memory.id, taken);
    }
  }
  return [...changed.values()];
}

const isShared = (memory: Memory): boolean => memory.type !== "working" && memory.scope === "user";

async function newLinks(
  { view, store }: Access,
  links: readonly MemoryLink[],
  ids: ReadonlySet<string>,
  { links: counts }: ImportReport,
): Promise<MemoryLink[]> {
  if (links.length === 0) return [];
  const project = view.project.id;
  const ends = [...new Set(links.flatMap(({ source_id, target_id }) => [source_id, target_id]))];
  const elsewhere = await store.memories.get(
    project,
    ends.filter((id) => !ids.has(id)),
  );
  const reachable = new Set([...elsewhere.map(({ id }) => id), ...ends.filter((id) => ids.has(id))]);
  const known = await store.memories.linksFrom(project, [
    ...new Set(links.map(({ source_id }) => source_id)),
  ]);
  const strengths = new Map(known.map((link) => [nameOfLink(link), link.strength]));
  return links.filter((link) => {
    const isLoose = !reachable.has(link.source_id) || !reachable.has(link.target_id);
    const isKnown = strengths.get(nameOfLink(link)) === link.strength;
    counts[isLoose ? "loose" : isKnown ? "unchanged" : "created"] += 1;
    return !isLoose && !isKnown;
  });
}

const nameOfLink = ({ source_id, target_id, link_type }: MemoryLink): string =>
  `${source_id} ${target_id} ${link_type}`;

function refused({ invalid, problems }: ImportReport): RecordError {
  const issues = problems.map(
    ({ line, field, ...issue }): FieldIssue => ({
      ...issue,
      field: field ? `line ${line}, ${field}` : `line ${line}`,
    }),
  );
  const [first, ...rest] = issues;
  if (!first) throw new RangeError("no line is wrong");
  const more = invalid - issues.length;
  if (more > 0) {
    rest.push({
      field: `${more} more lines`,
      expected: "memories and links",
      got: "lines that are neither",
      fix: "Nothing was imported; such lines can be skipped",
    });
  }
  return RecordError.validation([first, ...rest]);
}
