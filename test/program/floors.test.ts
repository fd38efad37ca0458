/** The house stands: imports go down only, libraries stay in their rooms, the pure rooms touch no machine. */
import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";

const SRC = join(import.meta.dir, "../../src");

/** Floors from the ground up: what stands on one may import from those below, and from its own without circles. */
const FLOORS: readonly (readonly string[])[] = [
  ["text", "record", "memory", "host", "config", "guard", "privacy"],
  ["store", "models"],
  ["capture", "review", "consolidate", "recall"],
  ["engine"],
  ["client"],
  ["cli", "mcp", "hooks", "worker", "library"],
  ["index"],
];

/** Rooms that touch no machine. */
const PURE: readonly string[] = ["record", "memory", "text", "privacy"];

/** Where a library may be imported; every other library is a question to be asked first. */
const LIBRARIES: Readonly<{ [name: string]: readonly string[] }> = {
  zod: ["record/", "config/schema.ts", "consolidate/draft.ts"],
  citty: ["cli/"],
  "@clack/prompts": ["cli/"],
  "@modelcontextprotocol/sdk": ["mcp/"],
  "@secretlint/core": ["privacy/maintained.ts"],
  "@secretlint/profiler": ["privacy/maintained.ts"],
  "@secretlint/types": ["privacy/maintained.ts"],
  "@secretlint/secretlint-rule-preset-recommend": ["privacy/maintained.ts"],
  "@ai-sdk/anthropic": ["models/"],
  "@ai-sdk/openai-compatible": ["models/"],
  "@ai-sdk/provider": ["models/"],
};

/** Node's modules that compute and touch nothing. */
const HARMLESS = new Set(["node:crypto", "node:buffer"]);

interface Import {
  /** Importing file, relative to src. */
  from: string;
  specifier: string;
  /** Path relative to src for local imports. */
  local?: string;
  typeOnly: boolean;
}

const isTest = (path: string): boolean =>
  /\.test\.ts$|\/fixtures\/|conformance\.ts$|\/two-connections\.ts$|\/samples\.ts$/.test(path);

const sources = [...new Bun.Glob("**/*.ts").scanSync(SRC)].filter((path) => !isTest(path)).sort();

