/** Every setting in effect with its origin, for people who want to know why something is as it is. */

import { isObject } from "../record/value.ts";
import { isSection } from "./keys.ts";
import { type ConfigLayer, RANK } from "./resolve.ts";
import type { Config, ConfigSource } from "./types.ts";
import { normalRoot, valueAt } from "./value.ts";

export interface ConfigSetting {
  key: string;
  value: unknown;
  source: ConfigSource;
  /** File or variable; "" for a default. */
  where: string;
}

/** The settings of a configuration resolved from these layers, in its order. */
export function listSettings(config: Config, layers: readonly ConfigLayer[]): ConfigSetting[] {
  const settings: ConfigSetting[] = [];
  const visit = (value: unknown, path: readonly string[]): void => {
    if (isObject(value) && isSection(path)) {
      for (const [name, inner] of Object.entries(value)) visit(inner, [...path, name]);
      return;
    }
    const origin = originOf(path, value, layers);
    settings.push({
      key: path.join("."),
      value,
      source: origin?.source ?? "default",
      where: origin?.where ?? "",
    });
  };
  visit(config, []);
  return settings;
}

/** The strongest layer that says just this; one that says something else was refused. */
function originOf(
  path: readonly string[],
  value: unknown,
  layers: readonly ConfigLayer[],
): ConfigLayer | undefined {
  const wanted = JSON.stringify(value);
  return layers
    .filter((layer) => {
      const said =
        valueAt(layer.value, path) ??
        valueAt(layer.value, [...path.slice(0, -1), (path.at(-1) ?? "").toUpperCase()]);
      return (
        JSON.stringify(path[0] === "memory_root" && typeof said === "string" ? normalRoot(said) : said) ===
        wanted
      );
    })
    .toSorted((a, b) => RANK[a.source] - RANK[b.source])
    .at(-1);
}
