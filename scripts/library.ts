/**
 * The library of the package: `index.js`, its declarations in `types/`, and `needs-bun.js`, which other runtimes are
 * given instead, to be told that it runs on Bun.
 */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

const ROOT = join(import.meta.dir, "..");
const ENTRY = join(ROOT, "src", "index.ts");

/** Builds into a folder; throws an AggregateError with the bundler's findings, or an Error with the compiler's. */
export async function buildLibrary(outdir: string): Promise<void> {
  await Bun.build({
    entrypoints: [ENTRY],
    outdir,
    target: "bun",
    format: "esm",
    splitting: true,
    packages: "external",
    naming: { chunk: "chunks/[hash].[ext]" },
    throw: true,
  });
  declare(join(outdir, "types"));
  writeFileSync(join(outdir, "needs-bun.js"), await needsBun(join(outdir, "index.js")));
}

/** A module with the library's names that throws when it is imported: a missing name would be told of instead. */
async function needsBun(library: string): Promise<string> {
  const { exports } = new Bun.Transpiler({ loader: "js" }).scan(await Bun.file(library).text());
  const message =
    "The library of recollect runs on Bun, whose SQLite it uses: start your program with `bun`. " +
    "On Node.js, call the command: recollect recall QUERY --json";
  return `const name = undefined;\nexport { ${exports.map((name) => `name as ${name}`).join(", ")} };\nthrow new Error(${JSON.stringify(message)});\n`;
}

function declare(outdir: string): void {
  const compiler = join(ROOT, "node_modules", "typescript", "bin", "tsc");
  const argv = [process.execPath, compiler, "-p", join(ROOT, "tsconfig.library.json"), "--outDir", outdir];
  const { exitCode, stdout } = Bun.spawnSync(argv, { stdout: "pipe", stderr: "inherit" });
  if (exitCode !== 0) throw new Error(`no declarations came of the library:\n${stdout.toString()}`);
  const wanted = reachable(join(outdir, "index.d.ts"));
  for (const path of new Bun.Glob("**/*.d.ts").scanSync(outdir)) {
    if (!wanted.has(join(outdir, path))) rmSync(join(outdir, path));
  }
}

/** The declarations that a declaration needs: the compiler writes those of the whole program. */
function reachable(entry: string, found: Set<string> = new Set()): Set<string> {
  if (found.has(entry)) return found;
  found.add(entry);
  for (const [, specifier = ""] of readFileSync(entry, "utf8").matchAll(
    /\b(?:from|import)\s*\(?["'](\.[^"']+)\.ts["']/g,
  ))
    reachable(resolve(dirname(entry), `${specifier}.d.ts`), found);
  return found;
}
