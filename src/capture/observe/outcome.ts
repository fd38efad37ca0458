/** What a segment came to: what was asked, what was done, how it ended, and what the person said of it. */
import { clip } from "../../record/value.ts";
import { importanceOf } from "./importance.ts";
import type { Noticed } from "./noticed.ts";
import type { Sentence } from "./sentences.ts";
import type { View } from "./view.ts";
import { ended, namesIn, pointsBack, withoutOpeners } from "./wording.ts";

/** What leaves the machine, or the branch. */
const SHIPPED =
  /^(?:git tag|gh (?:pr|release) (?:create|merge)|npm publish|cargo publish|twine upload|kubectl (?:apply|rollout)|helm (?:upgrade|install)|terraform apply|fly deploy|vercel|docker push|\S*deploy\S*|make (?:deploy|release))\b/;
const ANNOUNCES =
  /^(?:let me|i'll|i will|now (?:i|let)|first,? (?:i|let)|i'm going to|here(?:'s| is| are)|summary|next)\b/i;
const NOT_DONE = /\b(?:did not|didn't|could not|couldn't|cannot|can't|have not|haven't)\b/i;
const TELLS_WORK =
  /\b(?:add|fix|updat|chang|remov|creat|replac|refactor|mov|renam|implement|writ|wrote|migrat|split|extract|convert|wir|introduc|merg|delet|bump|upgrad|deploy|configur|enabl|disabl|commit|publish|made|set up|now|complete|ready|works|live|done|gone)\w*\b/i;

const CONTENT =
  /^\W*(?:perfect|great|awesome|excellent|nice|love it|works|that works|lgtm|looks? (?:good|great)|thanks?|thank you|brilliant|amazing|super|danke|gracias|merci|完美|ありがとう)\b/i;
const UNHAPPY =
  /^\W*(?:no\b(?! (?:problem|worries))|nope|still (?:fail|broken|not|the same|wrong|see|get)|that (?:broke|didn't|doesn't|does not|isn't)|it (?:still|doesn't|does not|broke|crashes|fails)|doesn't work|not working|wrong|revert|undo|this is (?:wrong|worse|broken))/i;

/** A request for one small change, done with one small change, is in the history of the repository. */
const SMALL_FILES = 1;
const SMALL_REQUEST = 60;
const SMALL_WORK = 80;
const REQUEST_MAX = 180;
const DONE_MAX = 300;

export function outcome(view: View, next: View | undefined): Noticed | undefined {
  const { segment, answer, files, runs, done } = view;
  const request = view.request.sentences.map(({ shown }) => shown).join(" ");
  if (!done || files.length === 0 || request.length < 12) return undefined;
  const shipped = runs.filter(({ ok, command }) => ok && SHIPPED.test(command));
  const work = answer ? workIn(answer.sentences) : "";
  const isSmall = request.length < SMALL_REQUEST || work.length < SMALL_WORK;
  if (files.length <= SMALL_FILES && isSmall && shipped.length === 0) return undefined;
  if (work === "" && !segment.interrupted) return undefined;
  const reaction = next?.request.sentences[0]?.text ?? "";
  const ending = endingOf(view, reaction);
  const content = [
    `Asked: “${clip(withoutOpeners(request), REQUEST_MAX)}”.`,
    work === "" ? "" : `Done: ${work}`,
    ending.said,
    `Files: ${listed(files)}.`,
  ]
    .filter((text) => text !== "")
    .join(" ");
  return {
    kind: "outcome",
    by: segment.id,
    at: segment.ended,
    files,
    why: "work of a turn that changed files",
    draft: {
      type: "episodic",
      scope: "project",
      event_type: "agent_response",
      title: clip(withoutOpeners(request), 80),
      content,
      ...(ending.valence === 0 ? {} : { emotional_valence: ending.valence }),
      importance: importanceOf("outcome", content, { files: files.length }),
      tags: ["outcome", ...namesIn(content)],
    },
  };
}

/** What was done, of an outcome's text, without how it ended; case aside. */
export const doneIn = (content: string): string => DONE.exec(content)?.[1] ?? content;
const DONE =
  /\bdone: (.*?)(?: `[^`]+` (?:passed|still failed) at the end| it was committed| the user was| files: |$)/is;

/** The one or two sentences that tell what was done. */
function workIn(sentences: readonly Sentence[]): string {
  const telling = sentences.filter(
    ({ asks, text, shown }) =>
      !asks &&
      shown.length > 15 &&
      !shown.endsWith(":") &&
      !ANNOUNCES.test(withoutOpeners(text)) &&
      !NOT_DONE.test(text) &&
      !pointsBack(shown),
  );
  const first = Math.max(
    0,
    telling.findIndex(({ text }) => TELLS_WORK.test(text)),
  );
  const chosen = telling.slice(first, first + 2).filter(({ text }, at) => at === 0 || TELLS_WORK.test(text));
  return clip(chosen.map(({ shown }) => ended(withoutOpeners(shown))).join(" "), DONE_MAX);
}

function endingOf({ segment, runs }: View, reaction: string): { said: string; valence: number } {
  if (segment.interrupted) return { said: "The user stopped it.", valence: -1 };
  const checks = runs.filter(({ kind }) => kind === "check");
  const last = checks.at(-1);
  const committed = runs.some(({ ok, command }) => ok && /^git commit\b/.test(command));
  const parts = [
    last ? `\`${clip(last.command, 60)}\` ${last.ok ? "passed" : "still failed"} at the end` : "",
    committed ? "it was committed" : "",
    UNHAPPY.test(reaction)
      ? "the user was not satisfied"
      : CONTENT.test(reaction)
        ? "the user was satisfied"
        : "",
  ].filter((part) => part !== "");
  const valence =
    UNHAPPY.test(reaction) || last?.ok === false
      ? -1
      : CONTENT.test(reaction) || committed
        ? 2
        : last?.ok
          ? 1
          : 0;
  return {
    said: parts.length === 0 ? "" : ended(parts.join(", ").replace(/^\w/, (c) => c.toUpperCase())),
    valence,
  };
}

const FILES_SHOWN = 5;
const listed = (files: readonly string[]): string =>
  files.length <= FILES_SHOWN
    ? files.join(", ")
    : `${files.slice(0, FILES_SHOWN).join(", ")} and ${files.length - FILES_SHOWN} more`;
