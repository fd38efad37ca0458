/** What is kept about a file: the constraints, decisions, runbooks and memories that name it. Changes nothing. */

import { bodyOf, nameOf } from "../memory/create.ts";
import type { CategoryName } from "../record/category.ts";
import type { ProjectRecord } from "../record/types.ts";
import { bodyText } from "../store/searchable.ts";
import { type TextCandidate, type TextView, together, type WeighedTerm } from "../store/text-port.ts";
import { analyze, TERM_MAX } from "../text/analyze.ts";
import { type FilePath, mentionsFile, relativePath } from "../text/file-mention.ts";
import { isInForce } from "./always.ts";
import { isNew } from "./find.ts";
import { type Item, idOf, timeOf } from "./item.ts";
import { collectionsOf, loadItems, type Sight } from "./load.ts";
import { withoutNearDuplicates } from "./near-duplicates.ts";

/** Items looked at: far more than any file is told of. */
const CANDIDATES = 64;
/** Items that hold a folder's name, from which on it tells nothing of where the file lies. */
const COMMON = 500;

export interface AboutFile extends Sight {
  readonly file: FilePath;
  readonly enabledCategories: ReadonlySet<CategoryName>;
  /** What the reader has been shown: item → version. Asked for only when something names the file. */
  readonly shown: () => Promise<ReadonlyMap<string, string>>;
}

/**
 * What names the file and has not been shown, the weightiest first: before all others the records that list it among
 * their files, then by severity and kind, then what was changed last.
 *
 * @throws StoreError
 */
export async function aboutFile(request: AboutFile): Promise<Item[]> {
  const { store, file, now, enabledCategories } = request;
  const view = await store.text.look(collectionsOf(request));
  const candidates = (await holders(view, relativePath(file))).map((hit) => ({ hit }));
  if (candidates.length === 0) return [];
  const naming = (await loadItems(request, candidates)).flatMap(({ hit, item }): Naming[] => {
    if (item.kind === "record" && !enabledCategories.has(item.record.category)) return [];
    const weight = weightOf(item, now);
    if (weight === undefined) return [];
    if (item.kind === "record" && isRelated(item.record, file)) return [{ hit, item, order: weight }];
    return mentionsFile(textOf(item), file) ? [{ hit, item, order: MENTIONED + weight }] : [];
  });
  if (naming.length === 0) return [];
  const shown = await request.shown();
  naming.sort((a, b) => a.order - b.order || byTime(a.item, b.item));
  return withoutNearDuplicates(naming)
    .map(({ item }) => item)
    .filter((item) => isNew(item, shown))
    .toArray();
}

interface Naming {
  readonly hit: TextCandidate;
  readonly item: Item;
  /** The weightiest first. */
  readonly order: number;
}

/** After everything that lists the file. */
const MENTIONED = 10;

const byTime = (a: Item, b: Item): number =>
  timeOf(a) < timeOf(b) ? 1 : timeOf(a) > timeOf(b) ? -1 : idOf(a) < idOf(b) ? -1 : 1;

const SEVERITIES: readonly unknown[] = ["high", "medium", "low"];
/** 0 for the highest, 3 where none is stated. */
const severityOf = (severity: unknown): number =>
  SEVERITIES.includes(severity) ? SEVERITIES.indexOf(severity) : SEVERITIES.length;
const OVER: readonly unknown[] = ["deprecated", "superseded"];

/** Its kind as a rank, 0 for what must not be missed; undefined for what is not told of a file. */
function weightOf(item: Item, now: Date): number | undefined {
  if (item.kind === "memory")
    return item.memory.type === "semantic" ? 4 : item.memory.type === "procedural" ? 5 : undefined;
  const { category, content } = item.record;
  switch (category) {
    case "constraint":
      return isInForce(item.record, now) ? severityOf(content.severity) : undefined;
    case "decision":
      return OVER.includes(content.status) ? undefined : 4;
    case "runbook":
      return 5;
    default:
      return undefined;
  }
}

/** Whether the record lists the file among those it is about. */
function isRelated({ related_files: files = [] }: ProjectRecord, file: FilePath): boolean {
  const own = relativePath(file);
  return files.some((path) => {
    const tidy = path
      .trim()
      .replaceAll("\\", "/")
      .replace(/^\.\//, "")
      .replace(/:\d+(?:-\d+)?$/, "");
    return tidy === own || mentionsFile(tidy, file);
  });
}

const textOf = (item: Item): string =>
  item.kind === "record"
    ? `${item.record.title}\n${bodyText(item.record)}`
    : `${nameOf(item.memory)}\n${bodyOf(item.memory)}`;

/** Items that hold the file's name, those first that hold its whole path, then those that hold most of its folders. */
async function holders(view: TextView, path: string): Promise<readonly TextCandidate[]> {
  if (view.statistics.items === 0) return [];
  const { name, whole, folders } = termsOf(path);
  const terms = [...name, ...whole, ...folders];
  const frequencies = together(terms, await view.frequencies(terms));
  const held = (terms: readonly string[], weight: number): WeighedTerm[] =>
    terms.filter((term) => frequencies.has(term)).map((term) => ({ term, weight }));
  const named = held(name, 10_000);
  if (named.length === 0) return [];
  const telling = folders.filter((term) => (frequencies.get(term) ?? 0) <= COMMON);
  return view.candidates([...named, ...held(whole, 5_000), ...held(telling, 100)], CANDIDATES);
}

/** A path as the terms that texts which hold it are found by. */
function termsOf(path: string): {
  /** Of its name: whoever names the file has one of them. */
  readonly name: readonly string[];
  readonly whole: readonly string[];
  readonly folders: readonly string[];
} {
  const slash = path.lastIndexOf("/");
  const base = path.slice(slash + 1);
  const inPath = analyze(path);
  // A name with an extension is a term of its own, alone as in a path; any other falls to pieces.
  const dotted = [...analyze(base), ...inPath].filter((term) => term.includes(".") && !term.includes("/"));
  const pieces = dotted.length === 0 || base.length > TERM_MAX ? analyze(base) : [];
  const name = [...new Set([...dotted, ...pieces])];
  const rest = [...new Set(analyze(path.slice(0, Math.max(0, slash))))];
  return {
    name,
    whole: inPath.filter((term) => term.includes("/")),
    folders: rest.filter((term) => !name.includes(term) && !term.includes("/")),
  };
}
