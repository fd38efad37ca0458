/** What a commit tells of the work at hand: its subject, and which steps of a plan it finishes. */
import { analyzeQuery } from "../text/query.ts";
import { saysCommit } from "./says-commit.ts";

/** Git says `[branch 1a2b3c4] subject` of each commit made: https://git-scm.com/docs/git-commit */
const MADE = /^\[[^\]\n]+ [0-9a-f]{7,64}\] (.+)$/gm;
const IS_QUIET = /\s(?:-[a-zA-Z]*q[a-zA-Z]*|--quiet)\b/;
const MESSAGE = /\s(?:-[a-zA-Z]*m|--message)[= ]*(?:"((?:[^"\\]|\\.)*)"|'([^']*)'|(\S+))/;

/**
 * Subjects of the commits that a command which succeeded has made, going by what git said; by the command itself where git
 * was told to say nothing.
 */
export function commitsOf(command: string, output: string): string[] {
  if (!saysCommit(command)) return [];
  const told = [...output.matchAll(MADE)].map(([, subject = ""]) => subject.trim());
  if (told.length > 0 || !IS_QUIET.test(command)) return told;
  const [, double, single, bare] = MESSAGE.exec(command) ?? [];
  const subject = (double ?? single ?? bare ?? "").split("\n", 1)[0]?.trim() ?? "";
  return subject === "" || subject.startsWith("$(") ? [] : [subject];
}

/** Share of a step's telling words that a subject must have, to be about it. */
const SHARE = 0.6;

/** Whether a commit with these subjects does what the step says. */
export function doesStep(subjects: readonly string[], step: string): boolean {
  const wanted = words(step);
  if (wanted.size === 0) return false;
  return subjects.some((subject) => {
    const said = words(subject);
    const common = [...wanted].filter((word) => said.has(word)).length;
    return common >= Math.min(2, wanted.size) && common / wanted.size >= SHARE;
  });
}

/** Its words, those left out that say what to do rather than with what, unless there are hardly any others. */
function words(text: string): Set<string> {
  const terms = analyzeQuery(text);
  const telling = terms.filter(({ weak }) => !weak);
  return new Set((telling.length > 1 ? telling : terms).flatMap(({ term, parts }) => [term, ...parts]));
}
