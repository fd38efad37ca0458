/** Categories as arguments of commands. */
import type { CategoryTable } from "../record/category.ts";
import { RecordError } from "../record/error.ts";

/** The category of an argument; INPUT_ERROR for one that the project does not have. */
export function knownCategory(
  { categories }: { categories: CategoryTable },
  name: string | undefined,
): string | undefined {
  if (name === undefined) return undefined;
  const wanted = name.toLowerCase().replaceAll("-", "_");
  if (categories.has(wanted)) return wanted;
  throw new RecordError(
    "INPUT_ERROR",
    { field: "category", expected: `one of ${[...categories.keys()].join(", ")}`, got: name },
    "Choose one of the project's categories",
  );
}
