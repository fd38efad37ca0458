/** Contradictions between what is new and what was there: found, linked, and put before a person. */
import { type Conflict, conflictProposal, conflictsOf, linkOf } from "../../consolidate/conflict.ts";
import { type Statement, statementIn, statementOf } from "../../consolidate/statement.ts";
import type { CategoryName } from "../../record/category.ts";
import type { Store } from "../../store/port.ts";
import type { Proposal } from "../../store/proposal-port.ts";
import { enabledCategories, hasRecords, type ProjectView } from "../project-view.ts";

/** What is looked at in one run: the newest statements, of memories and of each category of records. */
const MEMORIES_MOST = 200;
const RECORDS_MOST = 60;
const STATING: readonly CategoryName[] = ["decision", "preference", "constraint"];

/** Statements since a time, of every session. @param since RFC 3339; "" for all */
async function newStatements(
  view: ProjectView,
  { memories, projection }: Store,
  since: string,
): Promise<Statement[]> {
  const now = view.host.now();
  const found = await memories.find(
    { project: view.project.id, session: "" },
    { types: ["semantic", "episodic"], statuses: ["active"], everySession: true, limit: MEMORIES_MOST },
  );
  // What was staged and accepted since, or changed, is new as well.
  const said = found
    .filter(({ updated_at }) => updated_at >= since)
    .flatMap((memory) => statementOf(memory, now) ?? []);
  if (!hasRecords(view)) return said;
  const enabled = enabledCategories(view);
  for (const category of STATING) {
    if (!enabled.has(category)) continue;
    for (const { path, record } of await projection.newest(view.place, category, RECORDS_MOST)) {
      const statement = record.updated_at >= since ? statementIn(path, record) : undefined;
      if (statement) said.push(statement);
    }
  }
  return said;
}

/**
 * Looks what was stated since a time over for contradictions, notes them, and proposes to decide them. Returns the new proposals.
 *
 * @throws StoreError
 */
export async function findConflicts(
  view: ProjectView,
  store: Store,
  {
    since,
    signal,
    dryRun = false,
  }: { readonly since: string; readonly signal?: AbortSignal; readonly dryRun?: boolean },
): Promise<Proposal[]> {
  const found: Proposal[] = [];
  for (const statement of await newStatements(view, store, since)) {
    if (signal?.aborted) break;
    found.push(...(await noteConflicts(view, store, statement, dryRun)));
  }
  return found;
}

/** What contradicts one statement. Returns what was not proposed before. */
export async function noteConflicts(
  view: ProjectView,
  store: Store,
  statement: Statement,
  dryRun = false,
): Promise<Proposal[]> {
  const now = view.host.now();
  const project = view.project.id;
  const conflicts = await conflictsOf(statement, {
    store,
    from: { project, session: "" },
    ...(hasRecords(view) ? { place: view.place } : {}),
    now,
  });
  const proposals: Proposal[] = [];
  for (const conflict of conflicts) {
    const proposal = conflictProposal(project, conflict, now);
    if (dryRun || (await propose(store, project, conflict, proposal, now))) proposals.push(proposal);
  }
  return proposals;
}

/** A pair that was decided to hold together stays without a link: it is known by its hash. */
const propose = (
  store: Store,
  project: string,
  conflict: Conflict,
  proposal: Proposal,
  now: Date,
): Promise<boolean> =>
  store.alone(project, async (own) => {
    if (!(await own.proposals.propose(proposal))) return false;
    for (const link of linkOf(conflict, now)) await own.memories.link(project, link);
    return true;
  });
