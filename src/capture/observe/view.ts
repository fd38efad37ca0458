/** A segment as the rules look at it: who said what, in sentences, and what was run and changed, in order. */
import { analyze } from "../../text/analyze.ts";
import type { Segment } from "../segment.ts";
import { type Run, runOf } from "./commands.ts";
import { ownWords } from "./own-words.ts";
import { type Sentence, sentencesOf } from "./sentences.ts";
import { spelt } from "./spelling.ts";

/** Something said, whole. */
export interface Utterance {
  readonly role: "user" | "assistant";
  readonly sentences: readonly Sentence[];
  /** Place among the segment's steps; the request stands before all, at -1. */
  readonly place: number;
  readonly at: string;
  /** Whether the agent ended with it. */
  readonly last: boolean;
}

export interface Edit {
  readonly place: number;
  /** Relative to the project where it lies in it. */
  readonly path: string;
  /** What was there and what is there now, as far as the call says. */
  readonly change: readonly (string | undefined)[];
}

export interface View {
  readonly segment: Segment;
  /** What the person asked, in their own words; nothing where the client began the turn. */
  readonly request: Utterance;
  /** What the agent said, in order. */
  readonly said: readonly Utterance[];
  readonly answer: Utterance | undefined;
  readonly runs: readonly Run[];
  /** That went well. */
  readonly edits: readonly Edit[];
  /** Files changed, each once. */
  readonly files: readonly string[];
  /** Whether it is over. */
  readonly done: boolean;
}

/** Most steps of one segment that are looked at, the last ones: what was said first and held is said again at the end. */
const STEPS_MAX = 4_000;

export function viewOf(segment: Segment, projectDir: string, done: boolean): View {
  const first = Math.max(0, segment.steps.length - STEPS_MAX);
  const steps = segment.steps.slice(first);
  const said: Utterance[] = [];
  const runs: Run[] = [];
  const edits: Edit[] = [];
  for (const [index, step] of steps.entries()) {
    const place = first + index;
    if (step.kind === "said") {
      const sentences = sentencesOf(step.text);
      said.push({ role: "assistant", sentences, place, at: step.at, last: step.text === segment.answer });
      continue;
    }
    const { action, outcome } = step;
    if (action.kind === "edit" && outcome === "ok")
      edits.push({
        place,
        path: withinProject(action.path, projectDir),
        change: [action.before, action.after],
      });
    const run = runOf(step, place);
    if (run) runs.push(run);
  }
  if (segment.answer !== "" && !said.some(({ last }) => last)) {
    const sentences = sentencesOf(segment.answer);
    said.push({ role: "assistant", sentences, place: first + steps.length, at: segment.ended, last: true });
  }
  const asked = segment.synthetic ? "" : spelt(ownWords(segment.request));
  return {
    segment,
    request: { role: "user", sentences: sentencesOf(asked), place: -1, at: segment.began, last: false },
    said,
    answer: said.findLast(({ last }) => last),
    runs,
    edits,
    files: [...new Set(edits.map(({ path }) => path))],
    done,
  };
}

function withinProject(path: string, projectDir: string): string {
  const root = projectDir.endsWith("/") ? projectDir : `${projectDir}/`;
  return path.startsWith(root) ? path.slice(root.length) : path;
}

/** Whether the person let a call not happen. */
export const wasRefused = ({ segment }: View): boolean =>
  segment.steps.some((step) => step.kind === "tool" && step.outcome === "refused");

/** The sentence before in the same breath. */
export const before = ({ sentences }: Utterance, at: number): Sentence | undefined => {
  const [own, other] = [sentences[at], sentences[at - 1]];
  return own && other && own.paragraph - other.paragraph <= 1 && !(own.listed && other.listed)
    ? other
    : undefined;
};

export const termsOf = (text: string): ReadonlySet<string> => new Set(analyze(text));

export const fileName = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

/** The segment's files that a text names, by their names or paths. */
export function filesNamed(text: string, files: readonly string[]): string[] {
  return files.filter((path) => {
    const name = fileName(path);
    return text.includes(path) || (name.length > 3 && text.includes(name));
  });
}

/** Files that tell of a change rather than make one. */
const PROSE = /\.(?:md|mdx|rst|txt|adoc)$/i;
export const isCode = (path: string): boolean => !PROSE.test(path);

/** Most characters of one side of an edit that are held against what is said of it, and most edits. */
const CHANGE_MAX = 240;
const CHANGES_MAX = 6;

/** What the segment's edits are about, for comparing. */
export const changedIn = ({ edits }: Pick<View, "edits">): string =>
  edits
    .slice(-CHANGES_MAX)
    .map(({ change }) => change.map((text) => text?.slice(0, CHANGE_MAX) ?? "").join(" "))
    .join(" ");
