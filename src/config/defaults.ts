/** The configuration of a project that says nothing. */
import { BUILT_IN_CATEGORIES, CATEGORIES } from "../record/category.ts";
import type { CategorySettings, Config, CustomCategorySettings } from "./types.ts";

/** Where records live unless the configuration says otherwise, and where the project's configuration always is. */
export const DEFAULT_MEMORY_ROOT = ".claude/memory";

/** Score from which a category of one's own is proposed. */
export const CUSTOM_THRESHOLD = 0.4;

/** A fresh copy of the defaults; the caller may change it. */
export function defaultConfig(): Config {
  const categories: { [name: string]: CustomCategorySettings } = {};
  for (const name of BUILT_IN_CATEGORIES) {
    const { folder, description } = CATEGORIES[name];
    categories[name] = {
      enabled: true,
      folder,
      description,
      auto_capture: true,
      retention_days: 0,
    };
  }
  Object.assign(categories.session_summary ?? {}, { retention_days: 90, max_retained: 5 });
  return {
    memory_root: DEFAULT_MEMORY_ROOT,
    categories,
    auto_commit: false,
    max_memories_per_category: 100,
    retrieval: {
      enabled: true,
      max_inject: 5,
      match_strategy: "full_text",
      max_chars: 6_000,
      session_brief: true,
      tokens: {
        prompt: 2_000,
        working: 300,
        session_start: 1_500,
        subagent: 800,
        file: 300,
        explicit: 8_000,
      },
    },
    memory: { compress_after_days: 30, promotion: "propose", purge_after_days: 30, maintenance: true },
    privacy: { personal_data: "mask", exclude_paths: [], secrets: [] },
    review: { executor: "heuristic", calls: "batched", timeout_ms: 20_000 },
    endpoint: { protocol: "openai", usd_per_million_in: 0, usd_per_million_out: 0 },
    claude: { command: "claude" },
    limits: { calls_per_day: 0, tokens_per_day: 0, usd_per_day: 0 },
    store: {},
    triage: {
      enabled: true,
      max_messages: 50,
      thresholds: {
        decision: 0.4,
        runbook: 0.4,
        // Three plain matches score 0.474, so that 0.5 could never be reached without a booster.
        constraint: 0.45,
        tech_debt: 0.4,
        preference: 0.4,
        session_summary: 0.6,
      },
      parallel: {
        enabled: true,
        category_models: {
          session_summary: "haiku",
          decision: "sonnet",
          runbook: "haiku",
          constraint: "sonnet",
          tech_debt: "haiku",
          preference: "haiku",
        },
        verification_model: "sonnet",
        default_model: "haiku",
      },
    },
    capture: {
      mode: "inline",
      memories: true,
      turns_between_requests: 10,
      requests_per_session: 4,
      unattended: false,
    },
    delete: { grace_period_days: 30, archive_retired: true },
  };
}

/** Settings of a custom category before its own are applied. */
export const customCategoryDefaults = (name: string, folder: string): CategorySettings => ({
  enabled: true,
  folder,
  description: `Records of the category ${name}`,
  auto_capture: true,
  retention_days: 0,
});
