/**
 * The bundles of the plugin, so that installing it runs no npm:
 *
 * - `hooks/<Event>.js` with its bytecode: one file per event, because loading is most of what a hook process does;
 * - `hooks/inspect.js` and others apart: what a hook rarely needs, loaded when it does;
 * - `mcp/main.js`, `cli/main.js` and `worker/main.js`, in the same form, and `programs/<command>.js` for the
 *   commands that scripts call again and again;
 * - `quick/`: hooks and those programs once more, without bytecode, for `recollect install` to make an executable of.
 */
import { basename, dirname, join, relative, resolve } from "node:path";
import type { BuildOutput, BunPlugin } from "bun";
import { HOOK_EVENTS, type HookEvent } from "../src/hooks/by-event.ts";
import { leanBuiltins } from "./lean/builtins.ts";

const ROOT: string = join(import.meta.dir, "..");
const SRC: string = join(ROOT, "src");
const CITTY: string = join(ROOT, "node_modules", "citty");

/** Those that hold up a person or a model while they run: what they load is bounded. */
export const HOT_EVENTS: readonly ["UserPromptSubmit", "PreToolUse", "PostToolUse", "Stop"] = [
  "UserPromptSubmit",
  "PreToolUse",
  "PostToolUse",
  "Stop",
];

/** Commands that are programs of their own, because agents and scripts call them again and again. */
const PROGRAMS: readonly string[] = ["write", "candidate", "statusline"];

/** One hook's bundle. */
export interface HookBundle {
  /** Absolute path of the file. */
  path: string;
  bytes: number;
  /** Source files in it, relative to the repository: `src/hooks/Stop.ts`, `node_modules/zod/…`. */
  sources: readonly string[];
}

