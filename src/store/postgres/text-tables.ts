/**
 * The tables of text.
 *
 * `terms` of an item is a tsvector of our own terms, with a GIN index: whoever looks into the database with SQL searches
 * it as usual (`terms @@ 'webhook'`). Recall does not: it wants the items whose terms weigh most together, for which a
 * GIN scan has to fetch each item that has any of them. Measured at 100,000 items, over a socket, for the 2,500 occurrences that
 * a prompt's terms have at most: 7 ms in the median and 13 at the 95th percentile, 40 for two words that many items have.
 *
 * `text_terms` therefore holds who has a term as arrays of item numbers, a row for each term and block of 8,192 items:
 * 3 ms and 4, 10 for the common words. Its rows are the counts of terms, too. A block bounds what is written anew when
 * one item is put: 32 KB for a term that all have, a few bytes for most.
 */
import { TEXT } from "./memory-tables.ts";

/** Items of a collection that share the rows of their terms. Part of the stored form: never to be changed. */
export const BLOCK = 8_192;

export const textTables: string = `
CREATE TABLE text_collections(
  project ${TEXT} NOT NULL,
  collection ${TEXT} NOT NULL,
  items INTEGER NOT NULL DEFAULT 0,
  passages BIGINT NOT NULL DEFAULT 0,
  length BIGINT NOT NULL DEFAULT 0,
  last INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY(project, collection));
CREATE TABLE texts(
  project ${TEXT} NOT NULL,
  collection ${TEXT} NOT NULL,
  key ${TEXT} NOT NULL,
  no INTEGER NOT NULL,
  prominent INTEGER NOT NULL,
  passages INTEGER NOT NULL,
  length INTEGER NOT NULL,
  postings ${TEXT} NOT NULL,
  terms TSVECTOR NOT NULL,
  PRIMARY KEY(project, collection, key),
  UNIQUE(project, collection, no));
CREATE INDEX texts_by_terms ON texts USING GIN(terms);
CREATE TABLE text_terms(
  project ${TEXT} NOT NULL,
  collection ${TEXT} NOT NULL,
  term ${TEXT} NOT NULL,
  block INTEGER NOT NULL,
  items INTEGER NOT NULL,
  nos INTEGER[] NOT NULL,
  PRIMARY KEY(project, collection, term, block));
`;
