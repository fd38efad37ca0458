/** `export` and `import`: memories as lines of JSON. */

import { closeSync, mkdtempSync, openSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { withMemories } from "../../engine/memories/access.ts";
import { exportMemories } from "../../engine/memories/export.ts";
import { importMemories } from "../../engine/memories/import.ts";
import type { ImportReport } from "../../engine/memories/requests.ts";
import { linesOf } from "../../host/lines.ts";
import { writeOut } from "../../host/terminal.ts";
import { messageOf } from "../../host/trace.ts";
import { RecordError } from "../../record/error.ts";
import { oneLine, snippet, visibleJson } from "../../record/sanitize.ts";
import { count } from "../../record/value.ts";
import { type Command, command, JSON_FLAG, openHere } from "../command.ts";
import { cliCaller, typesOf } from "../memory-options.ts";
import { EXIT, emit, paint } from "../output.ts";

/** Characters that are written at once. */
const CHUNK = 256 * 1024;

export const exportCommand: Command = command({
  name: "export",
  description: "Write this project's memories as lines of JSON, to a file or to standard output",
  args: {
    file: { type: "positional", description: "File (default: standard output)", required: false },
    type: { type: "string", description: "Only these types, e.g. semantic,procedural" },
  },
  async run({ args }) {
    const ws = openHere();
    const types = args.type === undefined ? {} : { types: typesOf(args.type) };
    const written = await withMemories(ws, cliCaller(), async (access) => {
      const lines = exportMemories(access, types);
      return args.file === undefined || args.file === "-"
        ? writeLines(lines, (text) => writeOut(visibleJson(text)))
        : writeFile(resolve(args.file), lines);
    });
    if (args.file !== undefined && args.file !== "-") {
      // The first line is the header.
      emit(
        false,
        written,
        () => `${paint("green", "exported")} ${count(written - 1, "line")} to ${args.file}`,
      );
    }
    return EXIT.ok;
  },
});

/** How many lines it was. */
async function writeLines(lines: AsyncIterable<string>, out: (text: string) => void): Promise<number> {
  let waiting = "";
  let written = 0;
  for await (const line of lines) {
    written += 1;
    waiting += `${line}\n`;
    if (waiting.length < CHUNK) continue;
    out(waiting);
    waiting = "";
  }
  out(waiting);
  return written;
}

/** A file for its owner alone, there in whole or not at all. */
async function writeFile(path: string, lines: AsyncIterable<string>): Promise<number> {
  const beside = `${path}.${process.pid}.tmp`;
  let file: number;
  try {
    file = openSync(beside, "wx", 0o600);
  } catch (error) {
    throw new RecordError(
      "WRITE_ERROR",
      { file: path, problem: messageOf(error) },
      "Choose a file that can be written",
    );
  }
  try {
    const written = await writeLines(lines, (text) => writeFileSync(file, text));
    closeSync(file);
    renameSync(beside, path);
    return written;
  } catch (error) {
    rmSync(beside, { force: true });
    throw error;
  }
}

export const importCommand: Command = command({
  name: "import",
  description:
    "Import memories that `export` wrote; they become this project's. Twice the same changes nothing",
  args: {
    file: { type: "positional", description: "File, or - for standard input", required: true },
    "dry-run": { type: "boolean", description: "Show what would be done, and change nothing" },
    "skip-invalid": {
      type: "boolean",
      description: "Leave out lines that are wrong; otherwise nothing is imported",
    },
    ...JSON_FLAG,
  },
  async run({ args }) {
    const ws = openHere();
    using source =
      args.file === "-" ? await spooled() : { path: resolve(args.file), [Symbol.dispose]: () => {} };
    const dryRun = args["dry-run"] === true;
    const options = { dryRun, skipInvalid: args["skip-invalid"] === true };
    const report = await withMemories(ws, cliCaller(), (access) =>
      importMemories(access, () => linesIn(source.path), options),
    );
    emit(args.json, report, () => told(report, dryRun));
    return EXIT.ok;
  },
});

async function* linesIn(path: string): AsyncGenerator<string> {
  try {
    yield* linesOf(Bun.file(path).stream());
  } catch (error) {
    if (error instanceof Error && "code" in error)
      throw new RecordError(
        "READ_ERROR",
        { file: path, problem: error.message },
        "Pass a file that can be read",
      );
    throw error;
  }
}

/** Standard input as a file: it is gone through twice. */
async function spooled(): Promise<Disposable & { path: string }> {
  const dir = mkdtempSync(join(tmpdir(), "recollect-import-"));
  const path = join(dir, "import.jsonl");
  const file = openSync(path, "wx", 0o600);
  for await (const chunk of Bun.stdin.stream()) writeFileSync(file, chunk);
  closeSync(file);
  return { path, [Symbol.dispose]: () => rmSync(dir, { recursive: true, force: true }) };
}

function told(
  { from, memories, shared, kept, links, invalid, problems }: ImportReport,
  dryRun: boolean,
): string {
  const { created, updated, unchanged } = memories;
  const done = [
    `${created} new`,
    `${updated} newer than here`,
    `${unchanged} the same`,
    ...(memories.kept > 0 ? [`${memories.kept} older than here, left as they are: ${kept.join(", ")}`] : []),
  ];
  const linked = [
    `${links.created} new`,
    `${links.unchanged} the same`,
    ...(links.loose > 0 ? [`${links.loose} of memories that are not here`] : []),
  ];
  return [
    `${paint("green", dryRun ? "would import" : "imported")} from ${snippet(from.name)}`,
    `memories  ${done.join(", ")}`,
    ...(shared > 0
      ? [`${paint("yellow", "shared")}    ${shared} of them with all your projects (scope user)`]
      : []),
    `links     ${linked.join(", ")}`,
    ...(invalid > 0 ? [`${paint("yellow", "left out")}  ${count(invalid, "line")}`] : []),
    ...problems.map(
      ({ line, field, expected, got }) =>
        `  line ${line}${field ? `, ${field}` : ""}: expected ${expected}, got ${oneLine(got)}`,
    ),
  ].join("\n");
}
