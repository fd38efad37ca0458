/** Proposals in SQLite. */
import type { Database } from "bun:sqlite";
import type { Proposal, ProposalState, ProposalStore } from "../proposal-port.ts";
import { type ProposalRow, proposalOf } from "../work-rows.ts";
import { immediately } from "./immediately.ts";
import type { Run } from "./projection.ts";

const COLUMNS =
  "project, id, kind, state, title, body, sources, why, hash, created_at, decided_at, reason, result";

export function sqliteProposals(db: Database, run: Run): ProposalStore {
  return {
    propose: (proposal) => run(() => propose(db, proposal)),
    beginning: (project, prefix, limit) =>
      run(() =>
        db
          .query<ProposalRow, [string, string, string, number]>(
            `SELECT ${COLUMNS} FROM proposals WHERE project = ? AND id >= ? AND id < ? ORDER BY id LIMIT ?`,
          )
          .all(project, prefix, `${prefix}\u{10ffff}`, limit)
          .map((row) => proposalOf(row)),
      ),
    list: (project, states, limit) =>
      run(() =>
        db
          .query<ProposalRow, [string, string, number]>(
            `SELECT ${COLUMNS} FROM proposals WHERE project = ? AND state IN (SELECT value FROM json_each(?))
             ORDER BY id DESC LIMIT ?`,
          )
          .all(project, JSON.stringify(states), limit)
          .map((row) => proposalOf(row)),
      ),
    counts: (project) =>
      run(() => {
        const rows = db
          .query<{ state: ProposalState; n: number }, [string]>(
            "SELECT state, count(*) AS n FROM proposals WHERE project = ? GROUP BY state ORDER BY state",
          )
          .all(project);
        return new Map(rows.map(({ state, n }) => [state, n]));
      }),
    edit: (project, id, { title, body, hash }) =>
      run(
        () =>
          db
            .query(
              `UPDATE proposals SET title = ?3, body = ?4, hash = ?5
               WHERE project = ?1 AND id = ?2 AND state = 'open'
                 AND NOT EXISTS (SELECT 1 FROM proposals WHERE project = ?1 AND hash = ?5 AND id <> ?2)`,
            )
            .run(project, id, title, JSON.stringify(body), hash).changes > 0,
      ),
    decide: (project, id, { state, decided_at, reason, result }) =>
      run(
        () =>
          db
            .query(
              `UPDATE proposals SET state = ?3, decided_at = ?4, reason = ?5, result = ?6
               WHERE project = ?1 AND id = ?2 AND state = 'open'`,
            )
            .run(project, id, state, decided_at, reason ?? null, result ?? null).changes > 0,
      ),
    reopen: (project, id) =>
      run(
        () =>
          db
            .query(
              `UPDATE proposals SET state = 'open', decided_at = NULL, reason = NULL, result = NULL
               WHERE project = ? AND id = ? AND state <> 'open' AND title <> ''`,
            )
            .run(project, id).changes > 0,
      ),
    forget: (project, ids) =>
      run(
        () =>
          db
            .query("DELETE FROM proposals WHERE project = ? AND id IN (SELECT value FROM json_each(?))")
            .run(project, JSON.stringify(ids)).changes,
      ),
    prune: (before) => run(() => immediately(db, () => prune(db, before))),
  };
}

function prune(db: Database, before: string): number {
  // What was rejected must not come back: its hash stays, and no word of it.
  const emptied = db
    .query(
      `UPDATE proposals SET title = '', body = '{}', sources = '[]', why = '', reason = NULL
       WHERE state = 'rejected' AND decided_at < ? AND (title <> '' OR why <> '')`,
    )
    .run(before).changes;
  const gone = db
    .query("DELETE FROM proposals WHERE state IN ('accepted', 'withdrawn') AND decided_at < ?")
    .run(before).changes;
  return emptied + gone;
}

const propose = (db: Database, proposal: Proposal): boolean =>
  db
    .query(
      `INSERT INTO proposals(${COLUMNS}) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
    )
    .run(
      proposal.project,
      proposal.id,
      proposal.kind,
      proposal.state,
      proposal.title,
      JSON.stringify(proposal.body),
      JSON.stringify(proposal.sources),
      proposal.why,
      proposal.hash,
      proposal.created_at,
      proposal.decided_at ?? null,
      proposal.reason ?? null,
      proposal.result ?? null,
    ).changes > 0;
