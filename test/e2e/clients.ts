/**
 * The real clients that the tests drive: fetched from npm into an ignored folder, one per version. Run this file to
 * fetch them ahead of the tests. `RECOLLECT_E2E_CLIENTS` may name a folder that holds installed ones, one per subfolder.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
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

function fetchClient(version: string): Client {
  const dir = join(CACHE, version);
  mkdirSync(dir, { recursive: true });
  const spec = `${platformPackage()}@${version}`;
  console.log(`fetching ${spec}`);
  const npm = spawnSync("npm", ["install", "--prefix", dir, "--no-audit", "--no-fund", "--no-save", spec], {
    encoding: "utf8",
  });
  const client = installedIn(dir);
  if (!client) throw new Error(`npm install ${spec} failed:\n${npm.stdout}${npm.stderr}${npm.error ?? ""}`);
  return client;
}

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
