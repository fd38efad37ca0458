/** `recall`: what a model would get for a query, and why. */
import { withMemories } from "../../engine/memories/access.ts";
import { recallItems } from "../../engine/memories/recall.ts";
import { nameOf } from "../../memory/create.ts";
import type { Retrieved, RetrievedItem } from "../../recall/items/retrieve.ts";
import { snippet } from "../../record/sanitize.ts";
import { type Command, command, JSON_FLAG, openHere } from "../command.ts";
import { numberOf } from "../input.ts";
import { CHOICE, chosen, cliCaller } from "../memories.ts";
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
    emit(args.json, recalled, () => {
      if (recalled.items.length === 0) return paint("dim", nothing(recalled));
      return args.explain ? explained(recalled) : recalled.text;
    });
    return EXIT.ok;
  },
});

const nothing = ({ metadata: { trimmed_count: trimmed, budget } }: Retrieved): string =>
  trimmed > 0 ? `Nothing fits ${budget} tokens; ${trimmed} would be relevant.` : "Nothing answers that.";

function explained({ items, metadata }: Retrieved): string {
  const { total_tokens: total, budget, utilization, trimmed_count: trimmed } = metadata;
  const share = `${total} of ${budget} tokens (${Math.round(100 * utilization)} %)`;
  const summary = `${share}${trimmed > 0 ? `, ${trimmed} more did not fit` : ""}`;
  return [...items.map(explainedItem), paint("dim", summary)].join("\n");
}

function explainedItem({ item, lane, score, worth, matched, tokens }: RetrievedItem): string {
  const [name, id] =
    item.kind === "record" ? [item.record.title, item.path] : [nameOf(item.memory), item.memory.id];
  const { text, importance, recency, familiarity, certainty } = worth;
  const parts = [
    `text ${share(text)}`,
    `importance ${importance}`,
    `recency ${share(recency)}`,
    `familiarity ${share(familiarity)}`,
    `certainty ${share(certainty)}`,
  ];
  const made = `${parts.join(", ")}; ${tokens} tokens; matched: ${matched.join(", ")}`;
  const head = `${score.toFixed(2).padStart(5)}  ${paint("cyan", lane.padEnd(11))}  ${paint("bold", snippet(name))}`;
  return `${head}  ${paint("dim", id)}  ${paint("dim", made)}`;
}

const share = (value: number): string => value.toFixed(2);
