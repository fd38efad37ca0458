/** What is told of trouble that was ended by a change: what showed it, why it was, what was done, which files. */
import { clip } from "../../record/value.ts";
import { cureIn, part, type ToldCause } from "./cause.ts";
import type { Run } from "./commands.ts";
import { importanceOf } from "./importance.ts";
import type { Noticed } from "./noticed.ts";
import type { View } from "./view.ts";
import { ended, listed, namesIn, withoutOpeners } from "./wording.ts";

/** Trouble that came to its end. */
export interface Mended {
  /** The words it was found by. */
  readonly by: string;
  /** What showed it: the command that failed, or else what the person told of. */
  readonly failed?: { readonly run: Run; readonly passed: Run };
  readonly problem: string;
  readonly cause: ToldCause | undefined;
  readonly files: readonly string[];
  readonly tries: number;
  readonly why: string;
}

const PROBLEM_MAX = 220;
const FILES_SHOWN = 4;

/** @param used takes what was told on, so that it need not be told again */
export function fixed(view: View, mended: Mended, used: Set<string>): Noticed {
  const { cause, files, failed } = mended;
  const cure = cureIn(view, cause);
  if (cure) used.add(cure.shown);
  if (cause) used.add(cause.shown);
  const problem = withoutOpeners(mended.problem);
  const content = [
    failed
      ? `\`${clip(failed.run.command, 120)}\` failed${problem === "" ? "." : `: ${ended(problem)}`}`
      : problem === ""
        ? ""
        : `Problem: ${ended(clip(problem, PROBLEM_MAX))}`,
    cause ? `Cause: ${part(cause.said)}` : "",
    cure ? `Fix: ${part(cure.shown)}` : "",
    `Changed: ${listed(files, FILES_SHOWN)}${failed ? `; \`${clip(failed.passed.command, 80)}\` passes since.` : "."}`,
  ]
    .filter((text) => text !== "")
    .join(" ");
  const about = problem || (cause ? part(cause.said) : (failed?.run.command ?? ""));
  return {
    kind: "fix",
    by: mended.by,
    at: failed?.passed.time ?? view.segment.ended,
    files,
    why: mended.why,
    draft: {
      type: "episodic",
      scope: "project",
      event_type: "error",
      title: clip(`Fixed: ${about.replace(/\s+/g, " ")}`, 100),
      content,
      emotional_valence: 1,
      importance: importanceOf("fix", content, { tries: mended.tries }),
      tags: ["fix", ...namesIn(content)],
    },
  };
}
