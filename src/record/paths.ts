/** Paths in `related_files`: relative to the project's folder, with forward slashes, never leaving it. */

/** Most characters of such a path. */
export const PATH_MAX = 1_000;

/** The usual form: `.\src//a.ts` becomes `src/a.ts`. `..` and absolute paths stay, to be refused. */
export const normalPath = (path: string): string => {
  const segments = path.trim().replaceAll("\\", "/").split("/");
  const absolute = segments[0] === "" && segments.length > 1;
  const kept = segments.filter((segment) => segment !== "" && segment !== ".");
  return `${absolute ? "/" : ""}${kept.join("/")}`;
};

/** Why a path cannot stand in `related_files`, or undefined if it can. */
export function pathProblem(path: string): string | undefined {
  if (path.trim() === "") return "the path is empty";
  if (path.length > PATH_MAX) return `the path has ${path.length} characters`;
  if (/[\x00-\x1f\x7f]/.test(path)) return "the path contains a control character";
  if (/^([/\\~]|[A-Za-z]:)/.test(path)) return "the path is absolute";
  if (path.split(/[/\\]/).includes("..")) return "the path contains `..`";
  return undefined;
}
