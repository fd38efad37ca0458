/**
 * The job that has records drafted at the endpoint, of the signals that a session gave, and checked by a second model. What
 * both are sure of is saved; the rest waits in the inbox.
 */
import { contextText } from "../../capture/context-files.ts";
import { decide, SUMMARY_ALONE_FROM_TURN, totalActivity } from "../../capture/decide.ts";
import { tablesFor } from "../../capture/tables.ts";
import {
  type DraftMaterial,
  type DraftVerdict,
  draftQuestion,
  type KnownRecord,
  type LabelledDraft,
  readDrafts,
  readVerdicts,
  verifyQuestion,
} from "../../consolidate/draft-question.ts";
import { chance } from "../../models/chance.ts";
import { ModelError } from "../../models/error.ts";
import type { Model, Question } from "../../models/model.ts";
import { redactFieldsWith } from "../../privacy/fields.ts";
import type { Redactor } from "../../privacy/redact.ts";
import { contentSchemaOf } from "../../record/schema.ts";
import type { JsonObject } from "../../record/value.ts";
import { draftProposal } from "../inbox/body.ts";
import { openModel } from "../open-model.ts";
import { redactorOf } from "../privacy.ts";
import { mayCapture, viewProject } from "../project-view.ts";
import { type Assignment, GiveUp, type JobBody, TryAgainAt } from "../worker/job.ts";
import { type Workspace, withFiles } from "../workspace.ts";
import { searchRecords } from "./records.ts";
import { saveDrafts } from "./save.ts";

/** From here on a draft is saved without a person. */
export const SURE = 0.7;
/** Tries that the models get; then the signals wait for the next time that something is noticed. */
const TRIES = 4;
/** Records that are shown as known, at most. */
const KNOWN_MAX = 5;
/** Milliseconds of a draft, against those of a reviewer's few words. */
const TIMES = 3;
const TIME_MAX_MS = 70_000;

export const draftJob: JobBody = async (assignment) => {
  const { job, host, store } = assignment;
  const folder = typeof job.payload.folder === "string" ? job.payload.folder : "";
  const view = viewProject(host, folder);
  if (view.project.id !== job.project) throw new GiveUp("The project is not where it was");
  if (view.config.capture.mode !== "endpoint" || !mayCapture(view)) return;
  const ws = withFiles(view);
  const redactor = await redactorOf(view);
  const materials = await materialsOf(ws, assignment, redactor);
  if (materials.length === 0) return;
  try {
    const drafts = await drafted(ws, assignment, materials, redactor);
    const verdicts = drafts.length > 0 ? await verified(ws, assignment, drafts, materials) : new Map();
    // Marked before anything is saved: what gets lost with this process is better than what is saved twice.
    await store.ledger.markProposed(job.project, job.subject);
    await settle(ws, assignment, drafts, verdicts);
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    assignment.signal.throwIfAborted();
    if (error.isPassing && job.attempts < TRIES) throw anotherTry(error, host.now());
    host.trace({
      level: "warning",
      part: "draft",
      message: `Nothing was drafted: ${error.message}`,
      project: job.project,
      session: job.subject,
    });
  }
};

function anotherTry(error: ModelError, now: Date): Error {
  if (error.retryAfterMs === undefined) return error;
  return new TryAgainAt(error.message, new Date(now.getTime() + error.retryAfterMs));
}

/** What is to be drafted of, by category: what triage finds in the signals that wait. */
async function materialsOf(
  ws: Workspace,
  { job, store }: Assignment,
  redactor: Redactor,
): Promise<DraftMaterial[]> {
  const pending = await store.ledger.pending(job.project, job.subject, 0);
  const decision = decide({
    // Whether it was time to ask was decided when this was asked for.
    state: { turns: SUMMARY_ALONE_FROM_TURN, requests: 0 },
    config: { ...ws.config, capture: { ...ws.config.capture, requests_per_session: 1 } },
    tables: tablesFor(ws.config),
    ...pending,
    attended: true,
    stopHookActive: false,
    synthetic: false,
    underway: false,
  });
  if ("silent" in decision) return [];
  const activity = totalActivity(pending.activity);
  const materials: DraftMaterial[] = [];
  for (const proposed of decision.propose) {
    const category = ws.categories.get(proposed.category);
    if (!category) continue;
    const { text } = await redactor.redact(contextText(proposed, category, pending.signals, activity));
    const content = contentSchemaOf(category);
    materials.push({
      category: category.name,
      description: category.description,
      context: text,
      ...(content ? { content } : {}),
    });
  }
  return materials;
}

