/** Texts that repeat themselves are read in no more steps than they are long, whoever wrote them. */
import { expect, test } from "bun:test";
import { prefilter } from "../../src/capture/prefilter.ts";
import { decodeHook } from "../../src/client/claude-code/decode.ts";
import { classify } from "../../src/memory/classify.ts";
import { commitsOf } from "../../src/memory/commits.ts";
import { textHash, titleOf } from "../../src/memory/create.ts";
import { readPlan } from "../../src/memory/plans.ts";
import { toldProcedure } from "../../src/memory/procedure.ts";
import { meets } from "../../src/memory/triggers.ts";
import { shownText } from "../../src/recall/render.ts";
import { cleanTag, cleanTitle } from "../../src/record/sanitize.ts";
import { readAnswer } from "../../src/review/parse.ts";
import { analyze } from "../../src/text/analyze.ts";
import { readDue } from "../../src/text/due-time.ts";
import { filePath, mentionsFile } from "../../src/text/file-mention.ts";
import { estimateTokens } from "../../src/text/tokens.ts";

const FILE = filePath("/home/ada/app", "a/a.ts");
const READERS: readonly [string, (text: string) => unknown][] = [
  ["analyze", analyze],
  ["classify", (text) => classify(text)],
  ["cleanTag", cleanTag],
  ["cleanTitle", cleanTitle],
  ["commitsOf", (text) => commitsOf(text, text)],
  ["commitsOf, quiet", (text) => commitsOf(`git commit -q ${text}`, text)],
  ["decodeHook", (command) => decodeHook("PostToolUse", { tool_name: "Bash", tool_input: { command } }, {})],
  ["estimateTokens", estimateTokens],
  ["meets, command", (command) => meets("before npm publish", { kind: "command", command })],
  ["meets, condition", (text) => meets(text, { kind: "file", path: "a/a.ts" })],
  ["mentionsFile", (text) => mentionsFile(text, FILE)],
  ["prefilter", (text) => prefilter(text)],
  ["readAnswer", readAnswer],
  ["readDue", (text) => readDue(text, new Date(0))],
  ["readPlan", readPlan],
  ["shownText", shownText],
  ["textHash", textHash],
  ["titleOf", titleOf],
  ["toldProcedure", toldProcedure],
];
const PIECES =
  `a|a |git |commit |1. |- |# |#| |\n|\t|->|-> |#tags:|.|. |a.|/|a/|in 3 |next |"|'|\\"|-m "|[|[a |[a 1234567|(|)|{|:|: |?|*|**|1|1-|=|…|,|;|; |é|日|😀|<|&|!|a!|$(|x=|x=1, |<<a\n|"a\\|todo: |\``.split(
    "|",
  );
const EDGES = [
  ["", ""],
  ["# a", "b"],
  ["a: x", "x!"],
] as const;

/** A slow machine needs a tenth of it for the slowest; what goes back over its text again and again needs several times as much. */
const LIMIT_MS = 20_000;

test.each(READERS)(
  "%s comes to an end with them",
  (_, read) => {
    for (const piece of PIECES)
      for (const [before, after] of EDGES)
        expect(() => read(`${before}${piece.repeat(40_000 / piece.length)}${after}`)).not.toThrow();
  },
  LIMIT_MS,
);
