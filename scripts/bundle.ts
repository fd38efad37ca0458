/**
 * The bundles: `hook.js`, `mcp/main.js`, `cli/main.js` and the chunks they share, so that installing the plugin runs
 * no npm. The hot entry is split, so that a hook process loads only what its event needs.
 */
import { join, normalize, relative, resolve } from "node:path";

const ROOT = join(import.meta.dir, "..");
const SRC = join(ROOT, "src");

/** The bundles of a build, as the bundler tells of them. */
export interface Bundle {
  /** Folder they were written to, absolute. */
  outdir: string;
  outputs: readonly Output[];
}

export interface Output {
  /** Relative to `outdir`. */
  path: string;
  bytes: number;
  /** Source files in it, relative to the repository: `src/hook.ts`, `node_modules/zod/…`. */
  sources: readonly string[];
  /** Paths of the outputs that are loaded together with it. */
  imports: readonly string[];
  /** The source file it was made for; none where it holds what several share. */
  entry?: string;
}

/** Builds into a folder; throws an AggregateError with the bundler's findings. */
export async function bundle(outdir: string): Promise<Bundle> {
  const { metafile } = await Bun.build({
    entrypoints: ["hook.ts", "mcp/main.ts", "cli/main.ts"].map((path) => join(SRC, path)),
    outdir,
    target: "bun",
    format: "esm",
    splitting: true,
    minify: { whitespace: true, syntax: true, identifiers: false },
    sourcemap: "none",
    root: SRC,
    naming: { entry: "[dir]/[name].js", chunk: "chunks/[hash].js" },
    metafile: true,
    throw: true,
  });
  // The bundler names inputs relative to the working directory.
  const source = (path: string): string => relative(ROOT, resolve(path)).replaceAll("\\", "/");
  const outputs = Object.entries(metafile?.outputs ?? {}).map(
    ([path, { bytes, inputs, imports, entryPoint }]): Output => ({
      path: normalize(path),
      bytes,
      sources: Object.keys(inputs).map(source),
      imports: imports.filter(({ kind }) => kind === "import-statement").map((found) => normalize(found.path)),
      ...(entryPoint ? { entry: source(entryPoint) } : {}),
    }),
  );
  return { outdir, outputs };
}

/** The source files whose loading an event of the hot entry brings about, as it usually goes. */
export const HOT_EVENTS = {
  prompt: ["src/hook.ts", "src/engine/on-prompt.ts", "src/store/sqlite/open.ts"],
  guard: ["src/hook.ts", "src/engine/on-write.ts"],
  stop: ["src/hook.ts", "src/engine/on-turn.ts", "src/store/sqlite/open.ts"],
} as const satisfies { readonly [event: string]: readonly string[] };

export type HotEvent = keyof typeof HOT_EVENTS;

/**
 * The outputs that a process has loaded after these sources, each with all that it imports.
 * Throws a RangeError for a source that no output was made for.
 */
export function loadedBy({ outputs }: Bundle, sources: readonly string[]): Output[] {
  const loaded = new Set<Output>();
  const load = (output: Output | undefined, wanted: string): void => {
    if (!output) throw new RangeError(`the bundle has no output for ${wanted}`);
    if (loaded.has(output)) return;
    loaded.add(output);
    for (const path of output.imports) load(outputs.find((other) => other.path === path), path);
  };
  for (const source of sources) load(outputs.find(({ entry }) => entry === source), source);
  return [...loaded];
}
