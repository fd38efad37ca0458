/**
 * Every key of the configuration, as a table: what it may hold and what it is for. Checking, editing, the JSON
 * Schema for editors and the reference in the documentation all read this table; the values that apply when
 * nobody says otherwise are in `defaults.ts`.
 */
export { CATEGORY_FOLDER, CATEGORY_NAME } from "../record/category.ts";

import { PATTERN_MAX, PATTERNS_MAX } from "../text/pattern-limits.ts";
import {
  AGENT_MODELS,
  CAPTURE_MODES,
  MATCH_STRATEGIES,
  PERSONAL_DATA,
  PROMOTION_MODES,
  PROTOCOLS,
  REVIEW_CALLS,
  REVIEW_EXECUTORS,
} from "./types.ts";

export type KeyKind =
  | "boolean"
  /** A whole number within `min`…`max`. */
  | "integer"
  /** A finite number within `min`…`max`. */
  | "number"
  /** A line of text of at most `max` characters (UTF-16). */
  | "text"
  /** One of `choices`. */
  | "choice"
  /** A relative path to a folder inside the project. */
  | "root"
  /** One path segment: lower-case letters, digits and hyphens. */
  | "folder"
  /** A list of at most `max` regular expressions. */
  | "patterns"
  /** A list of at most `max` paths with wildcards, as in `.gitignore`. */
  | "globs"
  /** A JSON Schema, or the path of one below the memory root. */
  | "schema";

export interface ConfigKey {
  /** Dotted path; `*` stands for the name of a category. */
  readonly key: string;
  readonly kind: KeyKind;
  readonly min?: number;
  readonly max?: number;
  readonly choices?: readonly string[];
  /** Only for categories that a configuration adds. */
  readonly customOnly?: true;
  /** Never from a repository's own configuration: whoever can push there could have people's memories sent away, or spend. */
  readonly personal?: true;
  /** Lists of all layers add up: none can take away what another says. */
  readonly addsUp?: true;
  /** The only values that a repository may set: it may ask for more care than the user does, and never for less. */
  readonly fromRepository?: readonly string[];
  /** The last segment may be written in upper case: `DECISION` for `decision`. */
  readonly anyCase?: true;
  /** One line, without a full stop. */
  readonly doc: string;
}

const flag = (key: string, doc: string): ConfigKey => ({ key, kind: "boolean", doc });
const whole = (key: string, min: number, max: number, doc: string): ConfigKey => ({
  key,
  kind: "integer",
  min,
  max,
  doc,
});
const choice = (key: string, choices: readonly string[], doc: string): ConfigKey => ({
  key,
  kind: "choice",
  choices,
  doc,
});

const price = (key: string, doc: string): ConfigKey => ({ key, kind: "number", min: 0, max: 10_000, doc });
const personal = (entry: ConfigKey): ConfigKey => ({ ...entry, personal: true });
const personalText = (key: string, max: number, doc: string): ConfigKey =>
  personal({ key, kind: "text", max, doc });

