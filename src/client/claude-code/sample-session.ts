/** A session as Claude Code writes and tells of it, for proving that sessions are captured. */

export interface SampleSession {
  /** Lines of its transcript. */
  readonly transcript: string;
  /** What the hooks `Stop` and `SessionEnd` are told, once the transcript lies at a path. */
  payload(event: "Stop" | "SessionEnd", path: string): object;
}

/** One turn, in which a person says this and is answered. */
export function sampleSession(said: string, { session, cwd, now }: Sample): SampleSession {
  const line = (n: number, type: "user" | "assistant", message: object): string =>
    `${JSON.stringify({
      type,
      uuid: `${session}-${n}`,
      parentUuid: n === 0 ? null : `${session}-${n - 1}`,
      sessionId: session,
      cwd,
      isSidechain: false,
      userType: "external",
      timestamp: new Date(now.getTime() + 1_000 * (n - 2)).toISOString(),
      message,
    })}\n`;
  const answer = { id: "msg_sample", role: "assistant", content: [{ type: "text", text: "Understood." }] };
  return {
    transcript: line(0, "user", { role: "user", content: said }) + line(1, "assistant", answer),
    payload: (event, path) => ({
      hook_event_name: event,
      session_id: session,
      cwd,
      transcript_path: path,
      ...(event === "SessionEnd" ? { reason: "other" } : { last_assistant_message: "Understood." }),
    }),
  };
}

export interface Sample {
  readonly session: string;
  readonly cwd: string;
  readonly now: Date;
}
