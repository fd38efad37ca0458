/**
 * The last line: a store that takes out what must not be kept before it keeps anything that was said. Whoever stores
 * something does so before, where it can still be refused and the whole text is known; what slips by is masked here.
 */
import type { Redacted } from "../privacy/finding.ts";
import type { Store } from "./port.ts";

/** @param redact called only with texts that are about to be stored */
export function redactedStore(store: Store, redact: (text: string) => Redacted): Store {
  const { memories, ledger, jobs, proposals, usage } = store;
  const said = (text: string): string => redact(text).text;
  // Loaded by those who have something to store: most hooks have nothing.
  const fields = async <T>(value: T): Promise<T> =>
    (await import("../privacy/fields.ts")).redactFields(value, redact).value;
  return {
    ...store,
    memories: amended(memories, {
      put: async (put, links) => {
        const { redactedMemory } = await import("../memory/redacted.ts");
        return memories.put(
          put.map((memory) => redactedMemory(memory, redact)),
          links,
        );
      },
    }),
    ledger: amended(ledger, {
      addTurn: (project, signals, activity) =>
        ledger.addTurn(
          project,
          signals.map((each) => ({ ...each, snippet: said(each.snippet), excerpt: said(each.excerpt) })),
          activity,
        ),
    }),
    jobs: amended(jobs, { fail: (key, owner, error, retry) => jobs.fail(key, owner, said(error), retry) }),
    usage: amended(usage, {
      settle: (id, outcome) =>
        usage.settle(id, outcome.error === undefined ? outcome : { ...outcome, error: said(outcome.error) }),
    }),
    proposals: amended(proposals, {
      propose: async (proposal) => proposals.propose(await fields(proposal)),
      edit: async (project, id, change) => proposals.edit(project, id, await fields(change)),
      decide: async (project, id, decision) => proposals.decide(project, id, await fields(decision)),
    }),
    alone: (key, work) => store.alone(key, (own) => work(redactedStore(own, redact))),
  };
}

/** A part with other methods in the place of some; the part may be one that is loaded when it is first asked. */
const amended = <T extends object>(part: T, methods: Partial<T>): T =>
  Object.assign(Object.create(part) as T, methods);
