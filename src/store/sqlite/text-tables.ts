/**
 * The tables of text. All of it stands in one FTS5 table: the items of a collection have numbers of their own range, so
 * that a search goes through its own postings only. A table for each project would say the same, and cost 12 µs of every
 * opening, when SQLite reads the schema.
 *
 * FTS5 only finds who has a term (`detail=none`); scoring is ours (`text/postings.ts`). `text_terms` holds in how many
 * items of a collection a term occurs: FTS5 knows it too, but walks the postings to count them.
 */
export const text: string = `
CREATE TABLE text_collections(
  no INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  items INTEGER NOT NULL DEFAULT 0,
  passages INTEGER NOT NULL DEFAULT 0,
  length INTEGER NOT NULL DEFAULT 0);
CREATE TABLE texts(
  no INTEGER PRIMARY KEY,
  collection INTEGER NOT NULL,
  key TEXT NOT NULL,
  prominent INTEGER NOT NULL,
  passages INTEGER NOT NULL,
  length INTEGER NOT NULL,
  postings TEXT NOT NULL,
  UNIQUE(collection, key));
CREATE TABLE text_terms(
  collection INTEGER NOT NULL,
  term TEXT NOT NULL,
  items INTEGER NOT NULL,
  PRIMARY KEY(collection, term)) WITHOUT ROWID;
CREATE VIRTUAL TABLE text_fts USING fts5(terms, content='', contentless_delete=1, detail=none,
  tokenize="ascii tokenchars '_-./'");
`;