export const CONFIG_KEYS: readonly ConfigKey[] = [
  {
    key: "memory_root",
    kind: "root",
    doc: "Folder of the records, relative to the project; this file stays where it is",
  },
  flag("categories.*.enabled", "Whether records of the category are captured, recalled and accepted"),
  {
    key: "categories.*.folder",
    kind: "folder",
    doc: "Folder of the category below the memory root; required for a category of your own",
  },
  {
    key: "categories.*.description",
    kind: "text",
    max: 500,
    doc: "What the category holds, for people and for the model that drafts",
  },
  flag("categories.*.auto_capture", "Whether conversations are searched for records of the category"),
  whole(
    "categories.*.retention_days",
    0,
    36_500,
    "Days without an update after which an active record is retired; 0 keeps it for good",
  ),
  whole(
    "categories.session_summary.max_retained",
    1,
    100,
    "Session summaries that stay active; older ones are retired",
  ),
  {
    key: "categories.*.signals.primary",
    kind: "patterns",
    max: PATTERNS_MAX,
    customOnly: true,
    doc: "Case-insensitive regular expressions that mark a line as worth saving in a category of your own",
  },
  {
    key: "categories.*.signals.boosters",
    kind: "patterns",
    max: PATTERNS_MAX,
    customOnly: true,
    doc: "Case-insensitive regular expressions that strengthen a primary match up to four lines away",
  },
  {
    key: "categories.*.content_schema",
    kind: "schema",
    customOnly: true,
    doc: "JSON Schema for `content` of a category of your own, or its path below the memory root; any object otherwise",
  },
  flag("auto_commit", "Make a git commit of just the files that a save wrote"),
  whole("max_memories_per_category", 1, 100_000, "Active records that a category may hold"),
  flag("retrieval.enabled", "Whether prompts and session starts are given records"),
  whole("retrieval.max_inject", 0, 20, "Records put before one prompt, at most"),
  choice(
    "retrieval.match_strategy",
    MATCH_STRATEGIES,
    "`full_text` ranks titles, tags and bodies; `title_tags` matches keywords of titles and tags alone",
  ),
  whole("retrieval.max_chars", 0, 9_500, "Characters put before one prompt, at most"),
  flag("retrieval.session_brief", "Whether a session starts with a short brief"),
  whole("retrieval.tokens.prompt", 0, 8_000, "Tokens put before one prompt, at most; 0 for nothing"),
  whole(
    "retrieval.tokens.working",
    0,
    2_000,
    "Tokens of working memory before each prompt, at most, besides those; 0 for nothing",
  ),
  whole("retrieval.tokens.session_start", 0, 8_000, "Tokens of the brief, at most; 0 for none"),
  whole("retrieval.tokens.subagent", 0, 8_000, "Tokens put before a subagent, at most; 0 for nothing"),
  whole(
    "retrieval.tokens.file",
    0,
    2_000,
    "Tokens told of a file that is read or edited, at most; 0 for nothing",
  ),
  whole(
    "retrieval.tokens.explicit",
    0,
    100_000,
    "Tokens that `recollect recall` and the MCP tool answer with, at most, unless told",
  ),
  whole(
    "memory.compress_after_days",
    0,
    36_500,
    "Days after which a session's events that were never important nor looked at are put into one digest; 0 for never",
  ),
  {
    ...choice(
      "memory.promotion",
      PROMOTION_MODES,
      "What becomes of memories that could be records: a proposal in the inbox, a record at once, or nothing",
    ),
    // Memories are private until their person says otherwise: no clone publishes them by itself.
    fromRepository: ["propose", "off"],
  },
  personal(
    whole(
      "memory.purge_after_days",
      1,
      36_500,
      "Days after which memories that were put away are deleted; until then they can be brought back",
    ),
  ),
  flag("memory.maintenance", "Whether memories are promoted, compacted and cleared away by themselves"),
  {
    ...choice(
      "privacy.personal_data",
      PERSONAL_DATA,
      "Whether e-mail addresses, phone and card numbers are masked in what is kept; credentials never are kept",
    ),
    fromRepository: ["mask"],
  },
  {
    key: "privacy.exclude_paths",
    kind: "globs",
    max: 200,
    addsUp: true,
    doc: "Files whose content and changes are never kept, besides those that usually hold secrets",
  },
  {
    key: "privacy.secrets",
    kind: "patterns",
    max: PATTERNS_MAX,
    addsUp: true,
    doc: "Regular expressions of credentials of your own, besides the known ones",
  },
  personal(
    choice(
      "review.executor",
      REVIEW_EXECUTORS,
      "Who judges what is worth remembering: rules (`heuristic`), a model at an address (`endpoint`), your own `claude -p` (`claude`), or agents in the session (`client`)",
    ),
  ),
  personal(
    choice(
      "review.calls",
      REVIEW_CALLS,
      "Ask all three reviewers in one call (`batched`), or each by itself (`separate`)",
    ),
  ),
  personal(whole("review.timeout_ms", 1_000, 120_000, "Milliseconds that a reviewer may take")),
  personal(
    choice("endpoint.protocol", PROTOCOLS, "What the endpoint speaks; servers of your own mostly `openai`"),
  ),
  personalText("endpoint.url", 2_000, "Address of the endpoint, e.g. `http://127.0.0.1:11434/v1`"),
  personalText("endpoint.model", 200, "Model that reviews and drafts at the endpoint"),
  personalText(
    "endpoint.verification_model",
    200,
    "Model that verifies drafts at the endpoint; the same unless told",
  ),
  personalText(
    "endpoint.key_env",
    100,
    "Name of the environment variable that holds the endpoint's key, which is kept nowhere itself; needed but for `api.anthropic.com` (ANTHROPIC_API_KEY), `api.openai.com` (OPENAI_API_KEY) and servers that want none",
  ),
  personal(price("endpoint.usd_per_million_in", "Price of a million tokens sent, in US dollars; 0 for free")),
  personal(
    price("endpoint.usd_per_million_out", "Price of a million tokens received, in US dollars; 0 for free"),
  ),
  personalText("claude.command", 500, "The `claude` that is run with executor `claude`"),
  personalText("claude.model", 100, "Its model; `haiku` unless told"),
  personal(
    whole(
      "limits.calls_per_day",
      0,
      100_000,
      "Calls of models in a day, at most; 0: no model is ever called",
    ),
  ),
  personal(
    whole(
      "limits.tokens_per_day",
      0,
      1_000_000_000,
      "Tokens of such calls in a day, in and out together, at most",
    ),
  ),
  personal({
    key: "limits.usd_per_day",
    kind: "number",
    min: 0,
    max: 10_000,
    doc: "US dollars for such calls in a day, at most, where prices are known",
  }),
  {
    key: "store.url",
    kind: "text",
    max: 2_000,
    personal: true,
    doc: "Address of a PostgreSQL database to keep memories in, instead of a file on this machine",
  },
  flag("triage.enabled", "Whether finished turns are searched for something worth saving"),
  whole("triage.max_messages", 10, 200, "Messages looked back at"),
  {
    key: "triage.thresholds.*",
    kind: "number",
    min: 0,
    max: 1,
    anyCase: true,
    doc: "Score from which the category is proposed",
  },
  flag("triage.parallel.enabled", "With mode `agents`: draft side by side instead of one after the other"),
  {
    key: "triage.parallel.category_models.*",
    kind: "choice",
    choices: AGENT_MODELS,
    anyCase: true,
    doc: "Model that drafts records of the category, with mode `agents`",
  },
  choice(
    "triage.parallel.verification_model",
    AGENT_MODELS,
    "Model that verifies drafts, with mode `agents`",
  ),
  choice("triage.parallel.default_model", AGENT_MODELS, "Model for categories without one of their own"),
  {
    ...choice(
      "capture.mode",
      CAPTURE_MODES,
      "Who drafts records: the model in the conversation (`inline`), subagents (`agents`), a model at the endpoint (`endpoint`), or nobody (`off`)",
    ),
    // An endpoint is sent excerpts, and paid.
    fromRepository: ["inline", "agents", "off"],
  },
  flag("capture.memories", "Whether what happens in sessions is kept as memories"),
  whole("capture.turns_between_requests", 1, 1_000, "Turns between two requests to save, at least"),
  whole("capture.requests_per_session", 0, 100, "Requests to save in one session, at most"),
  flag(
    "capture.unattended",
    "Whether sessions without a person get such requests too; they replace the answer of a `claude -p` run",
  ),
  whole(
    "delete.grace_period_days",
    0,
    3_650,
    "Days from retirement until a record is archived or deleted, at the start of a session",
  ),
  flag("delete.archive_retired", "Archive retired records after the grace period instead of deleting them"),
];

