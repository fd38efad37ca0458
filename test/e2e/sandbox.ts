/** A home, a git project and an environment of a test's own: the client sees nothing of the machine's user. */
import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** Not a key: the client wants one before it talks to the scripted model. */
const DUMMY_KEY = "sk-ant-offline-test-not-a-key-00000000000000";

export interface Sandbox {
  /** Everything below is inside. */
  dir: string;
  home: string;
  project: string;
  /** Folder for the client's debug logs. */
  logs: string;
  /** The client's environment when the model listens on this port. */
  env(port: number, extra?: Environment): Environment;
  remove(): void;
}

export type Environment = { [name: string]: string };

export interface SandboxOptions {
  /** Files of the project: path → text, or data to be written as JSON. They are committed. */
  files?: { readonly [path: string]: unknown };
  /** Claude Code's user settings. */
  settings?: unknown;
}

export function makeSandbox({ files = {}, settings }: SandboxOptions = {}): Sandbox {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), "recollect-e2e-")));
  const [home, project, logs] = [join(dir, "home"), join(dir, "project"), join(dir, "logs")];
  for (const folder of [join(home, "tmp"), join(home, ".claude"), project, logs])
    mkdirSync(folder, { recursive: true });
  const trusted = {
    hasTrustDialogAccepted: true,
    hasCompletedProjectOnboarding: true,
    projectOnboardingSeenCount: 9,
  };
  put(join(home, ".claude.json"), {
    hasCompletedOnboarding: true,
    theme: "dark",
    numStartups: 9,
    lastOnboardingVersion: "9.9.9",
    customApiKeyResponses: { approved: [DUMMY_KEY.slice(-20)], rejected: [] },
    projects: { [project]: trusted },
  });
  if (settings !== undefined) put(join(home, ".claude", "settings.json"), settings);
  put(join(project, "README.md"), "# scratch\n");
  for (const [path, content] of Object.entries(files)) put(join(project, path), content);
  commitAll(project, home);
  return {
    dir,
    home,
    project,
    logs,
    env: (port, extra = {}) => ({
      PATH: "/usr/local/bin:/usr/bin:/bin",
      HOME: home,
      USER: "tester",
      LOGNAME: "tester",
      SHELL: "/bin/bash",
      LANG: "C.UTF-8",
      TERM: "xterm-256color",
      TMPDIR: join(home, "tmp"),
      NO_PROXY: "127.0.0.1,localhost",
      ANTHROPIC_API_KEY: DUMMY_KEY,
      ANTHROPIC_BASE_URL: `http://127.0.0.1:${port}`,
      DISABLE_TELEMETRY: "1",
      DISABLE_AUTOUPDATER: "1",
      DISABLE_ERROR_REPORTING: "1",
      DISABLE_BUG_COMMAND: "1",
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
      CLAUDE_CODE_DISABLE_TERMINAL_TITLE: "1",
      CLAUDE_CODE_DISABLE_OFFICIAL_MARKETPLACE_AUTOINSTALL: "1",
      CLAUDE_CODE_ENABLE_PROMPT_SUGGESTION: "false",
      RECOLLECT_BUN: process.execPath,
      ...extra,
    }),
    remove: () => rmSync(dir, { recursive: true, force: true }),
  };
}

/** Writes a file and its folders; anything but text as JSON. */
export function put(path: string, content: unknown, mode = 0o644): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, typeof content === "string" ? content : `${JSON.stringify(content, null, 2)}\n`, {
    mode,
  });
}

function commitAll(cwd: string, home: string): void {
  const env = { PATH: "/usr/bin:/bin:/usr/local/bin", HOME: home };
  const git = (...args: string[]): void => {
    execFileSync("git", ["-c", "user.email=t@example.com", "-c", "user.name=t", ...args], {
      cwd,
      env,
      stdio: "pipe",
    });
  };
  git("init", "-q", "-b", "main");
  git("add", "-A", "-f");
  git("commit", "-q", "-m", "start");
}

/** Record files of a project, by path relative to its memory folder. */
export function recordsOf(project: string): { [path: string]: { [field: string]: unknown } } {
  const root = join(project, ".claude", "memory");
  if (!existsSync(root)) return {};
  return Object.fromEntries(
    readdirSync(root, { recursive: true, encoding: "utf8" })
      .filter((path) => path.includes("/") && path.endsWith(".json"))
      .map((path) => [
        path,
        JSON.parse(readFileSync(join(root, path), "utf8")) as { [field: string]: unknown },
      ]),
  );
}
