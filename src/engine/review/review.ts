/**
 * The job that has staged memories judged: those that capture noted and nobody has judged yet. By a model where the
 * configuration names one and it answers within its caps; by rules otherwise, and it is kept who it was.
 */
import { judgeStaged } from "../../consolidate/judge-staged.ts";
import { sessionOf } from "../../memory/lifecycle.ts";
import type { Memory } from "../../memory/types.ts";
import { ModelError } from "../../models/error.ts";
import { similarTo } from "../../recall/similar.ts";
import { DAY_MS, HOUR_MS } from "../../record/time.ts";
import { consensus, type Decision, insteadOf } from "../../review/consensus.ts";
import { heuristicPanel } from "../../review/heuristic.ts";
import { askPanel } from "../../review/panel.ts";
import { RUBRICS } from "../../review/rubrics.ts";
import type { Executor, Outcome } from "../../review/types.ts";
import { askedAnew } from "../../store/job-port.ts";
import { consentOf } from "../consent/standing.ts";
import { writeTriggers } from "../intentions/write-triggers.ts";
import { redactorOf } from "../privacy.ts";
import { type ProjectView, viewProject } from "../project-view.ts";
import { type Assignment, type JobBody, TryAgainAt } from "../worker/job.ts";
import { openBench } from "./bench.ts";
import { saidOf } from "./items.ts";
import { inItsEnvironment } from "./its-environment.ts";
import { unjudged } from "./unjudged.ts";

/** Tries that a model gets, eleven minutes all in all, before rules judge instead. */
const TRIES = 4;
/** Milliseconds of a job in which calls may be under way; what is left is another job's. */
const TIME_MS = 150_000;
/** Days that agents in the session have before rules judge instead. */
const CLIENT_DAYS = 7;
/** How long memories wait at least in a pause, and while their project is off. */
const WAIT_MS = HOUR_MS;

interface Review {
  readonly assignment: Assignment;
  readonly view: ProjectView;
  /** Whether intentions came into force, so that what they wait for has to be written. */
  intends: boolean;
}

export const reviewJob: JobBody = async (assignment) => {
  const { job, host, store, stray } = assignment;
  const folder = typeof job.payload.folder === "string" ? job.payload.folder : "";
  const review: Review = { assignment, view: viewProject(host, folder), intends: false };
  const now = host.now();
  if (consentOf(host, job.project).state !== "on") {
    // They are shown to nobody, be it a model, while their person wants none of it.
    const due = new Date(now.getTime() + WAIT_MS).toISOString();
    await askAgain(assignment, due);
    return;
  }
  const waiting = await inItsEnvironment(assignment, await unjudged(store, job.project));
  try {
    // What lies there by now is another project: its settings are none for these memories.
    if (review.view.project.id !== job.project) return await byRules(review, waiting);
    if (stray !== undefined) return await byRules(review, waiting, unheard("endpoint", stray));
    switch (review.view.config.review.executor) {
      case "heuristic":
        return await byRules(review, waiting);
      case "client":
        return await byRulesIfLate(review, waiting);
      case "endpoint":
      case "claude":
        return await byModel(review, waiting);
    }
  } finally {
    // What was judged so far holds, however the job ends.
    if (review.intends && review.view.project.id === job.project) await writeTriggers(review.view, store);
  }
};

async function byRules(
  review: Review,
  memories: readonly Memory[],
  inVain?: readonly Outcome[],
): Promise<void> {
  for (const memory of memories) {
    review.assignment.signal.throwIfAborted();
    await settle(review, memory, await ruled(review, memory, inVain));
  }
}

/** What rules decide. @param inVain what became of asking others before */
async function ruled(
  { assignment: { store, job, signal } }: Review,
  memory: Memory,
  inVain?: readonly Outcome[],
): Promise<Decision> {
  const from = { project: job.project, session: sessionOf(memory) ?? "" };
  const panel = heuristicPanel({ similar: similarTo(store.text, from) });
  const decision = consensus(await askPanel(panel, saidOf(memory), memory.type, signal), false);
  return inVain ? insteadOf(inVain, decision) : decision;
}

