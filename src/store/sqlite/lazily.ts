/** Parts of a store that are loaded when something is asked of them: most hooks ask nothing. */

/** The part's methods by name, each of which loads the part at its first call. */
export function lazily<T extends { [name in keyof T]: (...args: never[]) => Promise<unknown> }>(
  names: readonly (keyof T & string)[],
  load: () => Promise<T>,
): T {
  let loaded: Promise<T> | undefined;
  const part = (): Promise<T> => {
    loaded ??= load();
    return loaded;
  };
  const method =
    (name: keyof T) =>
    async (...args: never[]): Promise<unknown> =>
      (await part())[name](...args);
  return Object.fromEntries(names.map((name) => [name, method(name)])) as unknown as T;
}