let segments: ReadonlyMap<ConfigKey, readonly string[]> | undefined;

/** Keys with their segments. Most processes meet no configuration, and need none. */
function segmentsOf(): ReadonlyMap<ConfigKey, readonly string[]> {
  segments ??= new Map(CONFIG_KEYS.map((entry) => [entry, entry.key.split(".")]));
  return segments;
}

const fits = (pattern: readonly string[], path: readonly string[]): boolean =>
  path.every((segment, i) => pattern[i] === segment || pattern[i] === "*");

/** The key at a path of segments, if it is one. */
export function keyAt(path: readonly string[]): ConfigKey | undefined {
  for (const [entry, pattern] of segmentsOf()) {
    if (pattern.length === path.length && fits(pattern, path)) return entry;
  }
  return undefined;
}

/** Whether a path holds keys below it. The empty path does. */
export function isSection(path: readonly string[]): boolean {
  for (const pattern of segmentsOf().values()) {
    if (pattern.length > path.length && fits(pattern, path)) return true;
  }
  return false;
}

/** The segments that may follow a section's path, `*` among them where a category's name may. */
export function segmentsBelow(path: readonly string[]): string[] {
  const found = new Set<string>();
  for (const pattern of segmentsOf().values()) {
    const next = pattern[path.length];
    if (next !== undefined && fits(pattern, path)) found.add(next);
  }
  return [...found];
}

/** What a key may hold, as the end of "it must be …". */
export function expectation(entry: ConfigKey): string {
  switch (entry.kind) {
    case "boolean":
      return "true or false";
    case "integer":
      return `a whole number from ${entry.min} to ${entry.max}`;
    case "number":
      return `a number from ${entry.min} to ${entry.max}`;
    case "text":
      return `one line of text of 1 to ${entry.max} characters`;
    case "choice":
      return `one of ${entry.choices?.map((value) => JSON.stringify(value)).join(", ")}`;
    case "root":
      return "a relative path to a folder of its own inside the project, outside .git";
    case "folder":
      return "one folder name of 1 to 40 lower-case letters, digits and hyphens";
    case "patterns":
      return `a list of at most ${entry.max} regular expressions of at most ${PATTERN_MAX} characters`;
    case "globs":
      return `a list of at most ${entry.max} paths, which may hold * and **`;
    case "schema":
      return "a JSON Schema object, or the relative path of a .json file below the memory root";
  }
}
