/** `recall`: what a model would get for a query, and why. */
import { withMemories } from "../../engine/memories/access.ts";
import { recallItems } from "../../engine/memories/recall.ts";
import { maskedFields } from "../../engine/privacy.ts";
import type { Composed, ComposedItem } from "../../recall/compose.ts";
import { idOf, titleOf } from "../../recall/item.ts";
import { snippet } from "../../record/sanitize.ts";
import { type Command, command, JSON_FLAG, openHere } from "../command.ts";
import { numberOf } from "../input.ts";
import { CHOICE, chosen, cliCaller } from "../memory-options.ts";
import { EXIT, emit, paint } from "../output.ts";

export const recallCommand: Command = command({
  name: "recall",
  description: "Recall records and memories that answer a query: prints the text a model would get",
  joinsWords: true,
  args: {
    query: { type: "positional", description: "Words, identifiers, a question", required: true },
    budget: {
      type: "string",
      description: "Most tokens, 0 for nothing (default: retrieval.tokens.explicit)",
    },
    explain: { type: "boolean", description: "Tell of each item what its score is made of" },
    ...CHOICE,
    ...JSON_FLAG,
  },
  async run({ args }) {
    const ws = openHere();
    const query = [args.query, ...args._.slice(1)].join(" ");
    const budget = args.budget === undefined ? {} : { budget: numberOf("--budget", args.budget) };
    const recalled = await withMemories(ws, cliCaller(), (access) =>
      recallItems(access, { query, ...budget, ...chosen(args, ws.host.now()) }),
    );
    const { text, metadata } = recalled;
    const items = maskedFields(ws, recalled.items);
    emit(args.json, { text, items, metadata }, () => {
      if (text === "") return paint("dim", nothing(recalled));
      return args.explain ? explained({ items, metadata }) : text;
    });
    return EXIT.ok;
  },
});

const nothing = ({ metadata: { trimmed_count: trimmed, budget } }: Composed): string =>
  trimmed > 0 ? `Nothing fits ${budget} tokens; ${trimmed} would be relevant.` : "Nothing answers that.";

function explained({ items, metadata }: Pick<Composed, "items" | "metadata">): string {
  const { total_tokens: total, budget, utilization, trimmed_count: trimmed } = metadata;
  const used = `${total} of ${budget} tokens (${Math.round(100 * utilization)} %)`;
  const summary = `${used}${trimmed > 0 ? `, ${trimmed} more did not fit` : ""}`;
  return [...items.map(explainedItem), paint("dim", summary)].join("\n");
}

function explainedItem({ item, lane, score, explain, tokens }: ComposedItem): string {
  const head = `${score.toFixed(2).padStart(5)}  ${paint("cyan", lane.padEnd(11))}  ${paint("bold", snippet(titleOf(item)))}`;
  const { worth, matched } = explain;
  const parts = worth
    ? [
        `text ${worth.text.toFixed(2)}`,
        `importance ${worth.importance}`,
        `recency ${worth.recency.toFixed(2)}`,
        `familiarity ${worth.familiarity.toFixed(2)}`,
        `certainty ${worth.certainty.toFixed(2)}`,
      ].join(", ")
    : explain.strategy;
  const made = `${parts}; ${tokens} tokens; matched: ${matched.join(", ")}`;
  return `${head}  ${paint("dim", idOf(item))}  ${paint("dim", made)}`;
}
