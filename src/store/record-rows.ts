/** Records as rows of the projection: what every driver reads of one. */
import type { ProjectRecord } from "../record/types.ts";
import type { ProjectedRecord } from "./port.ts";

export interface RecordRow {
  readonly path: string;
  readonly mtime: string;
  readonly size: number;
  readonly hash: string;
  /** The record, as JSON. */
  readonly json: string;
}

export const projectedRecord = ({ path, mtime, size, hash, json }: RecordRow): ProjectedRecord => ({
  path,
  stamp: { mtime, size },
  hash,
  record: JSON.parse(json) as ProjectRecord,
});
