/** Parts of a store that are loaded when something is asked of them: most hooks ask nothing. */

type Part<T> = { readonly [name in keyof T]: (...args: never[]) => Promise<unknown> };

/**
 * A part whose methods all answer with promises; it is loaded at the first call of one that is not answered here. It is a
 * plain object with all of its methods, for those who make another of it.
 *
 * @param methods all there are, by name
 * @param here makes methods that load it only where they must
 */
export function lazily<T extends Part<T>>(
  methods: { readonly [name in keyof T]: true },
  load: () => Promise<T>,
  here: (part: () => Promise<T>) => Partial<T> = () => ({}),
): T {
  let loaded: Promise<T> | undefined;
  const part = (): Promise<T> => {
    loaded ??= load();
    return loaded;
  };
  const made: { [name: string]: unknown } = {};
  for (const name in methods) made[name] = async (...args: never[]) => (await part())[name](...args);
  return Object.assign(made as unknown as T, here(part));
}
