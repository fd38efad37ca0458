/** Whether the model that the configuration names could be asked, and, if someone wants to know, whether it answers. */
import { messageOf } from "../../host/trace.ts";
import { ModelError } from "../../models/error.ts";
import type { Model } from "../../models/model.ts";
import { configuredModel, openModel } from "../open-model.ts";
import type { ProjectView } from "../project-view.ts";
import { withStore } from "../with-store.ts";
import type { Check } from "./check.ts";

const NAME = "models";
/** A word takes one; some models think before they say it. */
const TOKENS_OUT = 500;

/** @param call whether to make a call, under the caps and on the user's account */
export async function checkModels(view: ProjectView, call: boolean): Promise<Check> {
  const executor = neededBy(view);
  if (!executor) {
    const who = view.config.review.executor === "client" ? "agents in the session judge" : "rules judge";
    return { name: NAME, state: "ok", found: `none is called: ${who}` };
  }
  try {
    const model = await configuredModel(view, executor);
    const { command } = view.config.claude;
    if (executor === "claude" && !Bun.which(command, { PATH: view.host.env.PATH ?? "" }))
      throw new ModelError("not_set_up", `claude.command is ${command}, and there is no such program`);
    const capped = capAtZero(view, model);
    if (capped) {
      return {
        ...{
          name: NAME,
          state: "warning",
          found: `${nameOf(model)} is never called, as ${capped} is 0: rules judge`,
        },
        fix: `Say what may be spent in a day: \`recollect config set --user ${capped} …\``,
      };
    }
    const found = call
      ? await answerOf(view, executor)
      : "could be called; `recollect doctor --call` does, once";
    return { name: NAME, state: "ok", found: `${nameOf(model)} ${found}` };
  } catch (error) {
    return {
      ...{ name: NAME, state: "warning", found: `${executor} cannot be asked: ${messageOf(error)}` },
      fix: FIXES[error instanceof ModelError && error.isPassing ? "passing" : "lasting"],
    };
  }
}

const FIXES = {
  passing: "Try again later; rules judge meanwhile",
  lasting:
    "Correct `endpoint.*`, `claude.*` or the environment (`recollect config get`); rules judge meanwhile",
};

/** Who is called: the reviewer, or who drafts. */
function neededBy({ config: { review, capture } }: ProjectView): Model["executor"] | undefined {
  if (review.executor === "endpoint" || review.executor === "claude") return review.executor;
  return capture.mode === "endpoint" ? "endpoint" : undefined;
}

const nameOf = ({ executor, name }: Model): string => `${executor} ${name}`;

function capAtZero({ config: { limits } }: ProjectView, model: Model): string | undefined {
  if (limits.calls_per_day === 0) return "limits.calls_per_day";
  if (limits.tokens_per_day === 0) return "limits.tokens_per_day";
  return limits.usd_per_day === 0 && model.price(1, 1) > 0 ? "limits.usd_per_day" : undefined;
}

/** A call as a review makes it, of a word. */
async function answerOf(view: ProjectView, executor: Model["executor"]): Promise<string> {
  const { id: project } = view.project;
  return withStore(view, async (store) => {
    const model = await openModel(view, store, { executor, purpose: "review", project });
    const question = {
      system: "You check a connection.",
      prompt: "Answer with the word yes.",
      maxTokensOut: TOKENS_OUT,
    };
    const {
      model: by,
      ms,
      tokens_in,
      tokens_out,
    } = await model.ask(question, AbortSignal.timeout(view.config.review.timeout_ms));
    return `answers, as ${by}, in ${ms} ms with ${tokens_in} tokens in and ${tokens_out} out`;
  });
}
