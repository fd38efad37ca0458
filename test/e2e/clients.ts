/**
 * The real clients that the tests drive: fetched from npm into an ignored folder, one per version. Run this file to
 * fetch them ahead of the tests. `RECOLLECT_E2E_CLIENTS` may name a folder that holds installed ones, one per subfolder.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { arch, platform } from "node:process";

/** The oldest client we promise to work with, and the newest we know. */
export const VERSIONS = ["2.1.197", "2.1.330"] as const;

export interface Client {
  version: string;
  /** Absolute path of the executable. */
  bin: string;
}

const CACHE = join(import.meta.dir, "..", "..", ".cache", "clients");
const SCOPE = join("node_modules", "@anthropic-ai");

/** Both clients, fetched if need be. Throws with npm's own words when one cannot be had. */
export function clients(): Client[] {
  const given = process.env.RECOLLECT_E2E_CLIENTS;
  if (given) {
    const found = readdirSync(given).flatMap((name) => installedIn(join(given, name)) ?? []);
    if (found.length === 0) throw new Error(`RECOLLECT_E2E_CLIENTS=${given} holds no client`);
    return found.sort((a, b) => a.version.localeCompare(b.version, undefined, { numeric: true }));
  }
  return VERSIONS.map((version) => installedIn(join(CACHE, version)) ?? fetchClient(version));
}

/** How often npm is asked before we give up: registries time out now and then. */
const ATTEMPTS = 3;

/** Fetches into a folder beside the final one, which appears whole or not at all. */
function fetchClient(version: string): Client {
  const dir = join(CACHE, version);
  const spec = `${platformPackage()}@${version}`;
  let trouble = "";
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    console.log(`fetching ${spec}${attempt > 1 ? `, attempt ${attempt} of ${ATTEMPTS}` : ""}`);
    const fetched = `${dir}.${process.pid}`;
    rmSync(fetched, { recursive: true, force: true });
    mkdirSync(fetched, { recursive: true });
    const flags = ["--no-audit", "--no-fund", "--no-save", "--ignore-scripts", "--loglevel=error"];
    const npm = spawnSync("npm", ["install", "--prefix", fetched, ...flags, spec], {
      encoding: "utf8",
      timeout: 300_000,
    });
    trouble = npm.error?.message ?? npm.stderr.trim().split("\n").slice(0, 8).join("\n");
    if (npm.status === 0 && answers(installedIn(fetched))) {
      rmSync(dir, { recursive: true, force: true });
      renameSync(fetched, dir);
      const client = installedIn(dir);
      if (client) return client;
    } else if (npm.status === 0) trouble = `what npm installed does not run ${trouble}`;
    rmSync(fetched, { recursive: true, force: true });
    Bun.sleepSync(attempt * 2_000);
  }
  throw new Error(
    `Claude Code ${version} could not be fetched from npm (${spec}): ${trouble}\n` +
      "See that the registry can be reached, or name a folder with installed clients in RECOLLECT_E2E_CLIENTS.",
  );
}

const answers = (client: Client | undefined): boolean =>
  client !== undefined && spawnSync(client.bin, ["--version"], { timeout: 30_000 }).status === 0;

function platformPackage(): string {
  const musl = platform === "linux" && existsSync("/etc/alpine-release") ? "-musl" : "";
  return `@anthropic-ai/claude-code-${platform}-${arch}${musl}`;
}

function installedIn(dir: string): Client | undefined {
  const scope = join(dir, SCOPE);
  if (!existsSync(scope)) return undefined;
  for (const name of readdirSync(scope)) {
    const bin = join(scope, name, platform === "win32" ? "claude.exe" : "claude");
    if (!existsSync(bin)) continue;
    const { version } = JSON.parse(readFileSync(join(scope, name, "package.json"), "utf8")) as {
      version: string;
    };
    return { version, bin };
  }
  return undefined;
}

if (import.meta.main) for (const { version, bin } of clients()) console.log(version, bin);
