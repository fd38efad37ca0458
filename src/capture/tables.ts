/** The signal tables of a configuration: built-in ones and those of custom categories. */
import type { Config, CustomSignals } from "../config/types.ts";
import type { CategoryName } from "../record/category.ts";
import { isCaptured } from "./decide.ts";
import { SIGNAL_TABLES, type SignalTable } from "./patterns.ts";

/**
 * Tables of the categories that triage may propose. A built-in category with signals of its own in the configuration
 * keeps its patterns.
 */
export function tablesFor(config: Pick<Config, "categories">): SignalTable[] {
  const own = new Map<CategoryName, CustomSignals>();
  for (const [category, { signals }] of Object.entries(config.categories)) {
    if (signals && isCaptured(config, category)) own.set(category, signals);
  }
  const builtIn = SIGNAL_TABLES.filter(({ category }) => isCaptured(config, category));
  if (own.size === 0) return builtIn;
  const { customTables } = require("./custom-signals.ts") as typeof import("./custom-signals.ts");
  const names = new Set(builtIn.map(({ category }) => category));
  return [...builtIn, ...customTables(own).filter(({ category }) => !names.has(category))];
}
