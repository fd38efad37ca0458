/**
 * The configuration of a project as the rest of the program sees it: complete, checked, in range.
 * `keys.ts` holds every key with its range, `defaults.ts` the values where nobody says otherwise; `load.ts` reads the files
 * and the environment.
 */
import type { Category, CategoryName } from "../record/category.ts";

/** Model names a subagent can be given. */
export const AGENT_MODELS = ["haiku", "sonnet", "opus"] as const;
export type AgentModel = (typeof AGENT_MODELS)[number];

export const CAPTURE_MODES = ["inline", "agents", "endpoint", "off"] as const;
/** How a turn's signals become records: by the model in the conversation, subagents, a model at the endpoint, or not. */
export type CaptureMode = (typeof CAPTURE_MODES)[number];

export const MATCH_STRATEGIES = ["full_text", "title_tags"] as const;
/** `full_text`: BM25 over title, tags and body. `title_tags`: the keyword scorer over titles and tags alone. */
export type MatchStrategy = (typeof MATCH_STRATEGIES)[number];

export const PROMOTION_MODES = ["propose", "automatic", "off"] as const;
export type PromotionMode = (typeof PROMOTION_MODES)[number];

export const PERSONAL_DATA = ["mask", "keep"] as const;
export type PersonalData = (typeof PERSONAL_DATA)[number];

export const REVIEW_EXECUTORS = ["heuristic", "endpoint", "claude", "client"] as const;
export type ReviewExecutor = (typeof REVIEW_EXECUTORS)[number];

export const REVIEW_CALLS = ["batched", "separate"] as const;
export type ReviewCalls = (typeof REVIEW_CALLS)[number];

export const PROTOCOLS = ["anthropic", "openai"] as const;
export type Protocol = (typeof PROTOCOLS)[number];

export interface CategorySettings {
  enabled: boolean;
  folder: string;
  description: string;
  /** Whether triage may propose records of this category. */
  auto_capture: boolean;
  /** Active records not updated for this many days are retired; 0 keeps them for good. */
  retention_days: number;
  /** Session summaries only: how many stay active (1–100). */
  max_retained?: number;
}

/** Own signals of a custom category: what triage looks for, as case-insensitive regular expressions. */
export interface CustomSignals {
  primary: string[];
  boosters: string[];
}

export interface CustomCategorySettings extends CategorySettings {
  signals?: CustomSignals;
  /** A JSON Schema for `content`, or the path of one below the memory root. */
  content_schema?: string | { [key: string]: unknown };
}

export interface Config {
  /** Folder of the records, relative to the project's folder; never outside it. */
  memory_root: string;
  categories: { [name: string]: CustomCategorySettings };
  /** Make a git commit of just the files that a save wrote. */
  auto_commit: boolean;
  /** Most active records of a category (1–100,000). */
  max_memories_per_category: number;
  retrieval: {
    enabled: boolean;
    /** Most records put before a prompt, 0–20. */
    max_inject: number;
    match_strategy: MatchStrategy;
    /** Most characters (UTF-16) put before a prompt, 0–9,500: the client cuts at 10,000. */
    max_chars: number;
    /** Whether a session starts with a brief. */
    session_brief: boolean;
    /** Most tokens put before the model, by the place where they are; 0 switches a place off. */
    tokens: {
      /** A prompt, 0–8,000; what stays within `max_chars` besides. */
      prompt: number;
      /** Working memory of the session, on every prompt, besides `prompt`: 0–2,000. */
      working: number;
      /** The brief at a session's start, 0–8,000. */
      session_start: number;
      /** A subagent's start, 0–8,000. */
      subagent: number;
      /** A file that is read or edited, 0–2,000. */
      file: number;
      /** What people, tools and programs ask for, unless they say how much: 0–100,000. */
      explicit: number;
    };
  };
  memory: {
    /** Days after which episodes that faded are put together, by session; 0 for never, 0–36,500. */
    compress_after_days: number;
    promotion: PromotionMode;
    /** Days after which what was put away is deleted, 1–36,500. */
    purge_after_days: number;
    /** Whether upkeep runs by itself. */
    maintenance: boolean;
  };
  privacy: {
    personal_data: PersonalData;
    /** Paths with wildcards whose content is never kept, besides the built-in ones. */
    exclude_paths: string[];
    /** Regular expressions of credentials, besides the known ones. */
    secrets: string[];
  };
  review: {
    executor: ReviewExecutor;
    calls: ReviewCalls;
    /** Milliseconds for one reviewer that is a model, 1,000–120,000. */
    timeout_ms: number;
  };
  /** A model at an address. Never from a repository. */
  endpoint: {
    protocol: Protocol;
    url?: string;
    model?: string;
    verification_model?: string;
    /** Name of an environment variable. */
    key_env?: string;
    usd_per_million_in: number;
    usd_per_million_out: number;
  };
  claude: {
    command: string;
    model?: string;
  };
  /** What may be spent on models in a day. Never from a repository. */
  limits: {
    calls_per_day: number;
    tokens_per_day: number;
    usd_per_day: number;
  };
  store: {
    /** Address of a PostgreSQL database; the SQLite file on this machine without one. Never from a repository. */
    url?: string;
  };
  triage: {
    enabled: boolean;
    /** Messages looked back at, 10–200. */
    max_messages: number;
    /** Score from which a category is proposed, 0–1. */
    thresholds: { [category: string]: number };
    parallel: {
      /** With mode `agents`: draft by subagents side by side; otherwise one after the other. */
      enabled: boolean;
      category_models: { [category: string]: AgentModel };
      verification_model: AgentModel;
      default_model: AgentModel;
    };
  };
  capture: {
    mode: CaptureMode;
    /** Whether sessions are kept as memories. */
    memories: boolean;
    /** Turns between two requests to save, at least: 1–1,000. */
    turns_between_requests: number;
    /** Most requests to save in one session, 0–100. */
    requests_per_session: number;
    /** Whether sessions without a person (`claude -p`, SDK) get such requests too. */
    unattended: boolean;
  };
  delete: {
    /** Days from retirement to purge, 0–3,650. */
    grace_period_days: number;
    /** Archive instead of purging when the grace period is over. */
    archive_retired: boolean;
  };
}

/** Where a value came from; the later wins. */
export type ConfigSource = "default" | "user" | "project" | "environment";

export interface ConfigProblem {
  source: ConfigSource;
  /** File or environment variable. */
  where: string;
  /** Dotted path of the key. */
  key: string;
  /** What is wrong, as a sentence without its full stop. */
  what: string;
  /** What is wrong, what was used instead, how to mend it: one sentence each. */
  message: string;
}

export interface LoadedConfig {
  config: Config;
  /** Enabled and disabled categories alike, custom ones included. */
  categories: ReadonlyMap<CategoryName, Category>;
  problems: ConfigProblem[];
}