/** Builds into a folder; throws an AggregateError with the bundler's findings. */
export async function bundle(outdir: string): Promise<{ hooks: ReadonlyMap<HookEvent, HookBundle> }> {
  const hooks = new Map<HookEvent, HookBundle>();
  for (const event of HOOK_EVENTS) {
    const source = join(SRC, "hooks", `${event}.ts`);
    const parts = apart([...APART, ...rareAfter(event)], event);
    const built = await build(source, join(outdir, "hooks"), [parts]);
    const file = built.outputs.find(({ kind }) => kind === "entry-point");
    if (!file) throw new Error(`no bundle came of ${event}`);
    hooks.set(event, { path: file.path, bytes: file.size, sources: sourcesOf(built) });
  }
  for (const path of [...APART, ...Object.values(APART_AFTER).flat()])
    await build(join(SRC, `${path}.ts`), join(outdir, "hooks"), [apart(APART)]);
  for (const program of ["mcp", "cli", "worker"])
    await build(join(SRC, program, "main.ts"), join(outdir, program), []);
  const programs = join(outdir, "programs");
  for (const program of PROGRAMS)
    await build(join(SRC, "cli", "programs", `${program}.ts`), programs, [apart(APART)]);
  for (const path of APART.filter((each) => /^(?:store|record)\//.test(each)))
    await build(join(SRC, `${path}.ts`), programs, [apart(APART)]);
  await bundleQuick(join(outdir, "quick"));
  return { hooks };
}

/** Modules of the executable: its entry, `main.js`, and beside it what it and its parts load when they need it. */
async function bundleQuick(outdir: string): Promise<void> {
  const parts = [
    ...HOOK_EVENTS.map((event) => `hooks/${event}`),
    ...PROGRAMS.map((program) => `cli/programs/${program}`),
  ];
  const all = [...parts, ...APART];
  const rare = Object.values(APART_AFTER).flat();
  await build(join(SRC, "cli", "quick.ts"), outdir, [apart(all)], { entry: "main.js", target: "node" });
  for (const path of [...all, ...rare]) {
    const event = basename(path);
    const separate = apart([...all, ...rareAfter(event)], event);
    await build(join(SRC, `${path}.ts`), outdir, [separate], { target: "node" });
  }
}

/** Bytecode wants CommonJS, where an `import()` of our own becomes part of the file, run when it is reached. */
const build = (
  source: string,
  outdir: string,
  plugins: readonly BunPlugin[],
  { entry = "[name].js", target = "bun" as "bun" | "node" } = {},
): Promise<BuildOutput> =>
  Bun.build({
    entrypoints: [source],
    outdir,
    target,
    format: "cjs",
    bytecode: target === "bun",
    minify: true,
    naming: { entry },
    plugins: [...plugins, leanBuiltins([SRC, CITTY])],
    metafile: true,
    throw: true,
  });

/** Handing work over to the worker: these events always do, others never. */
const HANDING_OVER: readonly string[] = ["store/sqlite/asking"];
const HAND_OVER: ReadonlySet<string> = new Set([
  "Stop",
  "SubagentStop",
  "PreCompact",
  "PostCompact",
  "SessionStart",
  "SessionEnd",
] satisfies HookEvent[]);

/**
 * What a short process rarely needs, by its source, as files of their own beside the bundles: the check of a file
 * written past the guard, the reading of changed records, the answer without a database, the upkeep
 * that is due now and then, working memory, intentions that something waits for, memories, jobs and marks, what models
 * cost, the inbox, signals of a user's own, agents that review, the making of a database, the other database, the excerpts
 * that subagents draft from, and what checks records by a user's own JSON Schema (it needs all of zod).
 */
const APART: readonly string[] = [
  "engine/consent/stretches",
  "capture/agents-request",
  "capture/context-files",
  "capture/custom-signals",
  "engine/intentions/fire",
  "engine/records/inspect",
  "engine/review/ask-agents",
  "engine/on/note-requests",
  "engine/on/tasks",
  "engine/intentions/waiting",
  "engine/work/working",
  "engine/recall/refresh-place",
  "engine/recall/recall-from-files",
  "engine/records/upkeep",
  "memory/redacted",
  "privacy/fields",
  "privacy/own-secrets",
  "config/pattern",
  "config/suggest",
  ...HANDING_OVER,
  "store/sqlite/jobs",
  "store/sqlite/marks",
  "store/sqlite/memories",
  "store/sqlite/mend",
  "store/sqlite/migrations",
  "store/sqlite/projection-writer",
  "store/sqlite/proposals",
  "store/sqlite/scrub",
  "store/sqlite/text-tables",
  "store/sqlite/usage",
  "engine/mute-server",
  "store/postgres/open-postgres",
  "record/custom-content",
  "privacy/redact",
];

/** What the hook of one event rarely needs, and another's always. */
const APART_AFTER: { readonly [event in HookEvent]?: readonly string[] } = {
  PostToolUse: ["guard/shell-writes"],
};

const rareAfter = (event: string): readonly string[] => APART_AFTER[event as HookEvent] ?? [];

/**
 * Leaves out of a bundle what it loads when it needs it, if it is one of these sources.
 *
 * @param event whose bundle it is: what it always needs stays in
 */
const apart = (paths: readonly string[], event = ""): BunPlugin => ({
  name: "apart",
  setup(build) {
    const needed = HAND_OVER.has(event) ? HANDING_OVER : [];
    const sources = new Set(
      paths.filter((path) => !needed.includes(path)).map((path) => join(SRC, `${path}.ts`)),
    );
    const names = paths.map((path) => basename(path)).join("|");
    build.onResolve({ filter: new RegExp(`/(?:${names})\\.ts$`) }, ({ path, importer, kind }) =>
      (kind === "dynamic-import" || kind === "require-call") && sources.has(join(dirname(importer), path))
        ? { path: `./${basename(path, ".ts")}.js`, external: true }
        : undefined,
    );
  },
});

/** The bundler names inputs relative to the working directory. */
const sourcesOf = ({ metafile }: BuildOutput): string[] =>
  Object.values(metafile?.outputs ?? {})
    .flatMap(({ inputs }) => Object.keys(inputs))
    .map((path) => relative(ROOT, resolve(path)).replaceAll("\\", "/"));
