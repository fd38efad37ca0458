/** An accepted plan as working memory: what it is for, and its steps. */
import { oneLine } from "../record/sanitize.ts";
import { clip } from "../record/value.ts";
import { PRIORITY, type WorkingDraft } from "./tasks.ts";

export interface Plan {
  readonly title: string;
  /** The first of what it says beside title and steps; may be empty. */
  readonly gist: string;
  readonly steps: readonly string[];
}

/** Most characters of a plan that are read. */
const READ_MAX = 50_000;
const TITLE_LENGTH = 120;
const GIST_MAX = 300;
const STEP_MAX = 200;
const STEPS_MAX = 12;
/** Most characters of a line: more than is kept of any. */
const LINE_MAX = 1_000;

const HEADING = /^#{1,6}\s+(.+?)\s*#*$/;
const NUMBERED = /^(?:\d{1,2}[.)]|\*{2}\d{1,2}[.)]?\*{0,2})\s+(.+)$/;
const BULLET = /^[-*+]\s+(?:\[[ xX]\]\s+)?(.+)$/;
const STEP_HEADING = /^(?:(?:step|phase|part|task)\s+)?\d{1,2}\s*[.):—–-]\s*(.+)$/i;
/** Sections that say what is to be done, rather than what is known or left out. */
const TO_DO = /\b(?:steps?|plan|tasks?|todo|implementation|changes|approach)\b/i;
/** What a plan's title says although everyone knows it. */
const PLAN_WORD = /^(?:(?:implementation )?plan(?: for| to)?\s*[:—–-]?\s*)/i;

/** Undefined for a text that says nothing. */
export function readPlan(text: string): Plan | undefined {
  const lines = linesOf(text);
  const first = lines.find(({ kind }) => kind === "heading") ?? lines[0];
  if (!first) return undefined;
  const numbered = lines.filter(({ kind }) => kind === "numbered");
  const headed = lines.filter(({ kind, step }) => kind === "heading" && step !== undefined);
  const bullets = lines.filter(({ kind }) => kind === "bullet");
  const wanted = bullets.filter(({ section }) => TO_DO.test(section));
  const steps = [numbered, headed, wanted, bullets].find((found) => found.length > 1) ?? [];
  const gist = lines.find((line) => line.kind === "prose" && line !== first)?.text ?? "";
  const title = first.text.replace(PLAN_WORD, "") || first.text;
  return {
    title: clip(title, TITLE_LENGTH),
    gist: clip(gist, GIST_MAX),
    steps: steps.slice(0, STEPS_MAX).map(({ step, text }) => clip(step ?? text, STEP_MAX)),
  };
}

interface Line {
  readonly kind: "heading" | "numbered" | "bullet" | "prose";
  readonly text: string;
  /** The heading above. */
  readonly section: string;
  /** What a heading such as `Step 2: …` says to do. */
  readonly step?: string;
}

/** Lines that begin at the margin, without code: what is indented belongs to what stands above it. */
function linesOf(text: string): Line[] {
  const found: Line[] = [];
  let section = "";
  let fenced = false;
  for (const raw of text.slice(0, READ_MAX).split(/\r?\n/)) {
    if (raw.startsWith("```") || raw.startsWith("~~~")) fenced = !fenced;
    else if (!fenced && raw.trim() !== "" && !/^(?:\s{2,}|\t|\||-{3,}|={3,})/.test(raw)) {
      const line = lineOf(raw.trim().slice(0, LINE_MAX), section);
      if (line.text === "") continue;
      found.push(line);
      if (line.kind === "heading") section = line.text;
    }
  }
  return found;
}

function lineOf(line: string, section: string): Line {
  const heading = HEADING.exec(line)?.[1];
  if (heading !== undefined) {
    const step = STEP_HEADING.exec(heading)?.[1];
    return {
      kind: "heading",
      text: plain(heading),
      section,
      ...(step === undefined ? {} : { step: plain(step) }),
    };
  }
  const numbered = NUMBERED.exec(line)?.[1];
  if (numbered !== undefined) return { kind: "numbered", text: plain(numbered), section };
  const bullet = BULLET.exec(line)?.[1];
  if (bullet !== undefined) return { kind: "bullet", text: plain(bullet), section };
  return { kind: "prose", text: plain(line), section };
}

/** Markdown's emphasis says nothing here. */
const plain = (text: string): string => oneLine(text.replace(/\*\*|__|`/g, ""));

/** The plan as a whole, and each of its steps. @param key tells plans of a session apart */
export function planDrafts({ title, gist, steps }: Plan, key: string): WorkingDraft[] {
  return [
    {
      type: "working",
      todo_id: `${planList(key)}0`,
      content: gist === "" ? `Plan: ${title}` : `Plan: ${title}\n${gist}`,
      context_type: "task_context",
      task_scope: "task",
      priority: PRIORITY.whole,
    },
    ...steps.map(
      (step, n): WorkingDraft => ({
        type: "working",
        todo_id: `${planList(key)}${n + 1}`,
        content: step,
        task_scope: "subtask",
        priority: PRIORITY.waiting,
      }),
    ),
  ];
}

const planList = (key: string): string => `plan:${key}:`;

/** Whether a list is a plan's. */
export const isPlanList = (list: string): boolean => list.startsWith("plan:");

/** What the plan is for, of the memory of the plan as a whole. */
export const planGoal = (content: string): string => (content.split("\n", 1)[0] ?? "").replace(/^Plan: /, "");
