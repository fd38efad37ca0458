/** All commands: how they are loaded, and how they are listed. */
import type { Resolvable } from "citty";
import manifest from "../../package.json" with { type: "json" };
import type { Command } from "./command.ts";
import { paint, table } from "./output.ts";

interface Entry {
  group: "people" | "memories" | "setup" | "scripts";
  about: string;
  load: () => Promise<Command>;
}

const entry = (group: Entry["group"], about: string, load: Entry["load"]): Entry => ({ group, about, load });

/** Every command by name, in the order of the help. */
export const COMMANDS: { readonly [name: string]: Entry } = {
  status: entry(
    "people",
    "What this project's memory holds and how it is doing",
    async () => (await import("./commands/status.ts")).statusCommand,
  ),
  search: entry(
    "people",
    "Search records by title, tags and text",
    async () => (await import("./commands/records.ts")).searchCommand,
  ),
  list: entry("people", "List records", async () => (await import("./commands/records.ts")).listCommand),
  show: entry(
    "people",
    "Show one record or memory whole",
    async () => (await import("./commands/records.ts")).showCommand,
  ),
  history: entry(
    "people",
    "What changed in a record, and when",
    async () => (await import("./commands/records.ts")).historyCommand,
  ),
  save: entry(
    "people",
    "Save what is worth keeping",
    async () => (await import("./commands/save.ts")).saveCommand,
  ),
  retire: entry(
    "people",
    "Take a record out of recall",
    async () => (await import("./commands/lifecycle.ts")).retireCommand,
  ),
  restore: entry(
    "people",
    "Bring a retired record back",
    async () => (await import("./commands/lifecycle.ts")).restoreCommand,
  ),
  archive: entry(
    "people",
    "Shelve a record for good",
    async () => (await import("./commands/lifecycle.ts")).archiveCommand,
  ),
  unarchive: entry(
    "people",
    "Bring an archived record back",
    async () => (await import("./commands/lifecycle.ts")).unarchiveCommand,
  ),
  purge: entry(
    "people",
    "Delete a retired record whose grace period is over",
    async () => (await import("./commands/lifecycle.ts")).purgeCommand,
  ),
  gc: entry(
    "people",
    "Clear away what was retired long ago, and let memories age",
    async () => (await import("./commands/index.ts")).gcCommand,
  ),
  scan: entry(
    "people",
    "Find credentials in what is kept already",
    async () => (await import("./commands/scan.ts")).scanCommand,
  ),
  inbox: entry(
    "memories",
    "What waits for your yes or no",
    async () => (await import("./commands/inbox.ts")).inboxCommand,
  ),
  recall: entry(
    "memories",
    "Recall records and memories that answer a query",
    async () => (await import("./commands/recall.ts")).recallCommand,
  ),
  remember: entry(
    "memories",
    "Remember something",
    async () => (await import("./commands/remember.ts")).rememberCommand,
  ),
  memories: entry(
    "memories",
    "List memories",
    async () => (await import("./commands/memories.ts")).memoriesCommand,
  ),
  task: entry(
    "memories",
    "Begin and end tasks by hand",
    async () => (await import("./commands/tasks.ts")).taskCommand,
  ),
  remind: entry(
    "memories",
    "Be reminded when it is due, or something happens",
    async () => (await import("./commands/tasks.ts")).remindCommand,
  ),
  timeline: entry(
    "memories",
    "What happened and what was learned, in order of time",
    async () => (await import("./commands/memories.ts")).timelineCommand,
  ),
  related: entry(
    "memories",
    "The memories that one is linked with",
    async () => (await import("./commands/memories.ts")).relatedCommand,
  ),
  link: entry(
    "memories",
    "Link two memories, or take the link away",
    async () => (await import("./commands/memories.ts")).linkCommand,
  ),
  forget: entry(
    "memories",
    "Delete memories for good",
    async () => (await import("./commands/forget.ts")).forgetCommand,
  ),
  export: entry(
    "memories",
    "Write memories as lines of JSON",
    async () => (await import("./commands/transfer.ts")).exportCommand,
  ),
  import: entry(
    "memories",
    "Import memories that `export` wrote",
    async () => (await import("./commands/transfer.ts")).importCommand,
  ),
  pause: entry(
    "memories",
    "Keep nothing new for a while, in any project",
    async () => (await import("./commands/consent.ts")).pauseCommand,
  ),
  resume: entry("memories", "End a pause", async () => (await import("./commands/consent.ts")).resumeCommand),
  off: entry(
    "memories",
    "Keep and recall nothing in this project",
    async () => (await import("./commands/consent.ts")).offCommand,
  ),
  on: entry(
    "memories",
    "Keep and recall in this project again",
    async () => (await import("./commands/consent.ts")).onCommand,
  ),
  install: entry(
    "setup",
    "Register the plugin with Claude Code",
    async () => (await import("./commands/install.ts")).installCommand,
  ),
  uninstall: entry(
    "setup",
    "Take the plugin out of Claude Code",
    async () => (await import("./commands/install.ts")).uninstallCommand,
  ),
  config: entry(
    "setup",
    "Read, change and check the configuration",
    async () => (await import("./commands/config.ts")).configCommand,
  ),
  doctor: entry(
    "setup",
    "Check the installation, and prove that it works",
    async () => (await import("./commands/doctor.ts")).doctorCommand,
  ),
  usage: entry(
    "setup",
    "What models were asked, what it cost, and what is left of today",
    async () => (await import("./commands/usage.ts")).usageCommand,
  ),
  demo: entry(
    "setup",
    "See it work in a scratch project",
    async () => (await import("./commands/demo.ts")).demoCommand,
  ),
  worker: entry(
    "setup",
    "What is done apart from sessions, and what to do where it fails",
    async () => (await import("./commands/worker.ts")).workerCommand,
  ),
  completions: entry(
    "setup",
    "Print shell completions",
    async () => (await import("./commands/completions.ts")).completionsCommand,
  ),
  hook: entry(
    "scripts",
    "Answer a client's hook",
    async () => (await import("./commands/hooks.ts")).hookCommand,
  ),
  statusline: entry(
    "scripts",
    "A line for the client's status line",
    async () => (await import("./commands/statusline.ts")).statuslineCommand,
  ),
  mcp: entry(
    "scripts",
    "The MCP server on standard input and output",
    async () => (await import("./commands/mcp.ts")).mcpCommand,
  ),
  "recall-server": entry(
    "scripts",
    "Recall by JSON lines, for measuring",
    async () => (await import("./commands/recall-server.ts")).recallServerCommand,
  ),
  triage: entry(
    "scripts",
    "Score a transcript",
    async () => (await import("./commands/hooks.ts")).triageCommand,
  ),
  retrieve: entry(
    "scripts",
    "The records that bear on a prompt",
    async () => (await import("./commands/hooks.ts")).retrieveCommand,
  ),
  candidate: entry(
    "scripts",
    "The record that new information may be about",
    async () => (await import("./commands/candidate.ts")).candidateCommand,
  ),
  write: entry(
    "scripts",
    "One checked write of a record",
    async () => (await import("./commands/write.ts")).writeCommand,
  ),
  index: entry(
    "scripts",
    "Rebuild, validate, query the index",
    async () => (await import("./commands/index.ts")).indexCommand,
  ),
  guard: entry(
    "scripts",
    "Decide on a tool call that may write into the memory",
    async () => (await import("./commands/hooks.ts")).guardCommand,
  ),
  validate: entry(
    "scripts",
    "Check what a tool call wrote into the memory",
    async () => (await import("./commands/hooks.ts")).validateCommand,
  ),
};

