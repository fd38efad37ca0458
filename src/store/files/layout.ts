/**
 * Where records lie and which paths may name one: `<memory root>/<category's folder>/<id>.json` and nothing else.
 * Everything that comes from a person, a model or a script passes through `locate`; everything that touches a
 * file passes through `absolutePath`, which follows no symbolic links below the memory root.
 */
import { lstatSync, readdirSync, realpathSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { isBelow, isInside } from "../../host/inside.ts";
import { realFolder } from "../../host/quick-fs.ts";
import type { Category, CategoryName, CategoryTable } from "../../record/category.ts";
import { RecordError } from "../../record/error.ts";
import { ID_PATTERN } from "../../record/types.ts";

/** Path of a record relative to the memory root, with forward slashes: `decisions/use-sqlite.json`. */
export type RecordPath = string;

export const INDEX_FILE = "index.md";
export const CONFIG_FILE = "memory-config.json";
/** An id that no new record gets: its file would look like the configuration. */
export const RESERVED_ID = "memory-config";

export interface LayoutOptions {
  /** The project's folder; must exist. */
  projectDir: string;
  /** Folder of the records relative to it, e.g. `.claude/memory`. Need not exist yet. */
  memoryRoot: string;
  categories: CategoryTable;
}

export interface Layout {
  /** Absolute, symbolic links resolved. */
  readonly projectDir: string;
  /** Absolute; inside the project. */
  readonly root: string;
  /** The root relative to the project, with forward slashes. */
  readonly memoryRoot: string;
  readonly categories: CategoryTable;
  readonly byFolder: ReadonlyMap<string, Category>;
}

/**
 * @throws RecordError `PATH_ERROR` when the memory root is not inside the project by name, `SECURITY_ERROR` when a symbolic
 *   link leads it out of there.
 */
export function openLayout({ projectDir, memoryRoot, categories }: LayoutOptions): Layout {
  const project = realProject(projectDir);
  const root = resolve(project, memoryRoot);
  if (isAbsolute(memoryRoot) || memoryRoot.includes("\0") || !isBelow(root, project)) {
    throw new RecordError(
      "PATH_ERROR",
      { target: memoryRoot, expected: "a folder below the project's folder" },
      "Set memory_root to a relative path such as .claude/memory",
    );
  }
  const layout: Layout = {
    projectDir: project,
    root,
    memoryRoot: toSlashes(relative(project, root)),
    categories,
    byFolder: new Map([...categories.values()].map((category) => [category.folder, category])),
  };
  checkRoot(layout);
  return layout;
}

function realProject(projectDir: string): string {
  try {
    return realFolder(resolve(projectDir)) ?? realpathSync(projectDir);
  } catch {
    throw new RecordError(
      "PATH_ERROR",
      { target: projectDir, got: "no such folder" },
      "Name an existing project folder",
    );
  }
}

/** Refuses a memory root, or one yet to be made, that a symbolic link leads out of the project. */
export function checkRoot(layout: Layout): void {
  const real = realFolder(layout.root) ?? realNearest(layout.root);
  if (isInside(real, layout.projectDir)) return;
  throw new RecordError(
    "SECURITY_ERROR",
    { target: layout.root, got: `a link to ${real}, outside the project` },
    "Replace the link by a folder, or set memory_root to one inside the project",
  );
}

/** The real path of the nearest ancestor that exists (a link to nowhere counts by where it points). */
function realNearest(path: string): string {
  for (let at = path; ; at = dirname(at)) {
    if (lstatSync(at, { throwIfNoEntry: false }) === undefined && dirname(at) !== at) continue;
    try {
      return realpathSync(at);
    } catch {
      throw new RecordError(
        "SECURITY_ERROR",
        { target: at, got: "a link to nowhere" },
        `Remove the link ${at}`,
      );
    }
  }
}

/**
 * The record that `target` means: an absolute path, a path relative to the project's folder or to the memory root, or
 * a bare id (with or without `.json`). A bare id is looked for in every category's folder, or with `category` stands for
 * a file in that one's folder, which need not exist.
 *
 * @throws RecordError `PATH_ERROR` (outside, no record's name, other category, ambiguous), `SECURITY_ERROR` (NUL, links),
 *   `NOT_FOUND` (a bare id that no folder has).
 */
export function locate(layout: Layout, target: string, category?: CategoryName): RecordPath {
  if (target.includes("\0")) {
    throw new RecordError(
      "SECURITY_ERROR",
      { target: target.replaceAll("\0", "\\0") },
      "Remove the NUL character",
    );
  }
  const given = sep === "\\" ? toSlashes(target.trim()) : target.trim();
  if (given === "") throw pathError(target, "Name a record by its id or path");
  if (given.split("/").includes("..")) throw pathError(target, "Name the record without `..`");
  const wanted = category === undefined ? undefined : knownCategory(layout, category);
  const path = given.includes("/") ? pathOf(layout, given) : bareId(layout, given, wanted);
  const found = categoryOf(layout, path);
  if (wanted && found.name !== wanted.name) {
    throw pathError(
      target,
      `Records of category ${wanted.name} lie in ${layout.memoryRoot}/${wanted.folder}/`,
    );
  }
  absolutePath(layout, path);
  return path;
}

function pathOf(layout: Layout, given: string): RecordPath {
  const absolute = isAbsolute(given) ? absoluteForm(layout, given) : resolve(layout.projectDir, given);
  if (isBelow(absolute, layout.root)) return withExtension(toSlashes(relative(layout.root, absolute)));
  if (isAbsolute(given)) throw outside(layout, given);
  const fromRoot = toSlashes(relative(layout.root, resolve(layout.root, given)));
  const [folder = "", ...rest] = fromRoot.split("/");
  if (rest.length !== 1 || !layout.byFolder.has(folder)) throw outside(layout, given);
  return withExtension(fromRoot);
}

/** An absolute path whose part above the category's folder is free of links, so that it compares with the root. */
function absoluteForm(layout: Layout, given: string): string {
  const plain = resolve(given);
  if (isBelow(plain, layout.root)) return plain;
  const above = dirname(dirname(plain));
  try {
    return join(realpathSync(above), relative(above, plain));
  } catch {
    return plain;
  }
}

function bareId(layout: Layout, given: string, category: Category | undefined): RecordPath {
  const name = withExtension(given);
  checkName(layout, given, name);
  if (category) return `${category.folder}/${name}`;
  const found = [...layout.byFolder.keys()]
    .map((folder) => `${folder}/${name}`)
    .filter((path) => canBeSeen(join(layout.root, path)));
  const [first, second] = found;
  if (first === undefined) {
    throw new RecordError(
      "NOT_FOUND",
      { target: given },
      "List what there is: recollect list --status all, or recollect memories",
    );
  }
  if (second !== undefined) {
    throw new RecordError(
      "PATH_ERROR",
      { target: given, got: `${found.length} records of this id: ${found.join(", ")}` },
      "Name one of them by its path",
    );
  }
  return first;
}

/** A folder that may not be entered must not hide the records of the others. */
function canBeSeen(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}

/** The category whose folder a record path lies in. Throws `PATH_ERROR` if the path cannot be a record's. */
export function categoryOf(layout: Layout, path: RecordPath): Category {
  const [folder = "", name = "", ...rest] = path.split("/");
  if (rest.length > 0 || name === "") checkName(layout, path, path.split("/").at(-1) ?? "");
  const category = layout.byFolder.get(folder);
  if (rest.length > 0 || name === "" || !category) {
    const folders = [...layout.byFolder.keys()].join(", ");
    throw pathError(path, `Records lie directly in one of the folders ${folders} of ${layout.memoryRoot}`);
  }
  checkName(layout, path, name);
  return category;
}

/** Whether a file of this name can be a record. */
export const isRecordName = (name: string): boolean =>
  name.endsWith(".json") && ID_PATTERN.test(name.slice(0, -5)) && name !== CONFIG_FILE;

/** The id in a record's path. */
export const idOf = (path: RecordPath): string => path.slice(path.lastIndexOf("/") + 1, -".json".length);

function checkName(layout: Layout, target: string, name: string): void {
  if (isRecordName(name)) return;
  if (name === INDEX_FILE || name === `${INDEX_FILE}.json`) {
    throw pathError(target, `${INDEX_FILE} is derived: run recollect index --rebuild`);
  }
  if (name === CONFIG_FILE) throw pathError(target, "Change the configuration with recollect config set");
  throw pathError(
    target,
    `Name the file ${layout.memoryRoot}/<folder>/<id>.json with an id of 1–80 characters a–z, 0–9 and hyphens`,
  );
}

/**
 * The absolute path of a record, after making sure that no symbolic link stands in for its folder or file and that the
 * folder's name is spelt as configured (file systems may ignore case).
 */
export function absolutePath(layout: Layout, path: RecordPath): string {
  const category = categoryOf(layout, path);
  checkFolder(layout, category.folder);
  const absolute = join(layout.root, path);
  const file = lstatSync(absolute, { throwIfNoEntry: false });
  if (file && !file.isFile()) throw noPlain(absolute, "file", file.isSymbolicLink());
  return absolute;
}

/** Throws if the category's folder exists but is a link, no folder, or spelt otherwise. Returns whether it exists. */
export function checkFolder(layout: Layout, folder: string): boolean {
  const absolute = join(layout.root, folder);
  const stat = lstatSync(absolute, { throwIfNoEntry: false });
  if (!stat) return false;
  if (!stat.isDirectory()) throw noPlain(absolute, "folder", stat.isSymbolicLink());
  if (ignoresCase(absolute, stat.ino) && !readdirSync(layout.root).includes(folder)) {
    throw pathError(absolute, `Rename the folder to exactly ${folder}: its letters' case differs`);
  }
  return true;
}

const ignoresCase = (folder: string, inode: number): boolean =>
  lstatSync(join(dirname(folder), basename(folder).toUpperCase()), { throwIfNoEntry: false })?.ino === inode;

const noPlain = (path: string, kind: "file" | "folder", link: boolean): RecordError =>
  new RecordError(
    "SECURITY_ERROR",
    { target: path, expected: `a plain ${kind}`, got: link ? "a symbolic link" : `no ${kind}` },
    `Replace it by a plain ${kind}; links inside the memory folder are not followed`,
  );

function knownCategory(layout: Layout, name: CategoryName): Category {
  const category = layout.categories.get(name);
  if (category) return category;
  throw new RecordError(
    "INPUT_ERROR",
    { field: "category", expected: [...layout.categories.keys()].join(", "), got: name },
    "Use one of the project's categories",
  );
}

const pathError = (target: string, fix: string): RecordError =>
  new RecordError("PATH_ERROR", { target }, fix);

const outside = (layout: Layout, target: string): RecordError =>
  pathError(target, `Name a file below ${layout.memoryRoot}/, or just the record's id`);

const withExtension = (path: string): string => (/\.[A-Za-z]+$/.test(path) ? path : `${path}.json`);

const toSlashes = (path: string): string => (sep === "\\" ? path.replaceAll("\\", "/") : path);
