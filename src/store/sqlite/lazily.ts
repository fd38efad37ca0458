/** Parts of a store that are loaded when something is asked of them: most hooks ask nothing. */

type Part<T> = { readonly [name in keyof T]: (...args: never[]) => Promise<unknown> };

/**
 * A part whose methods all answer with promises; it is loaded at the first call of one that is not answered here.
 *
 * @param here makes methods that load it only where they must
 */
export function lazily<T extends Part<T>>(
  load: () => Promise<T>,
  here: (part: () => Promise<T>) => Partial<T> = () => ({}),
): T {
  let loaded: Promise<T> | undefined;
  const part = (): Promise<T> => {
    loaded ??= load();
    return loaded;
  };
  const answered = here(part);
  return new Proxy({} as T, {
    get: (_, name) => {
      // What is awaited is asked whether it is a promise: a part is none.
      if (name === "then") return undefined;
      const method = name as keyof T;
      return answered[method] ?? (async (...args: never[]) => (await part())[method](...args));
    },
  });
}
