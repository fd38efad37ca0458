/** Tests of what two processes see of each other. */
import { test } from "bun:test";
import type { ConformanceSubject } from "./conformance.ts";
import type { Store } from "./port.ts";

/** A test with a store on an empty database, and another on the same. */
export function onTwoConnections<Part>(
  { open, reopen }: ConformanceSubject,
  partOf: (store: Store) => Part,
): (what: string, body: (part: Part, others: Part) => Promise<void>) => void {
  return (what, body) => {
    test(what, async () => {
      const store = await open();
      const other = await reopen();
      try {
        await body(partOf(store), partOf(other));
      } finally {
        await store.close();
        await other.close();
      }
    });
  };
}
