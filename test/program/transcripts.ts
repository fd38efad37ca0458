/** Transcripts as the client writes them. */
import { appendFileSync } from "node:fs";

/** One line of a transcript as the client writes it. */
export const userLine = (text: string): object => ({
  type: "user",
  isSidechain: false,
  message: { role: "user", content: text },
});

let messages = 0;
const messageId = (): string => {
  messages += 1;
  return `msg-${messages}`;
};

export const assistantLine = (text: string): object => ({
  type: "assistant",
  isSidechain: false,
  message: { id: messageId(), role: "assistant", content: [{ type: "text", text }] },
});

export const toolLine = (name: string, input: object = {}): object => ({
  type: "assistant",
  isSidechain: false,
  message: {
    id: messageId(),
    role: "assistant",
    content: [{ type: "tool_use", id: `t-${messages}`, name, input }],
  },
});

/** Appends lines to a transcript. */
export function append(path: string, lines: readonly object[]): void {
  appendFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
}

/** What a person and a model say when a decision falls. */
export const decisiveTurn = (subject: string): object[] => [
  userLine(`Which ${subject} do we take?`),
  assistantLine(
    `We decided to use Postgres as the ${subject} instead of Redis because one database is enough.\n` +
      `We chose the ${subject} over a broker due to its simplicity.\n` +
      `We went with the ${subject} rather than a service, the reason is cost.`,
  ),
];
