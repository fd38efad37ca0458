/** A fixed series of writes in the project named by the first argument; prints the number of calls that it took. */

import {
  createRecord,
  retireRecord,
  updateRecord,
  type WriteContext,
} from "../../../src/consolidate/write.ts";
import { redactQuick } from "../../../src/privacy/quick.ts";
import { builtInCategories } from "../../../src/record/category.ts";
import { openRecordFiles } from "../../../src/store/files/record-files.ts";
import { MEMORY_ROOT, sampleContent } from "../records.ts";
import { callsMade } from "./counted-fs.ts";

const projectDir = process.argv[2] ?? "";
const categories = builtInCategories();
const files = openRecordFiles({ projectDir, memoryRoot: MEMORY_ROOT, categories });
const ctx: WriteContext = {
  projectDir,
  categories,
  graceDays: 30,
  redact: (text) => redactQuick(text),
  now: () => new Date("2026-06-01T00:00:00Z"),
};
const content = { ...sampleContent("decision"), decision: "Changed" };

await files.transact((tx) =>
  createRecord(tx, ctx, {
    category: "runbook",
    input: { title: "Created", tags: ["new"], content: sampleContent("runbook") },
  }),
);
await files.transact((tx) => updateRecord(tx, ctx, { target: "updated", input: { content } }));
await files.transact((tx) =>
  updateRecord(tx, ctx, { target: "renamed-from-this", input: { title: "Quite another name", content } }),
);
await files.transact((tx) => retireRecord(tx, ctx, { target: "retired", reason: "Done" }));
console.log(callsMade());