async function drafted(
  ws: Workspace,
  assignment: Assignment,
  materials: readonly DraftMaterial[],
  redactor: Redactor,
): Promise<LabelledDraft[]> {
  const { model } = ws.config.endpoint;
  const known = await knownRecords(ws, materials, redactor);
  const answer = await ask(ws, assignment, "draft", model, draftQuestion(materials, known, chance()));
  const drafts = readDrafts(
    answer,
    materials.map(({ category }) => category),
  );
  const safe: LabelledDraft[] = [];
  for (const draft of drafts) {
    if (draft.action === "NOOP") continue;
    const { value, findings } = await redactFieldsWith(draft, redactor.redact);
    if (findings.some((each) => each.class === "credential")) continue;
    safe.push({ label: chance(), draft: value });
  }
  return safe;
}

/** Records that the drafts may be about: what answers the excerpts' words. */
async function knownRecords(
  ws: Workspace,
  materials: readonly DraftMaterial[],
  redactor: Redactor,
): Promise<KnownRecord[]> {
  if (!ws.files.exists()) return [];
  const known = new Map<string, KnownRecord>();
  for (const { category, context } of materials) {
    const found = await searchRecords(ws, {
      query: context,
      category,
      limit: KNOWN_MAX,
      includeInactive: false,
    });
    for (const { id, title, gist } of found) known.set(id, { id, category, title, gist });
  }
  const shown = [...known.values()].slice(0, KNOWN_MAX * 2);
  return (await redactFieldsWith(shown, redactor.redact)).value;
}

async function verified(
  ws: Workspace,
  assignment: Assignment,
  drafts: readonly LabelledDraft[],
  materials: readonly DraftMaterial[],
): Promise<Map<string, DraftVerdict>> {
  const { model, verification_model } = ws.config.endpoint;
  const question = verifyQuestion(drafts, materials, chance());
  const answer = await ask(ws, assignment, "verify", verification_model ?? model, question);
  return readVerdicts(
    answer,
    drafts.map(({ label }) => label),
  );
}

async function ask(
  ws: Workspace,
  { job, store, signal }: Assignment,
  purpose: "draft" | "verify",
  name: string | undefined,
  question: Question,
): Promise<string> {
  const model: Model = await openModel(ws, store, {
    executor: "endpoint",
    purpose,
    project: job.project,
    ...(name === undefined ? {} : { model: name }),
  });
  const limit = Math.min(ws.config.review.timeout_ms * TIMES, TIME_MAX_MS);
  const { text } = await model.ask(question, AbortSignal.any([signal, AbortSignal.timeout(limit)]));
  return text;
}

async function settle(
  ws: Workspace,
  { job, store, host }: Assignment,
  drafts: readonly LabelledDraft[],
  verdicts: ReadonlyMap<string, DraftVerdict>,
): Promise<void> {
  const sure: JsonObject[] = [];
  for (const { label, draft } of drafts) {
    const doubt = doubtOf(draft, verdicts.get(label));
    if (doubt === undefined) sure.push(draft);
    else await store.proposals.propose(draftProposal(job.project, draft, doubt, host.now()));
  }
  if (sure.length === 0) return;
  const { results } = await saveDrafts(ws, { drafts: sure, session: job.subject });
  for (const [n, { status, reason }] of results.entries()) {
    const draft = sure[n];
    // What cannot be saved as it is may be mended by a person.
    if (status === "error" && draft)
      await store.proposals.propose(
        draftProposal(job.project, draft, `It could not be saved: ${reason}`, host.now()),
      );
  }
}

/** Why a person is to decide; undefined where nobody doubts it. */
function doubtOf({ confidence }: JsonObject, verdict: DraftVerdict | undefined): string | undefined {
  if (!verdict) return "The model that checks drafts said nothing of it";
  if (!verdict.passed)
    return `The model that checks drafts doubts it: ${verdict.issues || "it does not say why"}`;
  if (typeof confidence === "number" && confidence >= SURE) return undefined;
  return `The model that drafted it was not sure (confidence ${String(confidence ?? "not told")})`;
}
