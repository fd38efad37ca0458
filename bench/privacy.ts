/**
 * How well redaction does on the labelled set: precision and recall, of the quick rules and of all, for the half that they
 * were fitted to and the half that was held out. `--errors` tells of what was missed and what was masked for nothing.
 */
import { type FindingClass, masked } from "../src/privacy/finding.ts";
import { type Labelled, labelledTexts } from "../src/privacy/fixtures/labelled.ts";
import { openMaintained } from "../src/privacy/maintained.ts";
import { NO_SCORE, precisionOf, recallOf, type Score, scoreOf, sum } from "../src/privacy/measure.ts";
import { openRedactor, type Redacted, redactQuick } from "../src/privacy/redact.ts";

const CLASSES: readonly FindingClass[] = ["credential", "personal", "private"];
const settings = { personal_data: "mask", exclude_paths: [], secrets: [] } as const;

const texts = labelledTexts();
const scan = await openMaintained();
const { redact } = await openRedactor(settings, "/home/kay");
const ways: readonly (readonly [name: string, redact: (text: string) => Promise<Redacted>])[] = [
  ["maintained", async (text) => masked(text, await scan(text))],
  ["quick", async (text) => redactQuick(text, { home: "/home/kay" })],
  ["all", redact],
];

const share = (value: number): string => value.toFixed(3);
const half = (name: Labelled["half"]): Labelled[] => texts.filter((text) => text.half === name);
const tell = process.argv.includes("--errors");

console.log(
  `${texts.length} texts, ${half("fitted").length} fitted to, ${half("held out").length} held out\n`,
);
console.log("rules       class       half       labels  precision  recall");
for (const [name, way] of ways) {
  for (const each of CLASSES) {
    if (name === "maintained" && each !== "credential") continue;
    for (const part of ["fitted", "held out"] as const) {
      let total: Score = NO_SCORE;
      for (const labelled of half(part)) {
        const score = scoreOf(labelled, await way(labelled.text), each);
        total = sum(total, score);
        if (tell && name !== "maintained" && (part === "fitted" || process.argv.includes("--held-out"))) {
          for (const left of score.left) console.log(`  missed (${labelled.category}): ${left}`);
          for (const wrong of score.wrong) console.log(`  wrong (${labelled.category}): ${wrong}`);
        }
      }
      const figures = [share(precisionOf(total)).padStart(9), share(recallOf(total)).padStart(6)].join("  ");
      console.log(
        `${name.padEnd(11)} ${each.padEnd(11)} ${part.padEnd(9)}  ${String(total.labels).padStart(6)}  ${figures}`,
      );
    }
  }
}
