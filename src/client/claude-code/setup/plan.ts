/** What setup is going to do, as data: shown to the person first, carried out by `apply.ts` after. */

export type Step =
  /** Copies the plugin into the marketplace folder and swaps it in whole. */
  | {
      kind: "install_plugin";
      from: string;
      marketplace: string;
      version: string;
      replaces?: string;
      runtime: string;
    }
  /** Puts Bun in place: a hard link where possible, else a copy. */
  | { kind: "place_runtime"; from: string; to: string }
  /** Makes the hooks' executable; not made, hooks are slower. */
  | { kind: "make_executable"; bun: string; bundle: string; to: string }
  /** Names the executable to the launcher in the file `path`, or takes the name out where there is no executable. */
  | { kind: "name_executable"; path: string; executable: string }
  /** Changes a file to exactly `after`, provided that it still is `before` (undefined: it does not exist). */
  | {
      kind: "edit_file";
      path: string;
      before: string | undefined;
      after: string;
      changes: string[];
      backupIn?: string;
    }
  | { kind: "remove_file"; path: string; before?: string; why: string }
  | { kind: "remove_folder"; path: string; why: string }
  | { kind: "link_command"; path: string; target: string }
  | { kind: "write_receipt"; path: string; content: string };

export interface Plan {
  steps: Step[];
  /** What the person should know: things left as they are, and what to do next. */
  notes: string[];
}

/** One line per change for people, without the bookkeeping. */
export const describePlan = (plan: Plan): string[] => plan.steps.flatMap(describeStep);

function describeStep(step: Step): string[] {
  switch (step.kind) {
    case "install_plugin": {
      const over = step.replaces ? `, replacing ${step.replaces}` : "";
      return [`copy the plugin ${step.version} to ${step.marketplace}${over}`];
    }
    case "place_runtime":
      return [`put the Bun runtime at ${step.to}`];
    case "make_executable":
      return [`make the hooks' executable ${step.to}`];
    case "edit_file": {
      const how = step.before === undefined ? "create" : "edit";
      return [
        `${how} ${step.path}:`,
        ...step.changes.map((change) => `  ${change}`),
        ...(step.backupIn && step.before !== undefined
          ? [`  (a copy of it as it is now goes to ${step.backupIn})`]
          : []),
      ];
    }
    case "remove_file":
    case "remove_folder":
      return [`remove ${step.path} (${step.why})`];
    case "link_command":
      return [`link the command ${step.path} -> ${step.target}`];
    case "name_executable":
    case "write_receipt":
      return [];
  }
}

/** A step for scripts: what it does and where, without what is in files, which is the person's own (settings hold secrets). */
export function stepJson(step: Step): { kind: Step["kind"]; [field: string]: unknown } {
  switch (step.kind) {
    case "edit_file": {
      const { kind, path, before, changes, backupIn } = step;
      const copied = backupIn && before !== undefined ? { backup_in: backupIn } : {};
      return { kind, path, creates: before === undefined, changes, ...copied };
    }
    case "remove_file":
      return { kind: step.kind, path: step.path, why: step.why };
    case "write_receipt":
      return { kind: step.kind, path: step.path };
    default:
      return step;
  }
}
