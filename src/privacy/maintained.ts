/**
 * The rules that secretlint's maintainers keep up with the world. They are many, so they are loaded for those who store
 * things apart from hooks, and nothing they do reaches a disk or a network.
 */
import type { SecretLintCoreConfig } from "@secretlint/types";
import type { Finding } from "./finding.ts";
import { isExample, isFiller } from "./tokens.ts";

/** Finds credentials in a text. */
export type Scan = (text: string) => Promise<Finding[]>;

/** Comments in a text that would call rules off: what is kept is not for the text to say. */
const BY_COMMENT = "@secretlint/secretlint-rule-filter-comments";

export async function openMaintained(): Promise<Scan> {
  const [{ lintSource }, { rules }, { secretLintProfiler }] = await Promise.all([
    import("@secretlint/core"),
    import("@secretlint/secretlint-rule-preset-recommend"),
    import("@secretlint/profiler"),
  ]);
  // It notes when each rule begins and ends with each text, and keeps that for as long as the process lives.
  secretLintProfiler.setEnabled(false);
  const config: SecretLintCoreConfig = {
    rules: rules.filter((rule) => rule.meta.id !== BY_COMMENT).map((rule) => ({ id: rule.meta.id, rule })),
  };
  const scan: Scan = async (text) => {
    const { messages } = await lintSource({
      source: { filePath: "text.txt", content: text, contentType: "text", ext: ".txt" },
      options: { config, noPhysicFilePath: true },
    });
    return messages
      .filter(({ range }) => !isMade(text.slice(...range)))
      .map(({ ruleId, range: [start, end] }) => ({ class: "credential", kind: kindOf(ruleId), start, end }));
  };
  return async (text) => {
    const found: Finding[] = [];
    for (let at = 0; at === 0 || at + OVERLAP < text.length; at += PIECE - OVERLAP) {
      for (const each of await scan(text.slice(at, at + PIECE)))
        found.push({ ...each, start: at + each.start, end: at + each.end });
    }
    return found;
  };
}

/**
 * Longer texts are looked at piece by piece, with an overlap that is longer than any token: the library compares what it
 * found with all else that it found.
 */
const PIECE = 20_000;
const OVERLAP = 5_000;

/** Whether it is shown as an example, and not one. */
const isMade = (found: string): boolean => isExample(found) || isFiller(found);

/** `@secretlint/secretlint-rule-gitlab`: `gitlab credential`. */
const kindOf = (ruleId: string): string =>
  `${ruleId.replace(/^.*secretlint-rule-/, "").replaceAll("-", " ")} credential`;
