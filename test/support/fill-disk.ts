/**
 * Creates records of growing size in a project until that fails: `fill-disk.ts <project> [uid]`. Prints the error and what
 * the store looks like afterwards. With a uid the process gives up root's right to write everywhere first.
 */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { createRecord } from "../../src/consolidate/write.ts";
import { redactQuick } from "../../src/privacy/quick.ts";
import { builtInCategories } from "../../src/record/category.ts";
import { RecordError } from "../../src/record/error.ts";
import { validateIndex } from "../../src/store/files/maintenance.ts";
import { openRecordFiles } from "../../src/store/files/record-files.ts";
import { MEMORY_ROOT, sampleContent } from "./records.ts";

export interface FillReport {
  created: number;
  error: { code: string; cause?: string; fix: string } | null;
  /** Records that can be read afterwards, and files that cannot. */
  records: number;
  problems: number;
  /** Whether the index, if there is one, says what the files say. */
  indexRight: boolean;
  /** Files in the memory root's folders that are neither records nor known by name. */
  strangers: string[];
}

const [projectDir = "", uid] = process.argv.slice(2);

async function fill(): Promise<FillReport> {
  const categories = builtInCategories();
  const files = openRecordFiles({ projectDir, memoryRoot: MEMORY_ROOT, categories });
  const ctx = {
    projectDir,
    categories,
    graceDays: 30,
    redact: (text: string) => redactQuick(text),
    now: () => new Date(),
  };
  const report: FillReport = {
    created: 0,
    error: null,
    records: 0,
    problems: 0,
    indexRight: true,
    strangers: [],
  };
  for (let n = 1; n <= 50 && !report.error; n += 1) {
    const content = { ...sampleContent("decision"), context: "x".repeat(Math.min(20_000, 500 * n)) };
    const request = { category: "decision", input: { title: `Number ${n}`, tags: ["a"], content } };
    try {
      await files.transact((tx) => createRecord(tx, ctx, request));
      report.created += 1;
    } catch (error) {
      if (!(error instanceof RecordError)) throw error;
      const { cause } = error.details;
      report.error = { code: error.code, fix: error.fix, ...(cause === undefined ? {} : { cause }) };
    }
  }
  const { records, problems } = files.scan();
  const index = validateIndex(files);
  report.records = records.length;
  report.problems = problems.length;
  report.indexRight = !index.present || index.ok;
  report.strangers = ["", "decisions"]
    .flatMap((folder) => namesIn(join(files.root, folder)))
    .filter((name) => !/^(decisions|number-\d+\.json|index\.md|\.gitignore|\.lock(\.owner)?)$/.test(name));
  return report;
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

if (import.meta.main) {
  if (uid !== undefined) process.setuid?.(Number(uid));
  console.log(JSON.stringify(await fill()));
}
