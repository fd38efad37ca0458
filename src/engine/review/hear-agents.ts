/** What agents of the session said of the memories that they were handed. */
import { judgeStaged } from "../../consolidate/judge-staged.ts";
import { RecordError } from "../../record/error.ts";
import { clip } from "../../record/value.ts";
import { type BatchAnswer, readBatchAnswer } from "../../review/batch-answer.ts";
import { consensus } from "../../review/consensus.ts";
import { REASON_MAX } from "../../review/parse.ts";
import { RUBRICS } from "../../review/rubrics.ts";
import type { Outcome } from "../../review/types.ts";
import type { Store } from "../../store/port.ts";
import { writeTriggers } from "../intentions/write-triggers.ts";
import { masking } from "../privacy.ts";
import type { ProjectView } from "../project-view.ts";
import { withStore } from "../with-store.ts";
import { type Batch, readBatch } from "./batch.ts";

export interface AgentsAnswers {
  /** Session whose agents they were. */
  readonly session: string;
  /** Name of what they were handed. */
  readonly batch: string;
  /** What each said, by its name; text, or the JSON that it wrote. */
  readonly said: { readonly [reviewer: string]: unknown };
}

/** How many became what. */
export interface Heard {
  readonly kept: number;
  readonly rejected: number;
  /** Known already: what is known stands firmer. */
  readonly reinforced: number;
  /** Nobody said anything of them that counts: they wait for the next. */
  readonly waiting: number;
  /** Judged, changed or forgotten meanwhile. */
  readonly gone: number;
}

/** @throws RecordError INPUT_ERROR for a batch that was not handed out, and where no answer says anything; StoreError */
export async function hearAgents(
  view: ProjectView,
  { session, batch: name, said }: AgentsAnswers,
): Promise<Heard> {
  const { host, project } = view;
  const batch = readBatch({ staging: host.paths.staging, session }, name);
  if (batch?.project !== project.id) {
    const expected = "the name that the request gave, of a request to this session";
    throw new RecordError(
      "INPUT_ERROR",
      { field: "batch", expected, got: clip(name, 80) },
      "Pass batch as it was given",
    );
  }
  const answers = readAnswers(batch, said);
  if (answers.every(({ read }) => read.size === 0)) {
    throw new RecordError(
      "INPUT_ERROR",
      {
        expected: `an answer of ${RUBRICS.map((rubric) => rubric.name).join(", ")} about items of the batch`,
        got: "none",
      },
      "Pass each agent's answer as it is; leave out agents that did not answer",
    );
  }
  return withStore(view, (store) => settleAll(view, store, batch, answers));
}

interface Answer {
  readonly name: string;
  /** Whether it was passed at all. */
  readonly isThere: boolean;
  readonly read: BatchAnswer;
}

function readAnswers({ items }: Batch, said: AgentsAnswers["said"]): Answer[] {
  const labels = items.map(({ id }) => id);
  return RUBRICS.map(({ name }) => {
    const answer = Object.hasOwn(said, name) ? said[name] : undefined;
    const isThere = answer !== undefined && answer !== null && answer !== "";
    const text = typeof answer === "string" ? answer : (JSON.stringify(answer) ?? "");
    return { name, isThere, read: readBatchAnswer(text, labels, [name]) };
  });
}

async function settleAll(
  view: ProjectView,
  store: Store,
  { items, project }: Batch,
  answers: readonly Answer[],
): Promise<Heard> {
  const heard = { kept: 0, rejected: 0, reinforced: 0, waiting: 0, gone: 0 };
  const now = view.host.now();
  const redact = masking(view);
  let intends = false;
  const memories = await store.memories.get(
    project,
    items.map(({ id }) => id),
  );
  const hashes = new Map(memories.map(({ id, content_hash }) => [id, content_hash]));
  for (const { id, hash } of items) {
    const outcomes = outcomesFor(id, answers, redact);
    if (hashes.get(id) !== hash) heard.gone += 1;
    else if (!outcomes.some(({ ok }) => ok)) heard.waiting += 1;
    else {
      const decision = consensus(outcomes, false);
      const { became, memory } = await judgeStaged({ store, project, id, decision, now });
      heard[COUNTED[became]] += 1;
      intends ||= became === "active" && memory?.type === "prospective";
    }
  }
  if (intends) await writeTriggers(view, store);
  return heard;
}

const COUNTED = {
  active: "kept",
  rejected: "rejected",
  reinforced: "reinforced",
  staged: "waiting",
  gone: "gone",
} as const;

/** Agents read what they like: what they should not have read does not get in by their reasons. */
const outcomesFor = (id: string, answers: readonly Answer[], redact: (text: string) => string): Outcome[] =>
  RUBRICS.map(({ name, metric }, n) => {
    const who = { name, metric, executor: "client" } as const;
    const { isThere = false, read } = answers[n] ?? {};
    const opinion = read?.get(id)?.get(name);
    if (opinion?.ok) {
      const { answer } = opinion;
      return { ...who, ok: true, answer: { ...answer, reason: redact(answer.reason) } };
    }
    const error = opinion?.error ?? (isThere ? "says nothing of it" : "no answer");
    return { ...who, ok: false, error: clip(error, REASON_MAX) };
  });
