/** Proposals in SQLite. */
import type { Database } from "bun:sqlite";
import type { JsonObject } from "../../record/value.ts";
import type { Proposal, ProposalState, ProposalStore } from "../proposal-port.ts";
import type { Run } from "./projection.ts";

type Row = Omit<Proposal, "body" | "sources" | "decided_at" | "reason" | "result"> & {
  readonly body: string;
  readonly sources: string;
  readonly decided_at: string | null;
  readonly reason: string | null;
  readonly result: string | null;
};

const COLUMNS =
  "project, id, kind, state, title, body, sources, why, hash, created_at, decided_at, reason, result";

export function sqliteProposals(db: Database, run: Run): ProposalStore {
  return {
    propose: (proposal) => run(() => propose(db, proposal)),
    beginning: (project, prefix, limit) =>
      run(() =>
        db
          .query<Row, [string, string, string, number]>(
            `SELECT ${COLUMNS} FROM proposals WHERE project = ? AND id >= ? AND id < ? ORDER BY id LIMIT ?`,
          )
          .all(project, prefix, `${prefix}\u{10ffff}`, limit)
          .map(proposalOf),
      ),
    list: (project, states, limit) =>
      run(() =>
        db
          .query<Row, [string, string, number]>(
            `SELECT ${COLUMNS} FROM proposals WHERE project = ? AND state IN (SELECT value FROM json_each(?))
             ORDER BY id DESC LIMIT ?`,
          )
          .all(project, JSON.stringify(states), limit)
          .map(proposalOf),
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
               WHERE project = ? AND id = ? AND state <> 'open' AND body <> '{}'`,
            )
            .run(project, id).changes > 0,
      ),
    prune: (before) =>
      run(() => {
        // What was rejected must not come back: its hash stays, and no word of it.
        db.query(
          `UPDATE proposals SET title = '', body = '{}', sources = '[]', why = '', reason = NULL
           WHERE state = 'rejected' AND decided_at < ? AND body <> '{}'`,
        ).run(before);
        return db
          .query("DELETE FROM proposals WHERE state IN ('accepted', 'withdrawn') AND decided_at < ?")
          .run(before).changes;
      }),
  };
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

function proposalOf({ body, sources, decided_at, reason, result, ...rest }: Row): Proposal {
  return {
    ...rest,
    body: JSON.parse(body) as JsonObject,
    sources: JSON.parse(sources) as string[],
    ...(decided_at === null ? {} : { decided_at }),
    ...(reason === null ? {} : { reason }),
    ...(result === null ? {} : { result }),
  };
}
