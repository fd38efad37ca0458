/** What every driver does with proposals: the same suite for each. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { ConformanceSubject } from "./conformance.ts";
import { PROPOSAL_KINDS, type Proposal, type ProposalState } from "./proposal-port.ts";
import { onTwoConnections } from "./two-connections.ts";

const ID = "01JNR0000000000000000000";
const idOf = (n: number): string => `${ID}${String(n).padStart(2, "0")}`;
const proposal = (n: number, over: Partial<Proposal> = {}): Proposal => ({
  id: idOf(n),
  project: "p1",
  kind: "promotion",
  state: "open",
  title: `Sort webhooks by their number ${n}`,
  body: { category: "decision", title: "Sort webhooks", nested: { z: 1, a: [null, "\0"] } },
  sources: ["01JNQ00000000000000000000A", "decisions/webhooks.json"],
  why: "Three sessions say so.",
  hash: `hash-${n}`,
  created_at: "2026-03-07T10:00:00.000Z",
  ...over,
});
const DECIDED = "2026-03-08T10:00:00.000Z";
const LATER = "2026-03-09T00:00:00.000Z";
const accepted = { state: "accepted", decided_at: DECIDED, result: "decisions/webhooks.json" } as const;
const rejected = { state: "rejected", decided_at: DECIDED, reason: "Not so" } as const;
const withdrawn = { state: "withdrawn", decided_at: DECIDED } as const;
const EVERY_STATE: readonly ProposalState[] = ["open", "accepted", "rejected", "withdrawn"];

const ids = (proposals: readonly Proposal[]): string[] => proposals.map(({ id }) => id);

export function proposalConformance(subject: ConformanceSubject): void {
  const { name } = subject;
  const withProposals = onTwoConnections(subject, ({ proposals }) => proposals);

  describe(`${name}: proposals`, () => {
    withProposals("of every kind come back whole, the newest first", async (proposals, others) => {
      const all = PROPOSAL_KINDS.map((kind, n) => proposal(n, { kind }));
      for (const each of all) expect(await proposals.propose(each)).toBe(true);
      expect(await others.list("p1", ["open"], 10)).toEqual(all.toReversed());
      expect(await others.list("p1", ["open"], 2)).toEqual(all.toReversed().slice(0, 2));
      expect(await others.list("p1", [], 10)).toEqual([]);
      expect(JSON.stringify((await others.list("p1", ["open"], 1))[0]?.body)).toBe(
        JSON.stringify(all[0]?.body),
      );
    });

    withProposals("are a project's own", async (proposals) => {
      await proposals.propose(proposal(1));
      expect(await proposals.propose(proposal(1, { project: "p2" }))).toBe(true);
      expect(await proposals.decide("p2", idOf(1), accepted)).toBe(true);
      expect(ids(await proposals.list("p1", ["open"], 10))).toEqual([idOf(1)]);
      expect(await proposals.counts("p1")).toEqual(new Map([["open", 1]]));
      expect(await proposals.counts("nobody's")).toEqual(new Map());
    });

    withProposals("are forgotten with all that is known of them, in any state", async (proposals, others) => {
      for (const n of [1, 2, 3]) await proposals.propose(proposal(n));
      await proposals.propose(proposal(1, { project: "p2" }));
      await proposals.decide("p1", idOf(1), rejected);
      expect(await others.forget("p1", [idOf(1), idOf(2), "nobody"])).toBe(2);
      expect(ids(await proposals.list("p1", EVERY_STATE, 10))).toEqual([idOf(3)]);
      expect(ids(await proposals.list("p2", EVERY_STATE, 10))).toEqual([idOf(1)]);
      expect(await proposals.propose(proposal(1))).toBe(true);
    });

    withProposals("that say the same as one that is open are not added", async (proposals, others) => {
      await proposals.propose(proposal(1));
      expect(await others.propose(proposal(2, { hash: "hash-1" }))).toBe(false);
      expect(await proposals.list("p1", EVERY_STATE, 10)).toEqual([proposal(1)]);
    });

    test.each([accepted, rejected, withdrawn].map((decision) => [decision.state, decision] as const))(
      "that say the same as one that was %s are not added",
      async (_, decision) => {
        const store = await subject.open();
        await store.proposals.propose(proposal(1));
        await store.proposals.decide("p1", idOf(1), decision);
        expect(await store.proposals.propose(proposal(2, { hash: "hash-1" }))).toBe(false);
        await store.close();
      },
    );

    withProposals("are found by what their ids begin with", async (proposals) => {
      for (const n of [12, 11, 20]) await proposals.propose(proposal(n));
      await proposals.propose(proposal(13, { project: "p2" }));
      expect(ids(await proposals.beginning("p1", `${ID}1`, 10))).toEqual([idOf(11), idOf(12)]);
      expect(ids(await proposals.beginning("p1", `${ID}1`, 1))).toEqual([idOf(11)]);
      expect(ids(await proposals.beginning("p1", "", 10))).toHaveLength(3);
      expect(await proposals.beginning("p1", "%", 10)).toEqual([]);
      expect(await proposals.beginning("p1", `${ID}1_`, 10)).toEqual([]);
    });

    withProposals("are decided once, with a reason and what came of it", async (proposals, others) => {
      await proposals.propose(proposal(1));
      await proposals.propose(proposal(2));
      expect(await others.decide("p1", idOf(1), rejected)).toBe(true);
      expect(await proposals.decide("p1", idOf(1), accepted)).toBe(false);
      expect(await proposals.decide("p1", "nobody's", accepted)).toBe(false);
      expect(await proposals.decide("p1", idOf(2), accepted)).toBe(true);
      expect(await proposals.list("p1", ["rejected", "accepted"], 10)).toEqual([
        { ...proposal(2), ...accepted },
        { ...proposal(1), ...rejected },
      ]);
      expect(await proposals.counts("p1")).toEqual(
        new Map([
          ["accepted", 1],
          ["rejected", 1],
        ]),
      );
    });

    withProposals(
      "that were decided are open again, without their decision, as long as their text is known",
      async (proposals, others) => {
        for (const n of [1, 2]) await proposals.propose(proposal(n));
        expect(await proposals.reopen("p1", idOf(1))).toBe(false);
        expect(await proposals.reopen("p1", "nobody's")).toBe(false);
        for (const n of [1, 2]) await proposals.decide("p1", idOf(n), rejected);
        expect(await others.reopen("p1", idOf(1))).toBe(true);
        await proposals.prune(LATER);
        expect(await others.reopen("p1", idOf(2))).toBe(false);
        expect(await proposals.list("p1", ["open"], 10)).toEqual([proposal(1)]);
      },
    );

    withProposals("are decided by one of several who try at once", async (proposals, others) => {
      await proposals.propose(proposal(1));
      const answers = await Promise.all(
        [proposals, others, proposals, others].map((each, n) =>
          each.decide("p1", idOf(1), n % 2 === 0 ? accepted : rejected),
        ),
      );
      expect(answers.filter(Boolean)).toHaveLength(1);
    });

    withProposals(
      "are proposed by one of several who propose the same at once",
      async (proposals, others) => {
        const answers = await Promise.all(
          [proposals, others, proposals, others].map((each, n) =>
            each.propose(proposal(n, { hash: "same" })),
          ),
        );
        expect(answers.filter(Boolean)).toHaveLength(1);
        expect(await proposals.list("p1", ["open"], 10)).toHaveLength(1);
      },
    );

    withProposals("are edited while they are open", async (proposals) => {
      const change = { title: "Sort webhooks by time", body: { category: "decision" }, hash: "hash-new" };
      await proposals.propose(proposal(1));
      expect(await proposals.edit("p1", idOf(1), change)).toBe(true);
      expect(await proposals.list("p1", ["open"], 10)).toEqual([{ ...proposal(1), ...change }]);
      expect(await proposals.edit("p1", idOf(1), { ...change, title: "Sort them" })).toBe(true);
      await proposals.decide("p1", idOf(1), withdrawn);
      expect(await proposals.edit("p1", idOf(1), { ...change, title: "Too late" })).toBe(false);
      expect(await proposals.list("p1", ["withdrawn"], 10)).toMatchObject([{ title: "Sort them" }]);
    });

    withProposals("cannot be edited into what another proposes", async (proposals) => {
      await proposals.propose(proposal(1));
      await proposals.propose(proposal(2));
      const change = { title: "The same", body: {}, hash: "hash-2" };
      expect(await proposals.edit("p1", idOf(1), change)).toBe(false);
      expect((await proposals.list("p1", ["open"], 10))[1]).toEqual(proposal(1));
    });

    withProposals(
      "are forgotten some time after they were decided; of rejected ones no word, but that they were",
      async (proposals) => {
        for (const n of [1, 2, 3, 4]) await proposals.propose(proposal(n));
        await proposals.propose(proposal(5, { body: {} }));
        await proposals.decide("p1", idOf(1), accepted);
        await proposals.decide("p1", idOf(2), withdrawn);
        await proposals.decide("p1", idOf(3), rejected);
        await proposals.decide("p1", idOf(5), rejected);
        expect(await proposals.prune(DECIDED)).toBe(0);
        expect(await proposals.prune(LATER)).toBe(4);
        expect(await proposals.prune(LATER)).toBe(0);
        expect(await proposals.list("p1", ["open"], 10)).toEqual([proposal(4)]);
        const left = await proposals.list("p1", ["accepted", "withdrawn", "rejected"], 10);
        expect(ids(left)).toEqual([idOf(5), idOf(3)]);
        for (const each of left)
          expect(each).toMatchObject({ title: "", body: {}, sources: [], why: "", state: "rejected" });
        expect(left.flatMap(({ reason }) => reason ?? [])).toEqual([]);
        expect(await proposals.propose(proposal(6, { hash: "hash-3" }))).toBe(false);
        expect(await proposals.propose(proposal(7, { hash: "hash-1" }))).toBe(true);
      },
    );

    withProposals("hold hostile text as text", async (proposals) => {
      await fc.assert(
        fc.asyncProperty(fc.string({ unit: "grapheme" }), async (text) => {
          const hostile = proposal(1, {
            title: text,
            why: `${text}'); DROP TABLE proposals; --`,
            body: { text },
          });
          await proposals.propose({ ...hostile, project: `p ${text}` });
          const [found] = await proposals.list(`p ${text}`, ["open"], 1);
          expect(found).toEqual({ ...hostile, project: `p ${text}` });
        }),
        { numRuns: 20 },
      );
    });
  });
}
