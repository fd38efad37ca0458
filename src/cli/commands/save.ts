/** `save`: a record from the command line, or drafts from standard input. */

import { isFilledIn } from "../../consolidate/fill.ts";
import type { CommitResult, DraftResult } from "../../consolidate/types.ts";
import { saveDrafts } from "../../engine/records/save.ts";
import { RecordError } from "../../record/error.ts";
import { isObject } from "../../record/value.ts";
import { knownCategory } from "../category.ts";
import { type Command, command, JSON_FLAG, openHere } from "../command.ts";
import { list, parseJson, readInput } from "../input.ts";
import { EXIT, emit, fail, paint } from "../output.ts";

/** Characters of a wrong input that are shown. */
const SHOWN_MAX = 60;

export const saveCommand: Command = command({
  name: "save",
  description:
    'Save what is worth keeping: `save decision "Use X because Y"`, or drafts as JSON on standard input with `save -`',
  args: {
    category: { type: "positional", description: "Category, or - to read drafts", required: true },
    text: { type: "positional", description: "The new information, with its reason", required: false },
    title: { type: "string", description: "Title (default: from the text)" },
    tags: { type: "string", description: "Search words, separated by commas" },
    files: { type: "string", description: "Related files, separated by commas" },
    target: { type: "string", description: "Id of the record to update" },
    content: { type: "string", description: "The category's content as JSON, whole or in part" },
    event: { type: "string", description: "resolved, removed, reversed, superseded or deprecated" },
    ...JSON_FLAG,
  },
  joinsWords: true,
  async run({ args }) {
    const ws = openHere();
    const text = [args.text, ...args._.slice(2)].filter(Boolean).join(" ");
    const drafts =
      args.category === "-"
        ? await draftsFromInput(text)
        : [
            {
              category: knownCategory(ws, args.category).name,
              summary: said(text, args.category),
              title: args.title ?? null,
              tags: listed(args.tags),
              related_files: listed(args.files),
              target: args.target ?? null,
              lifecycle_event: args.event ?? null,
              content: args.content === undefined ? null : parseJson("--content", args.content),
            },
          ];
    const result = await saveDrafts(ws, { drafts });
    emit(args.json, result, () => told(result));
    const failed = result.results.find(({ error }) => error)?.error;
    if (!failed) return EXIT.ok;
    return args.json ? EXIT.error : fail(failed);
  },
});

function said(text: string, category: string): string {
  if (text.trim() !== "") return text;
  throw new RecordError(
    "INPUT_ERROR",
    { field: "text", expected: "the new information in a sentence or two, with its reason", got: "nothing" },
    `Say what is to be saved: recollect save ${category} "Use X instead of Y because Z"`,
  );
}

async function draftsFromInput(text: string): Promise<unknown[]> {
  if (text !== "") {
    throw new RecordError(
      "INPUT_ERROR",
      { field: "text", expected: "nothing after -: drafts come on standard input", got: text },
      "Leave it out, or name a category in place of -",
    );
  }
  const value = parseJson("standard input", await readInput());
  if (Array.isArray(value)) return value;
  if (isObject(value)) return Array.isArray(value.drafts) ? value.drafts : [value];
  throw new RecordError(
    "INPUT_ERROR",
    {
      field: "standard input",
      expected: 'a draft, a list of drafts or {"drafts": […]}',
      got: JSON.stringify(value).slice(0, SHOWN_MAX),
    },
    "Hand over at least one draft",
  );
}

const listed = (text: string | undefined): string[] | null => (text === undefined ? null : list(text));

function told({ results, retired, warnings, commit }: CommitResult): string {
  return [
    ...results.filter(({ error }) => !error).flatMap(renderResult),
    ...retired.map(({ path, reason }) => `${paint("yellow", "retired")} ${path} ${paint("dim", reason)}`),
    ...warnings.map((warning) => `${paint("yellow", "warning")} ${warning}`),
    ...(commit ? [paint("dim", `git commit ${commit}`)] : []),
  ].join("\n");
}

/** What every new record gets; only what was done to the person's own words is worth telling. */
const ROUTINE: ReadonlySet<string> = new Set(["schema_version", "created_at", "updated_at", "id"]);

function renderResult(result: DraftResult): string[] {
  const fixes = result.fixes.filter(({ field }) => !ROUTINE.has(field));
  const supplied = new Set(fixes.filter(isFilledIn).map(({ field }) => field));
  const filled = [...supplied].map((field) => field.replace(/^content\./, ""));
  return [
    `${paint("green", result.status)} ${result.category} ${paint("bold", result.title ?? "")}  ${paint("dim", result.target ?? result.reason)}`,
    ...(filled.length > 0 ? [paint("dim", `  filled in: ${filled.join(", ")}`)] : []),
    ...fixes
      .filter(({ field }) => !supplied.has(field))
      .map(({ field, what }) => paint("dim", `  ${field}: ${what}`)),
    ...result.warnings.map((warning) => `  ${paint("yellow", "warning")} ${warning}`),
  ];
}
