/**
 * A PostgreSQL server for tests: a throw-away cluster in the temporary folder, on a unix socket alone. One serves a whole
 * test run; it stops when this process is gone, however it went.
 */
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface TestServer {
  /** Folder of the socket. */
  readonly socket: string;
  /** Address of a schema that nobody has used yet. */
  freshUrl(): string;
  /** The address of a schema. The user `guarded` is asked for a password; everyone else is let in. */
  urlOf(schema: string, more?: { user?: string; database?: string }): string;
  /** Runs statements of SQL as the server's superuser, and gives the rows of the last. */
  sql(statements: string): Promise<{ [column: string]: unknown }[]>;
  /** Ends the server's processes at once, as a crash would. */
  crash(): Promise<void>;
  /** Starts it again on the same data. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

const BINARIES = "initdb";

/** Folder of the server's programs; undefined where none is installed. */
export function serverBinaries(): string | undefined {
  const { POSTGRES_BIN, PATH = "" } = process.env;
  const debian = "/usr/lib/postgresql";
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const places = [
    ...(POSTGRES_BIN ? [POSTGRES_BIN] : []),
    ...versions.map((version) => join(debian, version, "bin")),
    ...PATH.split(":"),
  ];
  return places.find((place) => existsSync(join(place, BINARIES)) && existsSync(join(place, "postgres")));
}

/**
 * Whether tests of PostgreSQL can run. Where nobody looks, they must: a suite that skips itself in CI proves nothing.
 */
export function canServe(): boolean {
  if (serverBinaries()) return true;
  const advice =
    "no PostgreSQL server: install one (Debian: apt-get install postgresql), or set POSTGRES_BIN";
  if (process.env.CI) throw new Error(advice);
  console.error(`PostgreSQL tests are skipped: ${advice}`);
  return false;
}

/** The server refuses to run as root. */
const unprivileged = (): string[] => {
  if (process.getuid?.() !== 0) return [];
  const users = readFileSync("/etc/passwd", "utf8").split("\n");
  const user = users.some((line) => line.startsWith("postgres:")) ? "postgres" : "nobody";
  return ["setpriv", `--reuid=${user}`, "--init-groups"];
};

/** Ends the server and takes its files away with this process: when standard input closes. */
const KEEPER = `"$0" "$@" & server=$!
trap : TERM INT
cat > /dev/null
kill -QUIT $server 2> /dev/null
wait $server
cd /
rm -rf "$RECOLLECT_TEST_CLUSTER"`;

/** A server of its own. */
export async function startPostgres(): Promise<TestServer> {
  const bin = serverBinaries();
  if (!bin) throw new Error("no PostgreSQL server is installed");
  const as = unprivileged();
  const folder = mkdtempSync(join(tmpdir(), "recollect-pg-"));
  if (as.length > 0) Bun.spawnSync(["chown", as[1]?.slice("--reuid=".length) ?? "", folder]);
  const data = join(folder, "data");
  const made = Bun.spawnSync(
    [
      ...as,
      join(bin, "initdb"),
      "-D",
      data,
      "-U",
      "recollect",
      "--auth=trust",
      "-N",
      "--locale=C",
      "-E",
      "UTF8",
    ],
    { cwd: folder, stdout: "pipe", stderr: "pipe" },
  );
  if (made.exitCode !== 0) throw new Error(`initdb: ${made.stderr.toString()}`);
  const rules = join(data, "pg_hba.conf");
  writeFileSync(rules, `local all guarded scram-sha-256\n${readFileSync(rules, "utf8")}`);
  const settings = {
    listen_addresses: "",
    unix_socket_directories: folder,
    fsync: "off",
    full_page_writes: "off",
    max_connections: "50",
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const keepers: ReturnType<typeof keep>[] = [];
  const keep = () =>
    Bun.spawn([...as, "sh", "-c", KEEPER, join(bin, "postgres"), "-D", data, ...flags], {
      cwd: folder,
      env: { ...process.env, RECOLLECT_TEST_CLUSTER: folder },
      stdin: "pipe",
      stdout: "ignore",
      stderr: Bun.file(join(folder, "log")),
    });
  let schemas = 0;
  const server: TestServer = {
    socket: folder,
    freshUrl() {
      schemas += 1;
      return server.urlOf(`fresh_${schemas}`);
    },
    urlOf: (schema, { user = "recollect", database = "postgres" } = {}) =>
      `postgres://${user}@localhost/${database}?host=${folder}&schema=${schema}`,
    async sql(statements) {
      await using sql = new Bun.SQL(server.urlOf("public").replace("&schema=public", ""), { max: 1 });
      const rows: { [column: string]: unknown }[] = await sql.unsafe(statements).simple();
      return Array.isArray(rows[0]) ? (rows.at(-1) as never) : rows;
    },
    async crash() {
      process.kill(Number(readFileSync(join(data, "postmaster.pid"), "utf8").split("\n", 1)[0]), "SIGQUIT");
      while (existsSync(join(data, "postmaster.pid"))) await Bun.sleep(20);
    },
    async start() {
      const keeper = keep();
      keepers.push(keeper);
      await answering(join(bin, "pg_isready"), folder, keeper);
    },
    async stop() {
      for (const keeper of keepers) {
        keeper.stdin.end();
        await keeper.exited;
      }
    },
  };
  await server.start();
  return server;
}

async function answering(
  isReady: string,
  folder: string,
  { exited }: { exited: Promise<number> },
): Promise<void> {
  let gone = false;
  exited.then(() => {
    gone = true;
  });
  for (let tries = 0; tries < 300 && !gone; tries += 1) {
    if (Bun.spawnSync([isReady, "-q", "-h", folder]).exitCode === 0) return;
    await Bun.sleep(50);
  }
  throw new Error(`the server does not start: ${readFileSync(join(folder, "log"), "utf8").slice(-1_000)}`);
}

const SHARED = Symbol.for("recollect.test.postgres");

/** The server that all test files of this run share. */
export function sharedPostgres(): Promise<TestServer> {
  const scope = globalThis as { [SHARED]?: Promise<TestServer> };
  scope[SHARED] ??= startPostgres();
  return scope[SHARED];
}
