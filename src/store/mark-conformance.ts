/** What every driver does with marks: the same suite for each. */
import { describe, expect } from "bun:test";
import type { ConformanceSubject } from "./conformance.ts";
import { type CaptureMark, MAIN } from "./mark-port.ts";
import { onTwoConnections } from "./two-connections.ts";

const BEGUN = {
  project: "p1",
  session: "s1",
  source: MAIN,
  client: "claude-code",
  path: "/home/me/s1.jsonl",
  folder: "/home/me/project",
  at: "2026-03-07T10:00:00.000Z",
};
const FRESH: CaptureMark = { ...BEGUN, offset: 0, turns: 0, carry: {}, closed: false };
const READ: CaptureMark = {
  ...FRESH,
  offset: 5_000_000_000,
  turns: 7,
  carry: { failing: ["npm test"], nul: "a\0b", since: { turn: 3 } },
  at: "2026-03-07T11:00:00.000Z",
};

const sources = (marks: readonly CaptureMark[]): string[] => marks.map(({ source }) => source);

export function markConformance(subject: ConformanceSubject): void {
  const { name } = subject;
  const withStores = onTwoConnections(subject, (store) => store);
  const withMarks = onTwoConnections(subject, ({ marks }) => marks);

  describe(`${name}: marks`, () => {
    withMarks("begin with nothing read, and are seen by whoever asks", async (marks, others) => {
      expect(await marks.of("p1", "s1")).toEqual([]);
      await marks.begin(BEGUN);
      expect(await others.of("p1", "s1")).toEqual([FRESH]);
    });

    withMarks("come back whole, and are replaced", async (marks, others) => {
      await marks.put(READ);
      expect(await others.of("p1", "s1")).toEqual([READ]);
      const further = { ...READ, offset: READ.offset + 1, turns: 8, carry: {}, closed: true };
      await others.put(further);
      expect(await marks.of("p1", "s1")).toEqual([further]);
    });

    withMarks("that are there stay as they are when they are begun again", async (marks) => {
      await marks.put(READ);
      await marks.begin({
        ...BEGUN,
        at: "2026-03-08T00:00:00.000Z",
        client: "another",
        folder: "/elsewhere",
      });
      expect(await marks.of("p1", "s1")).toEqual([READ]);
    });

    withMarks("follow a transcript that was moved", async (marks) => {
      await marks.put(READ);
      await marks.begin({ ...BEGUN, path: "/home/me/worktree/s1.jsonl" });
      expect(await marks.of("p1", "s1")).toEqual([{ ...READ, path: "/home/me/worktree/s1.jsonl" }]);
    });

    withMarks("follow a session into another environment", async (marks, others) => {
      await marks.begin({ ...BEGUN, env: "a" });
      expect(await others.of("p1", "s1")).toEqual([{ ...FRESH, env: "a" }]);
      await others.put({ ...READ, env: "a" });
      await others.begin({ ...BEGUN, env: "a.one" });
      expect(await marks.of("p1", "s1")).toEqual([{ ...READ, env: "a.one" }]);
      await marks.begin(BEGUN);
      expect(await marks.of("p1", "s1")).toEqual([READ]);
    });

    withMarks("that are closed are open again when their session goes on", async (marks) => {
      await marks.put({ ...READ, closed: true });
      expect(await marks.open(10)).toEqual([]);
      await marks.begin(BEGUN);
      expect(await marks.open(10)).toEqual([READ]);
    });

    withMarks("are each session's own, by source", async (marks) => {
      await marks.begin(BEGUN);
      await marks.begin({ ...BEGUN, source: "agent-2" });
      await marks.begin({ ...BEGUN, source: "agent-1" });
      await marks.begin({ ...BEGUN, session: "s2", source: "theirs" });
      await marks.begin({ ...BEGUN, project: "p2", source: "elsewhere" });
      expect(sources(await marks.of("p1", "s1"))).toEqual(["agent-1", "agent-2", MAIN]);
      expect(await marks.open(10)).toHaveLength(5);
    });

    withMarks(
      "that are open are told of every project, those read longest ago first",
      async (marks, others) => {
        const times = ["2026-03-07T12:00:00.000Z", "2026-03-05T12:00:00.000Z", "2026-03-06T12:00:00.000Z"];
        for (const [n, at] of times.entries())
          await marks.put({ ...READ, project: `p${n}`, source: `read ${n}`, at });
        await marks.put({ ...READ, source: "done with", closed: true, at: "2026-03-01T12:00:00.000Z" });
        expect(sources(await others.open(10))).toEqual(["read 1", "read 2", "read 0"]);
        expect(sources(await others.open(2))).toEqual(["read 1", "read 2"]);
      },
    );

    withMarks("that are begun by several at once are begun once", async (marks, others) => {
      await Promise.all([marks, others, marks, others].map((each) => each.begin(BEGUN)));
      expect(await marks.of("p1", "s1")).toEqual([FRESH]);
    });

    withStores("are forgotten with their sessions, and with no others", async (store) => {
      await store.ledger.session("p1", "s1", "claude-code", "2026-01-01T00:00:00.000Z");
      await store.ledger.session("p1", "s2", "claude-code", "2026-03-01T00:00:00.000Z");
      await store.marks.put(READ);
      await store.marks.put({ ...READ, session: "s2" });
      await store.ledger.prune("2026-02-01T00:00:00.000Z", 10);
      expect(await store.marks.of("p1", "s1")).toEqual([]);
      expect(await store.marks.of("p1", "s2")).toHaveLength(1);
    });
  });
}
