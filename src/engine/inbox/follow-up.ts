/**
 * Intentions and records that go together: what a session's summary says is next becomes an intention, and an intention that
 * became a debt follows the debt's state.
 */

import { bytesOf } from "../../consolidate/conflict.ts";
import { DEBT_STATE, intentionState } from "../../consolidate/promotion.ts";
import { storeMemory } from "../../consolidate/remember.ts";
import { createMemory, textHash } from "../../memory/create.ts";
import { ENDED, turned } from "../../memory/lifecycle.ts";
import type { ProspectiveMemory } from "../../memory/types.ts";
import { DAY_MS } from "../../record/time.ts";
import type { ProjectRecord } from "../../record/types.ts";
import type { Store } from "../../store/port.ts";
import type { Proposal } from "../../store/proposal-port.ts";
import { writeTriggers } from "../intentions/write-triggers.ts";
import { redactorOf } from "../privacy.ts";
import { enabledCategories, hasRecords, type ProjectView } from "../project-view.ts";
import { promotionProposal } from "./body.ts";

/** Next actions of a summary that become intentions, and how old the summary may be. */
const ACTIONS_MOST = 5;
const SUMMARY_DAYS = 14;
/** Intentions that are looked at. */
const LOOKED_AT = 1_000;

/** What the last summary says is next, as intentions of the project. Returns the new ones. @throws StoreError */
export async function intendNextActions(view: ProjectView, store: Store): Promise<ProspectiveMemory[]> {
  if (!hasRecords(view) || !enabledCategories(view).has("session_summary")) return [];
  const now = view.host.now();
  const [summary] = await store.projection.newest(view.place, "session_summary", 1);
  if (!summary || now.getTime() - Date.parse(summary.record.updated_at) > SUMMARY_DAYS * DAY_MS) return [];
  const redactor = await redactorOf(view);
  const made: ProspectiveMemory[] = [];
  for (const action of actionsOf(summary.record)) {
    // An id made of what it says: the same action is not taken up again once it is done, called off or forgotten for a time.
    const hash = textHash(`next ${view.project.id} ${summary.record.id} ${action}`);
    const draft = {
      type: "prospective",
      content: action,
      intention_type: "followup",
      scope: "project",
    } as const;
    const at = {
      project: view.project.id,
      session: summary.record.id,
      agent: "promotion",
      now: new Date(summary.record.created_at),
      random: bytesOf(hash),
    };
    const [known] = await store.memories.get(view.project.id, [createMemory(draft, at).id]);
    if (known) continue;
    const why = `Next action of ${summary.path}`;
    const { memory } = await storeMemory({
      store,
      draft: { ...draft, created_at: now.toISOString(), provenance: { by: "promotion", why } },
      at,
      redactor,
    });
    if (memory?.type === "prospective") made.push(memory);
  }
  if (made.length > 0) await writeTriggers(view, store);
  return made;
}

const actionsOf = ({ content }: ProjectRecord): string[] =>
  Array.isArray(content.next_actions)
    ? content.next_actions
        .filter((action): action is string => typeof action === "string")
        .slice(0, ACTIONS_MOST)
    : [];

/**
 * Debts that were paid or given up end the intentions that they grew from. Where the intention ended first, the record's change
 * is proposed: it is in git, and for a person to make. Returns the intentions that changed, and the proposals.
 *
 * @throws StoreError
 */
export async function followDebts(
  view: ProjectView,
  store: Store,
): Promise<{ readonly changed: ProspectiveMemory[]; readonly proposed: Proposal[] }> {
  const now = view.host.now();
  const from = { project: view.project.id, session: "" };
  const found = await store.memories.find(from, {
    types: ["prospective"],
    everySession: true,
    limit: LOOKED_AT,
  });
  const promoted = found.filter(
    (memory): memory is ProspectiveMemory =>
      memory.type === "prospective" && memory.promoted_to !== undefined,
  );
  const pathOf = ({ promoted_to: path = "" }: ProspectiveMemory): string => path;
  const rows = await store.projection.getMany(view.place, [...new Set(promoted.map(pathOf))]);
  const records = new Map(rows.map(({ path, record }) => [path, record]));
  const changed: ProspectiveMemory[] = [];
  const proposed: Proposal[] = [];
  for (const memory of promoted) {
    const record = records.get(pathOf(memory));
    const state = intentionState(record?.content.status);
    if (!record || !state || record.category !== "tech_debt" || state === memory.state) continue;
    if (!ENDED.has(memory.state)) changed.push(turned(memory, state, now));
    else if (!ENDED.has(state)) proposed.push(debtChange(view, memory, record, now));
  }
  await store.memories.put(changed);
  const added: Proposal[] = [];
  for (const proposal of proposed) if (await store.proposals.propose(proposal)) added.push(proposal);
  return { changed, proposed: added };
}

/** The state of an intention that ended, for the debt it became. */
function debtChange(
  view: ProjectView,
  memory: ProspectiveMemory,
  record: ProjectRecord,
  now: Date,
): Proposal {
  const status = DEBT_STATE[memory.state];
  const said = `${record.id} is ${status}`;
  return promotionProposal(
    view.project.id,
    {
      draft: {
        category: "tech_debt",
        target: record.id,
        action: "UPDATE",
        title: record.title,
        summary: `The intention that it grew from is ${memory.state}`,
        content: { status },
      },
      memories: [],
      said,
      why: `The intention that it grew from is ${memory.state}`,
    },
    now,
  );
}