const STATEMENT =
  /^(?:import|export)\s+(type\s)?[^;"'`]*?from\s*["']([^"']+)["']|^import\s*["']([^"']+)["']|\bimport\(\s*["']([^"']+)["']\s*\)/gm;

function importsOf(path: string): Import[] {
  const text = readFileSync(join(SRC, path), "utf8");
  return [...text.matchAll(STATEMENT)].map(([, type, from, bare, dynamic]) => {
    const specifier = from ?? bare ?? dynamic ?? "";
    const local = specifier.startsWith(".") ? normalize(join(dirname(path), specifier)) : undefined;
    return { from: path, specifier, typeOnly: type !== undefined, ...(local ? { local } : {}) };
  });
}

const imports = sources.flatMap(importsOf);

/** A file's text without its comments. */
const codeOf = (path: string): string =>
  readFileSync(join(SRC, path), "utf8").replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");

/** `engine.ts` and `engine/…` are one room. */
const roomOf = (path: string): string => (path.split("/")[0] ?? "").replace(/\.ts$/, "");
const floorOf = (room: string): number => FLOORS.findIndex((rooms) => rooms.includes(room));
const told = ({ from, specifier }: Import): string => `${from} imports ${specifier}`;

describe("floors", () => {
  test("no import escapes the reading of them", () => {
    const transpiler = new Bun.Transpiler({ loader: "ts" });
    const missed = sources.flatMap((path) =>
      transpiler
        .scanImports(readFileSync(join(SRC, path), "utf8"))
        .filter(
          ({ path: specifier }) =>
            !imports.some((known) => known.from === path && known.specifier === specifier),
        )
        .map(({ path: specifier }) => `${path} imports ${specifier}`),
    );
    expect(missed).toEqual([]);
  });

  test("every file stands on a known floor, and every floor has files", () => {
    expect(sources.filter((path) => floorOf(roomOf(path)) === -1)).toEqual([]);
    const rooms = new Set(sources.map(roomOf));
    expect([...FLOORS.flat(), ...PURE].filter((room) => !rooms.has(room))).toEqual([]);
  });

  test("imports go down only", () => {
    const upward = imports.filter(({ from, local }) => {
      if (local === undefined || local.startsWith("..")) return false;
      return floorOf(roomOf(local)) > floorOf(roomOf(from));
    });
    expect(upward.map(told)).toEqual([]);
  });

  test("rooms of one floor do not import each other in circles", () => {
    const edges = new Map<string, Set<string>>();
    for (const { from, local } of imports) {
      if (local === undefined || local.startsWith("..")) continue;
      const [a, b] = [roomOf(from), roomOf(local)];
      if (a !== b && floorOf(a) === floorOf(b)) edges.set(a, (edges.get(a) ?? new Set()).add(b));
    }
    const reaches = (from: string, to: string, seen = new Set<string>()): boolean => {
      if (seen.has(from)) return false;
      seen.add(from);
      return [...(edges.get(from) ?? [])].some((next) => next === to || reaches(next, to, seen));
    };
    expect([...edges.keys()].filter((room) => reaches(room, room))).toEqual([]);
  });

  test("nothing is imported from outside src but the package's own manifest", () => {
    const outside = imports.filter(({ local }) => local?.startsWith("..") === true);
    expect(outside.filter(({ local }) => local !== "../package.json").map(told)).toEqual([]);
  });

  test("a database driver is chosen in one place", () => {
    const naming = imports.filter(
      ({ from, local }) => /^store\/(?:sqlite|postgres)\//.test(local ?? "") && !from.startsWith("store/"),
    );
    // The server, which lives long, only loads ahead of time what the engine will choose.
    const choosing = naming.map(({ from }) => from).filter((from) => roomOf(from) !== "mcp");
    expect([...new Set(choosing)]).toEqual(["engine/with-store.ts"]);
  });

  test("below the adapters no code knows a client by name", () => {
    const below = sources.filter(
      (path) => floorOf(roomOf(path)) < floorOf("client") && roomOf(path) !== "guard",
    );
    const naming = below.filter((path) => /claude[ -]code|\bcodex\b|\bgemini\b/i.test(codeOf(path)));
    expect(naming).toEqual([]);
  });

  test("who makes models is known where they are called and configured alone", () => {
    const elsewhere = sources.filter((path) => !/^(?:config|models|client)\//.test(path));
    expect(elsewhere.filter((path) => /anthropic/i.test(codeOf(path)))).toEqual([]);
  });
});

describe("libraries", () => {
  const libraryOf = ({ specifier }: Import): string =>
    specifier
      .split("/")
      .slice(0, specifier.startsWith("@") ? 2 : 1)
      .join("/");

  test("are imported in their rooms only", () => {
    const strays = imports.filter((found) => {
      const { specifier, from } = found;
      if (specifier.startsWith(".") || /^(node|bun):/.test(specifier)) return false;
      const rooms = LIBRARIES[libraryOf(found)];
      return !rooms?.some((room) => (room.endsWith("/") ? from.startsWith(room) : from === room));
    });
    expect(strays.map(told)).toEqual([]);
  });

  test("the rooms named here are real", () => {
    const used = new Set(imports.map(libraryOf));
    expect(Object.keys(LIBRARIES).filter((name) => !used.has(name))).toEqual([]);
  });
});

describe("pure rooms", () => {
  const pure = sources.filter((path) => PURE.includes(roomOf(path)));

  test("import nothing that reaches a disk, a network or a process", () => {
    const reaching = imports.filter(
      ({ from, specifier }) =>
        pure.includes(from) && /^(node|bun):|^bun$/.test(specifier) && !HARMLESS.has(specifier),
    );
    expect(reaching.map(told)).toEqual([]);
  });

  test.each([
    ["the clock", /\bDate\.now\b|\bnew Date\(\s*\)|\bperformance\.now\b/],
    ["chance", /\bMath\.random\b|\brandomUUID\b|\brandomBytes\b|\bgetRandomValues\b/],
    [
      "the process or its environment",
      /\bprocess\.|\bBun\.(?:file|write|env|spawn|stdin|stdout)\b|\bfetch\(/,
    ],
  ])("do not ask %s", (_, forbidden) => {
    expect(pure.filter((path) => forbidden.test(codeOf(path)))).toEqual([]);
  });
});