const GROUPS: readonly [Entry["group"], string][] = [
  ["people", "Records"],
  ["memories", "Memories"],
  ["setup", "Set-up"],
  ["scripts", "For clients and scripts"],
];

export async function loadCommand(name: string): Promise<Command> {
  const found = COMMANDS[name];
  if (!found) throw new RangeError(`no command ${name}`);
  return found.load();
}

/** A command among its own, e.g. `config` or `config set`. */
export interface FoundCommand {
  command: Command;
  /** Its name, after those of the commands that it belongs to. */
  path: readonly string[];
  /** Names of the commands that belong to it. */
  inner: readonly string[];
  /** The words after its name. */
  rest: readonly string[];
}

/** The command that the words after `name` lead to. Throws RangeError for a name that is not in `COMMANDS`. */
export async function findCommand(name: string, words: readonly string[]): Promise<FoundCommand> {
  let command = await loadCommand(name);
  const path = [name];
  for (let rest = words; ; rest = rest.slice(1)) {
    const inner = await innerCommands(command);
    const next = inner.get(rest[0] ?? "");
    if (!next) return { command, path, inner: [...inner.keys()], rest };
    command = next;
    path.push(rest[0] ?? "");
  }
}

/** The commands that belong to one, by name. */
export async function innerCommands(command: Command): Promise<Map<string, Command>> {
  const found = new Map<string, Command>();
  for (const [name, inner] of Object.entries((await resolved(command.subCommands)) ?? {})) {
    found.set(name, (await resolved(inner)) as Command);
  }
  return found;
}

/** What citty lets a definition put off until it is asked for. */
export const resolved = async <T>(value: Resolvable<T> | undefined): Promise<T | undefined> =>
  typeof value === "function" ? (value as () => T | Promise<T>)() : value;

/** The help's first page. */
export function commandGroups(): string {
  const sections = GROUPS.map(([group, heading]) => {
    const rows = Object.entries(COMMANDS)
      .filter(([, { group: own }]) => own === group)
      .map(([name, { about }]) => [`  ${paint("cyan", name)}`, about]);
    return `${paint("bold", heading)}\n${table(rows)}`;
  });
  return [
    `recollect ${manifest.version}: ${manifest.description}`,
    "",
    "Usage: recollect <command> [arguments] [--json]",
    "",
    sections.join("\n\n"),
    "",
    "`recollect <command> --help` tells of a command. See it work: `recollect demo`. Install it: `recollect install`.",
  ].join("\n");
}
