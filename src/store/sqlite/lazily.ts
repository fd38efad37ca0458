/** Parts of a store that are loaded when something is asked of them: most hooks ask nothing. */

/** A part whose methods all answer with promises; it is loaded at the first call of any. */
export function lazily<T extends { [name in keyof T]: (...args: never[]) => Promise<unknown> }>(
  load: () => Promise<T>,
): T {
  let loaded: Promise<T> | undefined;
  const part = (): Promise<T> => {
    loaded ??= load();
    return loaded;
  };
  return new Proxy({} as T, {
    get: (_, name) =>
      // What is awaited is asked whether it is a promise: a part is none.
      name === "then"
        ? undefined
        : async (...args: never[]): Promise<unknown> => (await part())[name as keyof T](...args),
  });
}
