/** A command that failed, and how it has to be called, or what has to be run before it. */
import { clip } from "../../record/value.ts";
import { part, type ToldCause } from "./cause.ts";
import { isFlag, isTellable, isVariant, QUOTED, type Run, shownCommand } from "./commands.ts";
import { importanceOf } from "./importance.ts";
import type { Noticed } from "./noticed.ts";
import type { OpenError } from "./open-error.ts";
import type { View } from "./view.ts";
import { namesIn } from "./wording.ts";

const STEPS_MAX = 3;

export function called(
  error: OpenError,
  run: Run,
  between: readonly Run[],
  cause: ToldCause | undefined,
): Noticed | undefined {
  const wrong = error.run;
  const steps = between.filter(isTellable).slice(-STEPS_MAX);
  const isSame = wrong.command === run.command;
  if (!isTellable(run) || (isSame && !isTellable(wrong))) return undefined;
  // The same once more, with nothing in between, merely went better.
  if (isSame && steps.length === 0) return undefined;
  const isOther = wrong.misused || onlyAdds(wrong, run) || isVariant(wrong, run);
  if (!isSame && (isSlip(wrong, run) || !isOther || onlyQuotedDiffers(wrong, run))) return undefined;
  const complaint = wrong.error === "" ? "it failed" : wrong.error;
  const name = isSame
    ? `When \`${clip(wrong.command, 60)}\` fails with “${clip(complaint, 80)}”`
    : `Run \`${clip(shownCommand(run), 80)}\`, not \`${clip(shownCommand(wrong), 60)}\``;
  return procedure({
    by: `${wrong.command}\n${run.command}`,
    run,
    name,
    steps: isSame ? [...steps, run] : [run],
    failures: [`\`${shownCommand(wrong)}\`: ${complaint}`, ...(cause ? [`Cause: ${part(cause.said)}`] : [])],
    tries: error.tries,
    why: isSame
      ? "a command went well after others were run"
      : "a command went well after it was called otherwise in vain",
  });
}

const TELLS_TO =
  /\b(?:use|try|call|take|go through|push|needs?|has to|have to|instead|deploys? from|works? (?:with|only)|only)\b/i;
/** Words of a call that the person has to have used, for it to be what they meant. */
const WORDS_LEAST = 2;

/** A command failed, the person said how it is done here, and that went well. */
export function calledAsTold(errors: OpenError[], run: Run, { request, segment }: View): Noticed | undefined {
  const at = errors.findLastIndex(({ lastTurn }) => segment.turn - lastTurn === 1);
  const error = errors[at];
  if (!error || !isTellable(run) || run.kind === "look") return undefined;
  const pieces = new Set(wordsIn(run.command).filter((word) => word.length > 2));
  const hint = request.sentences.find(({ shown, text, asks }) => {
    if (asks || !TELLS_TO.test(text)) return false;
    return [...new Set(wordsIn(shown))].filter((word) => pieces.has(word)).length >= WORDS_LEAST;
  });
  if (!hint) return undefined;
  errors.splice(at, 1);
  const complaint = error.run.error === "" ? "it failed" : error.run.error;
  return procedure({
    by: `${error.run.command}\n${run.command}`,
    run,
    name: `Run \`${clip(shownCommand(run), 80)}\`, not \`${clip(error.run.name, 60)}\``,
    steps: [run],
    failures: [`\`${error.run.name}\`: ${complaint}`, part(hint.shown)],
    tries: error.tries,
    why: "a command failed, the person told how it is done, and that went well",
  });
}

const wordsIn = (text: string): string[] => text.toLowerCase().split(/[^\p{L}\p{N}]+/u);

interface Procedure {
  readonly by: string;
  readonly run: Run;
  readonly name: string;
  readonly steps: readonly Run[];
  readonly failures: readonly string[];
  readonly tries: number;
  readonly why: string;
}

const procedure = ({ by, run, name, steps, failures, tries, why }: Procedure): Noticed => ({
  kind: "command",
  by,
  at: run.time,
  files: [],
  why,
  draft: {
    type: "procedural",
    scope: "project",
    category: "tool_usage",
    procedure_name: name,
    steps: steps.map((each) => `Run \`${shownCommand(each)}\``),
    failure_patterns: [...failures],
    success_conditions: [],
    usage_count: 1,
    success_count: 1,
    importance: importanceOf("command", failures.join(" "), { tries }),
    tags: ["command", ...namesIn(`\`${run.words[0] ?? ""}\` ${run.command}`)],
  },
});

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

/** Another question to the same program. */
const onlyQuotedDiffers = (wrong: Run, right: Run): boolean =>
  wrong.command !== right.command && unquoted(wrong.command) === unquoted(right.command);
const unquoted = (command: string): string => command.replace(QUOTED, "_");

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
