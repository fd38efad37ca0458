/** Categories as arguments of commands. */
import type { Category, CategoryTable } from "../record/category.ts";
import { notOneOf } from "./input.ts";

interface Categorised {
  categories: CategoryTable;
}

/** The category of an argument, written in any case, with dashes or underscores; INPUT_ERROR for one that the project does not have. */
export function knownCategory(project: Categorised, name: string): Category;
export function knownCategory(project: Categorised, name: string | undefined): Category | undefined;
export function knownCategory({ categories }: Categorised, name: string | undefined): Category | undefined {
  if (name === undefined) return undefined;
  const category = categories.get(name.toLowerCase().replaceAll("-", "_"));
  if (category) return category;
  throw notOneOf("category", categories.keys(), name, "Choose one of the project's categories");
}
