/** The tables of memories. Every one is keyed by project first. */
const common = `
  status TEXT NOT NULL DEFAULT 'active' CHECK(status IN ('staged', 'active', 'superseded', 'archived', 'rejected')),
`;

const tail = `
  importance INTEGER NOT NULL DEFAULT 5 CHECK(importance BETWEEN 1 AND 10),
  tags TEXT NOT NULL DEFAULT '[]' CHECK(json_valid(tags)),
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  accessed_at TEXT NOT NULL,
  access_count INTEGER NOT NULL DEFAULT 0,
  content_hash TEXT NOT NULL,
  review TEXT CHECK(review IS NULL OR json_valid(review)),
  valid_from TEXT,
  valid_to TEXT,
  superseded_by TEXT,
  promoted_to TEXT,
  PRIMARY KEY(project, id)`;

const scope = "scope TEXT NOT NULL CHECK(scope IN ('session', 'project', 'user')),";
const key = "project TEXT NOT NULL, id TEXT NOT NULL,";
const session = "session_id TEXT NOT NULL, agent_id TEXT NOT NULL,";

export const memories: string = `
CREATE TABLE episodic_memories(${key} ${session}
  timestamp TEXT NOT NULL,
  event_type TEXT NOT NULL CHECK(event_type IN ('user_query', 'agent_response', 'decision', 'error')),
  title TEXT NOT NULL,
  content TEXT NOT NULL,
  context TEXT CHECK(context IS NULL OR json_valid(context)),
  emotional_valence INTEGER CHECK(emotional_valence BETWEEN -2 AND 2),
  ${scope} ${common} ${tail});
CREATE INDEX idx_episodic_session ON episodic_memories(project, session_id);
CREATE INDEX idx_episodic_importance ON episodic_memories(project, importance);
CREATE INDEX idx_episodic_timestamp ON episodic_memories(project, timestamp);

CREATE TABLE semantic_memories(${key}
  concept TEXT NOT NULL,
  category TEXT NOT NULL CHECK(category IN ('pattern', 'fact', 'principle', 'domain_knowledge')),
  content TEXT NOT NULL,
  confidence REAL NOT NULL DEFAULT 1.0 CHECK(confidence BETWEEN 0 AND 1),
  source_sessions TEXT NOT NULL DEFAULT '[]' CHECK(json_valid(source_sessions)),
  evidence_count INTEGER NOT NULL DEFAULT 1,
  related_concepts TEXT NOT NULL DEFAULT '[]' CHECK(json_valid(related_concepts)),
  ${scope} ${common} ${tail});
CREATE INDEX idx_semantic_concept ON semantic_memories(project, concept);
CREATE INDEX idx_semantic_category ON semantic_memories(project, category);
CREATE INDEX idx_semantic_importance ON semantic_memories(project, importance);
CREATE INDEX idx_semantic_confidence ON semantic_memories(project, confidence);

CREATE TABLE prospective_memories(${key} ${session}
  intention_type TEXT NOT NULL CHECK(intention_type IN ('todo', 'reminder', 'followup', 'commitment')),
  title TEXT NOT NULL,
  content TEXT NOT NULL,
  trigger_condition TEXT,
  trigger_type TEXT CHECK(trigger_type IS NULL OR trigger_type IN ('time', 'event', 'context')),
  priority INTEGER NOT NULL DEFAULT 3 CHECK(priority BETWEEN 1 AND 5),
  status TEXT NOT NULL DEFAULT 'pending' CHECK(status IN ('pending', 'active', 'completed', 'cancelled')),
  due_at TEXT,
  completed_at TEXT,
  usage_count INTEGER NOT NULL DEFAULT 0,
  recurrence_sessions TEXT NOT NULL DEFAULT '[]' CHECK(json_valid(recurrence_sessions)),
  ${scope} ${common.replaceAll("status", "row_status")} ${tail});
CREATE INDEX idx_prospective_session ON prospective_memories(project, session_id);
CREATE INDEX idx_prospective_status ON prospective_memories(project, status);
CREATE INDEX idx_prospective_priority ON prospective_memories(project, priority);
CREATE INDEX idx_prospective_due ON prospective_memories(project, due_at);

CREATE TABLE procedural_memories(${key}
  procedure_name TEXT NOT NULL,
  category TEXT NOT NULL CHECK(category IN ('workflow', 'pattern', 'technique', 'tool_usage')),
  steps TEXT NOT NULL CHECK(json_valid(steps)),
  prerequisites TEXT NOT NULL DEFAULT '[]' CHECK(json_valid(prerequisites)),
  success_conditions TEXT NOT NULL DEFAULT '[]' CHECK(json_valid(success_conditions)),
  failure_patterns TEXT NOT NULL DEFAULT '[]' CHECK(json_valid(failure_patterns)),
  performance_metrics TEXT NOT NULL DEFAULT '{}' CHECK(json_valid(performance_metrics)),
  usage_count INTEGER NOT NULL DEFAULT 0,
  success_count INTEGER NOT NULL DEFAULT 0,
  success_rate REAL NOT NULL DEFAULT 1.0 CHECK(success_rate BETWEEN 0 AND 1),
  last_used_at TEXT,
  source_sessions TEXT NOT NULL DEFAULT '[]' CHECK(json_valid(source_sessions)),
  ${scope} ${common} ${tail});
CREATE INDEX idx_procedural_name ON procedural_memories(project, procedure_name);
CREATE INDEX idx_procedural_category ON procedural_memories(project, category);
CREATE INDEX idx_procedural_usage ON procedural_memories(project, usage_count);
CREATE INDEX idx_procedural_success ON procedural_memories(project, success_rate);

CREATE TABLE working_memories(${key} ${session}
  todo_id TEXT,
  context_type TEXT NOT NULL CHECK(context_type IN ('task_context', 'variables', 'state', 'references')),
  content TEXT NOT NULL,
  scope TEXT NOT NULL CHECK(scope IN ('task', 'subtask', 'session')),
  priority INTEGER NOT NULL DEFAULT 3 CHECK(priority BETWEEN 1 AND 5),
  expires_at TEXT NOT NULL,
  cleared_at TEXT,
  cleared_reason TEXT,
  ${common} ${tail});
CREATE INDEX idx_working_session ON working_memories(project, session_id);
CREATE INDEX idx_working_todo ON working_memories(project, todo_id);
CREATE INDEX idx_working_expires ON working_memories(project, expires_at);
CREATE INDEX idx_working_cleared ON working_memories(project, cleared_at);

CREATE TABLE memory_links(project TEXT NOT NULL,
  source_id TEXT NOT NULL,
  target_id TEXT NOT NULL,
  link_type TEXT NOT NULL CHECK(link_type IN
    ('reinforces', 'contradicts', 'extends', 'refines', 'derived_from', 'promoted_to')),
  strength REAL NOT NULL DEFAULT 1.0 CHECK(strength BETWEEN 0 AND 1),
  created_at TEXT NOT NULL,
  PRIMARY KEY(project, source_id, target_id, link_type)) WITHOUT ROWID;
CREATE INDEX idx_links_source ON memory_links(project, source_id);
CREATE INDEX idx_links_target ON memory_links(project, target_id);
`;
