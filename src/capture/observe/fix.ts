/** Trouble with the change that ended it: what a command complained of, or what the person told of. */
import { clip } from "../../record/value.ts";
import { causeBeforeCure, causeOf, cureIn, isSure, PART_MAX, part, type ToldCause } from "./cause.ts";
import type { Run } from "./commands.ts";
import { importanceOf } from "./importance.ts";
import { FOREIGN_TROUBLE } from "./languages.ts";
import type { Noticed } from "./noticed.ts";
import type { OpenError } from "./open-error.ts";
import type { Sentence } from "./sentences.ts";
import { termsOf, type View } from "./view.ts";
import { ended, namesIn, withoutOpeners } from "./wording.ts";

/** What the agent told of causes, and which of it was told on. */
export interface Causes {
  readonly told: readonly ToldCause[];
  readonly used: Set<string>;
}

const TROUBLE =
  /\b(?:errors?|exceptions?|fail(?:s|ed|ing|ure|ures)?|crash\w*|broke(?:n)?|breaks?|bugs?|wrong|hangs?|stuck|timeouts?|times? out|leak\w*|flak(?:y|es)|doesn't (?:work|start|load|compile|build)|not working|won't (?:start|build|load)|regression|red|5\d\d|404|panic\w*|duplicat\w+|missing|lost|slow|empty|stale|incorrect|restart(?:s|ed)? (?:every|all|by|again|constantly)|reboot(?:s|ed|ing)?|loop(?:s|ing)|freez\w+|frozen|blank|garbled|disappear\w*|doubled|twice|off by|out of memory|oom\w*|denied|reject(?:s|ed)|refus(?:es|ed)|can(?:'t|not)|couldn't|could not|unable|no longer (?:work|load|start|build|show|appear)\w*|stopped work\w*|(?:not|n't) (?:show|updat|load|sav|sent|send|receiv|found|find|visible|appear|open|clos|respond|render|persist)\w*|throws?|complain\w*|sent back|mismatch\w*|inconsistent|corrupt\w*|truncated|(?:sometimes|randomly|occasionally))\b/i;
const isTrouble = ({ text }: Sentence): boolean => TROUBLE.test(text) || FOREIGN_TROUBLE.test(text);

/** Whether trouble is what the person came with. */
export const asksForRepair = ({ request }: View): boolean => request.sentences.some(isTrouble);

export function fix(
  view: View,
  error: OpenError,
  run: Run,
  files: readonly string[],
  causes: Causes,
): Noticed | undefined {
  const since = error.turn === view.segment.turn ? error.run.at : -1;
  const cause = causeOf(causes.told, `${error.run.error} ${files.join(" ")}`, since);
  const asked = asksForRepair(view);
  const earlier = error.turn !== view.segment.turn;
  const changed = error.changed.filter((file) => !IS_TEST.test(file));
  const own =
    changed.length > 0 && (files.some((file) => changed.includes(file)) || !isAbout(cause, error.run));
  // A slip in what was just written is no experience, unless it took some; what the person came with is told in words.
  if (own && !(cause && isAbout(cause, error.run) && (error.tries > 1 || (isSure(cause) && !asked))))
    return undefined;
  if (!cause && !earlier && error.tries < 2 && !asked) return undefined;
  if (!cause && error.run.error === "") return undefined;
  const cure = cureIn(view, cause);
  if (cure) causes.used.add(cure.shown);
  if (cause) causes.used.add(cause.shown);
  const content = [
    `\`${clip(error.run.command, 120)}\` failed${error.run.error === "" ? "." : `: ${ended(error.run.error)}`}`,
    cause ? `Cause: ${part(cause)}` : "",
    cure ? `Fix: ${part(cure)}` : "",
    `Changed: ${listed(files)}; \`${clip(run.command, 80)}\` passes since.`,
  ]
    .filter((text) => text !== "")
    .join(" ");
  const about = error.run.error || (cause ? part(cause) : error.run.command);
  return fixed(view, run, content, about, files, {
    tries: error.tries,
    by: `${error.run.command}\n${error.run.error}`,
    why: "a command failed, files were changed, and it went well",
  });
}

/** Whoever adds a test that fails has broken nothing. */
const IS_TEST = /(?:^|[/_.-])(?:tests?|specs?|__tests__)(?:[/_.-]|$)/i;

export function isAbout(cause: Sentence | undefined, { error, command }: Run): boolean {
  const terms = termsOf(`${error} ${command}`);
  return cause !== undefined && [...termsOf(cause.shown)].some((term) => terms.has(term));
}

/** Trouble that the person told of and the agent mended, without a command that showed it. */
export function toldInWords(
  view: View,
  causes: Causes,
  stated: ReadonlySet<string>,
  previous: View | undefined,
): Noticed | undefined {
  const { request, answer, files } = view;
  if (!view.done || !answer || files.length === 0) return undefined;
  const own = request.sentences.filter(({ shown }) => !stated.has(shown));
  const told = own.find(isTrouble) ?? troubleBefore(view, previous);
  // Whatever it was called: who names a cause has found what was wrong.
  const trouble =
    told ?? own.find(({ asks, shown, text }) => (!asks || WHY.test(text)) && shown.length >= NAMES_LEAST);
  const named = trouble && causeOf(causes.told, `${trouble.shown} ${files.join(" ")}`, -1);
  const cause =
    named ?? (trouble && !BUILDS.test(withoutOpeners(trouble.text)) ? causeBeforeCure(answer) : undefined);
  if (!trouble || !cause || (named && !told && !isSure(cause))) return undefined;
  causes.used.add(cause.shown);
  const cure = cureIn(view, cause);
  if (cure) causes.used.add(cure.shown);
  const problem = withoutOpeners(trouble.shown);
  const content = [
    `Problem: ${ended(clip(problem, PART_MAX))}`,
    `Cause: ${part(cause)}`,
    cure ? `Fix: ${part(cure)}` : "",
    `Changed: ${listed(files)}.`,
  ]
    .filter((text) => text !== "")
    .join(" ");
  return fixed(view, undefined, content, problem, files, {
    tries: 1,
    by: trouble.shown,
    why: "the person told of trouble, and the agent found its cause and changed files",
  });
}

const WHY = /^(?:\W*(?:hm+|ok|so|and|but|hey)\b[, ]*)*(?:why|how come|any idea why|what's wrong)\b/i;
/** Who wants something made is told how it works, and no cause. */
const BUILDS =
  /^(?:can you |could you |please |let's |we need |i(?:'d like| want| need) )*(?:to )?(?:add|build|create|implement|make|write|rename|refactor|move|extract|update|upgrade|change|set up|introduce|support|show|use|replace|convert|migrate|generate|put|split|clean|remove|delete|drop|bump|document|explain|review|commit|run|test|do|go on|continue|try|help|look)\b|\b(?:should|shall|please|could|would be|want|wants|need|needs|let's)\b/i;

/** Shorter sentences do not say what is wrong. */
const NAMES_LEAST = 16;
/** "still loops", "ok fix it": what is wrong was said before. */
const REFERS_MAX = 40;

function troubleBefore({ request }: View, previous: View | undefined): Sentence | undefined {
  const said = request.sentences.map(({ shown }) => shown).join(" ");
  return said.length <= REFERS_MAX && previous && previous.files.length === 0
    ? previous.request.sentences.find(isTrouble)
    : undefined;
}

function fixed(
  view: View,
  run: Run | undefined,
  content: string,
  error: string,
  files: readonly string[],
  { tries, by, why }: { readonly tries: number; readonly by: string; readonly why: string },
): Noticed {
  return {
    kind: "fix",
    by,
    at: run?.time ?? view.segment.ended,
    files,
    why,
    draft: {
      type: "episodic",
      scope: "project",
      event_type: "error",
      title: clip(`Fixed: ${error.replace(/\s+/g, " ")}`, 100),
      content,
      emotional_valence: 1,
      importance: importanceOf("fix", content, { tries }),
      tags: ["fix", ...namesIn(content)],
    },
  };
}

const FILES_SHOWN = 4;
const listed = (files: readonly string[]): string =>
  files.length <= FILES_SHOWN
    ? files.join(", ")
    : `${files.slice(0, FILES_SHOWN).join(", ")} and ${files.length - FILES_SHOWN} more`;