/** Agents in a session come for them by themselves; what nobody came for is not left lying. */
async function byRulesIfLate(review: Review, memories: readonly Memory[]): Promise<void> {
  const { assignment } = review;
  const late = assignment.host.now().getTime() - CLIENT_DAYS * DAY_MS;
  const isLate = ({ created_at }: Memory): boolean => Date.parse(created_at) <= late;
  const inVain = unheard("client", `no agent judged it within ${CLIENT_DAYS} days`);
  await byRules(review, memories.filter(isLate), inVain);
  const next = memories.find((memory) => !isLate(memory));
  if (!next) return;
  const due = new Date(Date.parse(next.created_at) + CLIENT_DAYS * DAY_MS).toISOString();
  await askAgain(assignment, due);
}

/** What becomes of asking reviewers that nobody could ask. */
const unheard = (executor: Executor, error: string): Outcome[] =>
  RUBRICS.map(({ name, metric }) => ({ name, metric, executor, ok: false, error }));

async function byModel(review: Review, memories: readonly Memory[]): Promise<void> {
  const { assignment, view } = review;
  const { job, store, host, signal } = assignment;
  if (memories.length === 0) return;
  const begun = performance.now();
  const redactor = await redactorOf(view);
  const redact = async (text: string): Promise<string> => (await redactor.redact(text)).text;
  const bench = openBench(view, store, job.project, redact);
  const left = [...memories];
  while (left.length > 0) {
    signal.throwIfAborted();
    if (performance.now() - begun + bench.timeMs > TIME_MS) {
      await askAgain(assignment);
      return;
    }
    const batch = left.splice(0, bench.most);
    const outcomes = await bench.ask(batch, signal);
    // A call that was called off says nothing about the model.
    signal.throwIfAborted();
    const unanswered = batch.flatMap((memory, n) =>
      isAnswered(outcomes[n]) ? [] : [{ memory, asked: outcomes[n] ?? [] }],
    );
    for (const [n, memory] of batch.entries()) {
      const asked = outcomes[n] ?? [];
      if (isAnswered(asked)) await settle(review, memory, consensus(asked, false));
    }
    const [first] = unanswered;
    if (!first) continue;
    const trouble = troubleOf(first.asked);
    if (job.attempts < TRIES && (trouble?.isPassing ?? true)) throw anotherTry(trouble, host.now());
    host.trace({
      level: "warning",
      part: "review",
      message: `Rules judged, as ${bench.executor} did not: ${whyOf(first.asked)}`,
      project: job.project,
    });
    for (const { memory, asked } of unanswered) await byRules(review, [memory], asked);
    // What failed as a whole is not asked again today; what left out an item may do better with the next.
    if (trouble) return byRules(review, left, first.asked);
  }
}

const isAnswered = (outcomes: readonly Outcome[] | undefined): boolean =>
  outcomes?.some(({ ok }) => ok) === true;

/** Why the model itself failed; none where it answered, and said nothing that counts. */
const troubleOf = (outcomes: readonly Outcome[]): ModelError | undefined =>
  outcomes.flatMap((each) => (!each.ok && each.cause instanceof ModelError ? each.cause : []))[0];

const whyOf = (outcomes: readonly Outcome[]): string =>
  outcomes.flatMap((each) => (each.ok ? [] : each.error))[0] ?? "it said nothing";

function anotherTry(trouble: ModelError | undefined, now: Date): Error {
  if (!trouble) return new Error("The answer passes over some of what was asked");
  if (trouble.retryAfterMs === undefined) return trouble;
  return new TryAgainAt(trouble.message, new Date(now.getTime() + trouble.retryAfterMs));
}

async function settle(review: Review, { id }: Memory, decision: Decision): Promise<void> {
  const { store, job, host } = review.assignment;
  const { became, memory } = await judgeStaged({
    store,
    project: job.project,
    id,
    decision,
    now: host.now(),
  });
  if (became === "active" && memory?.type === "prospective") review.intends = true;
}

/** The same once more, at a time. */
const askAgain = async ({ job, store, host }: Assignment, due?: string): Promise<void> => {
  await store.jobs.add(askedAnew(job, host.now().toISOString(), due));
};
