/** The library as programs get it: built, in a package, with the page that tells of it. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { buildLibrary } from "../../scripts/library.ts";
import { type Ended, run } from "./process.ts";

const ROOT = join(import.meta.dir, "../..");
const NODE = Bun.which("node");
const LIMIT_MS = 60_000;
setDefaultTimeout(LIMIT_MS);

/** A program's folder with the package in `node_modules`. */
let dir: string;
beforeAll(async () => {
  dir = realpathSync(mkdtempSync(join(tmpdir(), "recollect-library-")));
  const installed = join(dir, "node_modules/recollect");
  mkdirSync(installed, { recursive: true });
  cpSync(join(ROOT, "package.json"), join(installed, "package.json"));
  await buildLibrary(join(installed, "dist"));
  const { dependencies } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
    dependencies: { [name: string]: string };
  };
  for (const name of Object.keys(dependencies)) {
    const link = join(dir, "node_modules", name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(ROOT, "node_modules", name), link);
  }
  writeFileSync(join(dir, "package.json"), JSON.stringify({ name: "program", type: "module" }));
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const env = (): { [name: string]: string } => ({
  PATH: process.env.PATH ?? "",
  HOME: join(dir, "home"),
  NO_COLOR: "1",
});

function program(name: string, source: string): string {
  const path = join(dir, name);
  writeFileSync(path, source);
  return path;
}

const bun = (path: string): Promise<Ended> =>
  run([process.execPath, path], { cwd: dir, env: env(), limitMs: LIMIT_MS });

/** The page's programs, each with what it prints. */
const examples = [
  ...readFileSync(join(ROOT, "docs/api.md"), "utf8").matchAll(
    /```ts\n([\s\S]*?)```\n\n```text\n([\s\S]*?)```/g,
  ),
].map(([, source = "", output = ""]) => ({ source, output }));

describe("the page about the library", () => {
  test("has programs that print what it says", async () => {
    expect(examples).toHaveLength(5);
    for (const [n, { source, output }] of examples.entries()) {
      const { code, out, err } = await bun(program(`example-${n}.ts`, source));
      expect({ n, code, err, out }).toEqual({ n, code: 0, err: "", out: output });
    }
  });

  test("has programs whose types are right", async () => {
    const files = examples.map(({ source }, n) => program(`typed-${n}.ts`, source));
    const options = {
      target: "ESNext",
      module: "Preserve",
      moduleResolution: "bundler",
      customConditions: ["bun"],
      lib: ["ESNext", "DOM"],
      types: [],
      strict: true,
      exactOptionalPropertyTypes: true,
      noEmit: true,
    };
    const config = program("tsconfig.json", JSON.stringify({ compilerOptions: options, files }));
    const compiler = join(ROOT, "node_modules/typescript/bin/tsc");
    const { code, out } = await run([process.execPath, compiler, "-p", config], {
      cwd: dir,
      env: env(),
      limitMs: LIMIT_MS,
    });
    expect({ code, out }).toEqual({ code: 0, out: "" });
  });

  test("names only what there is", async () => {
    const page = readFileSync(join(ROOT, "docs/api.md"), "utf8");
    const table = page.slice(page.indexOf("## Names of the original design"));
    const methods = [...table.matchAll(/memory\.(\w+)\(/g)].map(([, name]) => name);
    const source = `import { openMemory } from "recollect";
      const memory = await openMemory({ database: "names.db" });
      console.log(JSON.stringify(${JSON.stringify(methods)}.filter((name) => typeof memory[name] !== "function")));
      await memory.close();`;
    expect((await bun(program("names.js", source))).out).toBe("[]\n");
  });
});

test.skipIf(!NODE)("on Node.js the import says that it needs Bun", async () => {
  const path = program("node.mjs", `import { openMemory } from "recollect";\nawait openMemory();\n`);
  const { code, err } = await run([NODE ?? "", path], { cwd: dir, env: env() });
  expect(code).toBe(1);
  expect(err).toContain("The library of recollect runs on Bun");
});

test("two programs share the user's memory, and the command sees it, too", async () => {
  const write = `import { openMemory } from "recollect";
    await using memory = await openMemory({ project: process.cwd(), session: "one" });
    await memory.remember("The staging database is reset every Monday morning", { type: "semantic" });
    await memory.remember("The user asked why staging was empty this Monday", { type: "episodic" });`;
  const read = `import { openMemory } from "recollect";
    await using memory = await openMemory({ session: "two" });
    const { items } = await memory.recall("when is the staging database reset? monday");
    console.log(items.map(({ item }) => item.memory.type).join());`;
  expect((await bun(program("write.js", write))).err).toBe("");
  expect((await bun(program("read.js", read))).out).toBe("semantic\n");
  const main = join(ROOT, "src/cli/main.ts");
  const { out } = await run([process.execPath, main, "memories", "--json"], { cwd: dir, env: env() });
  expect((JSON.parse(out) as { type: string }[]).map(({ type }) => type).sort()).toEqual([
    "episodic",
    "semantic",
  ]);
});

test("what is asked wrongly is said", async () => {
  const source = `import { openMemory } from "recollect";
    await using memory = await openMemory({ database: "wrong.db" });
    const asked = [
      () => memory.recall("x", { budget: -1 }),
      () => memory.recall("x", { types: [] }),
      () => memory.list({ limit: 1001 }),
      () => memory.list({ offset: -1 }),
      () => memory.remember("Webhooks arrive out of order, always", { importance: 11 }),
      () => memory.remember("", {}),
      () => memory.get("nobody0"),
      () => memory.link({ from: "nobody0", to: "nobody1", type: "extends" }),
    ];
    for (const ask of asked) console.log(await ask().then(() => "done", ({ code }) => code));`;
  const { out, err } = await bun(program("wrong.js", source));
  expect(err).toBe("");
  expect(out.trim().split("\n")).toEqual([
    "INPUT_ERROR",
    "INPUT_ERROR",
    "INPUT_ERROR",
    "INPUT_ERROR",
    "VALIDATION_ERROR",
    "INPUT_ERROR",
    "NOT_FOUND",
    "NOT_FOUND",
  ]);
});

test("the package holds the library, the plugin and the page, and none of the sources", async () => {
  const npm = Bun.which("npm");
  if (!npm) return;
  const { out } = await run([npm, "pack", "--dry-run", "--json", "--ignore-scripts"], {
    cwd: ROOT,
    env: { ...env(), HOME: dir },
    limitMs: LIMIT_MS,
  });
  const [packed] = JSON.parse(out) as { files: { path: string }[] }[];
  const paths = packed?.files.map(({ path }) => path) ?? [];
  expect(paths).toEqual(expect.arrayContaining(["bin/recollect.mjs", "docs/api.md", "package.json"]));
  expect(paths.filter((path) => /^(src|test|scripts|bench)\//.test(path))).toEqual([]);
});
