/**
 * Looks at a project's records in every way that reads folders, and rebuilds what is derived: `look-around.ts <project>
 * <database> [uid]`. Prints what was found. With a uid the process gives up root's right to read everywhere first.
 */
import { builtInCategories } from "../../src/record/category.ts";
import { rebuildIndex, validateIndex } from "../../src/store/files/maintenance.ts";
import { openRecordFiles } from "../../src/store/files/record-files.ts";
import { openSqliteStore } from "../../src/store/sqlite/open.ts";
import { refreshProjection } from "../../src/store/sync.ts";
import { MEMORY_ROOT } from "./records.ts";

export interface LookReport {
  /** Paths of the records found by a scan. */
  records: string[];
  /** What the scan, reading one record, the projection, and the rebuilding of the index could not use. */
  problems: { scan: string[]; read: string; refresh: string[]; rebuild: string[] };
  /** Titles in the projection afterwards. */
  projected: string[];
  /** Where the record `number-2` was found by its id. */
  located: string;
  indexed: number;
  indexRight: boolean;
}

const [projectDir = "", database = "", uid] = process.argv.slice(2);

async function look(): Promise<LookReport> {
  const files = openRecordFiles({ projectDir, memoryRoot: MEMORY_ROOT, categories: builtInCategories() });
  const { records, problems } = files.scan();
  const read = files.read("decisions/number-1.json");
  const { projection, close } = openSqliteStore({ path: database });
  const place = { project: "p", root: "r" };
  const refreshed = await refreshProjection(files, projection, place, { mode: "quick" });
  const headers = await projection.headers(place, ["active"]);
  await close();
  const rebuilt = await rebuildIndex(files);
  const told = (list: readonly { path: string; problem: string }[]): string[] =>
    list.map(({ path, problem }) => `${path}: ${problem}`);
  return {
    records: records.map(({ path }) => path),
    problems: {
      scan: told(problems),
      read: read && "problem" in read ? read.problem : "",
      refresh: told(refreshed.problems),
      rebuild: told(rebuilt.problems),
    },
    projected: headers.map(({ title }) => title),
    located: files.locate("number-2"),
    indexed: rebuilt.entries,
    indexRight: validateIndex(files).ok,
  };
}

if (import.meta.main) {
  if (uid !== undefined) process.setuid?.(Number(uid));
  console.log(JSON.stringify(await look()));
}
