/** Whether the content schemas of categories of one's own can be used. This loads the schema library: not for hooks. */
import type { CategoryTable } from "../record/category.ts";
import { RecordError } from "../record/error.ts";
import { assertUsable } from "../record/schema.ts";
import { type ConfigLayer, configProblem } from "./resolve.ts";
import { listSettings } from "./settings.ts";
import type { Config, ConfigProblem } from "./types.ts";

/** A problem for each schema that no record can be checked with; the layers are those that `config` was resolved from. */
export function schemaProblems(
  { config, categories }: { readonly config: Config; readonly categories: CategoryTable },
  layers: readonly ConfigLayer[],
): ConfigProblem[] {
  const problems: ConfigProblem[] = [];
  for (const category of categories.values()) {
    try {
      assertUsable(category);
    } catch (error) {
      if (!(error instanceof RecordError)) throw error;
      const key = `categories.${category.name}.content_schema`;
      const setting = listSettings(config, layers).find((candidate) => candidate.key === key);
      const what = `${key} cannot be used: ${error.details.got ?? "it is no JSON Schema"}`;
      const then = `Records of the category ${category.name} cannot be saved`;
      problems.push(
        configProblem(setting?.source ?? "project", setting?.where ?? "", key, what, then, error.fix),
      );
    }
  }
  return problems;
}
