/** Proposals in PostgreSQL. */
import type { ProposalState, ProposalStore } from "../proposal-port.ts";
import { type ProposalRow, proposalOf } from "../work-rows.ts";
import type { Connection } from "./connection.ts";
import { arrayOf, fromJson, toJson } from "./texts.ts";

const COLUMNS = `project, id, kind, state, title, body::text AS body, sources::text AS sources, why, hash, created_at,
  decided_at, reason, result`;

export function postgresProposals({ query, transaction }: Connection): ProposalStore {
  return {
    async propose(proposal) {
      const added = await query(
        `INSERT INTO proposals(project, id, kind, state, title, body, sources, why, hash, created_at, decided_at, reason,
           result)
         VALUES($1, $2, $3, $4, $5, $6::json, $7::json, $8, $9, $10, $11, $12, $13) ON CONFLICT DO NOTHING RETURNING 1`,
        [
          proposal.project,
          proposal.id,
          proposal.kind,
          proposal.state,
          proposal.title,
          toJson(proposal.body),
          toJson(proposal.sources),
          proposal.why,
          proposal.hash,
          proposal.created_at,
          proposal.decided_at ?? null,
          proposal.reason ?? null,
          proposal.result ?? null,
        ],
      );
      return added.length > 0;
    },
    async beginning(project, prefix, limit) {
      const rows = await query<ProposalRow>(
        `SELECT ${COLUMNS} FROM proposals WHERE project = $1 AND starts_with(id, $2) ORDER BY id LIMIT $3::int`,
        [project, prefix, limit],
      );
      return rows.map((row) => proposalOf(row, fromJson));
    },
    async list(project, states, limit) {
      const rows = await query<ProposalRow>(
        `SELECT ${COLUMNS} FROM proposals WHERE project = $1 AND state = ANY($2::text[]) ORDER BY id DESC LIMIT $3::int`,
        [project, arrayOf(states), limit],
      );
      return rows.map((row) => proposalOf(row, fromJson));
    },
    async counts(project) {
      const rows = await query<{ state: ProposalState; n: number }>(
        "SELECT state, count(*)::int AS n FROM proposals WHERE project = $1 GROUP BY state ORDER BY state",
        [project],
      );
      return new Map(rows.map(({ state, n }) => [state, n]));
    },
    async edit(project, id, { title, body, hash }) {
      const edited = await query(
        `UPDATE proposals SET title = $3, body = $4::json, hash = $5
         WHERE project = $1 AND id = $2 AND state = 'open'
           AND NOT EXISTS (SELECT FROM proposals WHERE project = $1 AND hash = $5 AND id <> $2) RETURNING 1`,
        [project, id, title, toJson(body), hash],
      );
      return edited.length > 0;
    },
    async decide(project, id, { state, decided_at, reason, result }) {
      const decided = await query(
        `UPDATE proposals SET state = $3, decided_at = $4, reason = $5, result = $6
         WHERE project = $1 AND id = $2 AND state = 'open' RETURNING 1`,
        [project, id, state, decided_at, reason ?? null, result ?? null],
      );
      return decided.length > 0;
    },
    async reopen(project, id) {
      const reopened = await query(
        `UPDATE proposals SET state = 'open', decided_at = NULL, reason = NULL, result = NULL
         WHERE project = $1 AND id = $2 AND state <> 'open' AND title <> '' RETURNING 1`,
        [project, id],
      );
      return reopened.length > 0;
    },
    async forget(project, ids) {
      const gone = await query(
        "DELETE FROM proposals WHERE project = $1 AND id = ANY($2::text[]) RETURNING 1",
        [project, arrayOf(ids)],
      );
      return gone.length;
    },
    prune: (before) =>
      transaction(async (own) => {
        // What was rejected must not come back: its hash stays, and no word of it.
        const emptied = await own(
          `UPDATE proposals SET title = '', body = '{}', sources = '[]', why = '', reason = NULL
           WHERE state = 'rejected' AND decided_at < $1 AND (title <> '' OR why <> '') RETURNING 1`,
          [before],
        );
        const gone = await own(
          "DELETE FROM proposals WHERE state IN ('accepted', 'withdrawn') AND decided_at < $1 RETURNING 1",
          [before],
        );
        return emptied.length + gone.length;
      }),
  };
}
