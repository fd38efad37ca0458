/** What is taken out of a segment before anyone looks for something worth keeping in it. */
import type { Segment, Step } from "./segment.ts";

export interface Withholding {
  /** Whether what a file holds, and what is done to it, is nothing to be kept. */
  readonly excludes: (path: string) => boolean;
  /** The text without the spans that someone marked as private. Later the marks may be cut off. */
  readonly withoutPrivate: (text: string) => string;
}

/** The segment without what was done to excluded files, and without private spans. */
export function withheld(segment: Segment, by: Withholding): Segment {
  const marked = (text: string): boolean => text.includes("<private");
  const open = (text: string): string => (marked(text) ? by.withoutPrivate(text) : text);
  const steps: Step[] = [];
  for (const step of segment.steps) {
    if (step.kind === "said") steps.push(marked(step.text) ? { ...step, text: open(step.text) } : step);
    else if (!isExcluded(step, by))
      steps.push(marked(step.output) ? { ...step, output: open(step.output) } : step);
  }
  return {
    ...segment,
    request: open(segment.request),
    answer: open(segment.answer),
    steps,
    ...(segment.summary === undefined ? {} : { summary: open(segment.summary) }),
  };
}

function isExcluded({ action }: Extract<Step, { kind: "tool" }>, { excludes }: Withholding): boolean {
  if (action.kind === "other") return false;
  return action.kind === "command"
    ? pathsIn(action.command).some((path) => excludes(path))
    : excludes(action.path);
}

/** What of a command may be a path; whoever writes one in a stranger way is left to redaction. */
const pathsIn = (command: string): string[] =>
  command.split(/[\s'"`=;|&<>()$:,]+/).filter((word) => /[./]/.test(word) && word.length <= PATH_MAX);
const PATH_MAX = 500;
