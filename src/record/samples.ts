/** Valid records of every category, for tests. */
import { type BuiltInCategory, CATEGORIES, type Category } from "./category.ts";
import { type ContentByCategory, type GenericContent, type ProjectRecord, SCHEMA_VERSION } from "./types.ts";

export const SAMPLE_CONTENT: ContentByCategory = {
  decision: {
    status: "accepted",
    context: "Sessions must survive a restart",
    decision: "Sign sessions as JWT",
    alternatives: [{ option: "Server-side sessions", rejected_reason: "Needs a shared store" }],
    rationale: ["No shared state", "Well-known libraries"],
    consequences: ["Tokens cannot be revoked at once"],
  },
  session_summary: {
    goal: "Ship the login page",
    outcome: "partial",
    completed: ["Form", "Validation"],
    in_progress: ["Error messages"],
    blockers: [],
    next_actions: ["Write the tests"],
  },
  runbook: {
    trigger: "Deploy hangs at migration",
    symptoms: ["No output for minutes"],
    steps: ["Find the lock", "Kill the holder", "Retry"],
    verification: "The migration table has the new row",
    root_cause: "A long transaction",
  },
  constraint: {
    kind: "limitation",
    rule: "The API allows 60 requests a minute",
    impact: ["Bulk imports take hours"],
    severity: "high",
    active: true,
  },
  tech_debt: {
    status: "open",
    priority: "medium",
    description: "The parser is duplicated",
    reason_deferred: "Release was due",
    suggested_fix: ["Extract a module"],
  },
  preference: {
    topic: "Test runner",
    value: "bun test",
    reason: "Fast",
    strength: "strong",
    examples: { prefer: ["bun test"], avoid: ["jest"] },
  },
};

export const SAMPLE_TIME = "2026-02-14T09:30:00Z";

/** A valid, active record; `fields` replaces what should differ. */
export const sampleRecord = (
  category: BuiltInCategory = "decision",
  fields: Partial<ProjectRecord> = {},
): ProjectRecord => ({
  schema_version: SCHEMA_VERSION,
  category,
  id: "use-jwt-for-sessions",
  title: "Use JWT for sessions",
  record_status: "active",
  created_at: SAMPLE_TIME,
  updated_at: SAMPLE_TIME,
  tags: ["auth", "jwt"],
  content: structuredClone(SAMPLE_CONTENT[category]) as unknown as GenericContent,
  changes: [],
  times_updated: 0,
  ...fields,
});

/** A category of a configuration's own. */
export const customCategory = (content: Category["content"] = { kind: "generic" }): Category => ({
  ...CATEGORIES.decision,
  name: "api_contract",
  folder: "api-contracts",
  display: "API_CONTRACT",
  content,
});
