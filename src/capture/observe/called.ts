/** A command that failed, and how it has to be called, or what has to be run before it. */
import { clip } from "../../record/value.ts";
import { part } from "./cause.ts";
import { isFlag, isTellable, type Run } from "./commands.ts";
import { importanceOf } from "./importance.ts";
import type { Noticed } from "./noticed.ts";
import type { OpenError } from "./open-error.ts";
import type { Sentence } from "./sentences.ts";
import { namesIn } from "./wording.ts";

const STEPS_MAX = 3;

export function command(
  error: OpenError,
  run: Run,
  between: readonly Run[],
  cause: Sentence | undefined,
): Noticed | undefined {
  const wrong = error.run;
  const steps = between.filter(isTellable).slice(-STEPS_MAX);
  const isSame = wrong.command === run.command;
  if (!isTellable(run) || !isTellable(wrong)) return undefined;
  // The same once more, with nothing in between, merely went better.
  if (isSame && steps.length === 0) return undefined;
  if (!isSame && (isSlip(wrong, run) || !(wrong.misused || onlyAdds(wrong, run)))) return undefined;
  const complaint = wrong.error === "" ? "it failed" : wrong.error;
  const failure = `\`${wrong.command}\`: ${complaint}`;
  const name = isSame
    ? `When \`${clip(wrong.command, 60)}\` fails with “${clip(complaint, 80)}”`
    : `Run \`${clip(run.command, 80)}\`, not \`${clip(wrong.command, 60)}\``;
  const all = isSame ? [...steps, run] : [run];
  return {
    kind: "command",
    by: `${wrong.command}\n${run.command}`,
    at: run.time,
    files: [],
    why: isSame
      ? "a command went well after others were run"
      : "a command went well after it was called otherwise in vain",
    draft: {
      type: "procedural",
      scope: "project",
      category: "tool_usage",
      procedure_name: name,
      steps: all.map((each) => `Run \`${each.command}\``),
      failure_patterns: cause ? [failure, `Cause: ${part(cause)}`] : [failure],
      success_conditions: [],
      usage_count: 1,
      success_count: 1,
      importance: importanceOf("command", failure, { tries: error.tries }),
      tags: ["command", ...namesIn(`\`${run.words[0] ?? ""}\` ${run.command}`)],
    },
  };
}

/** Says more than the call in vain, but on the same: a variable, a flag, a program that runs it. */
function onlyAdds(wrong: Run, right: Run): boolean {
  const first = right.words.indexOf(wrong.words[0] ?? "");
  const known = new Set(wrong.words);
  const isWhole = wrong.words.every((word) => right.words.includes(word));
  const added = right.words.filter(
    (word, at) => !known.has(word) && !isFlag(word) && at > first && !isFlag(right.words[at - 1] ?? ""),
  );
  return first >= 0 && isWhole && added.length === 0;
}

/** A typing error, a wrong folder: nothing to be learned from. */
function isSlip(wrong: Run, right: Run): boolean {
  if (wrong.command === right.command) return false;
  const [a, b] = [new Set(wrong.words), new Set(right.words)];
  const only = wrong.words.filter((word) => !b.has(word));
  const added = right.words.filter((word) => !a.has(word));
  // One path for another.
  return (
    only.length === 1 && added.length === 1 && [only[0], added[0]].every((word) => /[/.]/.test(word ?? ""))
  );
}
