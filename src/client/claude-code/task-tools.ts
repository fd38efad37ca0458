/** What Claude Code's tools for tasks and plans, and its shell, tell of the work at hand. */
import type { EngineEvent, Origin } from "../../engine/events.ts";
import { shortHash } from "../../host/project.ts";
import { saysCommit } from "../../memory/says-commit.ts";
import type { TaskChange, TaskState } from "../../memory/tasks.ts";
import { isObject, normalText } from "../../record/value.ts";

type Payload = { readonly [field: string]: unknown };

/** The client numbers its tasks by itself; those of `TodoWrite` have no names, so that their words make them. */
const NUMBERED = "";
const TODO = "todo:";

/** Most tasks of a list that are followed, the first. */
const TODOS_MAX = 100;

const STATES: Readonly<{ [status: string]: TaskState }> = {
  pending: "pending",
  in_progress: "active",
  completed: "completed",
  deleted: "removed",
};

/** Undefined for other tools, and for calls that changed nothing. */
export function taskEvent(origin: Origin, input: Payload): EngineEvent | undefined {
  const given = object(input.tool_input);
  const answer = object(input.tool_response);
  switch (input.tool_name) {
    case "TodoWrite":
      // A subagent's list is its own, and not the session's.
      return Array.isArray(given.todos) && origin.agent === undefined
        ? {
            kind: "TasksChanged",
            origin,
            list: TODO,
            tasks: given.todos.slice(0, TODOS_MAX).flatMap(todo),
            whole: true,
          }
        : undefined;
    case "TaskCreate":
      return changed(origin, {
        id: idOf(object(answer.task).id),
        subject: text(given.subject) || text(object(answer.task).subject),
        description: text(given.description),
        state: "pending",
      });
    case "TaskUpdate":
      return answer.success === false
        ? undefined
        : changed(origin, {
            id: idOf(given.taskId) || idOf(answer.taskId),
            ...optional("subject", text(given.subject)),
            ...optional("description", text(given.description)),
            ...optional("state", stateOf(given.status)),
          });
    case "ExitPlanMode": {
      // A person may have changed the plan before accepting it; a teammate's waits for its leader.
      const plan = text(answer.plan) || text(given.plan);
      const accepted = answer.isAgent !== true && answer.awaitingLeaderApproval !== true;
      return plan.trim() !== "" && accepted ? { kind: "PlanAccepted", origin, plan } : undefined;
    }
    case "Bash": {
      const command = text(given.command);
      // Other commands stay what they were: perhaps a write.
      return saysCommit(command)
        ? { kind: "CommandDone", origin, command, output: text(answer.stdout) }
        : undefined;
    }
    default:
      return undefined;
  }
}

const changed = (origin: Origin, task: TaskChange): EngineEvent | undefined =>
  task.id === "" ? undefined : { kind: "TasksChanged", origin, list: NUMBERED, tasks: [task], whole: false };

function todo(value: unknown): TaskChange[] {
  const { content, status } = object(value);
  const subject = text(content).trim();
  const state = stateOf(status) ?? "pending";
  return subject === "" ? [] : [{ id: `${TODO}${shortHash(normalText(subject))}`, subject, state }];
}

const stateOf = (status: unknown): TaskState | undefined =>
  typeof status === "string" && Object.hasOwn(STATES, status) ? STATES[status] : undefined;

/** A colon would make it another list's. */
const idOf = (value: unknown): string =>
  typeof value === "number" ? String(value) : text(value).trim().slice(0, 100).replaceAll(":", "-");

const optional = <K extends string, V>(key: K, value: V | undefined): { readonly [key in K]?: V } =>
  value === undefined || value === "" ? {} : ({ [key]: value } as { readonly [key in K]: V });

const text = (value: unknown): string => (typeof value === "string" ? value : "");
const object = (value: unknown): Payload => (isObject(value) ? value : {});
