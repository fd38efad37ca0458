/** A text in the person's editor. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { RecordError } from "../record/error.ts";

/**
 * The text as it was saved. Opens `$VISUAL` or `$EDITOR`, which may have arguments.
 *
 * @param ending of the file's name, so that the editor knows the language
 * @throws RecordError INPUT_ERROR without an editor or a terminal, or where the editor fails
 */
export async function editText(text: string, ending: string): Promise<string> {
  const editor = (process.env.VISUAL || process.env.EDITOR || "").trim();
  if (editor === "" || !process.stdin.isTTY) {
    throw new RecordError(
      "INPUT_ERROR",
      {
        field: "editor",
        expected: "a terminal, and $EDITOR",
        got: editor === "" ? "no editor" : "no terminal",
      },
      "Set EDITOR, or change it by --set field=value, or as JSON on standard input with -",
    );
  }
  const folder = mkdtempSync(join(tmpdir(), "recollect-edit-"));
  const file = join(folder, `item.${ending}`);
  try {
    writeFileSync(file, `${text}\n`, { mode: 0o600 });
    // Whoever sets EDITOR="code --wait" means a program and its arguments.
    const [program = "", ...args] = editor.split(/\s+/);
    const { exitCode } = Bun.spawnSync([program, ...args, file], {
      stdin: "inherit",
      stdout: "inherit",
      stderr: "inherit",
    });
    if (exitCode !== 0) {
      const got = `${program} ended with ${exitCode}`;
      throw new RecordError(
        "INPUT_ERROR",
        { field: "editor", expected: "an editor that ends well", got },
        "Edit it again",
      );
    }
    return readFileSync(file, "utf8");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
