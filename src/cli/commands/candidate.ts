/** `candidate`: the record that new information may be about, as JSON. */
import { LIFECYCLE_EVENTS } from "../../capture/types.ts";
import { candidateResult, selectCandidate } from "../../consolidate/candidate.ts";
import type { Workspace } from "../../engine/workspace.ts";
import { RecordError } from "../../record/error.ts";
import type { ProjectRecord } from "../../record/types.ts";
import { isProblem } from "../../store/files/read.ts";
import { knownCategory } from "../category.ts";
import { type Command, JSON_FLAG, scriptCommand } from "../command.ts";
import { oneOf } from "../input.ts";
import { write } from "../output.ts";
import { openRoot, ROOT_ARG } from "../root.ts";

export const candidateCommand: Command = scriptCommand({
  name: "candidate",
  description: "Find the record that new information may be about, and what may be done with it",
  args: {
    category: { type: "string", description: "Category of the new information", required: true },
    "new-info": { type: "string", description: "The new information", required: true },
    "lifecycle-event": { type: "string", description: LIFECYCLE_EVENTS.join(", ") },
    ...ROOT_ARG,
    ...JSON_FLAG,
  },
  async run({ args }) {
    const ws = openRoot(args.root);
    const category = knownCategory(ws, args.category);
    const said = args["lifecycle-event"]?.toLowerCase();
    const event =
      said === undefined
        ? undefined
        : oneOf("--lifecycle-event", LIFECYCLE_EVENTS, said, "Choose one of them, or leave it out");
    const entries = ws.files.exists()
      ? (ws.files.currentIndex() ?? (await ws.files.transact((tx) => tx.index())))
      : [];
    const leads = ({ path }: { path: string }): boolean => recordAt(ws, path)?.record_status === "active";
    const candidate = selectCandidate(entries, category, args["new-info"], leads);
    const record = candidate && recordAt(ws, candidate.entry.path);
    write(JSON.stringify(candidateResult(category, candidate, event, record), null, 2));
    return 0;
  },
});

/** The record of an index line; undefined when the line leads nowhere, or out of the memory. */
function recordAt(ws: Workspace, path: string): ProjectRecord | undefined {
  try {
    const stored = ws.files.read(ws.files.locate(path));
    return stored && !isProblem(stored) ? stored.record : undefined;
  } catch (error) {
    if (error instanceof RecordError) return undefined;
    throw error;
  }
}
