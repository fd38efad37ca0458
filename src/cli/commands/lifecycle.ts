/** `retire`, `archive`, `unarchive`, `restore`, `purge`: a record's way through its life. */
import type { ArgsDef } from "citty";
import type { WriteResult } from "../../consolidate/types.ts";
import { archive, purge, restore, retire, unarchive } from "../../engine/records/records.ts";
import { refreshIndex } from "../../engine/records/save.ts";
import type { Workspace } from "../../engine/workspace.ts";
import { type Command, command, JSON_FLAG, openHere } from "../command.ts";
import { emit, paint } from "../output.ts";

const TARGET = {
  target: { type: "positional", description: "Id or path of the record", required: true },
} as const;
const REASON = { reason: { type: "string", description: "Why; kept with the record" } } as const;

interface Given {
  target: string;
  reason?: string;
  json?: boolean;
}

const step = (
  name: string,
  description: string,
  options: ArgsDef,
  run: (ws: Workspace, given: Given) => Promise<WriteResult>,
): Command =>
  command({
    name,
    description,
    args: { ...TARGET, ...options, ...JSON_FLAG },
    async run({ args }) {
      const given = args as unknown as Given;
      const ws = openHere();
      const written = await run(ws, given);
      await refreshIndex(ws);
      const { record: _, ...result } = written;
      emit(given.json, result, () => told(written));
      return 0;
    },
  });

const told = ({ status, title, target, warnings }: WriteResult): string =>
  [
    `${paint("green", status.replace("_", " "))} ${paint("bold", title)}  ${paint("dim", target)}`,
    ...warnings.map((warning) => `${paint("yellow", "warning")} ${warning}`),
  ].join("\n");

export const retireCommand: Command = step(
  "retire",
  "Take a record out of recall; it can be restored during the grace period",
  REASON,
  (ws, { target, reason }) => retire(ws, target, reason),
);
export const archiveCommand: Command = step(
  "archive",
  "Shelve a record for good: out of recall, never purged",
  REASON,
  (ws, { target, reason }) => archive(ws, target, reason),
);
export const unarchiveCommand: Command = step(
  "unarchive",
  "Bring an archived record back",
  {},
  (ws, { target }) => unarchive(ws, target),
);
export const restoreCommand: Command = step(
  "restore",
  "Bring a retired record back, within the grace period",
  {},
  (ws, { target }) => restore(ws, target),
);
export const purgeCommand: Command = step(
  "purge",
  "Delete a retired record's file; refused before its grace period is over",
  {},
  (ws, { target }) => purge(ws, target),
);
