/**
 * One after another: what works with a file has its turn when those before it are done. Two connections of one process need
 * that, too: SQLite waits for another's transaction with the whole thread, so that the other could never end.
 */
export type Turn = <T>(work: () => Promise<T>) => Promise<T>;

/** What was begun last, by file, until it is done. */
const last = new Map<string, Promise<void>>();

export const turnOf =
  (path: string): Turn =>
  (work) => {
    const mine = (last.get(path) ?? Promise.resolve()).then(work);
    const over = (): void => {
      if (last.get(path) === done) last.delete(path);
    };
    const done: Promise<void> = mine.then(over, over);
    last.set(path, done);
    return mine;
  };
