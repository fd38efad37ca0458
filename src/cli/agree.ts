/** Asking a person. */
import { confirm, isCancel } from "@clack/prompts";
import { write } from "./output.ts";

/** Without a terminal nobody can agree: the answer is no, and how to say yes is told. */
export async function agreed(question: string): Promise<boolean> {
  if (!process.stdin.isTTY) {
    write("Run it again with --yes to agree.");
    return false;
  }
  const answer = await confirm({ message: question });
  return !isCancel(answer) && answer;
}
