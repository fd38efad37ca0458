/** What is refused where the user does not want to be remembered, in words that a model can pass on. */
import { RecordError } from "../../record/error.ts";
import type { ProjectView } from "../project-view.ts";
import { type Consent, consentOf } from "./standing.ts";

type Asked = Pick<ProjectView, "host" | "project">;

/** @throws RecordError CONSENT_ERROR in a project that is off */
export function assertOn({ host, project }: Asked): void {
  if (consentOf(host, project.id).state !== "off") return;
  throw new RecordError(
    "CONSENT_ERROR",
    {
      problem: "Recollect is off in this project: nothing is kept and nothing recalled",
      project: project.name,
    },
    "It is the user's choice; they turn it on again with `recollect on`",
  );
}

/**
 * For what a model wants to keep; what a person says by a command of their own is kept in a pause, too.
 *
 * @throws RecordError CONSENT_ERROR in a project that is off, and in a pause
 */
export function assertMayKeep(view: Asked): void {
  assertOn(view);
  const consent = consentOf(view.host, view.project.id);
  if (consent.state !== "paused") return;
  throw new RecordError(
    "CONSENT_ERROR",
    { problem: `Recollect is paused${untilText(consent)}: nothing new is kept` },
    "It is the user's choice; they end it with `recollect resume`. Do not write it down elsewhere instead",
  );
}

/** ` until 2026-01-31 18:00 UTC`, or nothing. */
export const untilText = ({ until }: Pick<Consent, "until">): string =>
  until === undefined ? "" : ` until ${until.slice(0, 16).replace("T", " ")} UTC`;
