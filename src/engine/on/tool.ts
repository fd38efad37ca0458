/** A tool is about to run: the guard has the first word, then what was to be remembered at this point. */
import { messageOf } from "../../host/trace.ts";
import type { Happening } from "../../memory/triggers.ts";
import { mayRecall } from "../consent/standing.ts";
import type { EngineEvent, Host, Reply } from "../events.ts";
import { mayFire } from "../intentions/triggers.ts";
import { onWriteIntended, projectOf } from "./write.ts";

type WriteIntended = Extract<EngineEvent, { kind: "WriteIntended" }>;

export async function onToolIntended(event: WriteIntended, host: Host): Promise<Reply> {
  const reply = onWriteIntended(event, host);
  if (reply.verdict?.permit === "deny" || !mayFire(host)) return reply;
  const context = await fired(event, host);
  return context === "" ? reply : { ...reply, context };
}

/** What waits for a file is told when the tool has run: it may still be refused. */
async function fired({ origin, tool, shellCommand }: WriteIntended, host: Host): Promise<string> {
  const happenings: Happening[] = [
    ...(shellCommand ? [{ kind: "command", command: shellCommand } as const] : []),
    ...(tool ? [{ kind: "tool", name: tool } as const] : []),
  ];
  try {
    const { waitingFor } = await import("../intentions/waiting.ts");
    const project = projectOf(origin);
    if (!mayRecall({ host, project })) return "";
    const from = { project: project.id, session: origin.session };
    const waiting = waitingFor(host, from, happenings);
    if (waiting.length === 0) return "";
    const { viewProject } = await import("../project-view.ts");
    const { tellFired } = await import("../intentions/fire.ts");
    return await tellFired(viewProject(host, origin.projectDir ?? origin.cwd), origin, waiting);
  } catch (error) {
    host.trace({
      level: "error",
      part: "intentions",
      message: messageOf(error),
      session: origin.session,
    });
    return "";
  }
}
